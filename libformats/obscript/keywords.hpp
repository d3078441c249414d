// Keywords of Oblivion's script language: one table for the compiler, syntax colours and text editors.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/text/letter_case.hpp"

namespace redforge::obscript {

/// Role of a line's first word.
enum class Keyword : std::uint8_t {
    none,
    begin,
    end,
    real,
    integer,
    string,
    array,
    reference,
    set,
    if_,
    else_if,
    else_,
    end_if,
    script_name,
    return_,
    part,    ///< not a statement: a word inside one
    command  ///< an OBSE command, listed in the command table
};

/// Effect of a line on the block depth of later lines.
enum class Block : std::uint8_t { none, opens, middle, closes };

struct KeywordEntry {
    std::string_view name;
    Keyword keyword{};
    Block block{};
};

inline constexpr auto keywords = std::to_array<KeywordEntry>(
    {{"scn", Keyword::script_name, Block::none},   {"scriptname", Keyword::script_name, Block::none},
     {"short", Keyword::integer, Block::none},     {"int", Keyword::integer, Block::none},
     {"long", Keyword::integer, Block::none},      {"float", Keyword::real, Block::none},
     {"ref", Keyword::reference, Block::none},     {"reference", Keyword::reference, Block::none},
     {"string_var", Keyword::string, Block::none}, {"array_var", Keyword::array, Block::none},
     {"begin", Keyword::begin, Block::opens},      {"end", Keyword::end, Block::closes},
     {"if", Keyword::if_, Block::opens},           {"elseif", Keyword::else_if, Block::middle},
     {"else", Keyword::else_, Block::middle},      {"endif", Keyword::end_if, Block::closes},
     {"set", Keyword::set, Block::none},           {"to", Keyword::part, Block::none},
     {"return", Keyword::return_, Block::none},    {"while", Keyword::command, Block::opens},
     {"foreach", Keyword::command, Block::opens},  {"loop", Keyword::command, Block::closes},
     {"let", Keyword::command, Block::none},       {"eval", Keyword::command, Block::none},
     {"call", Keyword::command, Block::none}});

/// Returns true if the keyword begins a variable declaration.
[[nodiscard]] constexpr bool is_declaration(Keyword keyword)
{
    return keyword >= Keyword::real && keyword <= Keyword::reference;
}

/// Returns the entry of a word, ignoring case, or null if it is not a keyword.
[[nodiscard]] inline const KeywordEntry* find_keyword(std::string_view word)
{
    if (word.size() < 2 || word.size() > 10) {
        return nullptr;
    }
    const auto found = std::ranges::find_if(keywords, [&](const KeywordEntry& each) {
        return each.name.size() == word.size() && to_lower(word.front()) == each.name.front() &&
               equals_ignore_case(each.name, word);
    });
    return found == keywords.end() ? nullptr : &*found;
}

}  // namespace redforge::obscript
