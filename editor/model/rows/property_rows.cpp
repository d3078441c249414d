// Model of the property grid for the selected records.
#include "editor/model/rows/property_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/record/leaf.hpp"
#include "core/text/counts.hpp"
#include "edit/operation/references.hpp"
#include "edit/plugin/form_names.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/text/angle_text.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"
#include "sound/wav.hpp"

namespace redforge::editor {
namespace {

/// Maximum number of bytes of a blob that are shown. Longer blobs cannot be edited as text.
constexpr std::size_t max_shown = 64;
/// Maximum number of rows for nested records. The outline shows the others.
constexpr std::size_t max_part_rows = 200;
/// Above this number of selected forms, rows of parts are omitted.
constexpr std::size_t max_forms = 200;

void add_sentence(std::string& help, const std::string& sentence)
{
    if (!sentence.empty()) {
        help += help.empty() ? sentence : " " + sentence;
    }
}

std::string range_description(const FieldEntry& field)
{
    const LeafType& type = field.ops->type;
    switch (type.kind) {
    case ValueKind::integer:
    case ValueKind::numbers: {
        const std::string each = fmt::format("{} to {}", field.min, field.max);
        if (type.kind == ValueKind::integer) {
            return each + ".";
        }
        return type.count == 0 ? fmt::format("Numbers, each {}.", each)
                               : fmt::format("{} numbers, each {}.", type.count, each);
    }
    case ValueKind::text: return type.count == 0 ? std::string{} : fmt::format("At most {} characters.", type.count);
    case ValueKind::real:
        return type.parts == 0 ? "A number."
                               : fmt::format("{} to {}, in steps of 1/{}.", field.min, field.max, type.parts);
    case ValueKind::bytes: return "Pairs of hexadecimal digits.";
    }
    return {};
}

std::string role_description(Role role)
{
    switch (role) {
    case Role::plain: return {};
    case Role::reserved: return "The game does not read it.";
    case Role::derived: return "Computed when saving. If the file has another value, it is shown here.";
    case Role::opaque: return "The meaning is unknown.";
    }
    return {};
}

std::vector<PropertyChoice> choices_of(const FieldInfo& info)
{
    std::vector<PropertyChoice> choices;
    if (!info.flags) {  // flags can be combined, so they have no list of choices
        for (const EnumName& word : info.enum_names) {
            choices.push_back({std::string(word.name), display_name(word.name, word.label)});
        }
    }
    std::string_view text = info.choices;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        choices.push_back({std::string(word), std::string(word)});
    }
    return choices;
}

/// Marks three consecutive colour components as one colour.
void group_colours(const FieldTable& table, std::vector<PropertyRow>& rows)
{
    constexpr std::ptrdiff_t parts = 3;
    const auto is_part = [&](const PropertyRow& row) {
        const FieldEntry* const field = table.find_field(row.name);
        return row.group.empty() && row.role == Role::plain && field != nullptr &&
               field->info.notation == Notation::colour;
    };
    for (auto row = rows.begin(); rows.end() - row >= parts; ++row) {
        if (std::all_of(row, row + parts, is_part)) {
            std::for_each(row, row + parts, [](PropertyRow& part) {
                part.group = "Colour";
                part.of_colour = true;
            });
        }
    }
}

/// Returns the axis whose entry in `fields` is `field`, or nullopt.
std::optional<Axis> axis_in(const std::array<const FieldEntry*, 3>& fields, const FieldEntry& field)
{
    const auto* const found = std::ranges::find(fields, &field);
    return found == fields.end() ? std::nullopt : std::optional(static_cast<Axis>(found - fields.begin()));
}

std::vector<PropertyRow> rows_of(const RecordHandle& record)
{
    std::vector<PropertyRow> rows;
    const FieldTable& table = record.table();
    const Placing placing = placing_of(table);
    const FieldEntry* const matrix = placing.matrix;
    for (const FieldEntry& field : table.fields) {
        if (!record.has(field)) {
            continue;
        }
        rows.push_back(field_row(record.field(field)));
        rows.back().place = axis_in(placing.position, field);
        rows.back().turn = axis_in(placing.angles, field);
        if (&field == matrix) {
            std::vector<PropertyRow> angles = angle_rows(record, field);
            rows.back().group = angles.front().group;
            rows.back().label = "Matrix";
            rows.insert(rows.end() - 1, std::make_move_iterator(angles.begin()), std::make_move_iterator(angles.end()));
        }
    }
    for (const ChildEntry& child : table.children) {
        if (child.is_bytes()) {
            rows.push_back(bytes_row(record, child));
        }
    }
    std::ranges::stable_sort(rows, {}, &PropertyRow::role);
    group_colours(table, rows);
    return rows;
}

/// Removes rows that the other record does not have. Sets `differs` of rows with different values.
void merge(std::vector<PropertyRow>& rows, const std::vector<PropertyRow>& others)
{
    std::erase_if(rows, [&](PropertyRow& row) {
        const auto other = std::ranges::find(others, row.name, &PropertyRow::name);
        if (other == others.end() || other->role != row.role || other->choices != row.choices) {
            return true;
        }
        row.read_only = row.read_only || other->read_only;
        row.checkbox = row.checkbox && other->checkbox;
        row.number = row.number && other->number;
        // Texts shortened by "..." can differ in the hidden part; they are not editable either.
        row.differs = row.differs || other->text != row.text || other->unit != row.unit;
        return false;
    });
}

/// Like merge(), for a record of the same type as the first one. Faster, because equal values are not formatted.
void merge_equal_values(std::vector<PropertyRow>& rows, const RecordHandle& first, const RecordHandle& other)
{
    const FieldTable& table = first.table();
    const FieldEntry* const matrix = placing_of(table).matrix;
    const std::vector<PropertyRow> angles = matrix == nullptr ? std::vector<PropertyRow>{} : angle_rows(other, *matrix);
    for (PropertyRow& row : rows) {
        if (const auto angle = std::ranges::find(angles, row.name, &PropertyRow::name); angle != angles.end()) {
            row.differs = row.differs || row.text != angle->text;
            row.read_only = row.read_only || angle->read_only;
        } else if (const FieldEntry* field = table.find_field(row.name)) {
            const bool same = field->same(first.field(*field).value, other.field(*field).value);
            row.differs = row.differs || !same;
            if (row.checkbox && !same) {
                const std::string text = other.field(*field).text();
                row.checkbox = text == "0" || text == "1";
            }
            row.read_only = row.read_only || (!same && row.role == Role::derived && other.field(*field).text().empty());
        } else if (const ChildEntry* child = table.find_child(row.name);
                   child != nullptr && child->kind == ChildEntry::Kind::byte_range) {
            row.differs = row.differs || !(first.byte_range(*child) == other.byte_range(*child));
            row.read_only = row.read_only || other.byte_range(*child).size() > max_shown;
        } else if (const ChildEntry* blob = child; blob != nullptr) {
            row.differs = row.differs || first.blob(*blob) != other.blob(*blob);
            row.read_only = row.read_only || other.blob(*blob).size() > max_shown;
        }
    }
}

/// Returns the meaning of a row's value, as text.
std::string note_of(const Session& session, const RecordHandle& record, const PropertyRow& row)
{
    const FieldEntry* const field = record.table().find_field(row.name);
    const std::string& text = row.text;
    if (field != nullptr && field->name == "type" && is_form(record)) {
        return std::string(type_description(session, text));
    }
    if (field != nullptr && holds_form(*field)) {
        return form_description(session, text);
    }
    const bool is_string = field != nullptr && field->info.refers_to == Target::string && session.strings() != nullptr;
    return is_string ? edit::string_words(*session.strings(), text) : std::string{};
}

/// Adds the plain values of the records inside a form. Long lists are left to the outline.
class PartRows {
public:
    PartRows(const Session& session, const NodeRef& form) : session_(&session), form_(form) {}

    std::vector<PropertyRow> take(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        for (const ChildEntry& child : table.children) {
            const std::uint32_t number = table.number_of(child);
            if (child.kind == ChildEntry::Kind::group) {
                add({number, 0}, child.name, display_name(child.name, child.info.label), record.group(child));
                continue;
            }
            const ListView list = child.kind == ChildEntry::Kind::list ? record.list(child) : ListView{};
            if (!list || !(child.info.by_element || list.single())) {
                continue;
            }
            std::map<std::string_view, std::size_t> counts;
            for (std::size_t i = 0; i < list.size(); ++i) {
                ++counts[list.item(i).name];
            }
            for (std::size_t i = 0; i < list.size() && rows_.size() + longer_.size() < max_part_rows; ++i) {
                const auto& item = list.item(i);
                const bool several = counts[item.name] > 1;
                const std::string place = several ? fmt::format("[{}]", i) : std::string{};
                const std::string label = display_name(item.name, item.label) + (several ? " " + place : "");
                add({number, static_cast<std::uint32_t>(i)}, std::string(item.name) + place, label, list.at(i));
            }
        }
        rows_.insert(rows_.end(), std::make_move_iterator(longer_.begin()), std::make_move_iterator(longer_.end()));
        return std::move(rows_);
    }

private:
    void add(const edit::Step& step, const std::string& name, const std::string& label, const RecordHandle& record)
    {
        NodeRef inside = form_;
        inside.node.push_back(step);
        std::vector<PropertyRow> rows = rows_of(record);
        std::erase_if(rows, [](const PropertyRow& row) { return row.role != Role::plain; });
        const bool alone = rows.size() == 1;  // show the label of the part ("Name"), not of its field ("Text")
        for (PropertyRow& row : rows) {
            row.note = note_of(*session_, record, row);
            row.part = PropertyPart{{inside}, alone ? std::string{} : label, row.name};
            row.label = alone ? label : row.label;
            row.name = name + "." + row.name;
            (alone ? rows_ : longer_).push_back(std::move(row));
        }
    }

    const Session* session_;
    NodeRef form_;
    std::vector<PropertyRow> rows_;    ///< rows of parts with one value
    std::vector<PropertyRow> longer_;  ///< rows of other parts, which have a heading
};

/// Like merge(), for rows of parts: keeps the parts that the other form has, too, and adds it as an owner.
void merge_parts(std::vector<PropertyRow>& rows, const std::vector<PropertyRow>& others)
{
    merge(rows, others);
    for (PropertyRow& row : rows) {
        const auto other = std::ranges::find(others, row.name, &PropertyRow::name);
        row.part->records.push_back(other->part->records.front());
    }
}

}  // namespace

PendingEdit edit_of(const PropertyRows& rows, const PropertyRow& row, std::string text)
{
    return row.part ? PendingEdit{row.part->records, row.part->field, std::move(text)}
                    : PendingEdit{rows.owners, row.name, std::move(text)};
}

PropertyRow field_row(const FieldView& field)
{
    const FieldEntry& entry = *field.entry;
    PropertyRow row;
    row.name = entry.name;
    row.group = group_of(entry);
    row.label = display_name(entry.name, entry.info.label);
    row.unit = entry.info.unit;
    row.role = entry.ops->type.derived ? Role::derived : entry.info.kind;
    row.text = field.text();
    row.read_only = row.role == Role::derived && row.text.empty();
    row.choices = choices_of(entry.info);
    row.only_choices = !row.choices.empty() && entry.ops->type.kind == ValueKind::text;
    row.checkbox = entry.info.notation == Notation::boolean && (row.text == "0" || row.text == "1");
    row.angle = entry.info.notation == Notation::angle_2048 && entry.ops->get_integer != nullptr;
    row.unit = row.angle ? std::string{} : row.unit;  // the text contains the unit
    const ValueKind kind = entry.ops->type.kind;
    row.number = (kind == ValueKind::integer || kind == ValueKind::real) && row.choices.empty() && !row.checkbox &&
                 row.role == Role::plain && entry.info.refers_to == Target::none && !entry.info.key &&
                 !holds_form(entry);
    add_sentence(row.help, std::string(entry.info.doc));
    add_sentence(row.help, row.unit.empty() ? std::string{} : fmt::format("In {}.", row.unit));
    add_sentence(row.help, row.only_choices || row.checkbox || row.angle ? std::string{} : range_description(entry));
    add_sentence(row.help, row.angle ? "Degrees, or 2048ths of a turn as in 512/2048." : "");
    add_sentence(row.help, role_description(row.role));
    return row;
}

std::vector<PropertyRow> angle_rows(const RecordHandle& record, const FieldEntry& matrix)
{
    std::vector<PropertyRow> rows;
    const std::optional<glm::dmat3> rotation = turned(record);
    const EulerAngles turns = rotation ? turns_of(*rotation) : EulerAngles{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        PropertyRow row;
        row.name = angle_name(matrix, static_cast<Axis>(axis));
        row.group = display_name(matrix.name, matrix.info.label);
        row.label = fmt::format("About {}", "XYZ"[axis]);
        row.text = rotation ? fmt::format("{}", turns[axis] + 0.0) : "";  // avoids -0, which would differ
        row.read_only = !rotation;
        row.turn = static_cast<Axis>(axis);
        row.angle = true;
        row.number = true;
        row.help = rotation ? "Degrees, or 2048ths of a turn as in 512/2048."
                            : "The matrix is not a rotation, so it has no angles.";
        rows.push_back(std::move(row));
    }
    return rows;
}

PropertyRow bytes_row(const RecordHandle& record, const ChildEntry& blob)
{
    const bool is_blob = blob.kind == ChildEntry::Kind::blob;
    const Bytes beginning = is_blob ? Bytes() : record.byte_range(blob).first(max_shown);
    const ByteView bytes = is_blob ? ByteView(record.blob(blob)) : ByteView(beginning);
    const std::size_t size = is_blob ? bytes.size() : record.byte_range(blob).size();
    PropertyRow row;
    row.name = blob.name;
    row.label = display_name(blob.name, blob.label());
    const std::string words = blob.blob.extension == ".wav" ? sound::describe_wav(bytes, size) : std::string();
    row.unit = fmt::format("{} bytes", size);
    row.role = Role::opaque;
    const bool is_long = size > max_shown;
    row.read_only = is_long || blob.blob.codec != nullptr;
    if (is_long && !words.empty()) {
        row.text = words;  // description, such as length and format of a sound
    } else {
        append_hex(row.text, bytes.first(std::min(bytes.size(), max_shown)));
        row.text += is_long ? "..." : "";
    }
    add_sentence(row.help, std::string(blob.doc()));
    add_sentence(row.help, is_long         ? fmt::format("{} bytes; too many to edit here.", size)
                           : row.read_only ? "It is edited as text."
                                           : "Pairs of hexadecimal digits.");
    return row;
}

PropertyRows make_rows(const Session& session, const NodeRefs& selected)
{
    PropertyRows made;
    RecordHandle first;
    std::vector<PropertyRow> parts;
    const auto parts_of = [&](const NodeRef& ref, const RecordHandle& record) {
        return is_form(record) && selected.size() <= max_forms ? PartRows(session, ref).take(record)
                                                               : std::vector<PropertyRow>{};
    };
    for (const NodeRef& ref : selected) {
        const std::optional<NodeInfo> info = session.find(ref);
        if (info && info->kind == NodeInfo::Kind::list && selected.size() == 1) {
            made.title = info->title;
            made.doc = info->doc;
        }
        if (!info || !info->record) {
            continue;
        }
        if (made.owners.empty()) {
            first = info->record;
            made.title = info->kind == NodeInfo::Kind::document ? std::string(session.format().name) : name_of(*info);
            made.doc = info->doc;
            made.rows = rows_of(first);
            parts = parts_of(ref, first);
        } else if (&first.table() == &info->record.table() && !first.type->has_field) {
            merge_equal_values(made.rows, first, info->record);
        } else {
            merge(made.rows, rows_of(info->record));
        }
        if (!made.owners.empty() && !parts.empty()) {
            merge_parts(parts, parts_of(ref, info->record));
        }
        made.owners.push_back(ref);
    }
    if (made.owners.size() > 1) {
        made.title = counted(made.owners.size(), "record");
        made.doc = "A blank field has different values. A new value applies to all records.";
    }
    const auto end = std::ranges::find_if(made.rows, [](const PropertyRow& row) { return row.role != Role::plain; });
    made.rows.insert(end, std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
    for (PropertyRow& row : made.rows) {
        if (row.differs) {
            row.text.clear();
            row.note.clear();
        } else if (!row.part) {
            row.note = note_of(session, first, row);
        }
    }
    return made;
}

std::string shown_text(const PropertyRow& row)
{
    return shown_text(row, row.text);
}

std::string shown_text(const PropertyRow& row, const std::string& text)
{
    if (row.angle) {
        double turn{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), turn);
        return error == std::errc{} ? angle_text(turn) : text;
    }
    const auto choice = std::ranges::find(row.choices, text, &PropertyChoice::text);
    return choice == row.choices.end() ? text : choice->label;
}

std::string typed_text(const PropertyRow& row, const std::string& shown)
{
    if (row.angle) {
        return turn_text(shown, shown_text(row), row.name.find(':') == std::string::npos);
    }
    const auto choice = std::ranges::find(row.choices, shown, &PropertyChoice::label);
    return choice == row.choices.end() ? shown : choice->text;
}

}  // namespace redforge::editor
