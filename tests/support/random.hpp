// Seeded random records: any value that a field allows, from the tables of record types.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/record/record_type.hpp"

namespace redforge::test {

/// Random numbers that are equal on all systems: uses a standard engine, but no standard distribution.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] std::uint64_t bits() { return engine_(); }
    /// Returns a number from 0 to limit - 1, or 0 if limit is 0.
    [[nodiscard]] std::size_t below(std::size_t limit) { return limit == 0 ? 0 : engine_() % limit; }
    /// Returns true with a probability of 1 / `times`.
    [[nodiscard]] bool once_in(std::size_t times) { return below(times) == 0; }
    template <class List>
    [[nodiscard]] auto& pick(List& list)
    {
        return list[below(std::size(list))];
    }
    template <class List>
    void shuffle(List& list)
    {
        for (std::size_t i = std::size(list); i > 1; --i) {
            std::swap(list[i - 1], list[below(i)]);
        }
    }
    /// Returns a number of a range, often an end, 0, 1 or -1.
    [[nodiscard]] std::int64_t number(std::int64_t min, std::int64_t max)
    {
        const std::int64_t ends[] = {0, min, max, 1, -1};
        const std::int64_t chosen = ends[below(5)];
        if (once_in(2) && chosen >= min && chosen <= max) {
            return chosen;
        }
        const auto width = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min);
        const std::uint64_t offset = width == std::numeric_limits<std::uint64_t>::max() ? bits() : bits() % (width + 1);
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(min) + offset);
    }
    /// Returns a character of game text: a letter, markup, a control byte, code page 437, a part of an escape.
    [[nodiscard]] char character()
    {
        static constexpr std::string_view awkward = "<>&\"'\\x4 ]\t\r\n\x7F\x01\x1B;%=/";
        switch (below(4)) {
        case 0: return awkward[below(awkward.size())];
        case 1: return static_cast<char>(bits());
        default: return static_cast<char>('A' + below(26));
        }
    }
    [[nodiscard]] std::string text(std::size_t longest, bool with_nul)
    {
        std::string out(below(longest + 1), '\0');
        for (char& c : out) {
            do {
                c = character();
            } while (c == '\0' && !with_nul);
        }
        return out;
    }
    [[nodiscard]] Bytes bytes(std::size_t longest)
    {
        Bytes out(below(longest + 1));
        for (std::byte& b : out) {
            b = once_in(4) ? std::byte{0} : static_cast<std::byte>(bits());
        }
        return out;
    }

private:
    std::mt19937_64 engine_;
};

/// Limits of random records.
struct RandomLimits {
    std::size_t records = 3;  ///< maximum number in a list
    std::size_t text = 12;    ///< characters
    std::size_t blob = 40;    ///< bytes
    bool nul_in_text = false;
    bool derived = false;  ///< derived fields sometimes have stored values
    std::size_t depth{};   ///< nesting depth of the record
};

/// Fills a record of any type with random values, and its lists with random records.
void fill_random(Random& random, const RecordHandle& record, const RandomLimits& limits = {});

/// Returns a record with random values.
template <class T>
[[nodiscard]] T random_record(Random& random, const RandomLimits& limits = {})
{
    T record{};
    fill_random(random, handle_of(record), limits);
    return record;
}

}  // namespace redforge::test
