// Change records: their bytes to records and back, part by part as save.def describes them.
#include "tes/save_changes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/binary.hpp"
#include "core/data_codec.hpp"
#include "tes/definitions.hpp"
#include "tes/save_limits.hpp"

namespace redforge::tes {
namespace {

/// Change records of earlier versions are not looked into: actors had no form flags in them.
constexpr std::uint8_t first_known_version = 0x6D;

const std::vector<ItemEntry>& change_items()
{
    static const std::vector<ItemEntry> items = [] {
        std::vector<ItemEntry> all;
        for (const DefinedChange& each : save_definitions().changes()) {
            all.push_back({each.type.element(), each.type.ref()});
        }
        return all;
    }();
    return items;
}

const DefinedChange& definition_of(const MixedList::Element& change)
{
    return save_definitions().changes()[change.item];
}

/// The integer field of that name; nothing if the record does not have it.
std::optional<std::int64_t> number_of(const RecordHandle& record, std::string_view name)
{
    const FieldView field = record.find_field(name);
    return field ? field.entry->ops->get_integer(field.value) : std::nullopt;
}

void set_number(const RecordHandle& record, std::string_view name, std::uint32_t number)
{
    if (const FieldView field = record.find_field(name)) {
        field.entry->ops->set_integer(field.value, number);
    }
}

Text& stops_at(const RecordHandle& record)
{
    return *static_cast<Text*>(record.find_field("stops_at").value);
}

/// What follows the parts, or the whole data of a record that stays bytes.
Bytes& rest_of(const RecordHandle& record)
{
    return record.blob(record.table().children.back());
}

bool is_part(const ChildEntry& child)
{
    return child.kind == ChildEntry::Kind::list && child.name != "unread";
}

MixedList& list_of(const RecordHandle& record, const ChildEntry& child)
{
    return *static_cast<MixedList*>(record.list(child).list);
}

/// The bit of a part among those of a record whose change flags follow from its parts.
std::uint32_t bit_of(const DefinedChange& definition, std::string_view part)
{
    const auto found = std::ranges::find(definition.parts, part, &EnumName::name);
    return found == definition.parts.end() ? 0 : static_cast<std::uint32_t>(found->value);
}

std::uint32_t all_bits(const DefinedChange& definition)
{
    std::uint32_t all = 0;
    for (const EnumName& part : definition.parts) {
        all |= static_cast<std::uint32_t>(part.value);
    }
    return all;
}

}  // namespace

std::vector<ItemEntry> Changes::items(std::string_view /*element*/, unsigned /*version*/)
{
    return change_items();
}

RecordHandle Changes::add(std::string_view element)
{
    const auto item = std::ranges::find(change_items(), element, &ItemEntry::name);
    return append(*item, static_cast<std::size_t>(item - change_items().begin())).handle();
}

FormId& form_id_of(const MixedList::Element& change)
{
    return *static_cast<FormId*>(change.handle().find_field("form_id").value);
}

RecordHandle find_part(const RecordHandle& record, std::string_view part)
{
    const ListView list = record.find_list(part);
    return list && list.size() != 0 ? list.at(0) : RecordHandle{};
}

RecordHandle add_part(const RecordHandle& record, std::string_view part)
{
    const ListView list = record.find_list(part);
    list.child->ops->grow(list.list, 1, *list.child);
    return list.at(0);
}

// ------------------------------------------------------------------------------------------------------------ reading

namespace {

/// What was read of the parts of a record.
struct ReadParts {
    std::string_view failed;  ///< the part that did not fit; empty if all did
    std::uint32_t unread{};   ///< bits of the parts that were announced and not read
    ByteView rest;
};

/// Reads the parts that are announced, up to the first that does not fit.
ReadParts read_parts(const DefinedChange& definition, const RecordHandle& record, std::uint32_t flags, ByteView data)
{
    ReadParts read{.failed = {}, .unread = flags & all_bits(definition), .rest = data};
    for (const DataStep& step : definition.type.steps()) {
        if (!step.is_child || !is_part(record.table().children[step.place])) {
            continue;
        }
        const ChildEntry& part = record.table().children[step.place];
        const std::uint32_t bit = bit_of(definition, part.name);
        const bool is_announced =
            definition.parts.empty() ? holds(step.presence.only, record) : (read.unread & bit) != 0;
        if (!is_announced) {
            continue;
        }
        MixedList& list = list_of(record, part);
        const std::optional<std::size_t> size =
            read_data(read.rest, *step.item, list.append(part.items.front(), 0).handle());
        if (!size) {
            list.pop_back();
            read.failed = part.name;
            break;
        }
        read.unread &= ~bit;
        read.rest = read.rest.subspan(*size);
    }
    return read;
}

void note_kept(RawFallbacks* kept, std::string place, std::string reason, std::size_t size)
{
    if (kept != nullptr) {
        kept->push_back({std::move(place), std::move(reason), size});
    }
}

void note_rest(RawFallbacks* kept, const RecordHandle& record, std::uint32_t form_id, const ReadParts& read)
{
    const std::size_t size = read.rest.size();
    note_kept(kept, fmt::format("{} {:08X}", record.type->element, form_id),
              read.failed.empty() ? fmt::format("{} bytes behind the last part", size)
                                  : fmt::format("{} does not fit into the last {} bytes", read.failed, size),
              size);
}

Status write_change(Bytes& to, const MixedList::Element& change);

/// Appends a change record by its parts. False: its layout is not known, or they would not give its bytes again.
bool append_parts(Changes& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    const auto& all = save_definitions().changes();
    const auto definition = std::ranges::find_if(all, [&](const DefinedChange& each) {
        return std::ranges::find(each.numbers, header.type) != each.numbers.end();
    });
    if (definition == all.end() || header.version < first_known_version ||
        (definition->known_flags && (header.flags & ~*definition->known_flags) != 0)) {
        return false;
    }
    const auto item = static_cast<std::size_t>(definition - all.begin());
    const MixedList::Element& change = changes.append(change_items()[item], item);
    const RecordHandle record = change.handle();
    form_id_of(change) = header.form_id;
    set_number(record, "type", header.type);
    set_number(record, "flags", header.flags);
    set_number(record, "version", header.version);
    const ReadParts read = read_parts(*definition, record, header.flags, data);
    if (!definition->parts.empty()) {
        set_number(record, "other_flags", header.flags & ~all_bits(*definition));
        if (read.unread != 0 || !read.rest.empty()) {
            const RecordHandle unread = add_part(record, "unread");
            set_number(unread, "parts", read.unread);
            rest_of(unread).assign(read.rest.begin(), read.rest.end());
            note_rest(kept, record, header.form_id, read);
        }
        return true;
    }
    stops_at(record).bytes = read.failed;
    rest_of(record).assign(read.rest.begin(), read.rest.end());
    Bytes again;
    if (!holds(definition->only, record) || !write_change(again, change) ||
        !same_bytes(ByteView(again).subspan(change_header_size), data)) {
        changes.pop_back();
        return false;
    }
    // Nobody knows all of what the process of an actor keeps.
    if (!read.failed.empty() || (!read.rest.empty() && !find_part(record, "process_level"))) {
        note_rest(kept, record, header.form_id, read);
    }
    return true;
}

}  // namespace

void append_change(Changes& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    if (append_parts(changes, header, data, kept)) {
        return;
    }
    const RecordHandle record = changes.add("change");
    form_id_of(changes.back()) = header.form_id;
    set_number(record, "type", header.type);
    set_number(record, "flags", header.flags);
    set_number(record, "version", header.version);
    rest_of(record).assign(data.begin(), data.end());
    const bool is_of_actor = std::ranges::any_of(save_definitions().changes(), [&](const DefinedChange& each) {
        return !each.parts.empty() && each.numbers.front() == header.type;
    });
    if (is_of_actor) {
        note_kept(kept, fmt::format("change record {:08X}", header.form_id), fmt::format("version {}", header.version),
                  data.size());
    }
}

void canonicalize_changes(Changes& changes, const std::function<void(const RecordHandle&)>& name)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!is_change(changes[i], "change")) {
            continue;
        }
        const RecordHandle change = changes[i].handle();
        const Bytes& data = rest_of(change);
        if (data.size() > max_block) {
            continue;
        }
        const auto number = [&](std::string_view field) { return number_of(change, field).value_or(0); };
        Changes read;
        append_change(read,
                      {form_id_of(changes[i]).value, static_cast<std::uint8_t>(number("type")),
                       static_cast<std::uint32_t>(number("flags")), static_cast<std::uint8_t>(number("version")),
                       static_cast<std::uint16_t>(data.size())},
                      data, nullptr);
        if (is_change(read.front(), "change")) {
            continue;
        }
        changes.replace(i, read.front());
        name(changes[i].handle());
    }
}

// ------------------------------------------------------------------------------------------------------------ writing

namespace {

/// The bytes of the parts. `flags` gets their bits.
Status write_parts(Bytes& to, const DefinedChange& definition, const RecordHandle& record, std::uint32_t& flags)
{
    std::string_view missing;  // the first part that is announced and not there
    std::string_view surplus;  // a part that is not announced, or follows a missing one
    for (const DataStep& step : definition.type.steps()) {
        if (!step.is_child || !is_part(record.table().children[step.place])) {
            continue;
        }
        const ChildEntry& part = record.table().children[step.place];
        const MixedList& list = list_of(record, part);
        const bool is_announced = definition.parts.empty() ? holds(step.presence.only, record) : !list.empty();
        if (list.empty()) {
            missing = is_announced && missing.empty() ? std::string_view(part.name) : missing;
            continue;
        }
        if (!is_announced || !missing.empty()) {
            surplus = surplus.empty() ? std::string_view(part.name) : surplus;
            continue;
        }
        flags |= bit_of(definition, part.name);
        if (Status written = write_data(*step.item, list[0].handle(), to); !written) {
            std::string& field = written.error().field;
            field = part.name + (field.empty() || field.front() == '[' ? "" : ".") + field;
            return written;
        }
    }
    const FieldView stop = record.find_field("stops_at");
    const std::string_view stopped = stop ? static_cast<const Text*>(stop.value)->bytes : std::string_view{};
    if (!missing.empty() && missing != stopped) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("<{}> is missing", missing),
                     .field = "flags",
                     .hint = "add it, or change what announces it: the flags, the type or <created>"});
    }
    if (!surplus.empty()) {
        return fail({.code = ErrorCode::mismatch,
                     .message = missing.empty() ? fmt::format("<{}> is not announced by the flags", surplus)
                                                : fmt::format("comes after <{}>, at which reading stopped", missing),
                     .field = std::string(surplus),
                     .hint = "set its flag, or remove it"});
    }
    if (missing != stopped) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "names no part that is missing",
                     .field = "stops_at",
                     .hint = "leave stops_at out"});
    }
    return {};
}

Status write_change(Bytes& to, const MixedList::Element& change)
{
    const DefinedChange& definition = definition_of(change);
    const RecordHandle record = change.handle();
    const bool follows = !definition.parts.empty();  // the flags follow from the parts
    auto flags = static_cast<std::uint32_t>(number_of(record, follows ? "other_flags" : "flags").value_or(0));
    if (follows && (flags & all_bits(definition)) != 0) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("0x{:x} has bits of parts", flags),
                     .field = "other_flags",
                     .hint = "add the part, and leave its bit out: it follows"});
    }
    const std::size_t begin = to.size();
    to.resize(begin + change_header_size);
    if (Status written = write_parts(to, definition, record, flags); !written) {
        return written;
    }
    if (!follows) {
        append(to, rest_of(record));
    } else if (const RecordHandle unread = find_part(record, "unread")) {
        append(to, rest_of(unread));
        flags |= static_cast<std::uint32_t>(number_of(unread, "parts").value_or(0));
    }
    const std::size_t size = to.size() - begin - change_header_size;
    if (size > max_block) {
        return fail(definition.numbers.empty() ? too_long("data", size, max_block, "bytes")
                                               : too_long("", size, max_block, "bytes in the parts together"));
    }
    const auto type = static_cast<std::uint8_t>(
        number_of(record, "type").value_or(definition.numbers.empty() ? 0 : definition.numbers.front()));
    write_record(to.data() + begin, ChangeHeader{form_id_of(change).value, type, flags,
                                                 static_cast<std::uint8_t>(number_of(record, "version").value_or(0)),
                                                 static_cast<std::uint16_t>(size)});
    return {};
}

}  // namespace

Status write_changes(Bytes& to, const Changes& changes)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (Status status = write_change(to, changes[i]); !status) {
            std::string& field = status.error().field;
            field = fmt::format("[{}]{}{}", i, field.empty() ? "" : ".", field);
            return status;
        }
    }
    return {};
}

}  // namespace redforge::tes
