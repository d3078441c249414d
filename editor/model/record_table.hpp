// A list of records as a table: rows that are sorted and filtered, cells as the property grid shows them, and what typing
// or pasting into cells sets. Nothing is kept of the values: 100,000 rows cost their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "editor/model/form_name.hpp"
#include "editor/model/session.hpp"
#include "editor/model/table_columns.hpp"

namespace redforge::editor {

/// A list that a table can show.
struct TableList {
    NodeRef parent;           ///< the node that has the list: see NodeInfo::members
    std::string descendants;  ///< "records": those of that name wherever they stand; empty: those of the list
    std::string type;         ///< only the records of that form_type(); empty: all

    friend bool operator==(const TableList&, const TableList&) = default;
};

/// The list that a person means who selects a node: the one that it is, that it is in, or for the document the one with
/// most records. Nothing where there is no list.
[[nodiscard]] std::optional<TableList> table_list_at(const Session& session, const NodeRef& ref);
/// The types of its records; none where an outline does not show them by types.
[[nodiscard]] std::vector<std::string> types_of(const Session& session, const TableList& list);
/// "Objects", "Factions of GUARD01 [12]"
[[nodiscard]] std::string title_of(const Session& session, const TableList& list);

/// Rows are numbered as they are shown, from 0; they keep their order while values change.
class RecordTable {
public:
    /// The session must stay where it is as long as the table is used. The list must be there.
    RecordTable(const Session& session, TableList list);

    [[nodiscard]] const TableList& list() const { return list_; }
    [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_; }
    [[nodiscard]] std::size_t rows() const { return shown_.size(); }
    [[nodiscard]] std::size_t all_rows() const { return all_; }
    /// What the columns are remembered by: the kind of document and of record.
    [[nodiscard]] std::string record_type() const;

    [[nodiscard]] NodeRef node(std::size_t row) const;
    /// The rows of these records, ascending; of those in a row's record that row. Others are left out.
    [[nodiscard]] std::vector<std::size_t> rows_of(const NodeRefs& refs) const;
    /// Whether it is one of the list's records or in one, filtered out or not.
    [[nodiscard]] bool has(const NodeRef& ref) const;
    /// "DOOR01 [12]"
    [[nodiscard]] std::string name(std::size_t row) const;
    /// As it is typed and copied; empty where the record has no such field.
    [[nodiscard]] std::string text(std::size_t row, std::size_t column) const;
    /// The same, of a FormID with the form's name behind it.
    [[nodiscard]] std::string shown(std::size_t row, std::size_t column) const;
    /// Whether a record has the column's field, matrix or bytes; not for columns of types.
    [[nodiscard]] bool is_there(std::size_t row, std::size_t column) const;
    [[nodiscard]] bool is_editable(std::size_t row, std::size_t column) const;

    struct Order {
        std::size_t column{};
        bool descending{};

        friend bool operator==(const Order&, const Order&) = default;
    };
    /// Nothing: the order of the document.
    void sort(std::optional<Order> order);
    [[nodiscard]] const std::optional<Order>& order() const { return order_; }
    /// Shows only rows whose cell has a text in it, which may have * and ?, whatever the case of letters; `=text` is the
    /// whole cell, `>5`, `<=5` and `5..9` compare numbers, and `!` in front excludes matching rows. Empty: all.
    void filter(std::size_t column, const std::string& condition);
    [[nodiscard]] std::string condition(std::size_t column) const;
    [[nodiscard]] bool is_filtered() const { return !filters_.empty(); }
    void show_all();

    /// What a text that was typed into a cell sets; nothing where the cell cannot be edited.
    [[nodiscard]] std::optional<RecordValue> typed(std::size_t row, std::size_t column, const std::string& text) const;
    using Cells = std::vector<std::vector<std::string>>;
    /// What cells set that are put into a block of rows and columns: those beyond it are left out, and where they are fewer
    /// they are repeated. Cells that cannot be edited, or say that already, stay as they are.
    [[nodiscard]] std::vector<RecordValue> put(std::span<const std::size_t> rows, std::span<const std::size_t> columns,
                                               const Cells& cells) const;
    /// What sets the cells of a block to what new records have there.
    [[nodiscard]] std::vector<RecordValue> cleared(std::span<const std::size_t> rows,
                                                   std::span<const std::size_t> columns) const;

    enum class TableChange : std::uint8_t {
        nothing,
        values,  ///< cells say something else
        rows,    ///< rows came, went or moved
        gone,    ///< the list is there no more; nothing else may be asked of the table
    };
    /// Brings the rows up to date with changes of the document. Records that come are shown, whatever the filters.
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
        std::string text;     ///< as it was typed
    };
    [[nodiscard]] static std::optional<Filter> parse(const TableColumn& column, const std::string& condition);
    [[nodiscard]] bool fits(std::uint32_t row, std::size_t column, const Filter& filter) const;

    // Numbers of rows below are places in the document's order.
    void read_list();
    void arrange();
    void put_in_order(std::vector<std::uint32_t>& rows) const;
    [[nodiscard]] RecordHandle record(std::uint32_t row) const;
    [[nodiscard]] edit::NodePath path(std::uint32_t row) const;
    [[nodiscard]] std::optional<std::uint32_t> number_of(const edit::NodePath& node) const;
    [[nodiscard]] std::string text_of(std::uint32_t row, const TableColumn& column) const;
    [[nodiscard]] std::optional<double> number_of(std::uint32_t row, const TableColumn& column) const;
    [[nodiscard]] FieldView field_of(const RecordHandle& record, const TableColumn& column) const;
    [[nodiscard]] std::string form_note(const std::string& form_id) const;
    [[nodiscard]] bool changes_rows(const edit::Change& change) const;
    /// `holder_before`: where the list was before the changes.
    void follow_rows(const edit::Changes& changes, std::size_t structural, const edit::NodePath& holder_before);

    const Session* session_;
    TableList list_;
    ListView members_;                   ///< of a list
    std::uint32_t child_{};              ///< its number in the record that holds it
    std::vector<std::uint32_t> places_;  ///< in the list, of the records of the type; empty: all
    std::vector<edit::NodePath> paths_;  ///< of descendants
    std::size_t all_{};
    std::vector<TableColumn> columns_;
    std::vector<std::uint32_t> shown_;
    std::optional<Order> order_;
    std::map<std::size_t, Filter> filters_;
    /// Of each column the field that was looked up last, for records that are alike.
    mutable std::vector<std::pair<const FieldTable*, const FieldEntry*>> fields_;
    mutable std::optional<FormNames> names_;  ///< of the document's forms; made when they are first asked for
};

/// The cells of a text as spreadsheets copy them: lines, with tabs between cells, quoted where a cell has either.
[[nodiscard]] RecordTable::Cells cells_in(std::string_view text);
[[nodiscard]] std::string text_of(const RecordTable::Cells& cells);

}  // namespace redforge::editor
