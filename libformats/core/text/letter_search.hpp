// Searches bytes for letters, ignoring the case of ASCII letters.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/text/letter_case.hpp"

namespace redforge {

/// Letters to search for in many bytes.
class LetterSearch {
public:
    /// Prepares a search. `letters`: one or more.
    explicit LetterSearch(std::string_view letters) : letters_(upper(letters))
    {
        skip_.fill(letters_.size());
        for (std::size_t i = 0; i + 1 < letters_.size(); ++i) {
            const std::size_t left = letters_.size() - 1 - i;
            skip_[static_cast<unsigned char>(letters_[i])] = left;
            skip_[static_cast<unsigned char>(to_lower(letters_[i]))] = left;
        }
    }

    /// Returns true if the bytes contain the letters. Fast: skips ahead by the letter under the last one (Horspool).
    [[nodiscard]] bool is_in(ByteView bytes) const
    {
        const std::string_view text = as_text(bytes);
        const std::size_t size = letters_.size();
        for (std::size_t at = 0; at + size <= text.size();
             at += skip_[static_cast<unsigned char>(text[at + size - 1])]) {
            if (to_upper(text[at + size - 1]) == letters_.back() &&
                equals_ignore_case(text.substr(at, size), letters_)) {
                return true;
            }
        }
        return false;
    }

private:
    std::string letters_;                  ///< search text in upper case
    std::array<std::size_t, 256> skip_{};  ///< distance to skip, by byte
};

}  // namespace redforge
