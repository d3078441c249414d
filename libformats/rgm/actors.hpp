// The actors of a map, and the other content of their sections: the string pool, and bytes around the parts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "rgm/actor.hpp"

namespace redforge::rgm {

/// A string of RAST.
struct PoolString {
    Text value;

    friend bool operator==(const PoolString&, const PoolString&) = default;
};

template <class Archive>
void serialize(Archive& ar, PoolString& string, unsigned /*version*/)
{
    field(ar, "value", string.value, {.label = "Text", .always = true});
}

/// RAST as a list, if it is not each string once in order of first use.
struct StringPool {
    std::vector<PoolString> strings;
    Bytes tail;  ///< bytes after the last NUL

    friend bool operator==(const StringPool&, const StringPool&) = default;
};

template <class Archive>
void serialize(Archive& ar, StringPool& pool, unsigned /*version*/)
{
    list(ar, "", "text", pool.strings, {.label = "Strings"});
    blob(ar, "tail", pool.tail, {.label = "Unterminated rest"});
}

/// Bytes of a part section before the first part and after the last.
struct Block {
    FixedText<4> section;
    Derived<Bytes> preamble;  ///< usually four zero bytes in RAVA and RASC, otherwise none
    Bytes tail;

    friend bool operator==(const Block&, const Block&) = default;
};

template <class Archive>
void serialize(Archive& ar, Block& block, unsigned /*version*/)
{
    field(ar, "section", block.section, {.always = true, .key = true});
    field(ar, "preamble", block.preamble, {.doc = "Bytes before the first actor's part.", .kind = Role::derived});
    blob(ar, "tail", block.tail, {.doc = "Bytes after the last actor's part."});
}

/// The fixed word after RAHD's count. Shipped maps: always this value.
inline constexpr std::uint32_t rahd_prefix = 0x0037801B;

/// The actors, and the other content of their sections.
struct Actors {
    Derived<std::uint32_t> count;
    std::uint32_t prefix{rahd_prefix};
    Bytes rafs{std::byte{0}};  ///< shipped maps: one zero byte
    std::vector<Actor> records;
    Bytes tail;  ///< bytes after the last RAHD record
    std::vector<Block> blocks;
    std::optional<StringPool> string_pool;

    friend bool operator==(const Actors&, const Actors&) = default;
};

template <class Archive>
void serialize(Archive& ar, Actors& actors, unsigned /*version*/)
{
    field(ar, "count", actors.count, {.doc = "RAHD", .kind = Role::derived});
    field(ar, "prefix", actors.prefix, {.doc = "The word after RAHD's count.", .kind = Role::reserved});
    field(ar, "rafs", actors.rafs,
          {.label = "RAFS", .doc = "Bounding spheres; one zero byte in shipped maps.", .kind = Role::opaque});
    list(ar, "", "actor", actors.records, {.label = "Actors"});
    blob(ar, "tail", actors.tail, {.label = "Bytes after the RAHD records"});
    list(ar, "blocks", "block", actors.blocks, {.label = "Blocks"});
    list(ar, "string_pool", "string_pool", actors.string_pool, {.label = "String pool", .doc = "RAST"});
}

}  // namespace redforge::rgm
