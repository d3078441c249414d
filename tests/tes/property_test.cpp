// Random VMADs and plugins: a written document reads back equal, and writes the same bytes.
#include <catch2/catch.hpp>

#include <bit>

#include "core/record/describe.hpp"
#include "core/text/difference.hpp"
#include "support/random.hpp"
#include "tes/plugin/vmad.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;
using redforge::test::Random;

namespace {

Text random_text(Random& random, bool may_be_empty)
{
    Text text(random.text(8, true));
    if (text.bytes.empty() && !may_be_empty) {
        text = "x";
    }
    return text;
}
ObjectValue random_object(Random& random)
{
    return {static_cast<std::uint32_t>(random.bits()), static_cast<std::int16_t>(random.bits()),
            static_cast<std::uint16_t>(random.once_in(4) ? random.bits() : 0)};
}

std::vector<Property> random_properties(Random& random, std::int16_t version, unsigned depth)
{
    std::vector<Property> all(random.below(4));
    for (Property& property : all) {
        static constexpr std::uint8_t types[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17};
        property.name = random_text(random, true);
        property.type = random.pick(types);
        if (version >= 4) {
            property.status = static_cast<std::uint8_t>(random.bits());
        }
        const std::size_t count = random.below(4);
        switch (static_cast<PropertyType>(property.type)) {
        case PropertyType::object: property.object = random_object(random); break;
        case PropertyType::string: property.string = random_text(random, true); break;
        case PropertyType::integer:
        case PropertyType::variables: property.integer = static_cast<std::int32_t>(random.bits()); break;
        case PropertyType::real: property.real = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits())); break;
        case PropertyType::boolean: property.boolean = static_cast<std::uint8_t>(random.bits()); break;
        case PropertyType::structure:
            if (depth < 3) {
                property.members = random_properties(random, version, depth + 1);
            }
            break;
        case PropertyType::structures:
            for (std::size_t i = 0; i < count && depth < 3; ++i) {
                property.structures.emplace_back().members = random_properties(random, version, depth + 1);
            }
            break;
        case PropertyType::objects:
            for (std::size_t i = 0; i < count; ++i) {
                property.objects.push_back(random_object(random));
            }
            break;
        case PropertyType::strings:
            for (std::size_t i = 0; i < count; ++i) {
                property.strings.push_back({random_text(random, true)});
            }
            break;
        case PropertyType::reals:
            for (std::size_t i = 0; i < count; ++i) {
                property.reals.push_back({std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()))});
            }
            break;
        case PropertyType::integers:
        case PropertyType::booleans:
            for (std::size_t i = 0; i < count; ++i) {
                const auto value = static_cast<std::int32_t>(random.bits());
                property.integers.push_back(property.type == 15 ? value & 0xFF : value);
            }
            break;
        default: break;
        }
    }
    return all;
}

std::vector<AttachedScript> random_scripts(Random& random, std::int16_t version)
{
    std::vector<AttachedScript> all(random.below(3));
    for (AttachedScript& script : all) {
        script.name = random_text(random, true);
        script.status = version >= 4 ? static_cast<std::uint8_t>(random.bits()) : std::uint8_t{0};
        script.properties = random_properties(random, version, 0);
    }
    return all;
}

template <class T>
T random_fragment(Random& random)
{
    T fragment;
    fragment.unknown = static_cast<std::int8_t>(random.bits());
    fragment.script = random_text(random, true);
    fragment.function = random_text(random, true);
    return fragment;
}

void fill_file(Random& random, FragmentFile& file, std::int16_t version)
{
    file.version = random.once_in(2) ? 2 : 3;
    file.file = random_text(random, true);
    if (file.version >= 3 && !file.file.bytes.empty()) {
        file.status = version >= 4 ? static_cast<std::uint8_t>(random.bits()) : std::uint8_t{0};
        file.properties = random_properties(random, version, 0);
    }
}

void fill_events(Random& random, EventFragments& fragments, std::int16_t version)
{
    fill_file(random, fragments, version);
    fragments.events = static_cast<std::uint8_t>(random.below(8));
    for (int i = std::popcount(fragments.events); i > 0; --i) {
        fragments.fragments.push_back(random_fragment<Fragment>(random));
    }
}

Properties random_vmad(Random& random, std::string_view type)
{
    Properties all;
    all.version = static_cast<std::int16_t>(2 + random.below(5));
    all.object_format = static_cast<std::int16_t>(1 + random.below(2));
    all.scripts = random_scripts(random, all.version);
    if (random.once_in(3)) {
        return all;
    }
    if (type == "INFO" || type == "PACK") {
        fill_events(random, all.event_fragments.emplace(), all.version);
    } else if (type == "SCEN") {
        SceneFragments& scene = all.scene_fragments.emplace();
        fill_events(random, scene, all.version);
        for (std::size_t i = random.below(3); i > 0; --i) {
            PhaseFragment phase = random_fragment<PhaseFragment>(random);
            phase.event = static_cast<std::uint8_t>(random.bits());
            phase.phase = static_cast<std::uint32_t>(random.bits());
            scene.phases.push_back(phase);
        }
    } else if (type == "PERK") {
        PerkFragments& perk = all.perk_fragments.emplace();
        fill_file(random, perk, all.version);
        for (std::size_t i = random.below(3); i > 0; --i) {
            PerkFragment fragment = random_fragment<PerkFragment>(random);
            fragment.index = static_cast<std::uint16_t>(random.bits());
            perk.fragments.push_back(fragment);
        }
    } else if (type == "QUST") {
        QuestFragments& quest = all.quest_fragments.emplace();
        fill_file(random, quest, all.version);
        for (std::size_t i = random.below(3); i > 0; --i) {
            QuestFragment fragment = random_fragment<QuestFragment>(random);
            fragment.stage = static_cast<std::uint16_t>(random.bits());
            fragment.log_entry = static_cast<std::int32_t>(random.bits());
            quest.fragments.push_back(fragment);
        }
        for (std::size_t i = random.below(3); i > 0; --i) {
            Alias& alias = quest.aliases.emplace_back();
            alias.object = random_object(random);
            alias.version = static_cast<std::int16_t>(2 + random.below(5));
            alias.object_format = static_cast<std::int16_t>(1 + random.below(2));
            alias.scripts = random_scripts(random, alias.version);
        }
    }
    return all;
}

constexpr std::string_view vmad_types[] = {"ACTI", "INFO", "PACK", "SCEN", "PERK", "QUST"};

}  // namespace

TEST_CASE("law 1: holds for random VMADs of every version and kind", "[tes]")
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        const std::string_view type = random.pick(vmad_types);
        const Properties all = random_vmad(random, type);
        CAPTURE(seed, type);
        Bytes bytes;
        REQUIRE(write_properties(bytes, all, type));
        const Result<Properties> again = read_properties(bytes, type);
        REQUIRE(again);
        CHECK(*again == all);
    }
}

TEST_CASE("law 1: holds for damaged VMADs, which are rejected or round-trip", "[tes]")
{
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Random random(seed);
        const std::string_view type = random.pick(vmad_types);
        Bytes bytes;
        REQUIRE(write_properties(bytes, random_vmad(random, type), type));
        for (std::size_t n = 1 + random.below(3); n > 0; --n) {
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
        }
        bytes.resize(bytes.size() - (random.once_in(3) ? random.below(bytes.size()) : 0));
        CAPTURE(seed, type);
        const Result<Properties> again = read_properties(bytes, type);
        if (!again) {
            CHECK_FALSE(again.error().message.empty());
            continue;
        }
        Bytes written;
        REQUIRE(write_properties(written, *again, type));
        CHECK(written == bytes);
    }
}

TEST_CASE("laws 1 and 2: hold for random and damaged plugins", "[tes]")
{
    std::size_t accepted = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random(seed);
        const std::size_t header = random.once_in(2) ? 20 : 24;
        const auto any_record = [&] {
            Bytes data;
            std::string_view type = "MISC";
            if (random.once_in(2)) {
                append(data, sub("EDID", zstring(random.text(5, false))));
            }
            switch (random.below(4)) {
            case 0: return small_script(static_cast<std::uint32_t>(random.bits()));
            case 1: {
                type = random.pick(vmad_types);
                Bytes vmad;
                static_cast<void>(write_properties(vmad, random_vmad(random, type), type));
                append(data, sub("VMAD", vmad));
                break;
            }
            case 2:
                type = "INFO";
                append(data,
                       joined({schr(1, 4, 0, 0), sub("SCDA", small_code()), sub("SCRO", Bytes(4)), schr(0, 0, 0, 0)}));
                break;
            default: append(data, sub("DATA", random.bytes(9))); break;
            }
            append(data, random.once_in(5) ? random.bytes(9) : sub("DATA", random.bytes(9)));
            return record(header, type, static_cast<std::uint32_t>(random.bits()), data);
        };
        Bytes bytes = tes4(header, 5);
        for (std::size_t groups = random.below(4); groups > 0; --groups) {
            Bytes inner;
            for (std::size_t n = random.below(4); n > 0; --n) {
                append(inner, random.once_in(3) ? group(header, random.once_in(2) ? text("MISC") : Bytes(4),
                                                        static_cast<std::uint32_t>(random.below(11)), any_record())
                                                : any_record());
            }
            append(bytes, group(header, random.once_in(2) ? text("SCPT") : text("INFO"),
                                static_cast<std::uint32_t>(random.below(2)), inner));
        }
        for (std::size_t n = random.once_in(2) ? 0 : random.below(3); n > 0; --n) {
            bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
        }
        bool read = false;
        CAPTURE(seed);
        CHECK(law_violation(bytes, &read) == "");
        accepted += read ? 1U : 0U;
    }
    CHECK(accepted > 500);
}

TEST_CASE("VMAD: a script without a name has status and properties", "[tes]")
{
    // Source: reference sheet "VMAD", confirmed by 2 of 22,292 real fields.
    const Bytes bytes = joined({
        text(std::string("\x05\0\x02\0\x02\0", 6)),                        // version, object format, scripts
        text(std::string("\0\0\x01\x01\0\x01\0n\x03\x01\x2A\0\0\0", 14)),  // "", inherited, n = 42
        text(std::string("\x01\0s\0\0\0", 6)),                             // "s", local, no properties
    });
    const Result<Properties> read = read_properties(bytes, "ACTI");
    REQUIRE(read);
    REQUIRE(read->scripts.size() == 2);
    CHECK(read->scripts[0].name == "");
    CHECK(read->scripts[0].status == 1);
    REQUIRE(read->scripts[0].properties.size() == 1);
    CHECK(read->scripts[0].properties[0].name == "n");
    CHECK(read->scripts[0].properties[0].integer == 42);
    CHECK(read->scripts[1].name == "s");
    Bytes written;
    REQUIRE(write_properties(written, *read, "ACTI"));
    CHECK(written == bytes);

    // Before version 4 there is no status.
    const Bytes old = text(std::string("\x03\0\x01\0\x01\0\0\0\0\0", 10));
    const Result<Properties> read_old = read_properties(old, "ACTI");
    REQUIRE(read_old);
    CHECK(read_old->scripts.size() == 1);
    CHECK_FALSE(read_properties(text(std::string("\x05\0\x02\0\x01\0\0\0", 8)), "ACTI"));
}

TEST_CASE("VMAD: structs nest at most 32 deep", "[tes]")
{
    const auto nested = [](int structs) {
        Property property;
        property.name = "n";
        property.type = static_cast<std::uint8_t>(PropertyType::integer);
        for (int i = 0; i < structs; ++i) {
            Property outer;
            outer.name = "s";
            outer.type = static_cast<std::uint8_t>(PropertyType::structure);
            outer.members = {property};
            property = outer;
        }
        Properties all;
        all.version = 6;
        all.object_format = 2;
        all.scripts.resize(1);
        all.scripts[0].properties = {property};
        return all;
    };
    Bytes bytes;
    REQUIRE(write_properties(bytes, nested(32), "ACTI"));
    const Result<Properties> read = read_properties(bytes, "ACTI");
    REQUIRE(read);
    CHECK(*read == nested(32));
    Bytes deeper;
    const Status error = write_properties(deeper, nested(33), "ACTI");
    REQUIRE_FALSE(error);
    CHECK(error.error().message == "structs too deep inside each other");
    CHECK(error.error().hint == "at most 32");
}
