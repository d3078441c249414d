// SAVEGAME.SAV: a saved game of Redguard. Source: reference sheets "retail facts", 4, and "engine facts", 5.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::state {

/// Known values of the part SVIT. Its other bytes are the data of the part, with zeros in place of these values.
/// Source: a single public program that reads saved games.
struct Inventory {
    std::uint32_t gold{};
    std::uint32_t health_potions{};

    friend bool operator==(const Inventory&, const Inventory&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Inventory& inventory, unsigned /*version*/)
{
    field(ar, "gold", inventory.gold, {.label = "Gold", .doc = "At 0x36 of SVIT, according to one source."});
    field(ar, "health_potions", inventory.health_potions,
          {.label = "Health potions", .doc = "At 0x62 of SVIT, according to one source."});
}

/// A tagged part.
struct SavePart {
    static constexpr std::string_view element = "part";

    FixedText<4> tag{};
    std::optional<Inventory> inventory{};  ///< of SVIT, if it is long enough
    Bytes data{};

    friend bool operator==(const SavePart&, const SavePart&) = default;
};

template <class Archive>
void serialize(Archive& ar, SavePart& part, unsigned /*version*/)
{
    field(ar, "tag", part.tag,
          {.label = "Tag", .doc = "THMB: picture, SVIT: items, SVMD: places; others are not known.", .always = true});
    list(ar, "inventory", "inventory", part.inventory, {.label = "Inventory"});
    blob(ar, "data", part.data, {.label = "Bytes", .doc = "With zeros in place of known values."});
}

/// A saved game.
struct SavedGame {
    static constexpr std::string_view root = "saved_game";

    FixedText<12> version{};
    FixedText<128> title{};
    Bytes header{};  ///< the rest of the part SVGM
    std::vector<SavePart> parts{};
    Bytes tail{};  ///< bytes after the last part

    friend bool operator==(const SavedGame&, const SavedGame&) = default;
};

template <class Archive>
void serialize(Archive& ar, SavedGame& save, unsigned /*version*/)
{
    field(ar, "version", save.version, {.label = "Version"});
    field(ar, "title", save.title, {.label = "Title", .doc = "As the menu shows it."});
    list(ar, "parts", SavePart::element, save.parts, {.label = "Parts"});
    blob(ar, "header", save.header, {.label = "Header", .doc = "Bytes of SVGM after the title; not known."});
    blob(ar, "tail", save.tail, {.label = "Tail", .doc = "Bytes after the last part."});
}

/// Returns true if the bytes begin with a part SVGM that has a version and a title.
[[nodiscard]] bool is_saved_game(ByteView bytes);
/// Reads a saved game. Bytes after the last complete part are the tail. Errors: malformed (no part SVGM).
[[nodiscard]] Result<SavedGame> read_saved_game(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a saved game. Errors: mismatch (the parts would read back differently), out_of_range (a part of
/// 4 GiB or more).
[[nodiscard]] Result<Bytes> write_saved_game(const SavedGame& save);

/// A .TSG file (state of a map) or OBJECT.SAV. The layout is not known, so all bytes are kept; they contain the names
/// of actors. Recognised by the name of the file.
struct GameState {
    static constexpr std::string_view root = "game_state";

    Bytes data{};

    friend bool operator==(const GameState&, const GameState&) = default;
};

template <class Archive>
void serialize(Archive& ar, GameState& state, unsigned /*version*/)
{
    blob(ar, "data", state.data, {.label = "Bytes", .doc = "The layout is not known."});
}

/// Returns false: nothing in the file identifies it.
[[nodiscard]] bool is_game_state(ByteView bytes);
/// Reads a game state. Accepts any bytes.
[[nodiscard]] Result<GameState> read_game_state(ByteView bytes, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Bytes> write_game_state(const GameState& state);

}  // namespace redforge::state
