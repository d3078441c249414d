// Completion of values in the selectors of field paths, from the records of a document.
#include "edit/path/path_values.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/path/path.hpp"
#include "edit/path/selector.hpp"

namespace redforge::edit {
namespace {

/// The parts of a word that ends in a value: `actors[script_name="DO`.
struct BegunValue {
    std::string_view list;    ///< "actors"
    std::string_view field;   ///< "script_name"; empty before a key
    std::string_view before;  ///< the word up to the value, with its quote
    std::string_view value;   ///< "DO"
    bool is_quoted{};
};

/// Splits a word. The list is empty if the word does not end in a value.
BegunValue split(std::string_view word)
{
    BegunValue begun;
    const std::size_t equals = word.rfind('=');
    const std::size_t bracket = word.substr(0, equals).rfind('[');
    if (bracket == std::string_view::npos) {
        return begun;
    }
    const bool has_field = equals != std::string_view::npos;
    std::size_t at = has_field ? equals + 1 : bracket + 1;
    const std::string_view field = has_field ? word.substr(bracket + 1, equals - bracket - 1) : std::string_view{};
    begun.is_quoted = has_field && at < word.size() && word[at] == '"';
    at += begun.is_quoted ? 1 : 0;
    begun.value = word.substr(at);
    const bool is_open = begun.is_quoted ? begun.value.find('"') == std::string_view::npos
                                         : begun.value.find_first_of("]\",|") == std::string_view::npos;
    if (is_open && field.find_first_of("]!<>,|") == std::string_view::npos) {
        begun.list = word.substr(0, bracket);
        begun.field = field;
        begun.before = word.substr(0, at);
    }
    return begun;
}

/// Returns the values of the fields to which the partial value can belong: the field before it, or all keys and names.
std::vector<std::string> values_of(const RecordHandle& root, const BegunValue& begun)
{
    std::vector<std::string> values;
    const std::string path = fmt::format("{}[*]{}{}", begun.list, begun.field.empty() ? "" : ".", begun.field);
    const Result<std::vector<Match>> matches = resolve(root, path);
    for (const Match& match : matches ? *matches : std::vector<Match>{}) {
        if (match.kind == Match::Kind::field) {
            values.push_back(match_text(match));
        } else if (match.kind == Match::Kind::record && begun.field.empty()) {
            for (const FieldEntry& field : match.record.table().fields) {
                if ((field.info.key || field.info.is_name) && field.ops->type.kind == ValueKind::text) {
                    values.push_back(match.record.field(field).text());
                }
            }
        }
    }
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

}  // namespace

std::vector<std::string> value_words(const RecordHandle& root, std::string_view word)
{
    std::vector<std::string> words;
    const BegunValue begun = split(word);
    if (begun.list.empty()) {
        return words;
    }
    for (const std::string& value : values_of(root, begun)) {
        const bool fits = begun.is_quoted       ? value.find('"') == std::string::npos
                          : begun.field.empty() ? is_key(value)
                                                : value.find_first_of("[]\",|") == std::string::npos;
        if (fits && !value.empty() && lower(value).starts_with(lower(begun.value))) {
            words.push_back(fmt::format("{}{}{}]", begun.before, value, begun.is_quoted ? "\"" : ""));
        }
    }
    return words;
}

}  // namespace redforge::edit
