// What the property grid shows of the selected records.
#include "editor/model/sheet.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/hex.hpp"
#include "editor/model/words.hpp"

namespace redforge::editor {
namespace {

/// Bytes beyond this are shown by their beginning and not edited as text.
constexpr std::size_t longest_shown = 64;

void add_sentence(std::string& help, const std::string& sentence)
{
    if (!sentence.empty()) {
        help += help.empty() ? sentence : " " + sentence;
    }
}

std::string range_words(const FieldView& field)
{
    const LeafType& type = field.ops->type;
    switch (type.kind) {
    case ValueKind::integer:
    case ValueKind::numbers: {
        const std::string each =
            fmt::format("{} to {}", std::max(type.min, field.info.min), std::min(type.max, field.info.max));
        if (type.kind == ValueKind::integer) {
            return each + ".";
        }
        return type.count == 0 ? fmt::format("Numbers, each {}.", each)
                               : fmt::format("{} numbers, each {}.", type.count, each);
    }
    case ValueKind::text: return type.count == 0 ? std::string{} : fmt::format("At most {} characters.", type.count);
    case ValueKind::real: return "A number.";
    case ValueKind::bytes: return "Pairs of hexadecimal digits.";
    }
    return {};
}

std::string role_words(Role role)
{
    switch (role) {
    case Role::plain: return {};
    case Role::reserved: return "The game does not read it.";
    case Role::derived: return "Computed when saving; a value here is the file's own, where it disagrees.";
    case Role::opaque: return "Nobody knows what it means.";
    }
    return {};
}

std::vector<std::string> split_words(std::string_view text)
{
    std::vector<std::string> words;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        words.emplace_back(word);
    }
    return words;
}

SheetRow row_of(const FieldView& field)
{
    SheetRow row;
    row.name = field.name;
    row.group = group_of(field);
    row.label = words_of(field.name, field.info.label);
    row.unit = field.info.unit;
    row.role = field.ops->type.derived ? Role::derived : field.info.kind;
    row.text = field.text();
    row.read_only = row.role == Role::derived && row.text.empty();
    row.choices = split_words(field.info.choices);
    add_sentence(row.help, std::string(field.info.doc));
    add_sentence(row.help, row.unit.empty() ? std::string{} : fmt::format("In {}.", row.unit));
    add_sentence(row.help, row.choices.empty() ? range_words(field) : std::string{});
    add_sentence(row.help, role_words(row.role));
    return row;
}

SheetRow row_of(const BlobView& blob)
{
    SheetRow row;
    row.name = blob.name;
    row.label = words_of(blob.name, blob.info.label);
    row.unit = fmt::format("{} bytes", blob.bytes->size());
    row.role = Role::opaque;
    row.read_only = blob.bytes->size() > longest_shown;
    append_hex(row.text, ByteView(*blob.bytes).first(std::min(blob.bytes->size(), longest_shown)));
    row.text += row.read_only ? "..." : "";
    add_sentence(row.help, std::string(blob.info.doc));
    add_sentence(row.help, row.read_only ? fmt::format("{} bytes; too many to edit here.", blob.bytes->size())
                                         : "Pairs of hexadecimal digits.");
    return row;
}

std::vector<SheetRow> rows_of(const Place& place)
{
    std::vector<SheetRow> rows;
    if (place.record) {
        const RecordView view = place.record.view();
        for (const FieldView& field : view.fields) {
            rows.push_back(row_of(field));
        }
        for (const BlobView& blob : view.blobs) {
            rows.push_back(row_of(blob));
        }
        std::ranges::stable_sort(rows, {}, &SheetRow::role);
    }
    return rows;
}

/// Keeps of `rows` what the other record has too, and notes where it says something else.
void merge(std::vector<SheetRow>& rows, const std::vector<SheetRow>& others)
{
    std::erase_if(rows, [&](SheetRow& row) {
        const auto other = std::ranges::find(others, row.name, &SheetRow::name);
        if (other == others.end() || other->role != row.role || other->choices != row.choices) {
            return true;
        }
        row.read_only = row.read_only || other->read_only;
        // What is cut off by "..." may differ unseen; it is not edited either.
        row.differs = row.differs || other->text != row.text || other->unit != row.unit;
        return false;
    });
}

}  // namespace

Sheet make_sheet(const Session& session, std::span<const std::string> paths)
{
    Sheet sheet;
    std::size_t records = 0;
    for (const std::string& path : paths) {
        const Result<Place> place = session.locate(path);
        if (place && place->kind == Place::Kind::list && paths.size() == 1) {
            sheet.title = place->title;
            sheet.doc = place->doc;
        }
        if (!place || !place->record) {
            continue;
        }
        if (records++ == 0) {
            sheet.title = place->kind == Place::Kind::document ? std::string(session.format().name) : name_of(*place);
            sheet.doc = place->doc;
            sheet.rows = rows_of(*place);
        } else {
            merge(sheet.rows, rows_of(*place));
        }
    }
    if (records > 1) {
        sheet.title = fmt::format("{} records", records);
        sheet.doc = "A field that is blank differs among them; a value given here goes to all.";
    }
    for (SheetRow& row : sheet.rows) {
        row.text = row.differs ? std::string{} : row.text;
    }
    return sheet;
}

}  // namespace redforge::editor
