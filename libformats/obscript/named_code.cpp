// Names for numbers in the text of compiled code, token by token.
#include "obscript/named_code.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "obscript/code_text.hpp"
#include "obscript/commands.hpp"
#include "obscript/keywords.hpp"
#include "obscript/operators.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/source_printer.hpp"

namespace redforge::obscript {
namespace {

constexpr std::string_view number_letters = "fisavrg";

/// A numbered name: `i21`
struct Numbered {
    char letter{};
    unsigned number{};

    friend auto operator<=>(const Numbered&, const Numbered&) = default;
};

std::optional<Numbered> numbered_of(std::string_view word)
{
    Numbered found;
    const char* const end = word.data() + word.size();
    if (word.size() < 2 || word.size() > 6 || number_letters.find(word.front()) == std::string_view::npos ||
        word[1] == '0') {
        return {};
    }
    found.letter = word.front();
    const auto [stop, fault] = std::from_chars(word.data() + 1, end, found.number);
    return fault == std::errc{} && stop == end ? std::optional(found) : std::nullopt;
}

bool is_reference(char letter)
{
    return letter == 'r' || letter == 'g';
}

/// Declarations in the comments.
class Legend {
public:
    explicit Legend(std::string_view text)
    {
        while (text.starts_with(';')) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            take(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
        }
        for (const auto& [name, each] : locals_) {
            local_names_.emplace(each.number, name);
        }
        // A reference to a variable has the variable's name.
        for (const auto& [place, variable] : variables_of_references_) {
            if (const auto local = local_names_.find(variable); local != local_names_.end()) {
                references_.emplace(local->second, Numbered{'r', place});
            }
        }
        for (const auto& [name, each] : references_) {
            reference_names_.emplace(each.number, name);
        }
        for (const auto& [key, each] : remote_) {
            remote_names_.emplace(std::pair(key.first, each.number), key.second);
        }
    }

    /// Returns a variable of the script, or a reference if `reference` is set.
    [[nodiscard]] std::optional<Numbered> number_of(std::string_view name, bool reference) const
    {
        const auto& names = reference ? references_ : locals_;
        const auto found = names.find(name);
        return found == names.end() ? std::nullopt : std::optional(found->second);
    }
    /// Returns a variable of another script.
    [[nodiscard]] std::optional<Numbered> number_of(std::string_view owner, std::string_view name) const
    {
        const auto found = remote_.find({lower(owner), std::string(name)});
        return found == remote_.end() ? std::nullopt : std::optional(found->second);
    }
    /// Returns the name of the variable or reference with this number, and sets its own letter.
    [[nodiscard]] std::string_view name_of(const Numbered& wanted, char& own) const
    {
        const bool reference = is_reference(wanted.letter);
        const auto& names = reference ? reference_names_ : local_names_;
        const auto found = names.find(wanted.number);
        if (found == names.end()) {
            return {};
        }
        own = (reference ? references_ : locals_).find(found->second)->second.letter;
        return found->second;
    }
    [[nodiscard]] std::string_view name_of(std::string_view owner, const Numbered& wanted, char& own) const
    {
        const auto found = remote_names_.find({lower(owner), wanted.number});
        if (found == remote_names_.end()) {
            return {};
        }
        own = remote_.find({found->first.first, found->second})->second.letter;
        return found->second;
    }

private:
    /// Words of the statement language stay unchanged: texts of earlier versions had no names.
    static bool can_be_a_name(std::string_view name)
    {
        constexpr std::array<std::string_view, 6> words{"jump", "length", "behind", "x", "y", "z"};
        constexpr std::string_view kinds = "agect";
        const auto is_word_of = [&](char kind) { return parameter_value(kind, name) >= 0; };
        const bool is_opcode = name.size() == 6 && name.starts_with("op");
        return is_bare_name(name) && !numbered_of(name) && !is_opcode && command_named(name) == nullptr &&
               find_keyword(name) == nullptr && block_type_named(name) < 0 && std::ranges::none_of(kinds, is_word_of) &&
               std::ranges::none_of(words, [&](std::string_view each) { return equals_ignore_case(each, name); });
    }

    /// Parses a declaration: "; i1 = count", "; r2 = 01000AAA Keeper", "; r3 = f4", "; keeper.stage = integer 21"
    void take(std::string_view line)
    {
        const std::size_t middle = line.find(" = ");
        if (middle == std::string_view::npos || middle < 2) {
            return;
        }
        const std::string_view left = line.substr(2, middle - 2);
        std::string_view right = line.substr(middle + 3);
        if (const std::size_t dot = left.find('.'); dot != std::string_view::npos) {
            const std::size_t space = right.find(' ');
            const auto type = std::ranges::find(variable_type_description, right.substr(0, space));
            const std::string_view digits = space == std::string_view::npos ? "" : right.substr(space + 1);
            const std::string_view name = left.substr(dot + 1);
            unsigned number = 0;
            const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
            if (type != variable_type_description.end() && fault == std::errc{} && can_be_a_name(name)) {
                const char letter =
                    variable_letters.at(static_cast<std::size_t>(type - variable_type_description.begin()));
                remote_.emplace(std::pair(lower(left.substr(0, dot)), std::string(name)), Numbered{letter, number});
            }
            return;
        }
        const std::optional<Numbered> place = numbered_of(left);
        if (!place) {
            return;
        }
        if (place->letter != 'r') {
            if (can_be_a_name(right)) {
                locals_.emplace(right, *place);
            }
            return;
        }
        const std::size_t space = right.find(' ');
        if (space == std::string_view::npos) {
            if (const std::optional<Numbered> variable = numbered_of(right)) {
                variables_of_references_.emplace_back(place->number, variable->number);
            }
            return;
        }
        std::string_view name = right.substr(space + 1);
        const bool is_global = name.ends_with(global_words);
        name.remove_suffix(is_global ? global_words.size() : 0);
        if (can_be_a_name(name)) {
            references_.emplace(name, Numbered{is_global ? 'g' : 'r', place->number});
        }
    }

    std::map<std::string, Numbered, std::less<>> locals_;
    std::map<std::string, Numbered, std::less<>> references_;
    std::map<std::pair<std::string, std::string>, Numbered, std::less<>> remote_;
    std::map<unsigned, std::string> local_names_;
    std::map<unsigned, std::string> reference_names_;
    std::map<std::pair<std::string, unsigned>, std::string> remote_names_;
    std::vector<std::pair<unsigned, unsigned>> variables_of_references_;
};

/// Calls `change` for each word of the statements, outside of texts, bytes in braces and comments. Its parameters: the
/// word, the owner before its dot, the letter before its colon, and true if a dot follows. It returns the replacement,
/// or nullopt.
template <class Change>
NumberedText changed(std::string_view text, Change change)
{
    NumberedText out;
    std::string owner;  ///< word before the dot
    std::size_t kept = 0;
    const auto stays = [&](std::size_t at, std::size_t end) {
        owner.clear();
        return std::max(at, std::min(end, text.size()));
    };
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            const std::size_t close = text.find('"', at + 1);
            at = stays(at, close == std::string_view::npos ? close : close + 1);
        } else if (c == '{' || c == ';') {
            const std::size_t close = text.find(c == '{' ? '}' : '\n', at);
            at = stays(at, close);
            at += at < text.size() ? 1U : 0U;
        } else if (is_word_letter(c) || c == '#' || c == '@') {
            std::size_t end = at + 1;
            while (end < text.size() && is_word_letter(text[end])) {
                ++end;
            }
            const bool has_letter =
                end - at == 1 && is_letter(c) && end + 1 < text.size() && text[end] == ':' && is_letter(text[end + 1]);
            std::size_t word = at;
            if (has_letter) {
                word = end + 1;
                end = word;
                while (end < text.size() && is_word_letter(text[end])) {
                    ++end;
                }
            }
            const bool owned = at > 0 && text[at - 1] == '.' && !owner.empty();
            const bool owns = end < text.size() && text[end] == '.' && end + 1 < text.size() &&
                              (is_letter(text[end + 1]) || text[end + 1] == '_');
            const std::string_view whole = text.substr(word, end - word);
            if (is_letter(text[word])) {
                if (const auto instead = change(whole, has_letter ? c : '\0', owned ? owner : std::string(), owns)) {
                    out.text += text.substr(kept, at - kept);
                    out.places.emplace_back(out.text.size(), at);
                    out.text += *instead;
                    out.places.emplace_back(out.text.size(), end);
                    kept = end;
                }
            }
            owner = owns ? whole : std::string_view();
            at = end;
        } else {
            if (c != '.') {
                owner.clear();
            }
            ++at;
        }
    }
    out.text += text.substr(kept);
    return out;
}

NumberedText numbers_in(const Legend& legend, std::string_view text)
{
    // Look an owner up as written: by its name, or by its number.
    return changed(text,
                   [&](std::string_view word, char letter, const std::string& owner,
                       bool owns) -> std::optional<std::string> {
                       std::optional<Numbered> found;
                       if (!owner.empty()) {
                           std::string_view name = owner;
                           char own = '\0';
                           if (const auto number = numbered_of(owner); number && number->letter == 'r') {
                               name = legend.name_of(*number, own);
                           }
                           found = legend.number_of(name, word);
                       } else if (owns || is_reference(letter)) {
                           found = legend.number_of(word, true);
                           if (found && owns) {
                               found->letter = 'r';
                           }
                       } else {
                           found = legend.number_of(word, false);
                           found = found ? found : legend.number_of(word, true);
                       }
                       if (!found) {
                           return std::nullopt;
                       }
                       return fmt::format("{}{}", letter != '\0' ? letter : found->letter, found->number);
                   });
}

}  // namespace

std::size_t NumberedText::position_of(std::size_t at) const
{
    const auto next = std::ranges::upper_bound(places, at, {}, [](const auto& each) { return each.first; });
    if (next == places.begin()) {
        return at;
    }
    const auto& [here, there] = *std::prev(next);
    // A position inside a replaced part maps to its beginning.
    const bool inside = (next - places.begin()) % 2 == 1;
    return inside ? there : there + (at - here);
}

std::string with_names(std::string_view head, std::string_view statements)
{
    const Legend legend(head);
    const NumberedText named =
        changed(statements,
                [&](std::string_view word, char, const std::string& owner, bool owns) -> std::optional<std::string> {
                    const std::optional<Numbered> number = numbered_of(word);
                    if (!number) {
                        return std::nullopt;
                    }
                    char own = '\0';
                    std::string_view name;
                    if (!owner.empty()) {
                        char ignored = '\0';
                        const std::optional<Numbered> of = numbered_of(owner);
                        name = of ? legend.name_of(legend.name_of(*of, ignored), *number, own) : std::string_view();
                    } else {
                        name = legend.name_of(*number, own);
                        own = owns ? number->letter : own;
                        // A variable owns the bare name, not a reference to it.
                        if (!owns && is_reference(number->letter) && legend.number_of(name, false)) {
                            own = '\0';
                        }
                    }
                    if (name.empty()) {
                        return std::nullopt;
                    }
                    return own == number->letter ? std::string(name) : fmt::format("{}:{}", number->letter, name);
                });
    return numbers_in(legend, named.text).text == statements ? named.text : std::string(statements);
}

NumberedText with_numbers(std::string_view text)
{
    return numbers_in(Legend(text), text);
}

Result<Bytes> from_named_statements(std::string_view text, CodePage page)
{
    const NumberedText numbered = with_numbers(text);
    Result<Bytes> bytes = from_statements(numbered.text, page);
    if (!bytes && bytes.error().line != 0 && bytes.error().column != 0) {
        Error error = bytes.error();
        const auto start_of = [&](std::string_view all) {
            std::size_t start = 0;
            for (std::uint32_t line = 1; line < error.line; ++line) {
                start = all.find('\n', start) + 1;
            }
            return start;
        };
        const std::size_t at = numbered.position_of(start_of(numbered.text) + error.column - 1);
        const std::size_t start = start_of(text);  // names have no line ends
        error.column = static_cast<std::uint32_t>(at < start ? 1 : at - start + 1);
        return fail(std::move(error));
    }
    return bytes;
}

std::map<unsigned, char> variable_letters_of(std::string_view statements)
{
    std::map<Numbered, std::size_t> counts;
    static_cast<void>(changed(
        statements, [&](std::string_view word, char, const std::string& owner, bool) -> std::optional<std::string> {
            if (const auto number = numbered_of(word); owner.empty() && number && !is_reference(number->letter)) {
                ++counts[*number];
            }
            return std::nullopt;
        }));
    std::map<unsigned, char> letters;
    std::map<unsigned, std::size_t> most;
    for (const auto& [number, count] : counts) {
        if (count > most[number.number]) {
            most[number.number] = count;
            letters[number.number] = number.letter;
        }
    }
    return letters;
}

}  // namespace redforge::obscript
