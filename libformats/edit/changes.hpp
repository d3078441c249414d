// What changed between two documents, for people and programs to read: by record, with its name and its fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/load_context.hpp"
#include "core/record_type.hpp"

namespace redforge::edit {

/// A field, blob or byte range with its two values.
struct FieldChange {
    /// A value as the text form has it, and as a line shows it: quoted where it is text, "computed" where it is derived
    /// and not given. A byte range, which may be a whole file, has no text.
    struct Value {
        std::string text;
        std::string shown;
    };
    std::string field;
    Value before;
    Value after;
    std::optional<std::size_t> first_byte{};  ///< of a blob or byte range: where the two begin to differ
    std::string lines{};                      ///< of a source: what has changed, as `diff -u` has it
};

/// What happened to one record.
struct RecordChange {
    enum class Kind : std::uint8_t { changed, added, removed };

    Kind kind{};
    std::string path{};         ///< in the later document; of a removed record in the earlier one; empty for the root
    std::string path_before{};  ///< changed: in the earlier document
    std::string label{};        ///< what people know it by: "8401 DOOR01"; may be empty
    bool moved{};               ///< changed: it has another place among the records that stay
    std::vector<FieldChange> fields{};  ///< changed
    std::string element{};              ///< added and removed: its XML
};

/// What is_bookkeeping() says is left out of the contents.
enum class ChangeScope : std::uint8_t { all, contents };

/// All changes in the order of the later document. A record that only has another number because others came or went
/// is not among them.
/// Scripts are shown with the names that `context` has. Forms of plugins are the same by the name of their plugin, whatever
/// their numbers: those of the earlier document are shown as the later one numbers them.
[[nodiscard]] std::vector<RecordChange> changes_between(const RecordHandle& from, const RecordHandle& to,
                                                        const LoadContext& context = {},
                                                        ChangeScope scope = ChangeScope::all);

/// What people know a record by: its keys, and the first name in it.
[[nodiscard]] std::string record_label(const RecordHandle& record);

/// A value for a line of text: quoted where it is text, "computed" where a derived value is not given.
[[nodiscard]] std::string display_value(const FieldView& field);

/// One line, without its end: "+ objects[5] 8401 DOOR01"; of a changed record one for each field, of a source more.
[[nodiscard]] std::vector<std::string> change_lines(const RecordChange& change);

}  // namespace redforge::edit
