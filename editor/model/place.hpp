// Places in a document that a person can select: the document, its sections, lists and records.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/view.hpp"

namespace redforge::editor {

/// One row of the outline. Valid until the document changes; its path can be looked up again after that.
struct Place {
    enum class Kind : std::uint8_t {
        document,  ///< the root record; its path is empty
        section,   ///< a record with a name of its own: `objects`, with the records of its list below it
        list,      ///< a named list of a record: `actors[0].strings`; also an `extra` that is not there
        record,    ///< a record of a list: `objects[3]`, or the one of a list of at most one: `actors[0].extra`
    };

    Kind kind{};
    std::string path;
    std::string title;                ///< label of the section or list; for a record: of the list that holds it
    std::string doc;                  ///< what the description says of it
    RecordHandle record;              ///< document, section, record
    std::optional<ListView> members;  ///< section, list: where a record can be added
    std::optional<ListView> holder;   ///< record: the list that it stands in
    std::size_t index{};              ///< record: its place in that list, from 0
};

/// What stands at a path. Errors: unknown_name, out_of_range (no such record).
[[nodiscard]] Result<Place> locate(RecordHandle root, std::string_view path);

/// What stands below a place in the outline, in the description's order.
[[nodiscard]] std::vector<Place> below(const Place& place);

/// Whether anything can stand below it; cheaper than asking for it.
[[nodiscard]] bool may_hold_places(const Place& place);

/// The path of the place above; the document's own is empty.
[[nodiscard]] std::string_view path_above(std::string_view path);

/// "12 DOOR01": the number of a record in its list, with its first text or, without one, its first number.
/// For a section or a list its title.
[[nodiscard]] std::string name_of(const Place& place);

/// What a row says besides its name: how many records, or the next few values that say something.
[[nodiscard]] std::string content_of(const Place& place);

}  // namespace redforge::editor
