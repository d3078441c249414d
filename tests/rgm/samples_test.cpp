// Sample maps against their generator's own account of what it put where, and both laws on every one of them.
#include <catch2/catch.hpp>

#include "rgm/actor.hpp"
#include "rgm/actor_string.hpp"
#include "rgm/animation.hpp"
#include "rgm/animation_file.hpp"
#include "rgm/animation_group.hpp"
#include "rgm/attribute.hpp"
#include "rgm/collision_sphere.hpp"
#include "rgm/hook.hpp"
#include "rgm/location.hpp"
#include "rgm/map.hpp"
#include "rgm/variable.hpp"
#include "support/laws.hpp"
#include "support/sample_account.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

void check_actor(const rgm::Actor& actor, const json& account)
{
    const rgm::ActorHeader& header = actor.header;
    CHECK(header.script_name.view() == text(account["name"]));
    CHECK(header.instances == account["instances"]);
    CHECK(header.script_pc == account["script_pc"]);
    CHECK(actor.script.size() == account["script_len"]);
    CHECK(header.texture_id == account["tex"]);

    std::vector<std::string> strings;
    for (const rgm::ActorString& string : actor.strings) {
        strings.push_back(string.value.bytes);
    }
    std::vector<std::string> expected;
    for (const json& string : account["strings"]) {
        expected.push_back(text(string));
    }
    CHECK(strings == expected);

    if (header.instances == 0) {
        CHECK(actor.variables.empty());  // the file has no place for their values
        CHECK(header.num_variables.value_or(0) == account["num_vars"]);
    } else {
        json values = json::array();
        for (const rgm::Variable& variable : actor.variables) {
            CHECK(variable.instances.empty());
            values.push_back(variable.value);
        }
        CHECK(values == account["vars"]);
    }
    json attributes = json::object();
    for (const rgm::Attribute& attribute : actor.attributes) {
        attributes[std::to_string(attribute.index)] = attribute.value;
    }
    CHECK(attributes == account["attrs"]);

    json files = json::array();
    for (const rgm::AnimationFile& file : actor.animation_files) {
        files.push_back({file.reserved, file.frame_count, file.model_type.bytes[0], file.file_path.bytes});
    }
    CHECK(files == account["raan"]);
    json groups = json::array();
    for (const rgm::AnimationGroup& group : actor.groups) {
        CHECK_FALSE(group.frame_count.stored);
        groups.push_back({group.group_index, group.anim_id, group.anim_type, group.commands.size()});
    }
    CHECK(groups == account["groups"]);
    json locations = json::array();
    for (const rgm::Location& location : actor.locations) {
        locations.push_back({location.offset_x, location.offset_y, location.offset_z});
    }
    CHECK(locations == account["locs"]);
    json hooks = json::array();
    for (const rgm::Hook& hook : actor.hooks) {
        hooks.push_back(hook.offset | static_cast<std::uint32_t>(hook.secondary) << 16);
    }
    CHECK(hooks == account["hooks"]);
    REQUIRE(actor.extra);
    const rgm::ExtraData& x = *actor.extra;
    CHECK(list_of(x.grip0, x.grip1, x.scabbard0, x.scabbard1, x.anim_frame_ref, x.texture_id, x.v_vertex, x.v_size,
                  x.taunt_id, x.field_12, x.field_14, x.field_16, x.range_min, x.range_ideal,
                  x.range_max) == account["raex"]);
    json spheres = json::array();
    for (const rgm::CollisionSphere& sphere : actor.collision_spheres) {
        spheres.push_back({sphere.offset_x, sphere.offset_y, sphere.offset_z, sphere.vertex, sphere.radius});
    }
    CHECK(spheres == account["vc"]);
    CHECK((actor.name_space ? actor.name_space->value.bytes : "") == text(account["rname"]));
}

}  // namespace

TEST_CASE("samples: every value of an actor is what the generator says it put there")
{
    const auto folder = samples_or_skip("samples: every value of an actor is what the generator says it put there");
    if (folder.empty()) {
        return;
    }
    for (const std::string name : {"TYPICAL", "COVER"}) {
        CAPTURE(name);
        const json account = account_of(folder / (name + ".json"));
        RawFallbacks kept;
        const rgm::Map map = rgm::read_map(read_file(folder / (name + ".RGM")), &kept).value();
        CHECK(kept.empty());
        CHECK_FALSE(map.sections.stored);
        CHECK_FALSE(map.end_length.stored);
        REQUIRE(map.actors.records.size() == account["actors"].size());
        for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
            CAPTURE(i);
            check_actor(map.actors.records[i], account["actors"][i]);
        }
    }
}

TEST_CASE("samples: every map comes back byte for byte, by itself and through its text")
{
    const auto folder = samples_or_skip("samples: every map comes back byte for byte, by itself and through its text");
    if (folder.empty()) {
        return;
    }
    const auto maps = maps_below(folder);
    CHECK(maps.size() >= 45);
    for (const auto& path : maps) {
        CAPTURE(path.filename().string());
        bool accepted = false;
        CHECK(breach_of_law_1(read_file(path), &accepted) == "");
        CHECK(accepted);
    }
}

TEST_CASE("samples: nothing of a regular map is kept as bytes")
{
    const auto folder = samples_or_skip("samples: nothing of a regular map is kept as bytes");
    if (folder.empty()) {
        return;
    }
    auto maps = maps_below(folder / "game");
    CHECK(maps.size() == 27 - 1);
    maps.push_back(folder / "COVER.RGM");
    maps.push_back(folder / "TYPICAL.RGM");
    for (const auto& path : maps) {
        CAPTURE(path.filename().string());
        RawFallbacks kept;
        const auto map = rgm::read_map(read_file(path), &kept);
        REQUIRE(map);
        for (const RawFallback& part : kept) {
            FAIL_CHECK(part.place << ": " << part.reason);
        }
        CHECK(map->raw_sections.empty());
    }
}
