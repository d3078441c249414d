// The one error type of the project, and the Result that carries it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace redforge {

/// Error category, for callers that handle some errors differently.
enum class ErrorCode : std::uint8_t {
    io,            ///< the operating system reported an error: open, read, write, rename
    truncated,     ///< the data is shorter than it announces
    malformed,     ///< the data contradicts its own format
    out_of_range,  ///< a number or index outside its valid range
    unknown_name,  ///< an element, attribute, field, verb or query term that does not exist
    mismatch,      ///< two values that must agree differ
    unsupported,   ///< valid, but not supported by this program
    usage,         ///< the command line is wrong
    exists,        ///< the output exists and may not be replaced
    cancelled,     ///< the user cancelled the operation
    changed,       ///< another program changed the file after it was read
    not_found,     ///< no record matches the path, name or number
};

/// An error: its position, the message, and a hint. Fields that do not apply are empty; describe() omits them.
struct Error {
    ErrorCode code{ErrorCode::malformed};
    std::string message;                    ///< what was found, one sentence without a final stop
    std::string file{};                     ///< as the user named it
    std::optional<std::uint64_t> offset{};  ///< byte offset in a binary file
    std::uint32_t line{};                   ///< 1-based line in a text file, 0 = none
    std::uint32_t column{};                 ///< 1-based column in bytes, 0 = none
    std::string section{};                  ///< section tag, e.g. "MPOB"
    std::optional<std::uint64_t> record{};  ///< 0-based record in the section
    std::string field{};                    ///< field path, e.g. "position.x"
    std::string hint{};                     ///< the valid values, or what the user can do
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

/// Wraps an error for returning: `return fail({.code = ..., .message = ...});`
[[nodiscard]] inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

/// Formats one line for the user: "FILE:LINE:COLUMN: MPOB record 3, position.x: MESSAGE (HINT)".
[[nodiscard]] std::string describe(const Error& error);

/// Returns the stable lower-case name of a code, as in --json output.
[[nodiscard]] std::string_view code_name(ErrorCode code);

/// Returns the indices of the candidates closest to `found` by edit distance, within the maximum distance.
template <class Range>
[[nodiscard]] std::vector<std::size_t> nearest_places(std::string_view found, const Range& candidates,
                                                      std::size_t max_distance);

/// Returns the first of the candidates closest to `found`. Returns an empty name if none is similar enough for a
/// misspelling.
template <class Range>
[[nodiscard]] std::string_view nearest(std::string_view found, const Range& candidates);

/// Maximum number of characters of a name that are compared.
inline constexpr std::size_t max_compared_name = 64;

/// Returns the edit distance of two names: single-character insertions, removals, replacements and swaps.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

template <class Range>
std::vector<std::size_t> nearest_places(std::string_view found, const Range& candidates, std::size_t max_distance)
{
    std::vector<std::size_t> places;
    std::size_t best_distance = max_distance;
    std::size_t next_place = 0;
    for (const auto& candidate : candidates) {
        const std::size_t place = next_place++;
        const std::string_view name(candidate);
        const std::size_t one = std::min(found.size(), max_compared_name);
        const std::size_t other = std::min(name.size(), max_compared_name);
        // Each character that `found` lacks costs at least one edit. This lower bound makes the full comparison
        // unnecessary for most names.
        const auto foreign = static_cast<std::size_t>(std::ranges::count_if(name.substr(0, other), [found](char each) {
            return found.find(each) == std::string_view::npos;
        }));
        if (std::max(foreign, one < other ? other - one : one - other) > best_distance) {
            continue;
        }
        const std::size_t distance = edit_distance(found, name);
        if (distance < best_distance) {
            best_distance = distance;
            places.clear();
        }
        if (distance == best_distance) {
            places.push_back(place);
        }
    }
    return places;
}

template <class Range>
std::string_view nearest(std::string_view found, const Range& candidates)
{
    const std::vector<std::size_t> places = nearest_places(found, candidates, found.size() / 3 + 1);
    return places.empty() ? std::string_view{}
                          : std::string_view(*std::next(std::begin(candidates), std::ptrdiff_t(places.front())));
}

}  // namespace redforge
