// Selectable nodes of a document: the document, its sections, lists and records.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "edit/operation/operation.hpp"
#include "edit/path/path.hpp"

namespace redforge::editor {

/// Position of a node. Stays valid when values change; follow() updates it when records are added, removed or moved.
struct NodeRef {
    edit::NodePath node{};                ///< the record; for a list its parent record
    std::optional<std::uint32_t> list{};  ///< for a named list: its index in the table of the record

    friend bool operator==(const NodeRef&, const NodeRef&) = default;
    friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};
using NodeRefs = std::vector<NodeRef>;

/// Description of a node. Valid until the document changes.
struct NodeInfo {
    enum class Kind : std::uint8_t {
        document,  ///< the root record; its path is empty
        section,   ///< a named record such as `objects`, with its list of records
        list,      ///< a named list of a record: `actors[0].strings`; also a missing `extra`
        record,    ///< a record of a list: `objects[3]`; or an optional record: `actors[0].extra`
    };

    Kind kind{};
    NodeRef ref;
    std::string title;     ///< label of the section or list; for a record, of its list
    std::string_view doc;  ///< documentation from the description
    RecordHandle record;   ///< set for document, section and record
    ListView members;      ///< section, list: the list to which records can be added; otherwise empty
    ListView parent;       ///< record: its list; otherwise empty
    std::size_t index{};   ///< record: its index in the list

    [[nodiscard]] bool is_record() const { return kind == Kind::record; }
    /// Returns true if it is a record of a list of many, so that it can be copied and moved.
    [[nodiscard]] bool is_one_of_many() const { return is_record() && !parent.single(); }
};

/// Returns nullopt if the node does not exist.
[[nodiscard]] std::optional<NodeInfo> find_node(const RecordHandle& root, const NodeRef& ref);

/// Resolves a path: "objects[3]", "actors[0].strings". Errors: usage, unknown_name, out_of_range (no such record).
[[nodiscard]] Result<NodeRef> parse_path(const RecordHandle& root, std::string_view path);
/// Returns the path of an existing node. The document has an empty path.
[[nodiscard]] std::string path_of(const RecordHandle& root, const NodeRef& ref);

/// Returns the record or list that contains this record: the section objects for objects[3].
[[nodiscard]] NodeRef parent_node(const RecordHandle& root, const NodeRef& ref);
/// Returns the parent node in the outline. The document is its own parent.
[[nodiscard]] NodeRef node_above(const RecordHandle& root, const NodeRef& ref);

/// Returns the child nodes in the outline, in the description's order.
[[nodiscard]] NodeRefs nodes_below(const NodeInfo& info);
/// Returns true if nodes_below() is not empty. Faster than nodes_below().
[[nodiscard]] bool can_have_nodes(const NodeInfo& info);

/// Updates a reference after changes. Returns false if the node was removed.
[[nodiscard]] bool follow(NodeRef& ref, const edit::Changes& changes);
/// Updates several references, and removes those to removed nodes.
void follow(NodeRefs& refs, const edit::Changes& changes);

/// Returns the nodes affected by changes, at their new positions: records that were changed, added or moved.
[[nodiscard]] NodeRefs changed_nodes(const edit::Changes& changes);

/// Returns the name of a record, with its index: "DOOR01 [12]", or without a text "Light 17 [3]". For a form, see
/// form_name(). For a section, list or optional record, its title.
[[nodiscard]] std::string name_of(const NodeInfo& info);
/// Returns the first text of a record that is not empty: "DOOR01"; empty if it has none.
[[nodiscard]] std::string own_name(const RecordHandle& record);
/// Returns the text after the name in an outline row: the number of records, a few values, or both.
[[nodiscard]] std::string content_of(const NodeInfo& info);

}  // namespace redforge::editor
