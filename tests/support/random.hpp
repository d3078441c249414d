// Seeded random records: an archive over the field list that fills in any value which a field allows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "core/leaf.hpp"
#include "core/values.hpp"
#include "rgm/map.hpp"

namespace redforge::test {

/// Random numbers that are the same on every machine: the standard's generator, but none of its distributions.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    [[nodiscard]] std::uint64_t bits() { return engine_(); }
    /// 0 to limit - 1; 0 when limit is 0.
    [[nodiscard]] std::size_t below(std::size_t limit) { return limit == 0 ? 0 : engine_() % limit; }
    /// True once in `times`.
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
    /// A number of a range: often its ends, 0, 1 and -1.
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
    /// One character of game text: letters, markup, control bytes, code page 437, pieces of escapes.
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

/// What a random record may hold.
struct RandomLimits {
    std::size_t records = 3;  ///< in one list, at most
    std::size_t text = 12;    ///< characters
    std::size_t blob = 40;    ///< bytes
    bool nul_in_text = false;
    bool derived = false;     ///< whether derived fields are sometimes given
};

/// Fills records field by field.
class RandomArchive {
public:
    RandomArchive(Random& random, RandomLimits limits) : random_(random), limits_(limits) {}

    template <class T>
    void field(std::string_view /*name*/, T& value, const FieldInfo& info)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else {
            fill(value, info);
        }
    }
    template <class List>
    void list(std::string_view /*name*/, std::string_view /*item*/, List& records, const FieldInfo& /*info*/)
    {
        records = {};
        const std::size_t most = ListTraits<List>::single ? 1 : limits_.records;
        for (std::size_t count = random_.below(most + 1); count > 0; --count) {
            serialize(*this, ListTraits<List>::append(records), 0);
        }
    }
    template <class T>
    void group(std::string_view /*name*/, T& record, const FieldInfo& /*info*/)
    {
        serialize(*this, record, 0);
    }
    void blob(std::string_view /*name*/, Bytes& bytes, const BlobInfo& /*info*/, std::string_view /*file*/)
    {
        bytes = random_.once_in(2) ? Bytes{} : random_.bytes(limits_.blob);
    }

private:
    template <std::integral T>
    void fill(T& value, const FieldInfo& info)
    {
        value = static_cast<T>(random_.number(std::max<std::int64_t>(Leaf<T>::type.min, info.min),
                                              std::min<std::int64_t>(Leaf<T>::type.max, info.max)));
    }
    void fill(I24& value, const FieldInfo& /*info*/)
    {
        value = static_cast<std::int32_t>(random_.number(I24::min, I24::max));
    }
    void fill(U24& value, const FieldInfo& /*info*/)
    {
        value = static_cast<std::int32_t>(random_.number(U24::min, U24::max));
    }
    template <std::size_t N>
    void fill(FixedText<N>& value, const FieldInfo& /*info*/)
    {
        value = FixedText<N>(random_.text(N, true));
    }
    void fill(Text& value, const FieldInfo& /*info*/) { value.bytes = random_.text(limits_.text, limits_.nul_in_text); }
    void fill(Bytes& value, const FieldInfo& /*info*/) { value = random_.bytes(limits_.blob); }
    void fill(rgm::Opcode& value, const FieldInfo& /*info*/)
    {
        value.value = static_cast<std::uint8_t>(random_.below(16));
    }
    void fill(rgm::SectionOrder& value, const FieldInfo& info)
    {
        value.tags.resize(random_.below(6));
        for (auto& tag : value.tags) {
            fill(tag, info);
        }
    }
    template <class T>
    void fill(std::vector<T>& values, const FieldInfo& info)
    {
        values.resize(random_.once_in(2) ? 0 : random_.below(limits_.records + 1));
        for (T& value : values) {
            fill(value, info);
        }
    }
    template <class T, std::size_t N>
    void fill(std::array<T, N>& values, const FieldInfo& info)
    {
        for (T& value : values) {
            fill(value, info);
        }
    }
    template <class T>
    void fill(Derived<T>& value, const FieldInfo& info)
    {
        value.given.reset();
        if (limits_.derived && random_.once_in(3)) {
            fill(value.given.emplace(), info);
        }
    }

    Random& random_;
    RandomLimits limits_;
};

/// A record of any type with random values.
template <class T>
[[nodiscard]] T random_record(Random& random, RandomLimits limits = {})
{
    T record{};
    RandomArchive archive(random, limits);
    serialize(archive, record, 0);
    return record;
}

}  // namespace redforge::test
