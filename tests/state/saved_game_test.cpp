// SAVEGAME.SAV, .TSG and OBJECT.SAV: known values, and kept bytes. Layout: reference sheets "retail facts", 4, and
// "engine facts", 5.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "state/saved_game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::state;
using art::test::bytes_of;
using art::test::join;
using art::test::law_violation;
using art::test::part;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns a part SVGM of 272 bytes, so that the next part begins at 0x118.
Bytes head()
{
    Bytes payload = bytes_of("v1.00");
    payload.resize(12);
    append(payload, bytes_of("At the harbour"));
    payload.resize(272);
    payload[271] = std::byte{7};
    return part("SVGM", payload);
}

/// Returns an SVIT with 500 gold at 0x36 and 3 potions at 0x62.
Bytes inventory(std::size_t size = 0x70)
{
    Bytes payload(size, std::byte{0xEE});
    if (size >= 0x66) {
        store_le(payload.data() + 0x36, std::uint32_t{500});
        store_le(payload.data() + 0x62, std::uint32_t{3});
    }
    return part("SVIT", payload);
}

}  // namespace

TEST_CASE("saved games: reads title, picture, gold and potions", "[state]")
{
    const Bytes bytes = join({head(), part("THMB", bytes_of("picture")), inventory(), part("SVMD", bytes_of("x?smk"))});
    CHECK(as_text(ByteView(bytes).subspan(0x118, 4)) == "THMB");
    CHECK(is_saved_game(bytes));
    RawFallbacks kept;
    SavedGame save = need(read_saved_game(bytes, &kept));
    CHECK(kept.empty());
    CHECK(save.version.view() == "v1.00");
    CHECK(save.title.view() == "At the harbour");
    REQUIRE(save.parts.size() == 3);
    CHECK(save.parts[0].tag.view() == "THMB");
    CHECK_FALSE(save.parts[0].inventory);
    REQUIRE(save.parts[1].inventory);
    CHECK(save.parts[1].inventory->gold == 500);
    CHECK(save.parts[1].inventory->health_potions == 3);
    CHECK(law_violation(save, bytes, write_saved_game).empty());
    CHECK(edit::recognise(bytes)->root() == "saved_game");

    save.parts[1].inventory->gold = 12345;
    const Bytes edited = need(write_saved_game(save));
    REQUIRE(edited.size() == bytes.size());
    const std::size_t gold = 0x118 + 8 + 7 + 8 + 0x36;
    CHECK(load_le<std::uint32_t>(edited.data() + gold) == 12345);
    CHECK(as_text(ByteView(edited).first(gold)) == as_text(ByteView(bytes).first(gold)));
}

TEST_CASE("saved games: keeps other layouts as bytes", "[state]")
{
    for (const Bytes& bytes : {join({head(), inventory(0x65), bytes_of("END ")}), join({head(), bytes_of("SVITxyz")}),
                               join({head(), part("SVIT", {}), Bytes(20)}), head()}) {
        CHECK(law_violation(need(read_saved_game(bytes)), bytes, write_saved_game).empty());
    }
    const Bytes bytes = join({head(), inventory()});
    CHECK_FALSE(is_saved_game(ByteView(bytes).first(200)));
    CHECK(require_error(read_saved_game(bytes_of("SVGM"))).message ==
          "not a saved game: a whole part SVGM is not at its beginning");
}

TEST_CASE("saved games: rejects values that the file cannot store", "[state]")
{
    SavedGame save = need(read_saved_game(join({head(), inventory()})));
    save.tail = part("MORE", {});
    CHECK(require_error(write_saved_game(save)).code == ErrorCode::mismatch);
    save.tail.clear();
    save.parts[0].data.resize(4);
    CHECK(require_error(write_saved_game(save)).field == "parts[0].inventory");
    save.parts[0].inventory.reset();
    CHECK(need(write_saved_game(save)).size() == 280 + 8 + 4);
}

TEST_CASE("game states: recognises TSG and OBJECT.SAV by name", "[state]")
{
    const Bytes bytes = bytes_of("\x01\x02\x03 anything");
    CHECK(edit::recognise(bytes, "MAPS/ISLAND.TSG")->root() == "game_state");
    CHECK(edit::recognise(bytes, "object.sav")->root() == "game_state");
    CHECK(edit::recognise(bytes, "SAVEGAME.SAV") == nullptr);
    const GameState state = need(read_game_state(bytes));
    CHECK(state.data == bytes);
    CHECK(law_violation(state, bytes, write_game_state).empty());
}

TEST_CASE("unsupported files: the error names files of the game that are not read")
{
    const auto message = [](const std::string& name) {
        return require_error(edit::read_binary(SharedBytes(bytes_of("\x0A\x05")), name)).message;
    };
    CHECK(message("SOUP386/ITORCH.AI") == "a compiled script of Redguard (.AI), which Redforge does not support");
    CHECK(message("maps/islan001.noo") == "a node map of Redguard (.NOO), which Redforge does not support");
    CHECK(message("SKY_61.PCX") == "named as PCX picture (.PCX), but has only 2 bytes: 0A 05");
    CHECK(message("3dart/TEXTURE.302") ==
          "textures of Redguard's software edition (TEXTURE.nnn), which Redforge does not support");
}
