// The outline of a document: a tree of nodes, made row by row as it is opened, so that 5,000 records cost nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "editor/model/grouping.hpp"
#include "editor/model/layers.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// Rows are known by number, which stays the same as long as what they show is there. Row 0 is the document.
class Outline {
public:
    using Row = std::uint32_t;

    /// The session, and the layers that an outline by layer needs, must stay where they are as long as it is used.
    explicit Outline(const Session& session, Grouping grouping = Grouping::kind, const Layers* layers = nullptr);
    /// Only what a query finds, with the nodes above it and all that stands below. Query: see search().
    [[nodiscard]] static Result<Outline> filtered(const Session& session, std::string_view query,
                                                  Grouping grouping = Grouping::kind, const Layers* layers = nullptr);

    /// Rows below, in order. Makes them the first time.
    const std::vector<Row>& below(Row row);
    [[nodiscard]] bool can_have_children(Row row) const;
    [[nodiscard]] Row above(Row row) const { return rows_[row].above; }
    [[nodiscard]] NodeRef node(Row row) const;
    /// What is selected with it: its node, or all records of a group.
    [[nodiscard]] NodeRefs nodes(Row row) const;
    [[nodiscard]] std::string name(Row row) const;
    [[nodiscard]] std::string content(Row row) const;
    /// The row of a node; makes those above it. Empty when there is none, or the filter hides it.
    std::optional<Row> find(const NodeRef& ref) { return descend(ref, true); }
    /// Nodes that the query found, in document order; empty without one.
    [[nodiscard]] const NodeRefs& found() const { return found_; }

    /// Rows that came, went, or say something else.
    struct OutlineChange {
        struct Place {
            Row above{};
            Row row{};
        };
        std::vector<Place> removed;  ///< each is reported before `added`; a row that moved is in both
        std::vector<Place> added;
        std::vector<Row> changed;
    };
    /// Brings the rows that were made up to date with changes of the document. Records that come are shown, whatever
    /// the filter. Layers have followed the changes before.
    OutlineChange follow(const edit::Changes& changes);

private:
    enum class Kind : std::uint8_t { document, group, list, type, record };  // type: those of a list that are of it
    struct Node {
        Row above{};
        std::uint32_t child{};  ///< number of the group or list in the table of the record that holds it
        std::uint32_t index{};  ///< of a record: in its list; of a type: in types_
        Kind kind{};
        bool whole{};  ///< all that stands below is shown
        bool made{};
        bool holds_rows{};  ///< as can_have_children() was when it was shown
        std::vector<Row> below{};
    };

    Row add_row(Row above, const NodeRef& ref, bool whole);
    Row add_record(Row above, std::uint32_t child, std::uint32_t index, bool whole);
    /// The name of a type or group, and what it is sorted by.
    struct Type {
        bool last{};
        std::string name;
        friend bool operator==(const Type&, const Type&) = default;
        friend bool operator<(const Type& a, const Type& b)
        {
            return a.last != b.last ? b.last : comes_before(a.name, b.name);
        }
    };
    /// Records of a list by their types or groups, which become rows.
    std::vector<Row> rows_by_type(Row list, const NodeInfo& info);
    Row add_type(Row list, std::uint32_t child, Type type);
    /// The list that a row shows by types or groups; null for others.
    [[nodiscard]] ListView list_by_type(Row list) const;
    [[nodiscard]] Type type_of(Row list, const ListView& records, std::size_t index) const;
    /// The row of a type below its list; null when there is none.
    [[nodiscard]] const Row* find_type(Row list, const Type& type) const;
    void follow_types(Row list, const edit::Change& change, OutlineChange& news);
    void follow_members(Row above, const edit::Change& change, OutlineChange& news);
    /// Puts a record under the row of its type, and takes types away that no record is of.
    void place_by_type(Row list, const ListView& records, Row record, OutlineChange& news);
    void drop_empty_types(Row list, OutlineChange& news);
    /// The row of a node; makes those above it, or looks at those only that have been made.
    std::optional<Row> descend(const NodeRef& ref, bool make);
    [[nodiscard]] std::optional<Row> row_of_list(Row above, std::uint32_t child) const;
    [[nodiscard]] std::optional<Row> row_of_step(Row above, const edit::Step& step) const;
    void follow_list(Row list, const edit::Change& change, OutlineChange& news);
    void renew(Row row, OutlineChange& news);
    void tidy(OutlineChange& news, std::size_t known) const;

    const Session* session_;
    std::vector<Node> rows_;
    std::vector<Type> types_;
    Grouping grouping_{};
    const Layers* layers_{};
    NodeRefs found_;
    std::set<NodeRef> whole_;    ///< the same
    std::set<NodeRef> leading_;  ///< nodes found and all above them
};

}  // namespace redforge::editor
