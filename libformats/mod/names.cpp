// Symbolic names: reading, allocation, substitution.
#include "mod/names.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "core/bytes.hpp"
#include "core/xml_reader.hpp"
#include "soup/game_names.hpp"

namespace redforge::mod {
namespace {

constexpr std::string_view symbol_kinds[] = {"item", "label", "object", "actor"};  // NOLINT(*avoid-c-arrays*)

bool is_symbol_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The kind in "item:NAME" and in "MOD/item:NAME".
std::string_view kind_of_symbol(std::string_view symbol)
{
    symbol.remove_prefix(symbol.find('/') == std::string_view::npos ? 0 : symbol.find('/') + 1);
    return symbol.substr(0, std::min(symbol.find(':'), symbol.size()));
}

bool is_symbol(std::string_view symbol)
{
    const std::string_view kind = kind_of_symbol(symbol);
    const std::string_view name = symbol.substr(std::min(kind.size() + 1, symbol.size()));
    return std::ranges::find(symbol_kinds, kind) != std::end(symbol_kinds) && !name.empty() &&
           std::ranges::all_of(name, is_symbol_character);
}

/// A number that depends on nothing but the name: the same on every machine.
std::uint32_t hash_of_symbol(std::string_view symbol)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : symbol) {
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    }
    return hash;
}

/// Four small letters of a number.
std::string label_text(std::uint32_t number)
{
    std::string label;
    for (int i = 0; i < 4; ++i) {
        label += static_cast<char>('a' + number % 26);
        number /= 26;
    }
    return label;
}

/// Eight letters and digits of a number, which no actor of the game has: its names are words.
std::string actor_text(std::uint32_t number)
{
    constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string name = "Z";
    for (int i = 0; i < 7; ++i) {
        name += digits[number % digits.size()];
        number /= static_cast<std::uint32_t>(digits.size());
    }
    return name;
}

Result<std::set<std::int64_t>> items_of_game(const OriginalReader& originals)
{
    const auto file = originals("ITEM.INI");
    if (!file) {
        return fail(file.error());
    }
    std::set<std::int64_t> items;
    if (*file) {
        const Bytes bytes = (*file)->joined();
        for (const auto& [number, label] : soup::read_item_labels(bytes)) {
            items.insert(number);
        }
    }
    return items;
}

Result<std::set<std::string>> labels_of_game(const OriginalReader& originals)
{
    const auto file = originals("ENGLISH.RTX");
    if (!file) {
        return fail(file.error());
    }
    if (!*file) {
        return std::set<std::string>();
    }
    const Bytes bytes = (*file)->joined();
    const auto dialogue =
        soup::Dialogue::open(bytes.size(), [&](std::uint64_t offset, std::size_t size) -> Result<Bytes> {
            if (offset > bytes.size() || size > bytes.size() - offset) {
                return fail({.code = ErrorCode::truncated, .message = "the file ends too soon", .file = "ENGLISH.RTX"});
            }
            const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
            return Bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
        });
    if (!dialogue) {
        return fail(dialogue.error());
    }
    const std::vector<std::string> labels = dialogue->labels();
    return std::set<std::string>(labels.begin(), labels.end());
}

}  // namespace

Result<std::vector<std::string>> parse_names(const std::string& text, const std::string& file)
{
    const Result<XmlDocument> document = XmlDocument::parse(text, file);
    if (!document) {
        return fail(document.error());
    }
    if (Status status = document->check(); !status) {
        return fail(status.error());
    }
    std::vector<std::string> names;
    const auto reject = [&](const pugi::xml_node& node, std::string message) {
        return fail(document->at(node.name(), {.code = ErrorCode::malformed,
                                               .message = std::move(message),
                                               .hint = "write <name symbol=\"item:NAME\"/>; kinds are item, label, "
                                                       "object and actor"}));
    };
    if (document->root().name() != std::string_view("names")) {
        return reject(document->root(), fmt::format("<{}> instead of <names>", document->root().name()));
    }
    for (const pugi::xml_node node : document->root().children()) {
        if (node.type() == pugi::node_comment) {
            continue;
        }
        const std::string symbol = node.attribute("symbol").value();
        if (node.name() != std::string_view("name") ||
            std::distance(node.attributes_begin(), node.attributes_end()) != 1 || node.first_child()) {
            return reject(node, fmt::format("<{}> with other content than a symbol", node.name()));
        }
        if (!is_symbol(symbol)) {
            return reject(node, fmt::format("\"{}\" is not a symbolic name", symbol));
        }
        if (std::ranges::find(names, symbol) != names.end()) {
            return reject(node, fmt::format("\"{}\" is declared twice", symbol));
        }
        names.push_back(symbol);
    }
    return names;
}

Result<Allocation> allocate(const std::vector<std::string>& names, Allocation taken, const OriginalReader& originals)
{
    std::optional<std::set<std::int64_t>> items;
    std::optional<std::set<std::string>> labels;
    std::set<std::string> used;
    for (const auto& [symbol, number] : taken) {
        used.insert(fmt::format("{}:{}", kind_of_symbol(symbol), number));
    }
    for (const std::string& symbol : names) {
        if (taken.contains(symbol)) {
            continue;
        }
        const std::string_view kind = kind_of_symbol(symbol);
        if (kind == "item" && !items) {
            auto found = items_of_game(originals);
            if (!found) {
                return fail(std::move(found.error()));
            }
            items = std::move(*found);
        }
        if (kind == "label" && !labels) {
            auto found = labels_of_game(originals);
            if (!found) {
                return fail(std::move(found.error()));
            }
            labels = std::move(*found);
        }
        constexpr std::uint32_t max_tries = 100000;
        const std::uint32_t hash = hash_of_symbol(symbol);
        const std::int64_t first_item = items && !items->empty() ? *items->rbegin() + 1 : 0;
        std::string number;
        for (std::uint32_t i = 0; i < max_tries && number.empty(); ++i) {
            std::string candidate = kind == "item"    ? std::to_string(first_item + i)
                                    : kind == "label" ? label_text(hash + i)
                                    : kind == "actor" ? actor_text(hash + i)
                                                      : std::to_string((hash | 0x40000000U) + i);
            const bool is_free = !used.contains(fmt::format("{}:{}", kind, candidate)) &&
                                 !(kind == "label" && labels->contains(candidate));
            number = is_free ? std::move(candidate) : std::string();
        }
        if (number.empty()) {
            return fail({.code = ErrorCode::out_of_range, .message = fmt::format("no number is free for {}", symbol)});
        }
        used.insert(fmt::format("{}:{}", kind, number));
        taken.emplace(symbol, std::move(number));
    }
    return taken;
}

std::string substitute(std::string_view text, const Allocation& allocation)
{
    std::string result;
    result.reserve(text.size());
    std::size_t done = 0;
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        std::size_t begin = colon;
        while (begin > done && is_symbol_character(text[begin - 1])) {
            --begin;
        }
        std::size_t end = colon + 1;
        while (end < text.size() && is_symbol_character(text[end])) {
            ++end;
        }
        const auto found = allocation.find(std::string(text.substr(begin, end - begin)));
        if (found != allocation.end()) {
            result += text.substr(done, begin - done);
            result += found->second;
            done = end;
        }
    }
    result += text.substr(done);
    return result;
}

}  // namespace redforge::mod
