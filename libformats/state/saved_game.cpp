// Saved games: reading, writing, and the entries of their formats.
#include "state/saved_game.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/record/describe.hpp"
#include "core/text/difference.hpp"
#include "state/format.hpp"

namespace redforge {

template const RecordType& record_type<state::SavedGame>(unsigned);
template const RecordType& record_type<state::GameState>(unsigned);

}  // namespace redforge

namespace redforge::state {
namespace {

constexpr std::string_view save_tag = "SVGM";
constexpr std::string_view inventory_tag = "SVIT";
constexpr std::size_t part_head = 8;  ///< tag, and the size as a big-endian number
constexpr std::size_t version_size = 12;
constexpr std::size_t title_size = 128;
constexpr std::size_t gold_offset = 0x36;
constexpr std::size_t potions_offset = 0x62;

Bytes copied(ByteView view)
{
    return {view.begin(), view.end()};
}

bool is_tag(std::string_view tag)
{
    return std::ranges::all_of(tag, [](char c) { return c > 0x20 && c < 0x7F; });
}

/// Takes a number out of bytes and leaves zeros in its place.
std::uint32_t take_number(Bytes& data, std::size_t at)
{
    const auto number = load_le<std::uint32_t>(data.data() + at);
    store_le(data.data() + at, std::uint32_t{0});
    return number;
}

SavePart read_part(std::string_view tag, ByteView payload)
{
    SavePart part;
    part.tag = tag;
    part.data = copied(payload);
    if (tag == inventory_tag && payload.size() >= potions_offset + sizeof(std::uint32_t)) {
        Inventory& inventory = part.inventory.emplace();
        inventory.gold = take_number(part.data, gold_offset);
        inventory.health_potions = take_number(part.data, potions_offset);
    }
    return part;
}

Status append_part(Bytes& out, std::string_view tag, ByteView payload)
{
    if (payload.size() > std::numeric_limits<std::uint32_t>::max()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("the part {} has 4 GiB or more", tag),
                     .hint = "its size is a number of 32 bits"});
    }
    append(out, as_bytes(tag));
    out.resize(out.size() + 4);
    store_be32(out.data() + out.size() - 4, static_cast<std::uint32_t>(payload.size()));
    append(out, payload);
    return {};
}

}  // namespace

bool is_saved_game(ByteView bytes)
{
    if (bytes.size() < part_head + version_size + title_size || as_text(bytes.first(4)) != save_tag) {
        return false;
    }
    const std::size_t size = load_be32(bytes.data() + 4);
    return size >= version_size + title_size && size <= bytes.size() - part_head;
}

Result<SavedGame> read_saved_game(ByteView bytes, RawFallbacks* kept)
{
    if (!is_saved_game(bytes)) {
        return fail({.message = "not a saved game: a whole part SVGM is not at its beginning",
                     .offset = 0,
                     .hint = "SAVEGAME.SAV begins with SVGM, a size, a version and a title"});
    }
    SavedGame save;
    ByteView head = bytes.subspan(part_head, load_be32(bytes.data() + 4));
    ByteView rest = bytes.subspan(part_head + head.size());
    save.version = as_text(head.first(version_size));
    save.title = as_text(head.subspan(version_size, title_size));
    save.header = copied(head.subspan(version_size + title_size));
    while (rest.size() >= part_head && is_tag(as_text(rest.first(4)))) {
        const std::size_t size = load_be32(rest.data() + 4);
        if (size > rest.size() - part_head) {
            break;
        }
        save.parts.push_back(read_part(as_text(rest.first(4)), rest.subspan(part_head, size)));
        rest = rest.subspan(part_head + size);
    }
    save.tail = copied(rest);
    if (kept != nullptr && !rest.empty()) {
        kept->push_back({"tail", "bytes after the last complete part", rest.size()});
    }
    return save;
}

Result<Bytes> write_saved_game(const SavedGame& save)
{
    Bytes head;
    append(head, as_bytes({save.version.bytes.data(), save.version.bytes.size()}));
    append(head, as_bytes({save.title.bytes.data(), save.title.bytes.size()}));
    append(head, save.header);
    Bytes bytes;
    if (Status status = append_part(bytes, save_tag, head); !status) {
        return fail(status.error());
    }
    for (const SavePart& part : save.parts) {
        Bytes data = part.data;
        if (part.inventory && data.size() >= potions_offset + sizeof(std::uint32_t)) {
            store_le(data.data() + gold_offset, part.inventory->gold);
            store_le(data.data() + potions_offset, part.inventory->health_potions);
        }
        if (Status status = append_part(bytes, {part.tag.bytes.data(), part.tag.bytes.size()}, data); !status) {
            return fail(status.error());
        }
    }
    append(bytes, save.tail);
    const Result<SavedGame> again = read_saved_game(bytes);
    if (!again) {
        return fail(again.error());
    }
    if (const std::optional<Difference> difference = find_difference(save, *again)) {
        return fail(contradiction("the saved game", *difference, "nothing",
                                  "the data of SVIT has zeros in place of known values, and a tail is not a part"));
    }
    return bytes;
}

bool is_game_state(ByteView /*bytes*/)
{
    return false;
}

Result<GameState> read_game_state(ByteView bytes, RawFallbacks* kept)
{
    if (kept != nullptr && !bytes.empty()) {
        kept->push_back({"data", "the layout is not known", bytes.size()});
    }
    return GameState{copied(bytes)};
}

Result<Bytes> write_game_state(const GameState& state)
{
    return state.data;
}

Format saved_game_format()
{
    return make_format<SavedGame, &is_saved_game, &read_saved_game, &write_saved_game>("Redguard saved game", ".SAV");
}

Format game_state_format()
{
    Format format =
        make_format<GameState, &is_game_state, &read_game_state, &write_game_state>("Redguard game state", ".TSG");
    static constexpr std::array<std::string_view, 2> file_names{"*.TSG", "OBJECT.SAV"};
    format.file_names = file_names;
    format.can_be_named = [](ByteView) { return true; };  // the layout is not known
    return format;
}

}  // namespace redforge::state
