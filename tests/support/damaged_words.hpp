// Random damage to texts: words and lines omitted, doubled, exchanged or misspelt.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace redforge::test {

/// Returns the offset and the length of each word and punctuator.
inline std::vector<std::pair<std::size_t, std::size_t>> word_ranges(std::string_view text)
{
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::vector<std::pair<std::size_t, std::size_t>> words;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        while (is_letter(text[i]) && end < text.size() && is_letter(text[end])) {
            ++end;
        }
        if (text[i] > ' ') {
            words.emplace_back(i, end - i);
        }
        i = end;
    }
    return words;
}

/// Returns the text with a word or line omitted, doubled, exchanged or misspelt.
inline std::string damaged_words(Random& random, std::string text)
{
    const auto words = word_ranges(text);
    const auto [at, size] = random.pick(words);
    const auto [other, other_size] = random.pick(words);
    const std::string word = text.substr(other, other_size);
    const std::size_t line = text.rfind('\n', at) + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    switch (random.below(8)) {
    case 0: return text.erase(at, size);
    case 1: return text.insert(at, text.substr(at, size) + " ");
    case 2: return text.replace(at, size, word);
    case 3: return text.insert(at, word + " ");
    case 4: return text.erase(line, end - line);
    case 5: return text.insert(line, text.substr(line, end - line));
    case 6: return text.insert(at + size / 2, 1, "x9_\"'#({<;,."[random.below(12)]);
    default: {
        static constexpr std::array<const char*, 9> values{"0",        "-1",   "99999", "4294967296", "1.5",
                                                           "\"text\"", "'ab'", "end",   "#0"};
        return text.replace(at, size, random.pick(values));
    }
    }
}

}  // namespace redforge::test
