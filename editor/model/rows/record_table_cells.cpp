// The cells of a record table: their texts, the edits of typing and pasting, and filters.
#include "editor/model/rows/record_table.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "edit/operation/rotation.hpp"
#include "edit/path/conditions.hpp"
#include "edit/path/notation.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"

namespace redforge::editor {
namespace {

using ColumnKind = TableColumn::Kind;

constexpr double degrees_of_a_turn = 360;
constexpr std::string_view degree_sign = "\u00b0";

/// Returns the degrees only: "135\u00b0" for "135\u00b0 = 768/2048".
std::string short_angle(std::string text)
{
    text.erase(std::min(text.find(" ="), text.size()));
    return text;
}

/// Returns the number in a text such as "5" or "90\u00b0", or nullopt.
std::optional<double> cell_number(std::string_view text)
{
    text = trimmed(text);
    if (text.ends_with(degree_sign)) {
        text.remove_suffix(degree_sign.size());
    }
    return text.empty() ? std::nullopt : edit::as_number(text);
}

/// Returns the angle of a record in an angle column.
std::string angle_of(const RecordHandle& record, const TableColumn& column)
{
    const FieldEntry* const matrix = placing_of(record.table()).matrix;
    const std::vector<PropertyRow> rows = matrix == nullptr ? std::vector<PropertyRow>{} : angle_rows(record, *matrix);
    const auto row = std::ranges::find(rows, column.field, &PropertyRow::name);
    return row == rows.end() ? std::string{} : row->text;
}

bool is_true_text(std::string_view text)
{
    constexpr std::array<std::string_view, 4> words{"1", "yes", "true", "y"};
    return std::ranges::any_of(words, [text](std::string_view word) { return equals_ignore_case(word, text); });
}

bool is_false_text(std::string_view text)
{
    constexpr std::array<std::string_view, 4> words{"0", "no", "false", "n"};
    return std::ranges::any_of(words, [text](std::string_view word) { return equals_ignore_case(word, text); });
}

/// Returns the choice that the typed text means: a label, a word, or a unique beginning of a label, ignoring case.
std::optional<std::string> find_choice(const std::vector<PropertyChoice>& choices, std::string_view typed)
{
    const std::string text = upper(trimmed(typed));
    const PropertyChoice* meant = nullptr;
    for (const PropertyChoice& choice : choices) {
        const std::string label = upper(choice.label);
        if (text == label || text == upper(choice.text)) {
            return choice.text;
        }
        if (!text.empty() && label.starts_with(text)) {
            if (meant != nullptr) {
                return std::nullopt;
            }
            meant = &choice;
        }
    }
    // A typed number is a value, not the beginning of a label: 3 does not mean "3D object".
    return meant == nullptr || edit::as_number(text) ? std::nullopt : std::optional(meant->text);
}

/// Removes and returns the quoted cell at the front of `text`, without its quotes. Returns nullopt if there is none.
std::optional<std::string> take_quoted(std::string_view& text)
{
    std::string cell;
    for (std::size_t at = 1; text.starts_with('"') && at < text.size(); ++at) {
        if (text[at] != '"') {
            cell += text[at];
        } else if (text.substr(at + 1).starts_with('"')) {
            cell += text[at++];
        } else {
            const std::string_view rest = text.substr(at + 1);
            if (!rest.empty() && rest.find_first_of("\t\r\n") != 0) {
                return std::nullopt;
            }
            text = rest;
            return cell;
        }
    }
    return std::nullopt;
}

}  // namespace

FieldView RecordTable::field_of(const RecordHandle& record, const TableColumn& column) const
{
    auto& [table, field] = fields_[static_cast<std::size_t>(&column - columns_.data())];
    if (const FieldTable& now = record.table(); &now != table) {
        table = &now;
        field = now.find_field(column.field);
    }
    return field == nullptr || !record.has(*field) ? FieldView{} : record.field(*field);
}

std::string RecordTable::text_of(std::uint32_t row, const TableColumn& column) const
{
    if (column.kind == ColumnKind::type) {
        return form_type(members_, row);
    }
    const RecordHandle inner = record_inside(record(row), column, nullptr);
    if (!inner) {
        return {};
    }
    switch (column.kind) {
    case ColumnKind::field: {
        const FieldView field = field_of(inner, column);
        std::string text = field ? shown_text(column.face, field.text()) : std::string{};
        if (column.face.angle) {
            return short_angle(std::move(text));
        }
        return !column.face.checkbox || text.size() != 1 ? text : text == "1" ? "yes" : text == "0" ? "no" : text;
    }
    case ColumnKind::angle: return short_angle(shown_text(column.face, angle_of(inner, column)));
    case ColumnKind::bytes: {
        const ChildEntry* const bytes = inner.table().find_child(column.field);
        return bytes != nullptr && bytes->is_bytes() ? bytes_row(inner, *bytes).text : std::string{};
    }
    case ColumnKind::count: {
        const ListView list = inner.find_list(column.field);
        return list ? std::to_string(list.size()) : std::string{};
    }
    case ColumnKind::type: break;
    }
    return {};
}

std::optional<double> RecordTable::number_of(std::uint32_t row, const TableColumn& column) const
{
    if (column.kind == ColumnKind::field) {
        const RecordHandle inner = record_inside(record(row), column, nullptr);
        const FieldView field = inner ? field_of(inner, column) : FieldView{};
        const std::optional<double> number = field ? field.number() : std::nullopt;
        return number && column.face.angle ? *number * degrees_of_a_turn / edit::full_turn : number;
    }
    return cell_number(text_of(row, column));
}

const FormNames& RecordTable::names() const
{
    if (!names_) {
        names_.emplace(*session_);
    }
    return *names_;
}

std::string RecordTable::text(std::size_t row, std::size_t column) const
{
    return text_of(shown_[row], columns_[column]);
}

std::string RecordTable::shown(std::size_t row, std::size_t column) const
{
    std::string text = this->text(row, column);
    if (columns_[column].form && !text.empty()) {
        std::string note = names().description(text);
        const std::string label = columns_[column].name == "form_id" ? name(row) : std::string{};
        if (note.ends_with(label)) {
            note.resize(note.size() - label.size());
        }
        text += note.empty() ? "" : "  " + std::string(trimmed(note));
    }
    return text;
}

bool RecordTable::has_value(std::size_t row, std::size_t number) const
{
    const TableColumn& column = columns_[number];
    const RecordHandle inner = record_inside(record(shown_[row]), column, nullptr);
    const bool is_field = column.kind == ColumnKind::field;
    return inner && (is_field                           ? static_cast<bool>(field_of(inner, column))
                     : column.kind == ColumnKind::angle ? placing_of(inner.table()).matrix != nullptr
                                                        : inner.table().find_child(column.field) != nullptr);
}

bool RecordTable::is_editable(std::size_t row, std::size_t number) const
{
    const TableColumn& column = columns_[number];
    if (column.kind == ColumnKind::type || column.kind == ColumnKind::count || !has_value(row, number)) {
        return false;
    }
    const RecordHandle inner = record_inside(record(shown_[row]), column, nullptr);
    switch (column.kind) {
    case ColumnKind::field: return column.face.role != Role::derived || !field_of(inner, column).text().empty();
    case ColumnKind::angle: return turned(inner).has_value();
    default: return !bytes_row(inner, *inner.table().find_child(column.field)).read_only;
    }
}

// ---------------------------------------------------------------------------------------------------------------- edit

std::optional<RecordValue> RecordTable::typed(std::size_t row, std::size_t number, const std::string& text) const
{
    if (!is_editable(row, number)) {
        return std::nullopt;
    }
    const TableColumn& column = columns_[number];
    NodeRef ref = node(row);
    const RecordHandle inner = record_inside(record(shown_[row]), column, &ref.node);
    PropertyRow face = column.face;
    face.text = column.kind == ColumnKind::angle   ? angle_of(inner, column)
                : column.kind == ColumnKind::field ? field_of(inner, column).text()
                                                   : std::string{};
    std::string value = typed_text(face, text);
    if (face.checkbox && (is_true_text(text) || is_false_text(text))) {
        value = is_true_text(text) ? "1" : "0";
    } else if (std::optional<std::string> choice = find_choice(face.choices, text)) {
        value = std::move(*choice);
    }
    return RecordValue{std::move(ref), column.field, std::move(value)};
}

std::vector<RecordValue> RecordTable::put(std::span<const std::size_t> rows, std::span<const std::size_t> columns,
                                          const Cells& cells) const
{
    std::vector<RecordValue> values;
    for (std::size_t i = 0; i < rows.size() && !cells.empty(); ++i) {
        const std::vector<std::string>& line = cells[i % cells.size()];
        for (std::size_t j = 0; j < columns.size() && !line.empty(); ++j) {
            const std::string& cell = line[j % line.size()];
            if (cell == text(rows[i], columns[j])) {
                continue;
            }
            if (std::optional<RecordValue> value = typed(rows[i], columns[j], cell)) {
                values.push_back(std::move(*value));
            }
        }
    }
    return values;
}

std::vector<RecordValue> RecordTable::cleared(std::span<const std::size_t> rows,
                                              std::span<const std::size_t> columns) const
{
    std::vector<RecordValue> values;
    for (const std::size_t row : rows) {
        for (const std::size_t number : columns) {
            const TableColumn& column = columns_[number];
            if (column.kind == ColumnKind::bytes || !is_editable(row, number)) {
                continue;
            }
            NodeRef ref = node(row);
            const RecordHandle inner = record_inside(record(shown_[row]), column, &ref.node);
            std::string text = "0";
            if (column.kind == ColumnKind::field) {
                const FieldView now = field_of(inner, column);
                const FieldView initial{now.entry, const_cast<void*>(now.entry->default_value), now.page};
                text = initial.text();
                if (text == now.text()) {
                    continue;
                }
            }
            values.push_back({std::move(ref), column.field, std::move(text)});
        }
    }
    return values;
}

// ------------------------------------------------------------------------------------------------ filter

std::optional<RecordTable::Filter> RecordTable::parse(const TableColumn& column, const std::string& condition)
{
    Filter filter;
    filter.text = condition;
    std::string_view text = trimmed(condition);
    if (text.starts_with('!')) {
        filter.inverted = true;
        text = trimmed(text.substr(1));
    }
    if (text.empty()) {
        return std::nullopt;
    }
    filter.from = -std::numeric_limits<double>::infinity();
    filter.to = std::numeric_limits<double>::infinity();
    const bool less = text.starts_with('<');
    const bool greater = text.starts_with('>');
    const bool equal = text.starts_with('=');
    if (column.number && (less || greater || equal)) {
        const bool with = equal || text.substr(1).starts_with('=');
        const std::optional<double> number = cell_number(text.substr(with && !equal ? 2 : 1));
        if (!number) {
            return std::nullopt;  // incomplete condition
        }
        filter.numbers = true;
        filter.without_from = greater && !with;
        filter.without_to = less && !with;
        filter.from = less ? filter.from : *number;
        filter.to = greater ? filter.to : *number;
        return filter;
    }
    if (const std::size_t dots = text.find(".."); column.number && dots != std::string_view::npos) {
        const std::optional<double> from = cell_number(text.substr(0, dots));
        const std::optional<double> to = cell_number(text.substr(dots + 2));
        if (!from || !to) {
            return std::nullopt;
        }
        filter.numbers = true;
        filter.from = *from;
        filter.to = *to;
        return filter;
    }
    filter.pattern = equal ? std::string(trimmed(text.substr(1))) : "*" + std::string(text) + "*";
    return filter;
}

// ------------------------------------------------------------------------------------------------ clipboard

RecordTable::Cells cells_in(std::string_view text)
{
    RecordTable::Cells cells;
    while (!text.empty()) {
        std::vector<std::string>& line = cells.emplace_back();
        for (bool more = true; more;) {
            std::string cell = take_quoted(text).value_or(std::string{});
            const std::size_t end = std::min(text.find_first_of("\t\r\n"), text.size());
            cell += text.substr(0, end);
            more = end < text.size() && text[end] == '\t';
            text.remove_prefix(end + (more ? 1 : 0));
            line.push_back(std::move(cell));
        }
        text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
    }
    return cells;
}

std::string text_of(const RecordTable::Cells& cells)
{
    std::string text;
    for (const std::vector<std::string>& line : cells) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            text += i == 0 ? "" : "\t";
            if (line[i].find_first_of("\t\r\n\"") == std::string::npos) {
                text += line[i];
                continue;
            }
            text += '"';
            for (const char c : line[i]) {
                text += c == '"' ? "\"\"" : std::string(1, c);
            }
            text += '"';
        }
        text += '\n';
    }
    return text;
}

}  // namespace redforge::editor
