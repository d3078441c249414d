// An actor's part of a section: encoding and decoding.
#include "rgm/parts.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/record/binary.hpp"
#include "core/text/counts.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/string_pool.hpp"

namespace redforge::rgm {
namespace {

constexpr std::size_t attribute_bytes = 256;
constexpr std::size_t group_header_bytes = 8;
constexpr std::size_t command_bytes = 3;
constexpr std::size_t animation_prefix_bytes = 6;

template <class T>
void append_table(Bytes& to, const std::vector<T>& records)
{
    const std::size_t at = to.size();
    to.resize(at + records.size() * wire_size<T>());
    write_table(to.data() + at, std::span<const T>(records));
}

/// Reads a part that contains only records. Returns false if its size is not a multiple of the record size.
template <class T>
bool take_table(ByteView bytes, std::vector<T>& records)
{
    if (bytes.size() % wire_size<T>() != 0) {
        return false;
    }
    records.resize(bytes.size() / wire_size<T>());
    read_table(bytes.data(), std::span<T>(records));
    return true;
}

Status encode_variables(const Actor& actor, Bytes& to)
{
    if (actor.variables.empty()) {
        return {};  // regardless of the number of instances in the header
    }
    const std::size_t instances = actor.header.instances;
    for (std::size_t v = 0; v < actor.variables.size(); ++v) {
        const std::size_t given = actor.variables[v].instances.size();
        if (given != 0 && given != instances) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("{} values for {} instances", given, instances),
                         .field = fmt::format("variables[{}].instances", v),
                         .hint = "give one for each, or a single value"});
        }
        const Variable& variable = actor.variables[v];
        const auto other = std::ranges::find_if(variable.instances, [&](auto each) { return each != variable.value; });
        if (variable.value != 0 && other != variable.instances.end()) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("value is {}, but instances has {}", variable.value, *other),
                         .field = fmt::format("variables[{}].value", v),
                         .hint = "keep one of them"});
        }
    }
    if (instances == 0) {
        return fail({.code = ErrorCode::mismatch,
                     .message = counted(actor.variables.size(), "variable") + " of an actor without instances",
                     .field = "variables",
                     .hint = "the file stores values per instance; set instances, or give only num_variables"});
    }
    std::size_t at = to.size();
    to.resize(at + 4 * instances * actor.variables.size());
    for (std::size_t i = 0; i < instances; ++i) {
        for (const Variable& variable : actor.variables) {
            store_le(to.data() + at, variable.instances.empty() ? variable.value : variable.instances[i]);
            at += 4;
        }
    }
    return {};
}

void decode_variables(ByteView bytes, Actor& actor)
{
    const std::size_t instances = actor.header.instances;
    const std::size_t count = instances == 0 ? 0 : bytes.size() / 4 / instances;
    actor.variables.resize(count);
    for (std::size_t v = 0; v < count; ++v) {
        const auto value = [&](std::size_t i) { return load_le<std::int32_t>(bytes.data() + 4 * (i * count + v)); };
        bool are_alike = true;
        for (std::size_t i = 1; i < instances; ++i) {
            are_alike = are_alike && value(i) == value(0);
        }
        if (are_alike) {
            actor.variables[v].value = value(0);
            continue;
        }
        actor.variables[v].instances.resize(instances);
        for (std::size_t i = 0; i < instances; ++i) {
            actor.variables[v].instances[i] = value(i);
        }
    }
}

Status encode_attributes(const Actor& actor, Bytes& to)
{
    std::array<bool, attribute_bytes> seen{};
    const std::size_t at = to.size();
    to.resize(at + attribute_bytes);
    for (std::size_t i = 0; i < actor.attributes.size(); ++i) {
        const Attribute& attribute = actor.attributes[i];
        if (std::exchange(seen[attribute.index], true)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("attribute {} appears twice", attribute.index),
                         .field = fmt::format("attributes[{}]", i),
                         .hint = "keep one"});
        }
        to[at + attribute.index] = static_cast<std::byte>(attribute.value);
    }
    return {};
}

Status encode_animation_files(const Actor& actor, Bytes& to)
{
    for (std::size_t i = 0; i < actor.animation_files.size(); ++i) {
        const AnimationFile& file = actor.animation_files[i];
        if (file.file_path.bytes.find('\0') != std::string::npos) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = "a NUL inside a path",
                         .field = fmt::format("animation_files[{}].file_path", i),
                         .hint = "the path ends at its first NUL"});
        }
        append_le(to, file.plane_count);
        append_le(to, file.frame_count);
        to.push_back(static_cast<std::byte>(file.model_type.bytes[0]));
        append(to, as_bytes(file.file_path.bytes));
        to.push_back({});
    }
    return {};
}

std::optional<std::string> decode_animation_files(ByteView bytes, Actor& actor)
{
    const std::int64_t count = *actor.header.raan_count.stored;
    std::vector<AnimationFile> files;
    std::size_t at = 0;
    while (std::cmp_less(files.size(), count)) {
        if (bytes.size() - at < animation_prefix_bytes + 1) {
            return fmt::format("{} entries are announced, but the bytes end in entry {}", count, files.size());
        }
        AnimationFile& file = files.emplace_back();
        file.plane_count = load_le<std::uint32_t>(bytes.data() + at);
        file.frame_count = static_cast<std::uint8_t>(bytes[at + 4]);
        file.model_type.bytes[0] = static_cast<char>(bytes[at + 5]);
        const std::string_view rest = as_text(bytes.subspan(at + animation_prefix_bytes));
        const std::size_t end = rest.find('\0');
        if (end == std::string_view::npos) {
            return fmt::format("the path of entry {} has no end", files.size() - 1);
        }
        file.file_path.bytes = rest.substr(0, end);
        at += animation_prefix_bytes + end + 1;
    }
    if (at != bytes.size()) {
        return fmt::format("its {} entries take {} of {} bytes", count, at, bytes.size());
    }
    actor.animation_files = std::move(files);
    return std::nullopt;
}

Status encode_groups(const Actor& actor, Bytes& to)
{
    for (std::size_t g = 0; g < actor.groups.size(); ++g) {
        const AnimationGroup& group = actor.groups[g];
        const std::size_t size = group_header_bytes + command_bytes * group.commands.size() + group.tail.size();
        if (size > std::numeric_limits<std::uint16_t>::max()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("a group of {} commands takes {} bytes", group.commands.size(), size),
                         .field = fmt::format("groups[{}]", g),
                         .hint = "a group holds at most 65535 bytes, 21842 commands"});
        }
        const auto commands = static_cast<std::uint16_t>(group.commands.size());
        if (group.frame_count.value_or(commands) != commands) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("frame_count is {}, but there are {} commands",
                                                *group.frame_count.stored, commands),
                         .field = fmt::format("groups[{}]", g),
                         .hint = "leave it out to have it computed"});
        }
        const std::size_t at = to.size();
        to.resize(at + 2 + size - group.tail.size());
        std::byte* place = to.data() + at;
        for (const std::uint16_t number :
             {static_cast<std::uint16_t>(size), group.group_index, group.anim_id, group.anim_type, commands}) {
            store_le(place, number);
            place += sizeof number;
        }
        for (const Command& command : group.commands) {
            const std::uint32_t word = command.word();
            store_le(place, static_cast<std::uint16_t>(word));
            place[2] = static_cast<std::byte>(word >> 16);
            place += command_bytes;
        }
        append(to, group.tail);
    }
    append_le(to, std::uint16_t{0});
    return {};
}

/// Counts the groups up to the end, or up to a group that is too short for its header.
std::size_t count_groups(ByteView bytes)
{
    std::size_t count = 0;
    for (std::size_t at = 0;; ++count) {
        const std::size_t size = load_le<std::uint16_t>(bytes.data() + at);
        if (size < group_header_bytes) {
            return count;
        }
        at += 2 + size;
    }
}

std::optional<std::string> decode_groups(ByteView bytes, Actor& actor)
{
    std::vector<AnimationGroup> groups;
    groups.reserve(count_groups(bytes));
    for (std::size_t at = 0;;) {
        const std::size_t size = load_le<std::uint16_t>(bytes.data() + at);
        if (size == 0) {
            break;
        }
        if (size < group_header_bytes) {
            return fmt::format("group {} is {} bytes long, less than its header of 8", groups.size(), size);
        }
        const std::byte* const from = bytes.data() + at + 2;
        const std::size_t frames = load_le<std::uint16_t>(from + 6);
        if (frames * command_bytes > size - group_header_bytes) {
            return fmt::format("group {} announces {} commands in {} bytes", groups.size(), frames, size);
        }
        AnimationGroup& group = groups.emplace_back();
        group.group_index = load_le<std::uint16_t>(from);
        group.anim_id = load_le<std::uint16_t>(from + 2);
        group.anim_type = load_le<std::uint16_t>(from + 4);
        group.commands.resize(frames);
        const std::byte* word = from + group_header_bytes;
        for (Command& command : group.commands) {
            command.set_word(load_le<std::uint16_t>(word) | static_cast<std::uint32_t>(load_le<std::uint8_t>(word + 2))
                                                                << 16);
            word += command_bytes;
        }
        group.tail.assign(word, from + size);
        at += 2 + size;
    }
    actor.groups = std::move(groups);
    return std::nullopt;
}

void canonicalize_variables(Actor& actor)
{
    for (Variable& variable : actor.variables) {
        const auto different = std::ranges::adjacent_find(variable.instances, std::not_equal_to{});
        if (!variable.instances.empty() && different == variable.instances.end() &&
            variable.instances.size() == actor.header.instances &&
            (variable.value == 0 || variable.value == variable.instances.front())) {
            variable.value = variable.instances.front();
            variable.instances.clear();
        }
    }
}

}  // namespace

PartExtent part_extent(ActorPart part, const ActorHeader& header)
{
    const auto given = [](const auto& value) { return static_cast<std::uint64_t>(value.value_or(0)); };
    const std::uint64_t attributes = attribute_bytes;
    switch (part) {
    case ActorPart::rasb: return {given(header.string_offsets_index), given(header.num_strings) * 4};
    case ActorPart::rava: return {given(header.variable_offset), given(header.num_variables) * 4 * header.instances};
    case ActorPart::rasc: return {given(header.script_data_offset), given(header.script_length)};
    case ActorPart::rahk: return {given(header.rahk_offset), given(header.rahk_length)};
    case ActorPart::ralc: return {given(header.ralc_offset), given(header.ralc_count) * wire_size<Location>()};
    case ActorPart::raex: return {given(header.raex_offset), given(header.raex_length)};
    case ActorPart::raat: return {given(header.raat_offset), attributes};
    // A negative offset or count becomes a huge one, which exceeds every section.
    case ActorPart::raan: return {given(header.raan_offset), given(header.raan_data_size)};
    case ActorPart::ragr: return {given(header.ragr_offset), 0};
    case ActorPart::ranm: return {given(header.ranm_offset), given(header.ranm_length)};
    case ActorPart::ravc:
        return {given(header.ravc_offset), header.ravc_count.value_or(0) < 0
                                               ? std::numeric_limits<std::uint32_t>::max()
                                               : given(header.ravc_count) * wire_size<CollisionSphere>()};
    }
    return {};
}

std::optional<std::size_t> ragr_size(ByteView section, std::uint64_t offset)
{
    std::uint64_t at = offset;
    for (;;) {
        if (at > section.size() || section.size() - at < 2) {
            return std::nullopt;
        }
        const std::size_t size = load_le<std::uint16_t>(section.data() + at);
        at += 2 + size;
        if (size == 0) {
            return static_cast<std::size_t>(at - offset);
        }
    }
}

Status encode_part(ActorPart part, const Actor& actor, std::span<const std::uint32_t> string_offsets, Bytes& to)
{
    if (const RawPart* raw = find_raw_part(actor, part)) {
        if (has_typed_part(part, actor)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the actor has both a <raw_part> and records of this section",
                         .section = std::string(raw->section.view()),
                         .hint = "keep one of them"});
        }
        append(to, raw->data);
        return {};
    }
    switch (part) {
    case ActorPart::rasb: {
        const std::size_t at = to.size();
        to.resize(at + 4 * string_offsets.size());
        for (std::size_t i = 0; i < string_offsets.size(); ++i) {
            store_le(to.data() + at + 4 * i, string_offsets[i]);
        }
        return {};
    }
    case ActorPart::rava: return encode_variables(actor, to);
    case ActorPart::rasc: append(to, actor.script); return {};
    case ActorPart::rahk: append_table(to, actor.hooks); return {};
    case ActorPart::ralc: append_table(to, actor.locations); return {};
    case ActorPart::raex:
        if (actor.extra) {
            append_record(to, *actor.extra);
        }
        return {};
    case ActorPart::raat: return encode_attributes(actor, to);
    case ActorPart::raan: return encode_animation_files(actor, to);
    case ActorPart::ragr: return encode_groups(actor, to);
    case ActorPart::ranm:
        if (actor.name_space) {
            append(to, as_bytes(actor.name_space->value.bytes));
            to.push_back({});
        }
        return {};
    case ActorPart::ravc: append_table(to, actor.collision_spheres); return {};
    }
    return {};
}

std::optional<std::string> decode_part(ActorPart part, ByteView bytes, ByteView pool, Actor& actor)
{
    const auto uneven = [&](std::size_t width) {
        return fmt::format("{} bytes are not a whole number of {}-byte records", bytes.size(), width);
    };
    switch (part) {
    case ActorPart::rasb:
        actor.strings.reserve(bytes.size() / 4);
        for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
            const auto offset = load_le<std::uint32_t>(bytes.data() + at);
            actor.strings.push_back({Text(pool_text(pool, offset)), offset});
        }
        return std::nullopt;
    case ActorPart::rava: decode_variables(bytes, actor); return std::nullopt;
    case ActorPart::rasc: actor.script.assign(bytes.begin(), bytes.end()); return std::nullopt;
    case ActorPart::rahk:
        if (!take_table(bytes, actor.hooks)) {
            return uneven(wire_size<Hook>());
        }
        return std::nullopt;
    case ActorPart::ralc: static_cast<void>(take_table(bytes, actor.locations)); return std::nullopt;
    case ActorPart::raex:
        if (bytes.size() != wire_size<ExtraData>()) {
            return fmt::format("{} bytes instead of {}", bytes.size(), wire_size<ExtraData>());
        }
        read_record(bytes.data(), actor.extra.emplace());
        return std::nullopt;
    case ActorPart::raat:
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            if (bytes[i] != std::byte{0}) {
                actor.attributes.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(bytes[i])});
            }
        }
        return std::nullopt;
    case ActorPart::raan: return decode_animation_files(bytes, actor);
    case ActorPart::ragr: return decode_groups(bytes, actor);
    case ActorPart::ranm: {
        const std::string_view text = as_text(bytes);
        if (text.empty() || text.back() != '\0') {
            return "the name does not end with a NUL";
        }
        actor.name_space.emplace().value = text.substr(0, text.size() - 1);
        return std::nullopt;
    }
    case ActorPart::ravc: static_cast<void>(take_table(bytes, actor.collision_spheres)); return std::nullopt;
    }
    return std::nullopt;
}

void set_part_offset(ActorPart part, ActorHeader& computed, std::uint32_t offset)
{
    const auto as_signed = static_cast<std::int32_t>(offset);
    switch (part) {
    case ActorPart::rasb: computed.string_offsets_index = offset; break;
    case ActorPart::rava: computed.variable_offset = offset; break;
    case ActorPart::rasc: computed.script_data_offset = offset; break;
    case ActorPart::rahk: computed.rahk_offset = offset; break;
    case ActorPart::ralc: computed.ralc_offset = offset; break;
    case ActorPart::raex: computed.raex_offset = offset; break;
    case ActorPart::raat: computed.raat_offset = offset; break;
    case ActorPart::raan: computed.raan_offset = as_signed; break;
    case ActorPart::ragr: computed.ragr_offset = offset; break;
    case ActorPart::ranm: computed.ranm_offset = offset; break;
    case ActorPart::ravc: computed.ravc_offset = as_signed; break;
    }
}

const RawPart* find_raw_part(const Actor& actor, ActorPart part)
{
    const auto raw = std::ranges::find(actor.raw_parts, part_tags[static_cast<std::size_t>(part)],
                                       [](const RawPart& p) { return p.section.view(); });
    return raw == actor.raw_parts.end() ? nullptr : &*raw;
}

std::size_t variable_count(const Actor& actor)
{
    return actor.variables.size();
}

bool has_typed_part(ActorPart part, const Actor& actor)
{
    switch (part) {
    case ActorPart::rasb: return !actor.strings.empty();
    case ActorPart::rava: return !actor.variables.empty();
    case ActorPart::rasc: return !actor.script.empty();
    case ActorPart::rahk: return !actor.hooks.empty();
    case ActorPart::ralc: return !actor.locations.empty();
    case ActorPart::raex: return actor.extra.has_value();
    case ActorPart::raat: return !actor.attributes.empty();
    case ActorPart::raan: return !actor.animation_files.empty();
    case ActorPart::ragr: return !actor.groups.empty();
    case ActorPart::ranm: return actor.name_space.has_value();
    case ActorPart::ravc: return !actor.collision_spheres.empty();
    }
    return false;
}

void compute_counts(const Actor& actor, std::span<const std::size_t, part_count> sizes, bool extra_data,
                    ActorHeader& computed)
{
    const auto size = [&](ActorPart part) { return static_cast<std::uint32_t>(sizes[static_cast<std::size_t>(part)]); };
    const auto count = [](const auto& records) { return static_cast<std::uint32_t>(records.size()); };

    computed.ranm_length = size(ActorPart::ranm);
    computed.raan_count = static_cast<std::int32_t>(count(actor.animation_files));
    computed.raan_data_size = size(ActorPart::raan);
    computed.num_strings = count(actor.strings);
    computed.rasb_length = size(ActorPart::rasb);
    computed.script_length = size(ActorPart::rasc);
    computed.rahk_length = size(ActorPart::rahk);
    computed.ralc_count = count(actor.locations);
    computed.ralc_length = size(ActorPart::ralc);
    computed.raex_length = extra_data && size(ActorPart::raex) == 0 ? static_cast<std::uint32_t>(wire_size<ExtraData>())
                                                                    : size(ActorPart::raex);
    computed.num_variables = count(actor.variables);
    computed.rava_length = actor.header.num_variables.value_or(count(actor.variables)) * 4;
    computed.variable_offset_dup = actor.header.variable_offset.value_or(computed.variable_offset.value_or(0));
    computed.ravc_count = static_cast<std::int32_t>(count(actor.collision_spheres));

    std::uint32_t group = 0;
    for (const AnimationGroup& each : actor.groups) {
        group = std::max<std::uint32_t>(group, each.group_index);
    }
    computed.max_group_index = group;
    std::uint32_t frames = 0;
    for (const AnimationFile& file : actor.animation_files) {
        frames += file.frame_count;
    }
    computed.frame_count = frames;
}

void canonicalize_attributes(Actor& actor)
{
    std::erase_if(actor.attributes, [](const Attribute& attribute) { return attribute.value == 0; });
    std::ranges::sort(actor.attributes, {}, &Attribute::index);
}

void canonicalize_parts(Actor& actor)
{
    canonicalize_variables(actor);
    for (AnimationGroup& group : actor.groups) {
        group.frame_count.clear_if_equal(static_cast<std::uint16_t>(group.commands.size()));
    }
    if (actor.raw_parts.size() > 1) {
        std::ranges::stable_sort(actor.raw_parts, {},
                                 [](const RawPart& part) { return find_part(part.section.view()); });
    }
}

void complete_parts(Actor& actor, ByteView rasb)
{
    const std::uint64_t first = *actor.header.string_offsets_index.stored;
    for (std::size_t s = 0; s < actor.strings.size() && first + 4 * s + 4 <= rasb.size(); ++s) {
        actor.strings[s].offset = load_le<std::uint32_t>(rasb.data() + first + 4 * s);
    }
    for (AnimationGroup& group : actor.groups) {
        group.frame_count = static_cast<std::uint16_t>(group.commands.size());
    }
}

std::optional<RecordTable> part_table(ActorPart part)
{
    switch (part) {
    case ActorPart::rahk: return RecordTable{0, wire_size<Hook>(), &locate_field<Hook>};
    case ActorPart::ralc: return RecordTable{0, wire_size<Location>(), &locate_field<Location>};
    case ActorPart::raex: return RecordTable{0, wire_size<ExtraData>(), &locate_field<ExtraData>};
    case ActorPart::ravc: return RecordTable{0, wire_size<CollisionSphere>(), &locate_field<CollisionSphere>};
    default: return std::nullopt;
    }
}

}  // namespace redforge::rgm
