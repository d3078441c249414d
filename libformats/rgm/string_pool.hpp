// RAST, the strings of all actors: put together, taken apart, and told from the usual one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bytes.hpp"
#include "rgm/actors.hpp"

namespace redforge::rgm {

/// RAST while it is being put together: finds the first place of a text, or makes one.
/// Refers to the texts it is given, which must stay where they are.
class PoolBuilder {
public:
    PoolBuilder() = default;
    /// Begins with the strings and the tail of a pool that is spelt out.
    explicit PoolBuilder(const std::optional<StringPool>& given);

    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;
    std::uint32_t find_or_add(std::string_view text);
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    std::uint32_t add(std::string_view text);

    Bytes bytes_;
    bool unterminated_{};
    std::unordered_map<std::string_view, std::uint32_t> places_;
};

/// The text that RAST has at an offset: up to the next NUL or the end. Empty when the offset is past the end.
[[nodiscard]] std::string_view pool_text(ByteView pool, std::uint32_t offset);

/// Why the strings at `offsets` (RASB) are not to be spelt out for each actor: they would grow beyond measure.
[[nodiscard]] std::optional<std::string> check_text_growth(ByteView offsets, ByteView pool);

/// The strings of each actor, in the order of RAHD.
using StringLists = std::span<std::vector<ActorString>* const>;

/// A string with a NUL inside, which would be read back shorter.
struct CutString {
    std::size_t actor{};
    std::size_t string{};
};
[[nodiscard]] std::optional<CutString> find_cut_string(StringLists actors);

/// Forgets the offsets of strings that are where one would look first, and spells the pool out when it is not the
/// usual one. All offsets are given when it is called.
void canonicalize_strings(StringLists actors, std::optional<StringPool>& spelt_out, ByteView pool);

/// RAST as it is written, and the places of the actors' strings in it.
struct LaidStrings {
    Bytes pool;
    bool standard{};                                     ///< the pool has each string once, in order of first use
    std::vector<std::vector<std::uint32_t>> offsets;  ///< of each actor's strings
};

/// Makes RAST from what the actors hold.
[[nodiscard]] LaidStrings lay_out_strings(StringLists actors, const std::optional<StringPool>& spelt_out);

/// Gives strings and string pool the form that reading would give them.
void canonicalize_laid_strings(StringLists actors, std::optional<StringPool>& spelt_out, const LaidStrings& laid);

}  // namespace redforge::rgm
