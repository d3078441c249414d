// Differences between two documents, by record.
#include "edit/operation/changes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/bytes/hex.hpp"
#include "core/files/side_files.hpp"
#include "core/text/counts.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/hooks.hpp"
#include "edit/merge/pairing.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/operation/references.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {
namespace {

/// Maximum number of characters of a value, and of a label, in a line.
constexpr std::size_t max_value = 60;
constexpr std::size_t max_label = 40;

/// Cuts UTF-8 text to whole characters.
std::string cut(std::string text, std::size_t max_size)
{
    if (text.size() <= max_size) {
        return text;
    }
    std::size_t end = max_size - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    text.resize(end);
    return text + "...";
}

/// Shortens two long values to the part around their first difference.
void shorten_to_difference(std::string& before, std::string& after)
{
    if (std::max(before.size(), after.size()) > max_value) {
        const auto at = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
        std::size_t begin = at > max_value / 3 ? at - max_value / 3 : 0;
        while (begin > 0 && (static_cast<unsigned char>(before[begin]) & 0xC0U) == 0x80U) {
            --begin;
        }
        if (begin > 0) {
            before = "..." + before.substr(begin);
            after = "..." + after.substr(begin);
        }
        before = cut(std::move(before), max_value);
        after = cut(std::move(after), max_value);
    }
}

FieldChange::Value value_of(const FieldView& field, const std::optional<ReferenceNames>& names)
{
    const std::string words = value_description(names, field);
    return {field.text(), words.empty() ? display_value(field) : words};
}

std::string size_text(std::size_t size)
{
    return plural(size, "byte");
}

FieldChange::Value hex_of(const Bytes& bytes)
{
    FieldChange::Value value;
    append_hex(value.text, bytes);
    value.shown = size_text(bytes.size());
    return value;
}

/// Maximum size of a blob or byte range whose text is compared, in bytes.
constexpr std::size_t max_shown_bytes = 4096;

/// Describes a difference of bytes: "00ff -> 01ff", or "98 bytes, first difference at byte 37: 05a30000 -> 07a30000".
std::string bytes_description(const FieldChange& field)
{
    constexpr std::size_t short_text = 32;   // digits
    constexpr std::size_t shown_digits = 8;  // number of digits shown from the first difference on
    const std::string& before = field.before.text;
    const std::string& after = field.after.text;
    const bool is_named = !before.empty() || !after.empty();
    if (is_named && std::max(before.size(), after.size()) <= short_text) {
        return fmt::format("\"{}\" -> \"{}\"", before, after);
    }
    const std::string sizes =
        field.before.shown == field.after.shown ? field.after.shown : field.before.shown + " -> " + field.after.shown;
    const auto from = [&](const std::string& text) {
        return text.substr(std::min(text.size(), 2 * *field.first_byte), shown_digits);
    };
    const std::string there = is_named ? fmt::format(": {} -> {}", from(before), from(after)) : std::string();
    return fmt::format("{}, first difference at byte {}{}", sizes, *field.first_byte, there);
}

/// Returns the change of a blob that has a text form, such as a script.
FieldChange source_change(const ChildEntry& child, const RecordHandle& from, const RecordHandle& to,
                          const LoadContext& context)
{
    FieldChange change;
    change.field = child.name;
    change.before.text = compared_source_of(from, child, context);
    change.after.text = compared_source_of(to, child, context);
    change.lines = source_difference(change.before.text, change.after.text);
    return change;
}

class Walk {
public:
    Walk(std::optional<ReferenceNames> old_names, const RecordHandle& to, const LoadContext& context, ChangeScope scope)
        : context_(context), old_names_(std::move(old_names)), new_names_(reference_names(to, context)),
          hooks_(hooks_of(to)), scope_(scope)
    {
    }
    std::vector<RecordChange> changes;

    void records(const RecordHandle& from, const RecordHandle& to, const std::string& before, const std::string& path,
                 const std::string& own, bool moved)
    {
        RecordChange change{.kind = RecordChange::Kind::changed, .path = path, .path_before = before, .moved = moved};
        const FieldTable& table = to.table();
        const std::vector<std::string_view> named = fields_in_sources(from, to);
        const auto is_named = [&](std::string_view name) { return std::ranges::find(named, name) != named.end(); };
        for (const FieldEntry& field : table.fields) {
            if (is_named(field.name) ||
                (scope_ == ChangeScope::contents && (is_bookkeeping(field) || is_leftover(*to.type, field)))) {
                continue;
            }
            const FieldEntry* old = &table == &from.table() ? &field : from.table().find_field(field.name);
            const FieldView now = to.field(field);
            if (old == nullptr || old->ops != field.ops || !field.same(from.field(*old).value, now.value)) {
                const auto old_value =
                    old == nullptr ? FieldChange::Value{"", "none"} : value_of(from.field(*old), old_names_);
                change.fields.push_back({field.name, old_value, value_of(now, new_names_)});
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::blob && child.blob.codec != nullptr && can_differ(from, to, child)) {
                FieldChange source = source_change(child, from, to, context_);
                if (source.before.text != source.after.text) {
                    change.fields.push_back(std::move(source));
                }
            } else if (child.kind == ChildEntry::Kind::blob && child.blob.codec == nullptr &&
                       from.blob(child) != to.blob(child)) {
                change.fields.push_back({child.name, hex_of(from.blob(child)), hex_of(to.blob(child)),
                                         first_difference(from.blob(child), to.blob(child))});
            }
            if (child.kind == ChildEntry::Kind::byte_range && !(from.byte_range(child) == to.byte_range(child))) {
                const SharedBytes& a = from.byte_range(child);
                const SharedBytes& b = to.byte_range(child);
                const bool is_named = std::max(a.size(), b.size()) <= max_shown_bytes;
                change.fields.push_back({child.name,
                                         is_named ? hex_of(a.joined()) : FieldChange::Value{"", size_text(a.size())},
                                         is_named ? hex_of(b.joined()) : FieldChange::Value{"", size_text(b.size())},
                                         redforge::first_difference(a, b)});
            }
        }
        if (moved || !change.fields.empty()) {
            change.label = label_of(to, own, new_names_);
            changes.push_back(std::move(change));
        }
        for (const ChildEntry& child : table.children) {
            const std::string below_before = path_below(before, child.name);
            const std::string below = path_below(path, child.name);
            if (child.kind == ChildEntry::Kind::group) {
                records(from.group(child), to.group(child), below_before, below, "", false);
            } else if (child.kind == ChildEntry::Kind::list && !is_named(child.name)) {
                lists(from.list(child), to.list(child), below_before, below);
            }
        }
    }

private:
    /// Returns true if the text of a blob may have changed, apart from comments that are derived from other fields.
    static bool can_differ(const RecordHandle& from, const RecordHandle& to, const ChildEntry& child)
    {
        return from.blob(child) != to.blob(child) || !names_in_source(to, child).empty();
    }

    /// Returns the texts of both records' sources, without their blobs.
    static std::vector<std::string_view> fields_in_sources(const RecordHandle& from, const RecordHandle& to)
    {
        std::vector<std::string_view> named;
        for (const ChildEntry& child : to.table().children) {
            const std::vector<std::string_view> names = names_in_source(to, child);
            if (&from.table() == &to.table() && names == names_in_source(from, child)) {
                std::ranges::copy(names, std::back_inserter(named));
            }
        }
        return named;
    }

    /// Returns the name that users know a record by. If keys are numbers of records in other files, adds their names,
    /// if available: of the enclosing record, and of the record itself. `own` is the number that identifies the record
    /// in its list, or empty.
    std::string label_of(const RecordHandle& record, const std::string& own,
                         const std::optional<ReferenceNames>& names) const
    {
        if (const std::string number = number_of(record); !number.empty()) {
            return number;
        }
        std::string label = record_label(record);
        if (hooks_.record_number != nullptr && !owner_.empty()) {
            return label.empty() ? owner_ : owner_ + " " + label;
        }
        const std::string& owner = own.empty() ? owner_ : own;
        if (owner.empty() || !hooks_.has_named_keys) {
            return label;
        }
        const std::string owner_name = names ? names->name(owner) : std::string();
        if (label == own) {
            return owner_name;
        }
        const std::string name = names ? names->name(label) : std::string();
        label += name.empty() ? "" : fmt::format(" ({})", name);
        return owner_name + (owner_name.empty() || label.empty() ? "" : " ") + label;
    }

    /// Returns the FormID of a record if it is the key of its list, else an empty text. It identifies the record for
    /// the user, to whom the index means nothing; paths accept it too.
    static std::string own_form(const ListView& list, std::size_t index)
    {
        const RecordHandle record = list.at(index);
        for (const FieldEntry& field : record.table().fields) {
            if (!list.single() && record.type->path_name == nullptr && field.info.key && field.name == "form_id" &&
                field.ops->type.kind == ValueKind::text) {
                return record.field(field).text();
            }
        }
        return {};
    }

    /// See FormatHooks::record_number.
    [[nodiscard]] std::string number_of(const RecordHandle& record) const
    {
        return hooks_.record_number == nullptr ? std::string() : hooks_.record_number(record);
    }

    static std::string place(const ListView& list, const std::string& path, std::size_t index)
    {
        const std::string own = own_form(list, index);
        if (!own.empty()) {
            return fmt::format("{}[{}]", path, own);
        }
        return record_path(list, path, index);
    }

    void whole(RecordChange::Kind kind, const ListView& list, const std::string& path, std::size_t index)
    {
        TextSink sink;
        XmlWriter(sink, nullptr, context_).fragment(list.item(index).name, list.at(index));
        changes.push_back({.kind = kind,
                           .path = place(list, path, index),
                           .label = label_of(list.at(index), own_form(list, index),
                                             kind == RecordChange::Kind::removed ? old_names_ : new_names_),
                           .element = sink.str()});
    }

    void lists(const ListView& from, const ListView& to, const std::string& before, const std::string& path)
    {
        if (from.is_known_equal(to)) {
            return;
        }
        const ListPairing pairing = pair_records(from, to);
        auto removed = pairing.removed.begin();
        auto moved = pairing.moved.begin();
        for (std::size_t i = 0; i < to.size(); ++i) {
            const std::size_t match = pairing.match[i];
            const bool has_moved = moved != pairing.moved.end() && *moved == i;
            if (match == no_match) {
                whole(RecordChange::Kind::added, to, path, i);
                continue;
            }
            if (has_moved) {
                ++moved;
            } else {  // first list the removed records that preceded this one
                for (; removed != pairing.removed.end() && *removed < match; ++removed) {
                    whole(RecordChange::Kind::removed, from, before, *removed);
                }
            }
            const RecordHandle a = from.at(match);
            const RecordHandle b = to.at(i);
            if (has_moved || !same_record(*b.type, a.record, b.record)) {
                const std::string own = own_form(to, i);
                const std::string outer = owner_;
                const std::string number = number_of(b);
                owner_ = !number.empty() ? number : own.empty() ? outer : own;
                records(a, b, place(from, before, match), place(to, path, i), own, has_moved);
                owner_ = outer;
            }
        }
        for (; removed != pairing.removed.end(); ++removed) {
            whole(RecordChange::Kind::removed, from, before, *removed);
        }
    }

    const LoadContext& context_;
    std::optional<ReferenceNames> old_names_;
    std::optional<ReferenceNames> new_names_;
    const FormatHooks& hooks_;
    ChangeScope scope_;
    std::string owner_;  ///< number of the compared record, or of the record that contains it
};

}  // namespace

std::vector<RecordChange> changes_between(const RecordHandle& from, const RecordHandle& to, const LoadContext& context,
                                          ChangeScope scope)
{
    const FormatHooks& hooks = hooks_of(from);
    std::optional<RenumberedDocument> renumbered =
        hooks.renumbered_like == nullptr ? std::nullopt : hooks.renumbered_like(from, to, context);
    RecordHandle before = renumbered ? renumbered->document.root() : from;
    before.page = from.page;
    Walk walk(renumbered ? std::optional(std::move(renumbered->names)) : reference_names(from, context), to, context,
              scope);
    walk.records(before, to, "", "", "", false);
    return std::move(walk.changes);
}

std::string record_label(const RecordHandle& record)
{
    std::string label;
    const auto add = [&](const FieldEntry& field) {
        std::string text;
        append_value(text, field, record.field(field).value, record.page);
        if (field.info.refers_to == Target::form && text.find_first_not_of('0') == std::string::npos) {
            return false;  // not a form
        }
        if (!text.empty()) {
            label += (label.empty() ? "" : " ") + text;
        }
        return !text.empty();
    };
    const auto& fields = record.table().fields;
    for (const bool names : {true, false}) {
        for (const FieldEntry& field : fields) {
            if (names ? field.info.is_name : field.info.key) {
                add(field);
            }
        }
    }
    for (const FieldEntry& field : fields) {
        const bool is_name = field.ops->type.kind == ValueKind::text && !field.info.key &&
                             (field.info.refers_to != Target::none || field.info.names != Target::none);
        if (is_name && add(field)) {
            break;
        }
    }
    return cut(std::move(label), max_label);
}

std::string display_value(const FieldView& field)
{
    const LeafType& type = field.type();
    const std::string text = field.text();
    if (type.derived) {
        const std::shared_ptr<void> computed(field.entry->ops->clone(field.value), field.entry->ops->destroy);
        field.entry->ops->reset(computed.get());
        if (field.entry->same(computed.get(), field.value)) {
            return "computed";
        }
    }
    const bool quoted = type.kind == ValueKind::text || text.empty();
    return quoted ? fmt::format("\"{}\"", text) : text;
}

std::vector<std::string> change_lines(const RecordChange& change)
{
    const std::string name = change.path + (change.path.empty() || change.label.empty() ? "" : " ") +
                             (change.path.empty() ? "" : change.label);
    switch (change.kind) {
    case RecordChange::Kind::added: return {"+ " + name};
    case RecordChange::Kind::removed: return {"- " + name};
    case RecordChange::Kind::changed: break;
    }
    std::vector<std::string> lines;
    const std::string begin = name.empty() ? "" : name + ": ";
    if (change.moved) {
        lines.push_back(fmt::format("{}moved from {}", begin, change.path_before));
    }
    for (const FieldChange& field : change.fields) {
        if (!field.lines.empty()) {
            lines.push_back(fmt::format("{}{}", begin, field.field));
            for (const std::string& line : split_lines(field.lines)) {
                lines.push_back("  " + line);
            }
            continue;
        }
        if (field.first_byte) {
            lines.push_back(fmt::format("{}{} {}", begin, field.field, bytes_description(field)));
            continue;
        }
        std::string before = field.before.shown;
        std::string after = field.after.shown;
        shorten_to_difference(before, after);
        lines.push_back(fmt::format("{}{} {} -> {}", begin, field.field, before, after));
    }
    return lines;
}

}  // namespace redforge::edit
