// Filters of lists: words that a row must contain.
#include "editor/model/text/word_filter.hpp"

#include "core/record/leaf.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::editor {

bool has_words(std::string_view text, std::string_view words)
{
    const std::string whole = upper(text);
    for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
        if (whole.find(upper(word)) == std::string::npos) {
            return false;
        }
    }
    return true;
}

}  // namespace redforge::editor
