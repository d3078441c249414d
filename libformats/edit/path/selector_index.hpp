// Index of list records by field values, so that many queries such as `objects[id=8401]` read a list only once.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/merge/identity.hpp"
#include "edit/path/conditions.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// Lazy index: it is built for a list and a field at the first query. The caller must report all changes of the
/// document.
class SelectorIndex {
public:
    /// If true, a fingerprint also matches a changed record, by its neighbours and similarity.
    bool by_similarity{};

    /// Returns the records that meet all conditions, ascending. Returns nullopt if the index does not apply: a
    /// condition is not an equality or has a pattern, a record lacks the field, or the list is short. `place` is the
    /// path of the list, with index 0 in the last step.
    [[nodiscard]] std::optional<std::vector<std::size_t>> find(const NodePath& place, const ListView& list,
                                                               std::span<const Condition> conditions);

    /// Returns the records that match a selector with a fingerprint. Errors: those of Identities::find().
    [[nodiscard]] Result<std::vector<std::size_t>> find_fingerprint(const NodePath& place, const ListView& list,
                                                                    std::string_view selector);

    /// Reports a new value of a field, and of the field that it invalidates.
    void field_changed(const NodePath& node, const RecordHandle& record, const FieldEntry& field);
    /// Reports that records were inserted, removed or moved.
    void records_changed()
    {
        fields_.clear();
        prints_.clear();
    }

private:
    using Indices = std::vector<std::size_t>;
    /// A value for comparisons: a number, a text in upper case, or both for a number with a name.
    struct Value {
        std::optional<double> number;
        std::optional<std::string> text;
    };
    struct Values {
        bool usable{};   ///< all records have the field
        bool is_text{};  ///< the field is text, so numbers are compared as texts
        std::vector<Value> by_record;
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
