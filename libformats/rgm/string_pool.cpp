// RAST, the strings of all actors: put together, taken apart, and told from the usual one.
#include "rgm/string_pool.hpp"
#include "rgm/actor.hpp"
#include "rgm/actor_string.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace redforge::rgm {
namespace {

StringPool split_pool(ByteView pool)
{
    StringPool result;
    std::string_view rest = as_text(pool);
    for (std::size_t end = rest.find('\0'); end != std::string_view::npos; end = rest.find('\0')) {
        result.strings.push_back({Text(rest.substr(0, end))});
        rest.remove_prefix(end + 1);
    }
    append(result.tail, as_bytes(rest));
    return result;
}

/// Strings of many actors may share long texts; beyond this many bytes for each byte of the file they are kept raw.
constexpr std::size_t text_growth_limit = 16;

}  // namespace

PoolBuilder::PoolBuilder(const std::optional<StringPool>& given)
{
    if (!given) {
        return;
    }
    for (const PoolString& string : given->strings) {
        add(string.value.bytes);
    }
    append(bytes_, given->tail);
    unterminated_ = !given->tail.empty();
}

std::optional<std::uint32_t> PoolBuilder::find(std::string_view text) const
{
    const auto found = places_.find(text);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t PoolBuilder::find_or_add(std::string_view text)
{
    if (const auto place = find(text)) {
        return *place;
    }
    if (std::exchange(unterminated_, false)) {
        bytes_.push_back({});  // else the new string would continue the unterminated one
    }
    return add(text);
}

std::uint32_t PoolBuilder::add(std::string_view text)
{
    const auto place = static_cast<std::uint32_t>(bytes_.size());
    places_.try_emplace(text, place);
    append(bytes_, as_bytes(text));
    bytes_.push_back({});
    return place;
}

std::string_view pool_text(ByteView pool, std::uint32_t offset)
{
    if (offset >= pool.size()) {
        return {};
    }
    const std::string_view rest = as_text(pool.subspan(offset));
    return rest.substr(0, rest.find('\0'));
}

std::optional<std::string> check_text_growth(ByteView offsets, ByteView pool)
{
    std::size_t total = 0;
    for (std::size_t at = 0; at + 4 <= offsets.size(); at += 4) {
        total += pool_text(pool, load_le<std::uint32_t>(offsets.data() + at)).size();
        if (total > text_growth_limit * (offsets.size() + pool.size()) + 65536) {
            return fmt::format("its strings would take more than {} times the size of RASB and RAST",
                               text_growth_limit);
        }
    }
    return std::nullopt;
}

/// Forgets the offsets of strings that are where one would look first, and the pool when it is the usual one.
void normalize_strings(Actors& actors, ByteView pool)
{
    PoolBuilder usual;
    bool is_usual = true;
    for (const Actor& actor : actors.records) {
        for (const ActorString& string : actor.strings) {
            is_usual = is_usual && usual.find_or_add(string.value.bytes) == *string.offset.stored;
        }
    }
    is_usual = is_usual && std::ranges::equal(usual.take(), pool);
    actors.string_pool.reset();
    if (!is_usual) {
        actors.string_pool = split_pool(pool);
    }
    const PoolBuilder given(actors.string_pool);
    for (Actor& actor : actors.records) {
        for (ActorString& string : actor.strings) {
            if (is_usual || given.find(string.value.bytes) == string.offset.stored) {
                string.offset.stored.reset();
            }
        }
    }
}

LaidStrings lay_out_strings(const Actors& actors)
{
    LaidStrings laid;
    PoolBuilder pool(actors.string_pool);
    laid.usual = !actors.string_pool;
    laid.offsets.resize(actors.records.size());
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        laid.offsets[i].reserve(actors.records[i].strings.size());
        for (const ActorString& string : actors.records[i].strings) {
            laid.usual = laid.usual && !string.offset.stored;
            laid.offsets[i].push_back(string.offset.stored ? *string.offset.stored
                                                           : pool.find_or_add(string.value.bytes));
        }
    }
    laid.pool = pool.take();
    return laid;
}

void settle_strings(Actors& actors, const LaidStrings& laid)
{
    if (laid.usual) {
        return;
    }
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        std::vector<ActorString>& strings = actors.records[i].strings;
        for (std::size_t s = 0; s < strings.size(); ++s) {
            strings[s].offset.stored = laid.offsets[i][s];
        }
    }
    normalize_strings(actors, laid.pool);
}

}  // namespace redforge::rgm
