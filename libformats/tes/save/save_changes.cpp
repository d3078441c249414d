// Reads and writes change records, part by part as save.def describes them.
#include "tes/save/save_changes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "core/record/data_codec.hpp"
#include "core/record/optional_record.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/save/save_limits.hpp"

namespace redforge::tes {
namespace {

/// First decoded version of change records. In earlier ones, actors have no form flags.
constexpr std::uint8_t first_known_version = 0x6D;

/// A part of a change record.
struct PartLayout {
    const DataStep* step{};
    const ChildEntry* child{};
    std::uint32_t bit{};  ///< in the flags of a record whose change flags follow from its parts; else 0
};

/// A type of change records, with the fields and parts that code uses.
struct ChangeLayout {
    const DefinedChange* definition{};
    const FieldTable* table{};
    // Fields: null if the type does not have them.
    const FieldEntry* form_id{};
    const FieldEntry* type{};
    const FieldEntry* flags{};
    const FieldEntry* other_flags{};
    const FieldEntry* version{};
    const FieldEntry* stops_at{};
    std::vector<PartLayout> parts;  ///< without `unread`
    std::uint32_t part_bits{};      ///< all bits of parts

    /// Returns true if the change flags follow from the parts.
    [[nodiscard]] bool has_derived_flags() const { return !definition->parts.empty(); }
};

ChangeLayout make_layout(const DefinedChange& definition)
{
    ChangeLayout made;
    made.definition = &definition;
    made.table = &definition.type.type().tables.front();
    made.form_id = made.table->find_field("form_id");
    made.type = made.table->find_field("type");
    made.flags = made.table->find_field("flags");
    made.other_flags = made.table->find_field("other_flags");
    made.version = made.table->find_field("version");
    made.stops_at = made.table->find_field("stops_at");
    for (const DataStep& step : definition.type.steps()) {
        const ChildEntry* const child = step.is_child ? &made.table->children[step.place] : nullptr;
        if (child == nullptr || child->kind != ChildEntry::Kind::list || child->name == "unread") {
            continue;
        }
        const auto found = std::ranges::find(definition.parts, child->name, &EnumName::name);
        const bool has_bit = found != definition.parts.end();
        made.parts.push_back({&step, child, has_bit ? static_cast<std::uint32_t>(found->value) : 0});
    }
    for (const EnumName& part : definition.parts) {
        made.part_bits |= static_cast<std::uint32_t>(part.value);
    }
    return made;
}

/// All types of change records: entries of the list of changes, and their layouts.
struct ChangeTypes {
    std::vector<ItemEntry> items;
    std::vector<ChangeLayout> layouts;

    ChangeTypes()
    {
        for (const DefinedChange& each : save_definitions().changes()) {
            items.push_back({each.type.element(), each.type.ref()});
            layouts.push_back(make_layout(each));
        }
    }
};

const ChangeTypes& change_types()
{
    static const ChangeTypes types;
    return types;
}

const ChangeLayout& layout_of(const MixedList::Element& change)
{
    return change_types().layouts[change.item];
}

/// Returns the value of an integer field. Returns 0 if the record does not have the field, which means that `field` is
/// null.
std::uint32_t get_number(const RecordHandle& record, const FieldEntry* field)
{
    return field == nullptr
               ? 0
               : static_cast<std::uint32_t>(field->ops->get_integer(record.field(*field).value).value_or(0));
}

/// Sets an integer field. Does nothing if `field` is null.
void set_number(const RecordHandle& record, const FieldEntry* field, std::uint32_t number)
{
    if (field != nullptr) {
        field->ops->set_integer(record.field(*field).value, number);
    }
}

void set_header(const MixedList::Element& change, const ChangeHeader& header)
{
    const ChangeLayout& layout = layout_of(change);
    const RecordHandle record = change.handle();
    form_id_of(change) = header.form_id;
    set_number(record, layout.type, header.type);
    set_number(record, layout.flags, header.flags);
    set_number(record, layout.version, header.version);
}

/// Returns the bytes after the parts, or the complete data of a record that is not decoded.
Bytes& rest_of(const RecordHandle& record)
{
    return record.blob(record.table().children.back());
}

OptionalRecord& part_of(const RecordHandle& record, const PartLayout& part)
{
    return *static_cast<OptionalRecord*>(record.list(*part.child).list);
}

}  // namespace

std::vector<ItemEntry> Changes::items(std::string_view /*element*/, unsigned /*version*/)
{
    return change_types().items;
}

RecordHandle Changes::add(std::string_view element)
{
    const std::vector<ItemEntry>& items = change_types().items;
    const auto item = std::ranges::find(items, element, &ItemEntry::name);
    return append(*item, static_cast<std::size_t>(item - items.begin())).handle();
}

FormId& form_id_of(const MixedList::Element& change)
{
    return *static_cast<FormId*>(change.handle().field(*layout_of(change).form_id).value);
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

/// Result of reading the parts of a record.
struct ReadParts {
    std::string_view failed;  ///< the part that did not fit; empty if all did
    std::uint32_t unread{};   ///< bits of the parts that were announced and not read
    ByteView rest;
};

/// Reads the parts that are announced, up to the first that does not fit.
ReadParts read_parts(const ChangeLayout& layout, const RecordHandle& record, std::uint32_t flags, ByteView data)
{
    ReadParts read{.failed = {}, .unread = flags & layout.part_bits, .rest = data};
    for (const PartLayout& part : layout.parts) {
        const bool is_announced =
            layout.has_derived_flags() ? (read.unread & part.bit) != 0 : holds(part.step->presence.only, record);
        if (!is_announced) {
            continue;
        }
        OptionalRecord& made = part_of(record, part);
        const std::optional<std::size_t> size =
            read_data(read.rest, *part.step->item, made.emplace(part.child->items.front()));
        if (!size) {
            made.reset();
            read.failed = part.child->name;
            break;
        }
        read.unread &= ~part.bit;
        read.rest = read.rest.subspan(*size);
    }
    return read;
}

void add_raw_fallback(RawFallbacks* kept, std::string place, std::string reason, std::size_t size)
{
    if (kept != nullptr) {
        kept->push_back({std::move(place), std::move(reason), size});
    }
}

void add_unread_rest(RawFallbacks* kept, const RecordHandle& record, std::uint32_t form_id, const ReadParts& read)
{
    const std::size_t size = read.rest.size();
    add_raw_fallback(kept, fmt::format("{} {:08X}", record.type->element, form_id),
                     read.failed.empty() ? fmt::format("{} bytes after the last part", size)
                                         : fmt::format("{} does not fit into the last {} bytes", read.failed, size),
                     size);
}

Status write_change(Bytes& to, const MixedList::Element& change);

/// Decodes a change record and appends it. Returns false if its layout is not known, or if it would be written with
/// other bytes.
bool append_parts(Changes& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    const ChangeTypes& types = change_types();
    const auto layout = std::ranges::find_if(types.layouts, [&](const ChangeLayout& each) {
        return std::ranges::find(each.definition->numbers, header.type) != each.definition->numbers.end();
    });
    if (layout == types.layouts.end() || header.version < first_known_version ||
        (layout->definition->known_flags && (header.flags & ~*layout->definition->known_flags) != 0)) {
        return false;
    }
    const auto item = static_cast<std::size_t>(layout - types.layouts.begin());
    const MixedList::Element& change = changes.append(types.items[item], item);
    const RecordHandle record = change.handle();
    set_header(change, header);
    const ReadParts read = read_parts(*layout, record, header.flags, data);
    if (layout->has_derived_flags()) {
        set_number(record, layout->other_flags, header.flags & ~layout->part_bits);
        if (read.unread != 0 || !read.rest.empty()) {
            const RecordHandle unread = add_part(record, "unread");
            set_number(unread, unread.table().find_field("parts"), read.unread);
            rest_of(unread).assign(read.rest.begin(), read.rest.end());
            add_unread_rest(kept, record, header.form_id, read);
        }
        return true;
    }
    static_cast<Text*>(record.field(*layout->stops_at).value)->bytes = read.failed;
    rest_of(record).assign(read.rest.begin(), read.rest.end());
    Bytes again;
    again.reserve(change_header_size + data.size());
    if (!holds(layout->definition->only, record) || !write_change(again, change) ||
        !same_bytes(ByteView(again).subspan(change_header_size), data)) {
        changes.pop_back();
        return false;
    }
    // The layout of the data after the process level of an actor is not known, so remaining bytes are normal there.
    if (!read.failed.empty() || (!read.rest.empty() && !find_part(record, "process_level"))) {
        add_unread_rest(kept, record, header.form_id, read);
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
    set_header(changes.back(), header);
    rest_of(record).assign(data.begin(), data.end());
    const bool is_of_actor = std::ranges::any_of(save_definitions().changes(), [&](const DefinedChange& each) {
        return !each.parts.empty() && each.numbers.front() == header.type;
    });
    if (is_of_actor) {
        add_raw_fallback(kept, fmt::format("change record {:08X}", header.form_id),
                         fmt::format("version {}", header.version), data.size());
    }
}

void canonicalize_changes(Changes& changes, const std::function<void(const RecordHandle&)>& name)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!is_change(changes[i], "change")) {
            continue;
        }
        const RecordHandle change = changes[i].handle();
        const ChangeLayout& layout = layout_of(changes[i]);
        const Bytes& data = rest_of(change);
        if (data.size() > max_block) {
            continue;
        }
        Changes read;
        append_change(read,
                      {form_id_of(changes[i]).value, static_cast<std::uint8_t>(get_number(change, layout.type)),
                       get_number(change, layout.flags), static_cast<std::uint8_t>(get_number(change, layout.version)),
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

/// Returns the bytes of the parts. Sets their bits in `flags`.
Status write_parts(Bytes& to, const ChangeLayout& layout, const RecordHandle& record, std::uint32_t& flags)
{
    std::string_view missing;  // the first part that is announced and not there
    std::string_view surplus;  // a part that is not announced, or follows a missing one
    for (const PartLayout& part : layout.parts) {
        const std::string& name = part.child->name;
        const OptionalRecord& written_part = part_of(record, part);
        const bool is_there = written_part.has_value();
        const bool is_announced = layout.has_derived_flags() ? is_there : holds(part.step->presence.only, record);
        if (!is_there) {
            missing = is_announced && missing.empty() ? std::string_view(name) : missing;
            continue;
        }
        if (!is_announced || !missing.empty()) {
            surplus = surplus.empty() ? std::string_view(name) : surplus;
            continue;
        }
        flags |= part.bit;
        if (Status written = write_data(*part.step->item, written_part.handle(), to); !written) {
            std::string& field = written.error().field;
            field = name + (field.empty() || field.front() == '[' ? "" : ".") + field;
            return written;
        }
    }
    const std::string_view stopped = layout.stops_at == nullptr
                                         ? std::string_view{}
                                         : static_cast<const Text*>(record.field(*layout.stops_at).value)->bytes;
    if (!missing.empty() && missing != stopped) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("<{}> is missing", missing),
                     .field = "flags",
                     .hint = "add it, or change the flags, the type or <created>, which announce it"});
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
    const ChangeLayout& layout = layout_of(change);
    const RecordHandle record = change.handle();
    const bool follows = layout.has_derived_flags();
    std::uint32_t flags = get_number(record, follows ? layout.other_flags : layout.flags);
    if (follows && (flags & layout.part_bits) != 0) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("0x{:x} has bits of parts", flags),
                     .field = "other_flags",
                     .hint = "add the part, and leave its bit out: it follows"});
    }
    const std::size_t begin = to.size();
    to.resize(begin + change_header_size);
    if (Status written = write_parts(to, layout, record, flags); !written) {
        return written;
    }
    if (!follows) {
        append(to, rest_of(record));
    } else if (const RecordHandle unread = find_part(record, "unread")) {
        append(to, rest_of(unread));
        flags |= get_number(unread, unread.table().find_field("parts"));
    }
    const std::size_t size = to.size() - begin - change_header_size;
    const std::vector<std::uint8_t>& numbers = layout.definition->numbers;
    if (size > max_block) {
        return fail(numbers.empty() ? too_long("data", size, max_block, "bytes")
                                    : too_long("", size, max_block, "bytes in the parts together"));
    }
    const std::uint32_t type = layout.type != nullptr ? get_number(record, layout.type) : numbers.front();
    write_record(to.data() + begin, ChangeHeader{form_id_of(change).value, static_cast<std::uint8_t>(type), flags,
                                                 static_cast<std::uint8_t>(get_number(record, layout.version)),
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
