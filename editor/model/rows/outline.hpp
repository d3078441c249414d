// The outline of a document: a tree of nodes. The rows of a list are created when the user expands it, so that long
// lists cost nothing before.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "editor/model/scene/grouping.hpp"
#include "editor/model/scene/layers.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

/// Rows have stable ids. Row 0 is the document.
class Outline {
public:
    using Row = std::uint32_t;

    /// `session`, and `layers` for an outline by layer, must outlive the outline.
    explicit Outline(const Session& session, Grouping grouping = Grouping::kind, const Layers* layers = nullptr);
    /// Returns an outline of the nodes that a query finds, with their ancestors and descendants. Query: see search().
    [[nodiscard]] static Result<Outline> filtered(const Session& session, std::string_view query,
                                                  Grouping grouping = Grouping::kind, const Layers* layers = nullptr);

    /// Returns the child rows, in order. Creates them on the first call.
    const std::vector<Row>& below(Row row);
    [[nodiscard]] bool can_have_children(Row row) const;
    [[nodiscard]] Row above(Row row) const { return rows_[row].above; }
    [[nodiscard]] NodeRef node(Row row) const;
    /// Returns the nodes that a row selects: its node, or all records of a group.
    [[nodiscard]] NodeRefs nodes(Row row) const;
    [[nodiscard]] std::string name(Row row) const;
    [[nodiscard]] std::string content(Row row) const;
    /// Returns the row of a node, and creates its ancestors. Returns nullopt if there is none or the filter hides it.
    std::optional<Row> find(const NodeRef& ref) { return descend(ref, true); }
    /// Nodes that the query found, in document order. Without a query, there are none.
    [[nodiscard]] const NodeRefs& found() const { return found_; }

    /// Rows that were added, removed or changed.
    struct OutlineChange {
        struct Place {
            Row above{};
            Row row{};
        };
        std::vector<Place> removed;  ///< apply these before `added`; a moved row is in both
        std::vector<Place> added;
        std::vector<Row> changed;
    };
    /// Updates the existing rows after changes of the document. New records are shown regardless of the filter. Update
    /// the layers first.
    OutlineChange follow(const edit::Changes& changes);

private:
    /// `type` contains the records of a list that have the same type, or are in the same group (see Grouping).
    enum class Kind : std::uint8_t { document, group, list, type, record };
    struct Node {
        Row above{};
        std::uint32_t child{};  ///< index of the group or list in the parent record's table
        std::uint32_t index{};  ///< for a record: index in its list; for a type: index in types_
        Kind kind{};
        bool whole{};         ///< all descendants are shown
        bool made{};          ///< the rows below exist
        bool had_children{};  ///< last reported result of can_have_children()
        std::vector<Row> below{};
    };

    Row add_row(Row above, const NodeRef& ref, bool whole);
    Row add_record(Row above, std::uint32_t child, std::uint32_t index, bool whole);
    /// Name and sort key of a type or group.
    struct Type {
        bool last{};
        std::string name;
        friend bool operator==(const Type&, const Type&) = default;
        friend bool operator<(const Type& a, const Type& b)
        {
            return a.last != b.last ? b.last : comes_before(a.name, b.name);
        }
    };
    /// Returns rows for the types or groups of a list's records.
    std::vector<Row> rows_by_type(Row list, const NodeInfo& info);
    Row add_type(Row list, std::uint32_t child, Type type);
    /// Returns the list of a row whose records are grouped by type or Grouping. Returns null for other rows.
    [[nodiscard]] ListView list_by_type(Row list) const;
    [[nodiscard]] Type type_of(Row list, const ListView& records, std::size_t index) const;
    /// Returns the row of a type below its list; null if there is none.
    [[nodiscard]] const Row* find_type(Row list, const Type& type) const;
    void follow_types(Row list, const edit::Change& change, OutlineChange& row_changes);
    void follow_members(Row above, const edit::Change& change, OutlineChange& row_changes);
    /// Moves a record below the row of its type, and removes empty types.
    void place_by_type(Row list, const ListView& records, Row record, OutlineChange& row_changes);
    void drop_empty_types(Row list, OutlineChange& row_changes);
    /// Returns the row of a node. If `make` is false, looks only at existing rows.
    std::optional<Row> descend(const NodeRef& ref, bool make);
    [[nodiscard]] std::optional<Row> row_of_list(Row above, std::uint32_t child) const;
    [[nodiscard]] std::optional<Row> row_of_step(Row above, const edit::Step& step) const;
    void follow_list(Row list, const edit::Change& change, OutlineChange& row_changes);
    void update_row(Row row, OutlineChange& row_changes);
    void remove_duplicates(OutlineChange& row_changes, std::size_t known) const;
    [[nodiscard]] bool finds_nothing() const;

    const Session* session_;
    std::vector<Node> rows_;
    std::vector<Type> types_;
    Grouping grouping_{};
    const Layers* layers_{};
    std::string query_;  ///< of a filtered outline
    NodeRefs found_;
    std::set<NodeRef> whole_;    ///< like `found_`, for lookup
    std::set<NodeRef> leading_;  ///< nodes found, and their ancestors
};

}  // namespace redforge::editor
