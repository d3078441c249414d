// Loads the table of known keys at first use.
#include "config/known_keys.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "core/text/words.hpp"

namespace redforge::config {
namespace {

struct TypeText {
    std::string_view name;
    std::string_view description;
};

constexpr std::array<TypeText, 10> setting_types{{
    {"integer", "A whole number"},
    {"decimal", "A number"},
    {"switch", "On, yes, true or 1; off, no, false or 0"},
    {"colour", "Red, green, blue, 0 to 255"},
    {"list", "Numbers, separated by commas"},
    {"text", "A text"},
    {"label", "A label of ENGLISH.RTX"},
    {"file", "A path in the game's folder"},
    {"picture", "A .BSI file of FXART"},
    {"model", "A path of a model"},
}};

const TypeText& text_of(SettingType type)
{
    return setting_types.at(static_cast<std::size_t>(type));
}

/// Removes and returns the next word of a line.
std::string_view take_word(std::string_view& line)
{
    line = trimmed(line);
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

/// Reads the line of a key. Precondition: the line has the form that the table describes.
KnownKey read_key_line(std::string_view line, std::string_view file, std::string_view section)
{
    KnownKey key{};
    key.file = file;
    key.section = section;
    const std::size_t colon = line.find(" : ");
    std::string_view head = line.substr(0, colon);
    std::string_view rest = line.substr(colon + 3);
    key.name = take_word(head);
    key.has_index = key.name.ends_with("[]");
    key.name.remove_suffix(key.has_index ? 2 : 0);
    const auto type = std::ranges::find(setting_types, take_word(head), &TypeText::name);
    key.type = static_cast<SettingType>(type - setting_types.begin());
    while (!trimmed(head).empty()) {
        const std::string_view word = take_word(head);
        if (word == "by") {
            key.program = take_word(head);
            continue;
        }
        const std::size_t dots = word.find("..");
        SettingRange range;
        std::from_chars(word.data(), word.data() + dots, range.min);
        std::from_chars(word.data() + dots + 2, word.data() + word.size(), range.max);
        key.range = range;
    }
    const std::size_t bar = rest.find(" | ");
    key.label = trimmed(rest.substr(0, bar));
    key.meaning = bar == std::string_view::npos ? std::string_view{} : trimmed(rest.substr(bar + 3));
    return key;
}

/// Returns a key without its index, in lower case.
std::string stem_of(std::string_view key)
{
    return lower(trimmed(key.substr(0, key.find('['))));
}

/// Returns the word with each number replaced by #.
std::string with_number_signs(std::string_view word)
{
    std::string name;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (!is_digit(word[i])) {
            name += word[i];
        } else if (i == 0 || !is_digit(word[i - 1])) {
            name += '#';
        }
    }
    return name;
}

struct KeyTable {
    std::vector<KnownKey> keys;
    std::vector<std::pair<std::string_view, std::string_view>> sections;  ///< file, section
    std::vector<KeyDescription> descriptions{KeyDescription{}};
    std::unordered_map<std::string, std::size_t> by_name;

    KeyTable()
    {
        std::string_view text = setting_lines();
        std::string_view file;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view line = trimmed(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            constexpr std::string_view file_word = "file ";
            if (line.empty() || line.front() == ';') {
                continue;
            }
            if (line.front() == '[') {
                sections.emplace_back(file, line.substr(1, line.size() - 2));
            } else if (line.starts_with(file_word) && line.find(" : ") == std::string_view::npos) {
                file = line.substr(file_word.size());
            } else {
                keys.push_back(read_key_line(line, file, sections.back().second));
            }
        }
        describe_names();
    }

    /// Creates one description for each name. If a name occurs in several sections, the description names each section
    /// with its meaning.
    void describe_names()
    {
        for (const KnownKey& key : keys) {
            const auto [place, is_new] = by_name.emplace(key.name, descriptions.size());
            if (is_new) {
                descriptions.push_back({std::string(key.name), std::string(key.label), {}, Target::none});
            }
            KeyDescription& description = descriptions[place->second];
            description.label = description.label == key.label ? description.label : std::string("Value");
            description.doc +=
                fmt::format("{}In [{}] of {}: {}. {}", is_new ? "" : " ", key.section, key.file, key.label, key.doc());
            if (key.type == SettingType::file || key.type == SettingType::model) {
                description.refers_to = Target::file;
            }
        }
    }
};

const KeyTable& key_table()
{
    static const KeyTable made;
    return made;
}

}  // namespace

std::string KnownKey::doc() const
{
    std::string text(text_of(type).description);
    if (range) {
        text += fmt::format(", {} to {}", range->min, range->max);
    }
    text += program.empty()     ? "; RG.EXE and RGFX.EXE read it."
            : program == "none" ? "; no program uses it."
                                : fmt::format("; {} reads it.", program);
    return meaning.empty() ? text : fmt::format("{} {}.", text, meaning);
}

std::span<const KnownKey> known_keys()
{
    return key_table().keys;
}

std::vector<std::string_view> known_sections(std::string_view file)
{
    std::vector<std::string_view> found;
    for (const auto& [of_file, section] : key_table().sections) {
        if (equals_ignore_case(of_file, file)) {
            found.push_back(section);
        }
    }
    return found;
}

bool matches_name(std::string_view word, std::string_view name)
{
    return equals_ignore_case(word, name) || lower(with_number_signs(word)) == name;
}

std::vector<const KnownKey*> find_known_keys(std::string_view file, std::string_view key)
{
    std::vector<const KnownKey*> found;
    const std::string stem = stem_of(key);
    const std::string with_signs = with_number_signs(stem);
    for (const KnownKey& each : key_table().keys) {
        if ((each.name == stem || each.name == with_signs) && (file.empty() || equals_ignore_case(each.file, file))) {
            found.push_back(&each);
        }
    }
    return found;
}

std::size_t key_description_count()
{
    return key_table().descriptions.size();
}

const KeyDescription& key_description(std::size_t number)
{
    const auto& all = key_table().descriptions;
    return all[number < all.size() ? number : 0];
}

std::size_t number_of_key_description(std::string_view key)
{
    const KeyTable& table = key_table();
    const std::string stem = stem_of(key);
    auto found = table.by_name.find(stem);
    if (found == table.by_name.end()) {
        found = table.by_name.find(with_number_signs(stem));
    }
    return found == table.by_name.end() ? 0 : found->second;
}

std::string known_keys_reference()
{
    std::string page =
        "\n## Known keys\n\nA # in a name is a number, and [N] is an index. If a section has several keys with one "
        "name, the game uses the first.\n";
    std::string_view file;
    std::string_view section;
    for (const KnownKey& key : known_keys()) {
        if (key.file != file) {
            page += fmt::format("\n### {}\n", key.file);
        }
        if (key.file != file || key.section != section) {
            page += fmt::format("\n`[{}]`\n\n| key | value | range | read by | meaning |\n|---|---|---|---|---|\n",
                                key.section);
        }
        file = key.file;
        section = key.section;
        page += fmt::format("| `{}{}` | {} | {} | {} | {}{}{} |\n", key.name, key.has_index ? "[N]" : "",
                            text_of(key.type).name,
                            key.range ? fmt::format("{} to {}", key.range->min, key.range->max) : std::string(),
                            key.program.empty() ? "both" : key.program, key.label, key.meaning.empty() ? "" : ". ",
                            key.meaning);
    }
    return page;
}

}  // namespace redforge::config
