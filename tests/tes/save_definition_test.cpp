// The conditions of save.def: the parts that the flags and earlier values of a change record announce.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/data_record.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/save/save_changes.hpp"

using namespace redforge;
using namespace redforge::tes;

namespace {

struct Value {
    std::string_view field;
    std::string_view text;
};

/// Returns the names of the parts that a change record announces, separated by spaces. `kind` is the kind of its part
/// `created`, if any.
std::string announced(std::string_view element, const std::vector<Value>& values, std::string_view kind = {})
{
    const auto& all = save_definitions().changes();
    const auto found =
        std::ranges::find_if(all, [&](const DefinedChange& each) { return each.type.element() == element; });
    REQUIRE(found != all.end());
    const std::shared_ptr<void> made = found->type.type().make();
    const RecordHandle record{made.get(), &found->type.type(), CodePage::cp1252};
    for (const Value& value : values) {
        INFO(value.field << " " << value.text);
        REQUIRE((value.text.empty() || record.find_field(value.field).set(value.text)));
    }
    if (!kind.empty()) {
        REQUIRE(add_part(record, "created").find_field("kind").set(kind));
    }
    std::string names;
    for (const DataStep& step : found->type.steps()) {
        const ChildEntry* const child = step.is_child ? &record.table().children[step.place] : nullptr;
        if (child != nullptr && child->kind == ChildEntry::Kind::list && holds(step.presence.only, record)) {
            names += (names.empty() ? "" : " ") + child->name;
        }
    }
    return names;
}

std::string announced_by_flags(std::string_view element, std::string_view flags)
{
    return announced(element, {{"flags", flags}});
}

std::string reference(std::string_view type, std::string_view flags, std::string_view kind = {})
{
    return announced("reference", {{"type", type}, {"flags", flags}}, kind);
}

}  // namespace

TEST_CASE("save.def: flags of an object announce its parts", "[tes]")
{
    CHECK(reference("refr", "") == "");
    CHECK(reference("refr", "form_flags") == "form_flags");
    CHECK(reference("refr", "created") == "created");
    CHECK(reference("refr", "moved") == "moved");
    CHECK(reference("refr", "havok_moved") == "moved havok");
    CHECK(reference("refr", "had_havok_move") == "havok");
    CHECK(reference("refr", "inventory") == "inventory");
    CHECK(reference("refr", "animation") == "extra animation");
    CHECK(reference("refr", "scale") == "scale");
    CHECK(reference("refr", "oblivion_flag") == "oblivion_flag");
}

TEST_CASE("save.def: a reference has one position, even if several flags announce it", "[tes]")
{
    CHECK(reference("refr", "moved cell_changed") == "former moved");
    CHECK(reference("refr", "havok_moved cell_changed") == "former moved havok");
    CHECK(reference("refr", "cell_changed") == "");
    CHECK(reference("refr", "moved oblivion_flag") == "moved");
    CHECK(reference("refr", "havok_moved oblivion_flag") == "moved havok");
    CHECK(reference("refr", "created moved cell_changed oblivion_flag") == "created");
}

TEST_CASE("save.def: each extra-data flag of an object announces the extra data", "[tes]")
{
    for (const std::string_view flag :
         {"all_extra", "object_lock", "object_owner", "object_global", "object_rank", "map_marker", "object_empty",
          "door_default_state", "door_teleport", "object_magic", "object_furniture", "saved_movement", "script",
          "leveled_creature"}) {
        INFO(flag);
        CHECK(reference("refr", flag) == "extra");
    }
    CHECK(reference("refr", "object_dropped door_state unknown_29 disabled") == "");
}

TEST_CASE("save.def: an actor always has a process level and extra data", "[tes]")
{
    CHECK(reference("achr", "") == "process_level extra");
    CHECK(reference("acre", "animation") == "process_level extra");
    CHECK(announced("reference", {{"type", "achr"}, {"form_id", "00000014"}}) == "player_values process_level extra");
    CHECK(announced("reference", {{"type", "acre"}, {"form_id", "00000015"}}) == "process_level extra");
    CHECK(announced("reference", {{"type", "refr"}, {"form_id", "00000014"}}) == "");
}

TEST_CASE("save.def: only created arrows and spells have a process level among objects", "[tes]")
{
    CHECK(reference("refr", "created", "thing") == "created");
    CHECK(reference("refr", "created", "arrow") == "created process_level");
    CHECK(reference("refr", "created", "spell") == "created process_level");
    CHECK(reference("refr", "created", "plain") == "created");
}

TEST_CASE("save.def: flags of a cell announce its position and explored area", "[tes]")
{
    CHECK(announced_by_flags("cell", "created created_2") == "");
    CHECK(announced_by_flags("cell", "near_place") == "near_place");
    CHECK(announced_by_flags("cell", "far_place") == "far_place");
    CHECK(announced_by_flags("cell", "near_place far_place") == "near_place");
    CHECK(announced_by_flags("cell", "seen") == "seen_inside");
    CHECK(announced_by_flags("cell", "seen near_place") == "near_place seen_outside");
    CHECK(announced_by_flags("cell", "seen far_place") == "far_place seen_outside");
    CHECK(announced_by_flags("cell", "cell_flags name owner path_grid detach_time") ==
          "detach_time cell_flags name owner path_grid");
}

TEST_CASE("save.def: flags of items, factions and quests announce their parts", "[tes]")
{
    CHECK(announced_by_flags("item", "value") == "value");
    CHECK(announced_by_flags("item", "teaches form_flags") == "form_flags teaches");
    CHECK(announced_by_flags("faction", "faction_flags") == "faction_flags");
    CHECK(announced_by_flags("faction", "reactions form_flags") == "form_flags reactions");
    CHECK(announced_by_flags("quest", "quest_flags form_flags") == "form_flags quest_flags");
    CHECK(announced_by_flags("quest", "script stages") == "stages script");
}

TEST_CASE("save.def: references without a known layout stay bytes", "[tes]")
{
    const auto& all = save_definitions().changes();
    const auto found =
        std::ranges::find_if(all, [](const DefinedChange& each) { return each.type.element() == "reference"; });
    REQUIRE(found != all.end());
    const auto is_known = [&](std::string_view form_id, std::string_view kind) {
        const std::shared_ptr<void> made = found->type.type().make();
        const RecordHandle record{made.get(), &found->type.type(), CodePage::cp1252};
        REQUIRE(record.find_field("form_id").set(form_id));
        if (!kind.empty()) {
            REQUIRE(add_part(record, "created").find_field("kind").set(kind));
        }
        return holds(found->only, record);
    };
    CHECK(is_known("00000014", ""));
    CHECK(is_known("FF000001", "arrow"));
    CHECK_FALSE(is_known("FEFFFFFF", ""));
    CHECK_FALSE(is_known("FF000001", "spell"));
}
