// RAST, the strings of all actors: composition, parsing, and comparison with the standard pool.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "rgm/actors.hpp"

namespace redforge::rgm {

/// Builds RAST: finds the first offset of a text, or appends it. Keeps references to the texts, which must outlive it.
class PoolBuilder {
public:
    PoolBuilder() = default;
    /// Begins with the strings and tail of a given pool.
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

/// Returns the text at an offset of RAST, up to the next NUL or the end. Returns an empty text if the offset is out of
/// range.
[[nodiscard]] std::string_view pool_text(ByteView pool, std::uint32_t offset);

/// Returns an error if listing the strings at `offsets` (RASB) for each actor would need too much memory.
[[nodiscard]] std::optional<std::string> check_text_growth(ByteView offsets, ByteView pool);

/// The strings of each actor, in RAHD order.
using StringLists = std::span<std::vector<ActorString>* const>;

/// A string with an embedded NUL, which would read back shorter.
struct CutString {
    std::size_t actor{};
    std::size_t string{};
};
[[nodiscard]] std::optional<CutString> find_cut_string(StringLists actors);

/// Removes the offsets of strings at their first occurrence, and stores the pool if it is not the standard pool.
/// Precondition: all offsets are given.
void canonicalize_strings(StringLists actors, std::optional<StringPool>& stored_pool, ByteView pool);

/// RAST as written, and the offsets of the actors' strings.
struct LaidStrings {
    Bytes pool;
    bool standard{};                                  ///< the pool contains each string once, in order of first use
    std::vector<std::vector<std::uint32_t>> offsets;  ///< of each actor's strings
};

/// Makes RAST from the actors.
[[nodiscard]] LaidStrings lay_out_strings(StringLists actors, const std::optional<StringPool>& stored_pool);

/// Converts strings and string pool to the form that reading returns.
void canonicalize_laid_strings(StringLists actors, std::optional<StringPool>& stored_pool, const LaidStrings& laid);

}  // namespace redforge::rgm
