// RAST, the strings of all actors.
#include "rgm/string_pool.hpp"

#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "rgm/actor.hpp"
#include "rgm/actors.hpp"

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

/// Returns true if a pool contains exactly each string of the actors once, in order of first use.
bool is_standard_pool(StringLists actors, ByteView pool)
{
    std::unordered_set<std::string_view> texts;
    std::vector<bool> begins(pool.size());  // start offsets of strings
    std::size_t end = 0;                    // of the last string
    for (const std::vector<ActorString>* strings : actors) {
        for (const ActorString& string : *strings) {
            const std::uint32_t offset = *string.offset.stored;
            const std::string_view text = string.value.bytes;
            if (offset >= pool.size() || pool_text(pool, offset) != text) {
                return false;
            }
            if (offset == end) {
                if (!texts.insert(text).second) {
                    return false;
                }
                begins[offset] = true;
                end += text.size() + 1;
            } else if (!begins[offset]) {
                return false;
            }
        }
    }
    return end == pool.size();
}

/// Actors can share long texts. If the texts exceed this number of bytes per byte of the file, they are kept raw.
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
        bytes_.push_back({});  // otherwise the new string would continue the unterminated one
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

std::optional<CutString> find_cut_string(StringLists actors)
{
    for (std::size_t i = 0; i < actors.size(); ++i) {
        const std::vector<ActorString>& strings = *actors[i];
        for (std::size_t s = 0; s < strings.size(); ++s) {
            if (strings[s].value.bytes.find('\0') != std::string::npos) {
                return CutString{i, s};
            }
        }
    }
    return std::nullopt;
}

void canonicalize_strings(StringLists actors, std::optional<StringPool>& stored_pool, ByteView pool)
{
    const bool is_usual = is_standard_pool(actors, pool);
    stored_pool.reset();
    if (!is_usual) {
        stored_pool = split_pool(pool);
    }
    const PoolBuilder given(stored_pool);
    for (std::vector<ActorString>* strings : actors) {
        for (ActorString& string : *strings) {
            if (is_usual || given.find(string.value.bytes) == string.offset.stored) {
                string.offset.stored.reset();
            }
        }
    }
}

LaidStrings lay_out_strings(StringLists actors, const std::optional<StringPool>& stored_pool)
{
    LaidStrings laid;
    PoolBuilder pool(stored_pool);
    laid.standard = !stored_pool;
    laid.offsets.resize(actors.size());
    for (std::size_t i = 0; i < actors.size(); ++i) {
        laid.offsets[i].reserve(actors[i]->size());
        for (const ActorString& string : *actors[i]) {
            laid.standard = laid.standard && !string.offset.stored;
            laid.offsets[i].push_back(string.offset.stored ? *string.offset.stored
                                                           : pool.find_or_add(string.value.bytes));
        }
    }
    laid.pool = pool.take();
    return laid;
}

void canonicalize_laid_strings(StringLists actors, std::optional<StringPool>& stored_pool, const LaidStrings& laid)
{
    if (laid.standard) {
        return;
    }
    for (std::size_t i = 0; i < actors.size(); ++i) {
        std::vector<ActorString>& strings = *actors[i];
        for (std::size_t s = 0; s < strings.size(); ++s) {
            strings[s].offset.stored = laid.offsets[i][s];
        }
    }
    canonicalize_strings(actors, stored_pool, laid.pool);
}

}  // namespace redforge::rgm
