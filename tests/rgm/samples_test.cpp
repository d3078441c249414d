// Sample maps compared with their generator's values, and both laws for each.
#include <catch2/catch.hpp>

#include "core/text/code_page.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/sample_account.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// Returns the number in a field, also if test::value() returns it as a word.
std::int64_t number(const RecordHandle& record, std::string_view name)
{
    const FieldView field = record.find_field(name);
    REQUIRE(field);
    return field.entry->ops->get_integer(field.value).value();
}

json numbers_of(const RecordHandle& record, const std::vector<std::string_view>& names)
{
    json numbers_found = json::array();
    for (const std::string_view name : names) {
        numbers_found.push_back(number(record, name));
    }
    return numbers_found;
}

/// Returns these numbers of each record of a list.
json tables_of(const RecordHandle& actor, std::string_view list, const std::vector<std::string_view>& names)
{
    const ListView records = actor.find_list(list);
    json rows = json::array();
    for (std::size_t i = 0; i < records.size(); ++i) {
        rows.push_back(numbers_of(records.at(i), names));
    }
    return rows;
}

/// Returns a value of the account for display. The account has bytes of the game's code page.
std::string shown(const json& value)
{
    return encode_text(text(value));
}

ListView actors_of(const rgm::Map& map)
{
    const RecordHandle root = Root(map).record;
    return root.group(*root.table().find_child("actors")).find_list("");
}

void check_actor(const RecordHandle& actor, const json& account)
{
    CHECK(value(actor, "script_name") == shown(account["name"]));
    CHECK(number(actor, "instances") == account["instances"]);
    CHECK(number(actor, "script_pc") == account["script_pc"]);
    CHECK(actor.blob(*actor.table().find_child("script")).size() == account["script_len"]);
    CHECK(number(actor, "texture_id") == account["tex"]);

    std::vector<std::string> expected;
    for (const json& string : account["strings"]) {
        expected.push_back(shown(string));
    }
    CHECK(values(actor, "strings[*].value") == expected);

    if (number(actor, "instances") == 0) {
        CHECK(actor.find_list("variables").size() == 0);  // the file has no place for their values
        const std::string given = value(actor, "num_variables");
        CHECK((given.empty() ? 0 : std::stoll(given)) == account["num_vars"]);
    } else {
        json found = json::array();
        for (std::size_t i = 0; i < actor.find_list("variables").size(); ++i) {
            const RecordHandle variable = actor.find_list("variables").at(i);
            CHECK(value(variable, "instances") == "");
            found.push_back(number(variable, "value"));
        }
        CHECK(found == account["vars"]);
    }
    json attributes = json::object();
    for (const json& attribute : tables_of(actor, "attributes", {"index", "value"})) {
        attributes[std::to_string(attribute[0].get<int>())] = attribute[1];
    }
    CHECK(attributes == account["attrs"]);

    json files = tables_of(actor, "animation_files", {"plane_count", "frame_count"});
    for (std::size_t i = 0; i < files.size(); ++i) {
        const RecordHandle file = actor.find_list("animation_files").at(i);
        const std::string type = value(file, "model_type");
        REQUIRE(type.size() == 1);
        files[i].push_back(type[0]);
        files[i].push_back(decode_text(value(file, "file_path")).value());
    }
    CHECK(files == account["raan"]);
    json groups = tables_of(actor, "groups", {"group_index", "anim_id", "anim_type"});
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const RecordHandle group = actor.find_list("groups").at(i);
        CHECK(value(group, "frame_count") == "");
        groups[i].push_back(group.find_list("commands").size());
    }
    CHECK(groups == account["groups"]);
    CHECK(tables_of(actor, "locations", {"offset_x", "offset_y", "offset_z"}) == account["locs"]);
    json hooks = json::array();
    for (const json& hook : tables_of(actor, "hooks", {"offset", "secondary"})) {
        hooks.push_back(hook[0].get<std::uint32_t>() | hook[1].get<std::uint32_t>() << 16);
    }
    CHECK(hooks == account["hooks"]);
    const ListView extra = actor.find_list("extra");
    REQUIRE(extra.size() == 1);
    CHECK(numbers_of(extra.at(0), {"grip0", "grip1", "scabbard0", "scabbard1", "anim_frame_ref", "texture_id",
                                   "v_vertex", "v_size", "taunt_id", "collision_scale", "field_14", "field_16",
                                   "range_min", "range_ideal", "range_max"}) == account["raex"]);
    CHECK(tables_of(actor, "collision_spheres", {"offset_x", "offset_y", "offset_z", "vertex", "radius"}) ==
          account["vc"]);
    const ListView name = actor.find_list("name_space");
    CHECK((name.size() == 0 ? "" : value(name.at(0), "value")) == shown(account["rname"]));
}

}  // namespace

TEST_CASE("samples: values of actors match the generator's values")
{
    const auto folder = samples_or_skip("samples: values of actors match the generator's values");
    if (folder.empty()) {
        return;
    }
    for (const std::string name : {"TYPICAL", "COVER"}) {
        CAPTURE(name);
        const json account = read_sample_account(folder / (name + ".json"));
        RawFallbacks kept;
        const rgm::Map map = rgm::read_map(read_file(folder / (name + ".RGM")), &kept).value();
        CHECK(kept.empty());
        CHECK_FALSE(map.sections.stored);
        CHECK_FALSE(map.end_length.stored);
        const ListView actors = actors_of(map);
        REQUIRE(actors.size() == account["actors"].size());
        for (std::size_t i = 0; i < actors.size(); ++i) {
            CAPTURE(i);
            check_actor(actors.at(i), account["actors"][i]);
        }
    }
}

TEST_CASE("samples: every map round-trips as a file and as text")
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
        CHECK(law_1_violation(read_file(path), &accepted) == "");
        CHECK(accepted);
    }
}

TEST_CASE("samples: decodes all parts of regular maps")
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
