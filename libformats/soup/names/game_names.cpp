// Reads the name lists of a game's folder.
#include "soup/names/game_names.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"

namespace redforge::soup {
namespace {

/// Offset of the text in an entry of ENGLISH.RTX, after the kind and the length.
constexpr std::size_t text_at = 6;

/// Calls `each` with the number and value of each line KEY[number] = value.
template <class F>
void for_each_indexed(ByteView bytes, std::string_view key, F&& each)
{
    std::string_view text = as_text(bytes);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = trimmed(line.substr(0, line.find(';')));
        if (!equals_ignore_case(line.substr(0, key.size()), key) || !line.substr(key.size()).starts_with('[')) {
            continue;
        }
        line.remove_prefix(key.size() + 1);
        std::int32_t number = 0;
        const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), number);
        std::string_view rest = line.substr(static_cast<std::size_t>(stop - line.data()));
        if (error != std::errc{} || !rest.starts_with(']')) {
            continue;
        }
        rest = trimmed(rest.substr(1));
        if (rest.starts_with('=')) {
            each(number, trimmed(rest.substr(1)));
        }
    }
}

}  // namespace

std::map<std::int32_t, std::string> read_world_maps(ByteView world_ini)
{
    std::map<std::int32_t, std::string> maps;
    for_each_indexed(world_ini, "world_map", [&](std::int32_t number, std::string_view path) {
        const std::size_t folder = path.find_last_of("\\/");
        std::string_view name = folder == std::string_view::npos ? path : path.substr(folder + 1);
        name = name.substr(0, name.rfind('.'));
        maps.emplace(number, upper(encode_text(name)));  // the game uses the first of two lines with one key
    });
    return maps;
}

std::map<std::int32_t, std::string> read_item_labels(ByteView item_ini)
{
    std::map<std::int32_t, std::string> labels;
    for_each_indexed(item_ini, "name",
                     [&](std::int32_t number, std::string_view label) { labels.emplace(number, label); });
    return labels;
}

Result<Dialogue> Dialogue::open(std::uint64_t file_size, ReadPart read)
{
    constexpr std::size_t footer_size = 12;
    constexpr std::size_t entry_size = 12;
    const auto damaged = [](std::uint64_t offset, std::string found) {
        return fail({.message = std::move(found),
                     .offset = offset,
                     .hint = "an RTX file ends with RNAV, the offset of its table and the number of entries"});
    };
    if (file_size < footer_size) {
        return damaged(0, "too short for an RTX file");
    }
    const std::uint64_t footer_at = file_size - footer_size;
    const Result<Bytes> footer = read(footer_at, footer_size);
    if (!footer) {
        return tl::unexpected(footer.error());
    }
    if (footer->size() != footer_size || as_text(*footer).substr(0, 4) != "RNAV") {
        return damaged(footer_at, "no RNAV at the end of the file");
    }
    const auto table_at = load_le<std::uint32_t>(footer->data() + 4);
    const auto count = load_le<std::uint32_t>(footer->data() + 8);
    if (table_at > footer_at || count > (footer_at - table_at) / entry_size) {
        return damaged(footer_at + 4,
                       fmt::format("a table of {} entries at {} does not fit the file", count, table_at));
    }
    const Result<Bytes> table = read(table_at, count * entry_size);
    if (!table) {
        return tl::unexpected(table.error());
    }
    if (table->size() != count * entry_size) {
        return damaged(table_at, "the table ends early");
    }
    Dialogue dialogue;
    dialogue.read_ = std::move(read);
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* entry = table->data() + i * entry_size;
        const Place place{load_le<std::uint32_t>(entry + 4), load_le<std::uint32_t>(entry + 8)};
        if (place.offset <= file_size && place.size <= file_size - place.offset) {
            dialogue.places_.emplace(as_text(ByteView(entry, 4)), place);
        }
    }
    return dialogue;
}

const Dialogue::Place* Dialogue::find(std::string_view label) const
{
    auto found = places_.find(std::string(label));
    if (found == places_.end()) {
        found = places_.find(lower(label));
    }
    return found == places_.end() || found->second.size < text_at ? nullptr : &found->second;
}

bool Dialogue::has_voice(std::string_view label) const
{
    // The second byte of an entry is 1 if a voice follows the text.
    const Place* const place = find(label);
    const Result<Bytes> begin = place == nullptr ? Bytes{} : read_(place->offset, 2);
    return begin && begin->size() == 2 && begin->back() == std::byte{1};
}

std::optional<std::string> Dialogue::text(std::string_view label) const
{
    const Place* const place = find(label);
    if (place == nullptr) {
        return std::nullopt;
    }
    // Few texts are longer; avoids reading the sound after them.
    constexpr std::size_t standard = 512;
    const Result<Bytes> begin = read_(place->offset, std::min<std::size_t>(place->size, standard));
    if (!begin || begin->size() < text_at) {
        return std::nullopt;
    }
    const std::size_t length = load_le<std::uint16_t>(begin->data() + 2);
    if (length > place->size - text_at) {
        return std::nullopt;
    }
    if (text_at + length <= begin->size()) {
        return encode_text(as_text(*begin).substr(text_at, length));
    }
    const Result<Bytes> all = read_(place->offset + text_at, length);
    return all ? std::optional(encode_text(as_text(*all))) : std::nullopt;
}

std::vector<std::string> Dialogue::labels() const
{
    std::vector<std::string> labels;
    for (const auto& [label, place] : places_) {
        labels.push_back(label);
    }
    std::ranges::sort(labels);
    return labels;
}

void add_game_names(Names& names, ByteView world_ini, ByteView item_ini, const Dialogue* dialogue)
{
    names.maps = read_world_maps(world_ini);
    for (const auto& [number, label] : read_item_labels(item_ini)) {
        const auto text = dialogue != nullptr ? dialogue->text(label) : std::nullopt;
        names.items[number] = text.value_or(encode_text(label));
    }
    if (dialogue != nullptr) {
        names.dialogue = [dialogue](std::string_view label) { return dialogue->text(label); };
        names.has_voice = [dialogue](std::string_view label) { return dialogue->has_voice(label); };
        names.labels = [dialogue] { return dialogue->labels(); };
    }
}

}  // namespace redforge::soup
