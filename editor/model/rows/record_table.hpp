// A list of records as a table: sorting, filtering, cell texts, and the edits of typing or pasting. Values are not
// stored, so 100,000 rows cost only their indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "editor/model/rows/table_columns.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/form_name.hpp"

namespace redforge::editor {

/// A list for a table.
struct TableList {
    NodeRef parent;           ///< the node with the list: see NodeInfo::members
    std::string descendants;  ///< "records": records of this name at any depth; a direct list has none
    std::string type;         ///< only records with this form_type(); if empty, all records

    friend bool operator==(const TableList&, const TableList&) = default;
};

/// Returns the list for a selected node: the node itself, the list that contains it, or for the document the largest
/// list of forms, else the largest list. For an attached script of a form, its properties. Returns nullopt if there is
/// none.
[[nodiscard]] std::optional<TableList> table_list_at(const Session& session, const NodeRef& ref);
/// Returns the types of the records of a list; none if the outline does not group it by type.
[[nodiscard]] std::vector<std::string> types_of(const Session& session, const TableList& list);
/// Returns the title of a table: "Objects", "Factions of GUARD01 [12]"
[[nodiscard]] std::string title_of(const Session& session, const TableList& list);

/// Rows are numbered in display order. They keep their order while values change.
class RecordTable {
public:
    /// The session must outlive the table, and the list must exist.
    RecordTable(const Session& session, TableList list);

    [[nodiscard]] const TableList& list() const { return list_; }
    [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_; }
    [[nodiscard]] std::size_t rows() const { return shown_.size(); }
    [[nodiscard]] std::size_t all_rows() const { return all_; }
    /// Returns the key of the column settings: kind of document and record.
    [[nodiscard]] std::string record_type() const;

    [[nodiscard]] NodeRef node(std::size_t row) const;
    /// Returns the rows of these records, ascending. A nested node gives the row of its record. Skips others.
    [[nodiscard]] std::vector<std::size_t> rows_of(const NodeRefs& refs) const;
    /// Returns true if the node is a record of the list or in one, even if it is filtered out.
    [[nodiscard]] bool has(const NodeRef& ref) const;
    /// Returns the name of a row: "DOOR01 [12]"; of a form the editor ID, or "Oblivion.esm:01D15C" without one.
    [[nodiscard]] std::string name(std::size_t row) const;
    /// Returns the cell text for editing and copying; empty if the record has no such field.
    [[nodiscard]] std::string text(std::size_t row, std::size_t column) const;
    /// Returns the display text; a FormID has the form's name after it, except in the row that has this name.
    [[nodiscard]] std::string shown(std::size_t row, std::size_t column) const;
    /// Returns true if a record has the field, matrix, bytes or list of the column. Returns false for a type column.
    [[nodiscard]] bool has_value(std::size_t row, std::size_t column) const;
    [[nodiscard]] bool is_editable(std::size_t row, std::size_t column) const;

    struct Order {
        std::size_t column{};
        bool descending{};

        friend bool operator==(const Order&, const Order&) = default;
    };
    /// nullopt: document order.
    void sort(std::optional<Order> order);
    [[nodiscard]] const std::optional<Order>& order() const { return order_; }
    /// Shows only rows whose cell contains a text, ignoring case; `*` and `?` are wildcards. `=text` matches the whole
    /// cell, `>5`, `<=5` and `5..9` compare numbers, and a leading `!` excludes matching rows. An empty condition shows
    /// all.
    void filter(std::size_t column, const std::string& condition);
    [[nodiscard]] std::string condition(std::size_t column) const;
    [[nodiscard]] bool is_filtered() const { return !filters_.empty(); }
    void show_all();

    /// Returns the edit for a text typed into a cell. Returns nullopt if the cell is read-only.
    [[nodiscard]] std::optional<RecordValue> typed(std::size_t row, std::size_t column, const std::string& text) const;
    using Cells = std::vector<std::vector<std::string>>;
    /// Returns the edits that paste cells into a block of the table. Ignores cells outside of the block; repeats the
    /// cells if the block is larger. Skips cells that are read-only or unchanged.
    [[nodiscard]] std::vector<RecordValue> put(std::span<const std::size_t> rows, std::span<const std::size_t> columns,
                                               const Cells& cells) const;
    /// Returns the edits that reset a block to default values. Skips bytes and read-only cells.
    [[nodiscard]] std::vector<RecordValue> cleared(std::span<const std::size_t> rows,
                                                   std::span<const std::size_t> columns) const;

    enum class TableChange : std::uint8_t {
        nothing,
        values,  ///< cell values changed
        rows,    ///< rows were added, removed or moved
        gone,    ///< the list was removed; the table is invalid
    };
    /// Updates the rows after changes of the document. New records are shown regardless of the filters.
    [[nodiscard]] TableChange follow(const edit::Changes& changes);

private:
    struct Filter {
        bool inverted{};
        bool numbers{};
        double from{};
        double to{};
        bool without_from{};
        bool without_to{};
        std::string pattern;  ///< for matches_pattern()
        std::string text;     ///< as typed
    };
    [[nodiscard]] static std::optional<Filter> parse(const TableColumn& column, const std::string& condition);
    [[nodiscard]] bool fits(std::uint32_t row, std::size_t column, const Filter& filter) const;

    // Row numbers below are in document order.
    void read_list();
    void arrange();
    void sort_rows(std::vector<std::uint32_t>& rows) const;
    [[nodiscard]] RecordHandle record(std::uint32_t row) const;
    [[nodiscard]] edit::NodePath path(std::uint32_t row) const;
    [[nodiscard]] std::optional<std::uint32_t> number_of(const edit::NodePath& node) const;
    [[nodiscard]] std::string text_of(std::uint32_t row, const TableColumn& column) const;
    [[nodiscard]] std::optional<double> number_of(std::uint32_t row, const TableColumn& column) const;
    [[nodiscard]] FieldView field_of(const RecordHandle& record, const TableColumn& column) const;
    [[nodiscard]] const FormNames& names() const;
    [[nodiscard]] bool changes_rows(const edit::Change& change) const;
    /// `parent_before`: path of the record with the list before the changes. `structural`: number of insertions,
    /// removals and moves.
    void follow_rows(const edit::Changes& changes, std::size_t structural, const edit::NodePath& parent_before);

    const Session* session_;
    TableList list_;
    ListView members_;                   ///< for a list
    std::uint32_t child_{};              ///< its index in the parent record
    std::vector<std::uint32_t> places_;  ///< list indices of records of the type; if empty, all indices
    std::vector<edit::NodePath> paths_;  ///< for descendants
    std::size_t all_{};
    std::vector<TableColumn> columns_;
    std::vector<std::uint32_t> shown_;
    std::optional<Order> order_;
    std::map<std::size_t, Filter> filters_;
    /// Cache of field_of(), by column: table and field of the last record.
    mutable std::vector<std::pair<const FieldTable*, const FieldEntry*>> fields_;
    mutable std::optional<FormNames> names_;  ///< names of the document's forms; created on first use
};

/// Parses the clipboard format of spreadsheets: lines of cells separated by tabs. A cell that
/// contains a tab or a line break is quoted.
[[nodiscard]] RecordTable::Cells cells_in(std::string_view text);
[[nodiscard]] std::string text_of(const RecordTable::Cells& cells);

}  // namespace redforge::editor
