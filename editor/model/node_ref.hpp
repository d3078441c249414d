// The nodes of a document that a person can select: the document, its sections, lists and records.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record_type.hpp"
#include "edit/operation.hpp"
#include "edit/path.hpp"

namespace redforge::editor {

/// Where a node stands. Stays valid when values change; follow() brings it along when records come, go or move.
struct NodeRef {
    edit::NodePath node{};                ///< the record; of a list: the record that holds it
    std::optional<std::uint32_t> list{};  ///< number of a named list in that record's table

    friend bool operator==(const NodeRef&, const NodeRef&) = default;
    friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};
using NodeRefs = std::vector<NodeRef>;

/// What stands there. Valid until the document changes.
struct NodeInfo {
    enum class Kind : std::uint8_t {
        document,  ///< the root record; its path is empty
        section,   ///< a record with a name of its own: `objects`, with the records of its list below it
        list,      ///< a named list of a record: `actors[0].strings`; also an `extra` that is not there
        record,    ///< a record of a list: `objects[3]`, or the one of a list of at most one: `actors[0].extra`
    };

    Kind kind{};
    NodeRef ref;
    std::string title;     ///< label of the section or list; for a record: of the list that holds it
    std::string_view doc;  ///< what the description says of it
    RecordHandle record;   ///< document, section, record
    ListView members;      ///< section, list: where a record can be added; empty for others
    ListView parent;       ///< record: the list that it stands in; empty for others
    std::size_t index{};   ///< record: its place in that list, from 0

    [[nodiscard]] bool is_record() const { return kind == Kind::record; }
    /// Whether it is one of several records of a list, so that it can be copied and moved.
    [[nodiscard]] bool is_one_of_many() const { return is_record() && !parent.single(); }
};

/// Nothing when it is gone.
[[nodiscard]] std::optional<NodeInfo> find_node(const RecordHandle& root, const NodeRef& ref);

/// What a path leads to: "objects[3]", "actors[0].strings". Errors: usage, unknown_name, out_of_range (no such record).
[[nodiscard]] Result<NodeRef> parse_path(const RecordHandle& root, std::string_view path);
/// The path of a node that is there; empty for the document.
[[nodiscard]] std::string path_of(const RecordHandle& root, const NodeRef& ref);

/// The record or list that holds records of this one's list: for objects[3] the section objects.
[[nodiscard]] NodeRef holder_of(const RecordHandle& root, const NodeRef& ref);
/// The node above it in the outline. The document has none above it and is its own.
[[nodiscard]] NodeRef node_above(const RecordHandle& root, const NodeRef& ref);

/// What stands below a node in the outline, in the description's order.
[[nodiscard]] NodeRefs nodes_below(const NodeInfo& info);
/// Whether anything can stand below it; cheaper than asking for it.
[[nodiscard]] bool may_hold_nodes(const NodeInfo& info);

/// Where a node stands after changes, when it stood at `ref` before them. False: it is gone.
[[nodiscard]] bool follow(NodeRef& ref, const edit::Changes& changes);
/// The same for several; those that are gone are left out.
void follow(NodeRefs& refs, const edit::Changes& changes);

/// The nodes that changes are about, where they stand now: records whose values changed, that came or moved.
[[nodiscard]] NodeRefs changed_nodes(const edit::Changes& changes);

/// "12 DOOR01": the number of a record in its list, with its first text or, without one, its first number.
/// For a section or a list its title.
[[nodiscard]] std::string name_of(const NodeInfo& info);
/// "DOOR01": what a record says of itself; empty when it has no text of its own.
[[nodiscard]] std::string own_name(const RecordHandle& record);
/// What a row says besides its name: how many records, or the next few values that say something.
[[nodiscard]] std::string content_of(const NodeInfo& info);

}  // namespace redforge::editor
