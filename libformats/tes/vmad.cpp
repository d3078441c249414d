// VMAD to records and back.
#include "tes/vmad.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace redforge::tes {
namespace {

/// Structs inside structs; known files have one level.
constexpr unsigned deepest = 32;

/// The type numbers in the order of Property::alternatives().
constexpr std::array<PropertyType, 14> alternative_types{PropertyType::none,      PropertyType::string,
                                                         PropertyType::object,    PropertyType::integer,
                                                         PropertyType::real,      PropertyType::boolean,
                                                         PropertyType::objects,   PropertyType::strings,
                                                         PropertyType::integers,  PropertyType::reals,
                                                         PropertyType::booleans,  PropertyType::variables,
                                                         PropertyType::structure, PropertyType::structures};

/// Which kind of fragments records of a type have.
enum class FragmentKind : std::uint8_t { none, events, scene, perk, quest };

FragmentKind kind_of(std::string_view record_type)
{
    return record_type == "INFO" || record_type == "PACK" ? FragmentKind::events
           : record_type == "SCEN"                        ? FragmentKind::scene
           : record_type == "PERK"                        ? FragmentKind::perk
           : record_type == "QUST"                        ? FragmentKind::quest
                                                          : FragmentKind::none;
}

class Reader {
public:
    explicit Reader(ByteView bytes) : bytes_(bytes) {}

    Result<Properties> run(std::string_view record_type)
    {
        Properties all;
        version_ = all.version = number<std::int16_t>();
        format_ = all.object_format = number<std::int16_t>();
        if (!failed() && (version_ < 2 || version_ > 6 || format_ < 1 || format_ > 2)) {
            refuse(fmt::format("version {}, object format {}", version_, format_), "known are 2 to 6, and 1 and 2");
        }
        scripts(all.scripts);
        if (!failed() && at_ < bytes_.size()) {
            switch (kind_of(record_type)) {
            case FragmentKind::none: break;
            case FragmentKind::events: events(all.event_fragments.emplace()); break;
            case FragmentKind::scene: scene(all.scene_fragments.emplace()); break;
            case FragmentKind::perk: perk(all.perk_fragments.emplace()); break;
            case FragmentKind::quest: quest(all.quest_fragments.emplace()); break;
            }
        }
        if (!failed() && at_ < bytes_.size()) {
            refuse(fmt::format("{} bytes behind the end", bytes_.size() - at_), "");
        }
        if (failed()) {
            return fail(std::move(*error_));
        }
        return all;
    }

private:
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
    void refuse(std::string what, std::string hint)
    {
        if (!error_) {
            error_ = Error{.code = ErrorCode::malformed,
                           .message = std::move(what),
                           .offset = at_,
                           .section = "VMAD",
                           .hint = std::move(hint)};
        }
    }
    bool need(std::size_t size)
    {
        if (failed()) {
            return false;
        }
        if (left() < size) {
            refuse(fmt::format("{} bytes wanted, {} left", size, left()), "");
            return false;
        }
        return true;
    }
    template <std::integral T>
    T number()
    {
        if (!need(sizeof(T))) {
            return 0;
        }
        const T value = load_le<T>(bytes_.data() + at_);
        at_ += sizeof(T);
        return value;
    }
    /// A number of elements, each of which takes `least` bytes at least.
    template <std::integral T>
    std::size_t count(std::size_t least)
    {
        const std::size_t value = number<T>();
        return need(value * least) ? value : 0;
    }
    void text(Text& value)
    {
        const std::size_t size = number<std::uint16_t>();
        if (need(size)) {
            value.bytes.assign(as_text(bytes_.subspan(at_, size)));
            at_ += size;
        }
    }
    void object(ObjectValue& value, std::int16_t format)
    {
        if (!need(8)) {
            return;
        }
        if (format == 1) {
            value.form_id = number<std::uint32_t>();
            value.alias = number<std::int16_t>();
            value.unused = number<std::uint16_t>();
        } else {
            value.unused = number<std::uint16_t>();
            value.alias = number<std::int16_t>();
            value.form_id = number<std::uint32_t>();
        }
    }

    void scripts(std::vector<AttachedScript>& all)
    {
        const std::size_t size = count<std::uint16_t>(2);
        for (std::size_t i = 0; i < size && !failed(); ++i) {
            AttachedScript& script = all.emplace_back();
            text(script.name);
            if (!script.name.bytes.empty()) {
                status_and_properties(script.status, script.properties);
            }
        }
    }
    void status_and_properties(std::uint8_t& status, std::vector<Property>& all)
    {
        if (version_ >= 4) {
            status = number<std::uint8_t>();
        }
        properties(all, count<std::uint16_t>(3), 0);
    }
    void properties(std::vector<Property>& all, std::size_t size, unsigned depth)
    {
        if (size != 0 && depth > deepest) {
            return refuse("structs too deep inside each other", "");
        }
        all.reserve(failed() ? 0 : std::min<std::size_t>(size, 64));
        for (std::size_t i = 0; i < size && !failed(); ++i) {
            Property& property = all.emplace_back();
            text(property.name);
            property.type = number<std::uint8_t>();
            if (version_ >= 4) {
                property.status = number<std::uint8_t>();
            }
            value(property, depth);
        }
    }
    void value(Property& property, unsigned depth)
    {
        switch (static_cast<PropertyType>(property.type)) {
        case PropertyType::none: break;
        case PropertyType::object: object(property.object, format_); break;
        case PropertyType::string: text(property.string); break;
        case PropertyType::integer: property.integer = number<std::int32_t>(); break;
        case PropertyType::real: property.real = std::bit_cast<float>(number<std::uint32_t>()); break;
        case PropertyType::boolean: property.boolean = number<std::uint8_t>(); break;
        case PropertyType::structure: properties(property.members, count<std::uint32_t>(3), depth + 1); break;
        case PropertyType::objects:
            property.objects.resize(count<std::uint32_t>(8));
            for (ObjectValue& each : property.objects) {
                object(each, format_);
            }
            break;
        case PropertyType::strings:
            for (std::size_t i = count<std::uint32_t>(2); i > 0 && !failed(); --i) {
                text(property.strings.emplace_back().value);
            }
            break;
        case PropertyType::integers:
            property.integers.resize(count<std::uint32_t>(4));
            for (std::int32_t& each : property.integers) {
                each = number<std::int32_t>();
            }
            break;
        case PropertyType::reals:
            property.reals.resize(count<std::uint32_t>(4));
            for (FloatValue& each : property.reals) {
                each.value = std::bit_cast<float>(number<std::uint32_t>());
            }
            break;
        case PropertyType::booleans:
            property.integers.resize(count<std::uint32_t>(1));
            for (std::int32_t& each : property.integers) {
                each = number<std::uint8_t>();
            }
            break;
        case PropertyType::variables: property.integer = number<std::int32_t>(); break;
        case PropertyType::structures:
            for (std::size_t i = count<std::uint32_t>(4); i > 0 && !failed(); --i) {
                properties(property.structures.emplace_back().members, count<std::uint32_t>(3), depth + 1);
            }
            break;
        case PropertyType::variable: break;
        default: refuse(fmt::format("a property of type {}", property.type), "known are 0 to 7 and 11 to 17");
        }
    }

    void version(FragmentFile& fragments) { fragments.version = number<std::int8_t>(); }
    void file(FragmentFile& fragments)
    {
        text(fragments.file);
        if (fragments.version >= 3 && !fragments.file.bytes.empty()) {
            status_and_properties(fragments.status, fragments.properties);
        }
    }
    void fragment(Fragment& fragment)
    {
        fragment.unknown = number<std::int8_t>();
        text(fragment.script);
        text(fragment.function);
    }
    void events(EventFragments& fragments)
    {
        version(fragments);
        fragments.events = number<std::uint8_t>();
        file(fragments);
        for (int i = std::popcount(fragments.events); i > 0 && !failed(); --i) {
            fragment(fragments.fragments.emplace_back());
        }
    }
    void scene(SceneFragments& fragments)
    {
        events(fragments);
        for (std::size_t i = count<std::uint16_t>(10); i > 0 && !failed(); --i) {
            PhaseFragment& phase = fragments.phases.emplace_back();
            phase.event = number<std::uint8_t>();
            phase.phase = number<std::uint32_t>();
            fragment(phase);
        }
    }
    void perk(PerkFragments& fragments)
    {
        version(fragments);
        file(fragments);
        for (std::size_t i = count<std::uint16_t>(9); i > 0 && !failed(); --i) {
            PerkFragment& each = fragments.fragments.emplace_back();
            each.index = number<std::uint16_t>();
            each.unknown_index = number<std::int16_t>();
            fragment(each);
        }
    }
    void quest(QuestFragments& fragments)
    {
        version(fragments);
        const std::size_t size = number<std::uint16_t>();
        file(fragments);
        need(size * 13);
        for (std::size_t i = 0; i < size && !failed(); ++i) {
            QuestFragment& each = fragments.fragments.emplace_back();
            each.stage = number<std::uint16_t>();
            each.unknown_stage = number<std::int16_t>();
            each.log_entry = number<std::int32_t>();
            fragment(each);
        }
        for (std::size_t i = count<std::uint16_t>(14); i > 0 && !failed(); --i) {
            alias(fragments.aliases.emplace_back());
        }
    }
    void alias(Alias& alias)
    {
        if (!need(14)) {
            return;
        }
        alias.version = load_le<std::int16_t>(bytes_.data() + at_ + 8);
        alias.object_format = load_le<std::int16_t>(bytes_.data() + at_ + 10);
        if (alias.version < 2 || alias.version > 6 || alias.object_format < 1 || alias.object_format > 2) {
            return refuse(fmt::format("an alias of version {}, object format {}", alias.version, alias.object_format),
                          "known are 2 to 6, and 1 and 2");
        }
        object(alias.object, alias.object_format);
        at_ += 4;
        const std::int16_t outer[] = {version_, format_};
        version_ = alias.version;
        format_ = alias.object_format;
        scripts(alias.scripts);
        version_ = outer[0];
        format_ = outer[1];
    }

    ByteView bytes_;
    std::size_t at_{};
    std::int16_t version_{};
    std::int16_t format_{};
    std::optional<Error> error_;
};

class Writer {
public:
    explicit Writer(Bytes& out) : out_(out) {}

    Status run(const Properties& all, std::string_view record_type)
    {
        version_ = all.version;
        format_ = all.object_format;
        append_le(out_, version_);
        append_le(out_, format_);
        scripts(all.scripts);
        const FragmentKind kind = kind_of(record_type);
        const auto wrong = [&](bool there, FragmentKind own, std::string_view name) {
            if (there && kind != own) {
                refuse(fmt::format("{} in a {} record", name, record_type), "its type has no such fragments");
            }
        };
        wrong(all.event_fragments.has_value(), FragmentKind::events, "event_fragments");
        wrong(all.scene_fragments.has_value(), FragmentKind::scene, "scene_fragments");
        wrong(all.perk_fragments.has_value(), FragmentKind::perk, "perk_fragments");
        wrong(all.quest_fragments.has_value(), FragmentKind::quest, "quest_fragments");
        if (all.event_fragments) {
            events(*all.event_fragments);
        }
        if (all.scene_fragments) {
            scene(*all.scene_fragments);
        }
        if (all.perk_fragments) {
            perk(*all.perk_fragments);
        }
        if (all.quest_fragments) {
            quest(*all.quest_fragments);
        }
        return error_ ? Status(fail(*error_)) : Status{};
    }

private:
    void refuse(std::string what, std::string hint)
    {
        if (!error_) {
            error_ = Error{.code = ErrorCode::out_of_range,
                           .message = std::move(what),
                           .section = "VMAD",
                           .hint = std::move(hint)};
        }
    }
    void count16(std::size_t size, std::string_view what)
    {
        if (size > 0xFFFF) {
            refuse(fmt::format("{} {}", size, what), "at most 65535 have room");
        }
        append_le(out_, static_cast<std::uint16_t>(size));
    }
    void count32(std::size_t size) { append_le(out_, static_cast<std::uint32_t>(size)); }
    void text(const Text& value)
    {
        count16(value.bytes.size(), "bytes of text");
        append(out_, as_bytes(value.bytes));
    }
    void object(const ObjectValue& value, std::int16_t format)
    {
        if (format == 1) {
            append_le(out_, value.form_id.value);
            append_le(out_, value.alias);
            append_le(out_, value.unused);
        } else {
            append_le(out_, value.unused);
            append_le(out_, value.alias);
            append_le(out_, value.form_id.value);
        }
    }
    void scripts(const std::vector<AttachedScript>& all)
    {
        count16(all.size(), "scripts");
        for (const AttachedScript& script : all) {
            text(script.name);
            if (!script.name.bytes.empty()) {
                status_and_properties(script.status, script.properties);
            }
        }
    }
    void status_and_properties(std::uint8_t status, const std::vector<Property>& all)
    {
        if (version_ >= 4) {
            append_le(out_, status);
        }
        count16(all.size(), "properties");
        properties(all, 0);
    }
    void properties(const std::vector<Property>& all, unsigned depth)
    {
        if (depth > deepest) {
            return refuse("structs too deep inside each other", fmt::format("at most {}", deepest));
        }
        for (const Property& property : all) {
            text(property.name);
            append_le(out_, property.type);
            if (version_ >= 4) {
                append_le(out_, property.status);
            }
            value(property, depth);
        }
    }
    void value(const Property& property, unsigned depth)
    {
        switch (static_cast<PropertyType>(property.type)) {
        case PropertyType::none:
        case PropertyType::variable: break;
        case PropertyType::object: object(property.object, format_); break;
        case PropertyType::string: text(property.string); break;
        case PropertyType::integer:
        case PropertyType::variables: append_le(out_, property.integer); break;
        case PropertyType::real: append_le(out_, std::bit_cast<std::uint32_t>(property.real)); break;
        case PropertyType::boolean: append_le(out_, property.boolean); break;
        case PropertyType::structure:
            count32(property.members.size());
            properties(property.members, depth + 1);
            break;
        case PropertyType::objects:
            count32(property.objects.size());
            for (const ObjectValue& each : property.objects) {
                object(each, format_);
            }
            break;
        case PropertyType::strings:
            count32(property.strings.size());
            for (const StringValue& each : property.strings) {
                text(each.value);
            }
            break;
        case PropertyType::integers:
            count32(property.integers.size());
            for (const std::int32_t each : property.integers) {
                append_le(out_, each);
            }
            break;
        case PropertyType::reals:
            count32(property.reals.size());
            for (const FloatValue& each : property.reals) {
                append_le(out_, std::bit_cast<std::uint32_t>(each.value));
            }
            break;
        case PropertyType::booleans:
            count32(property.integers.size());
            for (const std::int32_t each : property.integers) {
                append_le(out_, static_cast<std::uint8_t>(each));
            }
            break;
        case PropertyType::structures:
            count32(property.structures.size());
            for (const Structure& each : property.structures) {
                count32(each.members.size());
                properties(each.members, depth + 1);
            }
            break;
        default: refuse(fmt::format("a property of type {}", property.type), "known are 0 to 7 and 11 to 17");
        }
    }
    void version(const FragmentFile& fragments) { append_le(out_, fragments.version); }
    void file(const FragmentFile& fragments)
    {
        text(fragments.file);
        if (fragments.version >= 3 && !fragments.file.bytes.empty()) {
            status_and_properties(fragments.status, fragments.properties);
        }
    }
    void fragment(const Fragment& fragment)
    {
        append_le(out_, fragment.unknown);
        text(fragment.script);
        text(fragment.function);
    }
    void events(const EventFragments& fragments)
    {
        const auto wanted = static_cast<std::size_t>(std::popcount(fragments.events));
        if (wanted != fragments.fragments.size()) {
            refuse(fmt::format("{} events, but {} fragments", wanted, fragments.fragments.size()),
                   "each event has one fragment");
        }
        version(fragments);
        append_le(out_, fragments.events);
        file(fragments);
        for (const Fragment& each : fragments.fragments) {
            fragment(each);
        }
    }
    void scene(const SceneFragments& fragments)
    {
        events(fragments);
        count16(fragments.phases.size(), "phases");
        for (const PhaseFragment& each : fragments.phases) {
            append_le(out_, each.event);
            append_le(out_, each.phase);
            fragment(each);
        }
    }
    void perk(const PerkFragments& fragments)
    {
        version(fragments);
        file(fragments);
        count16(fragments.fragments.size(), "fragments");
        for (const PerkFragment& each : fragments.fragments) {
            append_le(out_, each.index);
            append_le(out_, each.unknown_index);
            fragment(each);
        }
    }
    void quest(const QuestFragments& fragments)
    {
        version(fragments);
        count16(fragments.fragments.size(), "fragments");
        file(fragments);
        for (const QuestFragment& each : fragments.fragments) {
            append_le(out_, each.stage);
            append_le(out_, each.unknown_stage);
            append_le(out_, each.log_entry);
            fragment(each);
        }
        count16(fragments.aliases.size(), "aliases");
        for (const Alias& alias : fragments.aliases) {
            object(alias.object, alias.object_format);
            append_le(out_, alias.version);
            append_le(out_, alias.object_format);
            const std::int16_t outer[] = {version_, format_};
            version_ = alias.version;
            format_ = alias.object_format;
            scripts(alias.scripts);
            version_ = outer[0];
            format_ = outer[1];
        }
    }

    Bytes& out_;
    std::int16_t version_{};
    std::int16_t format_{};
    std::optional<Error> error_;
};

}  // namespace

bool operator==(const Structure& a, const Structure& b)
{
    return a.members == b.members;
}

bool operator==(const Property& a, const Property& b)
{
    return a.name == b.name && a.type == b.type && a.status == b.status && a.boolean == b.boolean &&
           a.object == b.object && a.integer == b.integer && same_value(a.real, b.real) && a.string == b.string &&
           a.objects == b.objects && a.strings == b.strings && a.reals == b.reals && a.integers == b.integers &&
           a.members == b.members && a.structures == b.structures;
}

std::vector<Property> Property::alternatives()
{
    std::vector<Property> all(alternative_types.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].type = static_cast<std::uint8_t>(alternative_types[i]);
    }
    return all;
}

std::size_t Property::alternative() const
{
    const auto found = std::ranges::find(alternative_types, static_cast<PropertyType>(type));
    return found == alternative_types.end() ? 0 : static_cast<std::size_t>(found - alternative_types.begin());
}

Result<Properties> read_properties(ByteView bytes, std::string_view record_type)
{
    return Reader(bytes).run(record_type);
}

Status write_properties(Bytes& out, const Properties& properties, std::string_view record_type)
{
    return Writer(out).run(properties, record_type);
}

}  // namespace redforge::tes
