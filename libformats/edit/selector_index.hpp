// Records of lists by the values of their fields, so that many queries such as `objects[id=8401]` read a list once.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/conditions.hpp"
#include "edit/identity.hpp"
#include "edit/path.hpp"

namespace redforge::edit {

/// Made when a query first asks, for a list and a field; whoever changes the document says so.
class SelectorIndex {
public:
    /// Whether a record that has changed since its fingerprint was made is found by its neighbours and its likeness.
    bool by_likeness{};

    /// The records that meet all conditions, ascending. Nothing when this cannot be told from an index: a condition that
    /// is not an equality or has a pattern, a list whose records do not all have the field, a short list.
    /// `place` is the list's: its step has the index 0.
    [[nodiscard]] std::optional<std::vector<std::size_t>> find(const NodePath& place, const ListView& list,
                                                               std::span<const Condition> conditions);

    /// The same for a selector with a fingerprint. Errors: usage, not_found.
    [[nodiscard]] Result<std::vector<std::size_t>> find_print(const NodePath& place, const ListView& list,
                                                              std::string_view selector);

    /// A field of the record at `node`, and with it perhaps the one that it invalidates, has another value now.
    void field_changed(const NodePath& node, const RecordHandle& record, const FieldEntry& field);
    /// Records have come, gone or moved.
    void records_changed()
    {
        fields_.clear();
        prints_.clear();
    }

private:
    using Indices = std::vector<std::size_t>;
    /// What a value is compared by: a number, a text in capitals, or, where a number has a name, either.
    struct Value {
        std::optional<double> number;
        std::optional<std::string> text;
    };
    struct Values {
        bool usable{};   ///< all records have the field
        bool is_text{};  ///< which is text, so that numbers are texts too
        std::vector<Value> of_record;
        std::unordered_map<double, Indices> numbers;
        std::unordered_map<std::string, Indices> texts;

        void add(std::size_t record, Value value);
        void remove(std::size_t record);
    };
    using Key = std::pair<NodePath, std::string>;

    static Value value_of(const FieldView& field);
    void update(const NodePath& place, const RecordHandle& record, std::size_t index, std::string_view field);
    const Values& values_of(const NodePath& place, const ListView& list, const std::string& field);

    std::map<Key, Values> fields_;
    std::map<NodePath, Identities> prints_;
};

}  // namespace redforge::edit
