// Editable values of one record and of several: property grid rows with bytes, and table cells.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>

#include "editor/model/rows/property_rows.hpp"
#include "editor/model/rows/record_table.hpp"
#include "editor/plugin_support.hpp"
#include "editor/session_support.hpp"
#include "sound/rtx.hpp"
#include "sound/sfx.hpp"
#include "sound/wav.hpp"
#include "support/outcome.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::need;
using test::Opened;

/// Returns a row of the grid for some records as text: its value or "differs", and "editable" if it can be edited.
std::string row_of(const Session& session, const std::vector<std::string>& paths, std::string_view name)
{
    const PropertyRows made = make_rows(session, test::at(session, paths));
    const auto row = std::ranges::find(made.rows, name, &PropertyRow::name);
    REQUIRE(row != made.rows.end());
    CHECK((!row->differs || row->text.empty()));
    return (row->differs ? std::string("differs") : row->text) + (row->read_only ? ", read only" : "");
}

sound::Effect effect(std::size_t samples, int value)
{
    const auto kept = std::make_shared<const Bytes>(Bytes(samples, static_cast<std::byte>(value)));
    return {0, {}, sound::make_wav({}, kept, *kept)};
}

}  // namespace

TEST_CASE("editable: up to 64 bytes of a sound are editable, more are described", "[editor]")
{
    sound::Effects file;
    file.effects = {effect(20, 128), effect(20, 128), effect(20, 1), effect(22, 128), effect(22, 128), effect(24, 1)};
    sound::update_dependents({}, file);
    Opened here("MAIN.SFX", need(sound::write_effects(file)));
    const auto wav = [&](const std::vector<std::string>& paths) { return row_of(here.session, paths, "wav"); };
    const std::string whole = wav({"effects[0]"});
    CHECK(whole.starts_with("52494646"));  // RIFF
    CHECK(whole.size() == 128);
    CHECK(wav({"effects[3]"}).ends_with(", read only"));
    CHECK_FALSE(wav({"effects[3]"}).starts_with("52494646"));
    CHECK(wav({"effects[0]", "effects[1]"}) == whole);
    CHECK(wav({"effects[0]", "effects[2]"}) == "differs");
    CHECK(wav({"effects[0]", "effects[3]"}) == "differs, read only");
    CHECK(wav({"effects[3]", "effects[0]"}) == "differs, read only");
    CHECK(wav({"effects[0]", "effects[1]", "effects[2]", "effects[1]"}) == "differs");
    CHECK(wav({"effects[3]", "effects[4]"}) == wav({"effects[3]"}));
    CHECK(wav({"effects[3]", "effects[5]"}) == "differs, read only");
}

TEST_CASE("editable: up to 64 bytes of a record are editable", "[editor]")
{
    sound::Dialogue file;
    file.entries.push_back({.label = FixedText<4>("AB09"), .text = "the first has a text"});
    for (const std::size_t size : {64U, 64U, 65U}) {
        sound::Entry& entry = file.entries.emplace_back();
        entry.label = FixedText<4>("AB" + std::to_string(10 + file.entries.size()));
        entry.no_text = 1;
        entry.payload = Bytes(size, std::byte{0x2A});
    }
    file.entries[2].payload[63] = std::byte{0x2B};
    Opened here("ENGLISH.RTX", need(sound::write_dialogue(file)));
    const auto payload = [&](const std::vector<std::string>& paths) { return row_of(here.session, paths, "payload"); };
    std::string sixty_four;
    for (int i = 0; i < 64; ++i) {
        sixty_four += "2a";
    }
    CHECK(payload({"entries[1]"}) == sixty_four);
    CHECK(payload({"entries[3]"}) == sixty_four + "..., read only");
    CHECK(payload({"entries[1]", "entries[2]"}) == "differs");
    CHECK(payload({"entries[1]", "entries[3]"}) == "differs, read only");
    CHECK(payload({"entries[3]", "entries[1]"}) == "differs, read only");
    CHECK(row_of(here.session, {"entries[1]", "entries[2]"}, "no_text") == "1");
    CHECK(row_of(here.session, {"entries[1]", "entries[2]"}, "label") == "differs");
}

TEST_CASE("editable: a derived value is editable if the file overrides it", "[editor]")
{
    // The index of the first file has the order of its entries. The index of the second file begins with the last
    // entry.
    for (const bool stored : {false, true}) {
        sound::Dialogue file;
        for (const char* const label : {"AB01", "AB02", "AB03"}) {
            file.entries.push_back({.label = FixedText<4>(label), .text = "a text"});
        }
        if (stored) {
            file.entries[2].row.stored = 0;  // read back as 1, 2 and 0
        }
        Opened here("ENGLISH.RTX", need(sound::write_dialogue(file)));
        const RecordTable table(here.session, table_list_at(here.session, here.at("entries").front()).value());
        const auto column = std::ranges::find(table.columns(), "row", &TableColumn::name);
        REQUIRE(column != table.columns().end());
        const auto number = static_cast<std::size_t>(column - table.columns().begin());
        const auto row = [&](const std::vector<std::string>& paths) { return row_of(here.session, paths, "row"); };
        CHECK(table.is_editable(2, number) == stored);
        CHECK(table.typed(2, number, "7").has_value() == stored);
        CHECK(row({"entries[2]"}) == (stored ? "0" : ", read only"));
        CHECK(row({"entries[0]", "entries[2]"}) == (stored ? "differs" : ", read only"));
        if (stored) {
            REQUIRE(here.session.set(here.at("entries[0]"), "row", ""));
        }
        CHECK_FALSE(table.is_editable(0, number));
        CHECK_FALSE(table.typed(0, number, "7"));
        CHECK(row({"entries[0]"}) == ", read only");
        CHECK(row({"entries[0]", "entries[2]"}) == (stored ? "differs, read only" : ", read only"));
        CHECK(row({"entries[2]", "entries[0]"}) == (stored ? "differs, read only" : ", read only"));
    }
}

TEST_CASE("editable: angles of a matrix are editable if it is a rotation", "[editor]")
{
    const test::SampleFile file;
    Session session = need(Session::open(file.path));
    const auto angles = [&] {
        std::string all;
        for (const PropertyRow& row : make_rows(session, NodeRefs{test::at(session, "statics[1]")}).rows) {
            if (row.turn) {
                CHECK(row.angle);
                CHECK(row.number);
                all += row.label + " " + row.text + (row.read_only ? " read only" : "") + "; ";
            }
        }
        return all;
    };
    CHECK(angles() == "About X 0; About Y 1536; About Z 0; ");
    const std::vector<std::string> both{"statics[0]", "statics[1]"};  // rotated by 0 and 1536
    CHECK(row_of(session, both, "rotation_matrix:x") == "0");
    CHECK(row_of(session, both, "rotation_matrix:y") == "differs");
    CHECK(row_of(session, both, "rotation_matrix:z") == "0");
    REQUIRE(session.set(NodeRefs{test::at(session, "statics[1]")}, "rotation_matrix", "1 1 1 1 1 1 1 1 1"));
    CHECK(angles() == "About X  read only; About Y  read only; About Z  read only; ");
}
