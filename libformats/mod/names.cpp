// Reads, allocates and substitutes symbolic names.
#include "mod/names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>

#include <fmt/format.h>

#include "art/image_name.hpp"
#include "art/texture_bank.hpp"
#include "core/bytes/bytes.hpp"
#include "core/xml/xml_reader.hpp"
#include "rgm/map.hpp"
#include "sound/sfx.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/game_names.hpp"

namespace redforge::mod {
namespace {

constexpr std::array<std::string_view, 7> symbol_kinds{"item", "label", "object", "actor", "image", "sound", "flag"};

bool is_symbol_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns the kind in "item:NAME" or "MOD/item:NAME": "item".
std::string_view kind_of_symbol(std::string_view symbol)
{
    symbol.remove_prefix(symbol.find('/') == std::string_view::npos ? 0 : symbol.find('/') + 1);
    return symbol.substr(0, std::min(symbol.find(':'), symbol.size()));
}

bool is_symbol(std::string_view symbol)
{
    const std::string_view kind = kind_of_symbol(symbol);
    const std::string_view name = symbol.substr(std::min(kind.size() + 1, symbol.size()));
    return std::ranges::find(symbol_kinds, kind) != symbol_kinds.end() && !name.empty() &&
           std::ranges::all_of(name, is_symbol_character);
}

/// Returns a hash of a name. It is equal on every machine.
std::uint32_t hash_of_symbol(std::string_view symbol)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : symbol) {
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    }
    return hash;
}

/// Converts a number to four lower-case letters.
std::string label_text(std::uint32_t number)
{
    std::string label;
    for (int i = 0; i < 4; ++i) {
        label += static_cast<char>('a' + number % 26);
        number /= 26;
    }
    return label;
}

/// Converts a number to eight letters and digits. No actor of the game has such a name.
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

/// Reads the first existing file of `paths`. Returns no bytes if none exists.
Result<Bytes> read_first(const OriginalReader& originals, std::initializer_list<std::string> paths)
{
    for (const std::string& path : paths) {
        const auto file = originals(path);
        if (!file || *file) {
            return file ? Result<Bytes>((*file)->joined()) : fail(file.error());
        }
    }
    return Bytes{};
}

/// Numbers and names that the original game uses, read at first use.
class UsedNumbers {
public:
    explicit UsedNumbers(const OriginalReader& originals) : originals_(originals) {}

    /// Returns the lowest number above all items.
    Result<std::int64_t> first_item()
    {
        if (!first_item_) {
            const Result<Bytes> bytes = read_first(originals_, {"ITEM.INI"});
            if (!bytes) {
                return fail(bytes.error());
            }
            const auto labels = soup::read_item_labels(*bytes);
            first_item_ = labels.empty() ? 0 : labels.rbegin()->first + 1;
        }
        return *first_item_;
    }

    Result<const std::set<std::string>*> labels()
    {
        if (!labels_) {
            const Result<Bytes> bytes = read_first(originals_, {"ENGLISH.RTX"});
            if (!bytes) {
                return fail(bytes.error());
            }
            labels_.emplace();
            const auto read = [&](std::uint64_t offset, std::size_t size) -> Result<Bytes> {
                if (offset > bytes->size() || size > bytes->size() - offset) {
                    return fail(
                        {.code = ErrorCode::truncated, .message = "the file ends too soon", .file = "ENGLISH.RTX"});
                }
                const auto begin = bytes->begin() + static_cast<std::ptrdiff_t>(offset);
                return Bytes(begin, begin + static_cast<std::ptrdiff_t>(size));
            };
            const auto dialogue = bytes->empty() ? fail({}) : soup::Dialogue::open(bytes->size(), read);
            if (!bytes->empty() && !dialogue) {
                return fail(dialogue.error());
            }
            if (dialogue) {
                const std::vector<std::string> all = dialogue->labels();
                labels_->insert(all.begin(), all.end());
            }
        }
        return &*labels_;
    }

    /// Returns the names of the images in a bank, from all editions of the bank that the game has.
    Result<const std::set<std::string>*> images(std::uint32_t bank)
    {
        if (const auto known = images_.find(bank); known != images_.end()) {
            return &known->second;
        }
        std::set<std::string> names;
        bool is_known = false;
        for (const std::string folder : {"", "FXART/", "3DART/"}) {
            const auto file = originals_(fmt::format("{}TEXBSI.{:03}", folder, bank));
            if (!file || !*file) {
                if (!file) {
                    return fail(file.error());
                }
                continue;
            }
            const Bytes bytes = (*file)->joined();
            const auto read = art::read_texture_bank(bytes);
            if (!read) {
                return fail(read.error());
            }
            is_known = true;
            for (const art::Image& image : read->images) {
                names.emplace(image.name.view());
            }
        }
        if (!is_known) {
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("the game has no texture bank TEXBSI.{:03}", bank),
                         .file = std::string("names.xml")});
        }
        return &images_.emplace(bank, std::move(names)).first->second;
    }

    /// Returns the global flags that no script of the game uses.
    Result<const std::vector<std::uint32_t>*> free_flags()
    {
        if (!free_flags_) {
            if (Status status = find_free_flags(); !status) {
                return fail(status.error());
            }
        }
        return &*free_flags_;
    }

private:
    Status find_free_flags()
    {
        const Result<Bytes> definitions = read_first(originals_, {"SOUP386/SOUP386.DEF", "SOUP386.DEF"});
        const Result<Bytes> worlds = definitions ? read_first(originals_, {"WORLD.INI"}) : definitions;
        if (!worlds) {
            return fail(worlds.error());
        }
        const auto read = soup::read_definitions(*definitions);
        if (!read) {
            return fail({.code = ErrorCode::not_found,
                         .message = "the game has no SOUP386.DEF, which lists the global flags",
                         .file = std::string("names.xml")});
        }
        std::set<std::uint32_t> used;
        for (const auto& [world, name] : soup::read_world_maps(*worlds)) {
            const auto file = originals_(fmt::format("MAPS/{}.RGM", name));
            if (!file) {
                return fail(file.error());
            }
            const Bytes bytes = *file ? (*file)->joined() : Bytes{};
            const auto map = rgm::read_map(bytes);
            for (const rgm::Actor& actor : map ? map->actors.records : std::vector<rgm::Actor>()) {
                add_flags(actor.script, used);
            }
        }
        free_flags_.emplace();
        const std::size_t count = soup::Names(*read).flags();
        for (std::uint32_t flag = 0; flag < count; ++flag) {
            if (!used.contains(flag)) {
                free_flags_->push_back(flag);
            }
        }
        return {};
    }

    static void add_flags(ByteView code, std::set<std::uint32_t>& used)
    {
        const soup::Listing listing = soup::decode(code);
        const soup::Operand* before = nullptr;
        for (const soup::Operand& operand : listing.operands) {
            const bool is_number = before != nullptr && before->kind == soup::OperandKind::value &&
                                   before->value == static_cast<std::uint32_t>(soup::Op::flag_number);
            if (operand.kind == soup::OperandKind::flag || is_number) {
                used.insert(operand.value);
            }
            before = &operand;
        }
    }

    const OriginalReader& originals_;
    std::optional<std::int64_t> first_item_;
    std::optional<std::set<std::string>> labels_;
    std::map<std::uint32_t, std::set<std::string>> images_;
    std::optional<std::vector<std::uint32_t>> free_flags_;
};

/// Returns the text of candidate `i` for a name. Returns an empty text if there are no more candidates.
Result<std::string> candidate_of(const DeclaredName& name, std::uint32_t i, UsedNumbers& game)
{
    const std::string_view kind = kind_of_symbol(name.symbol);
    const std::uint32_t hash = hash_of_symbol(name.symbol);
    if (kind == "item") {
        const auto first = game.first_item();
        return first ? Result<std::string>(std::to_string(*first + i)) : fail(first.error());
    }
    if (kind == "label") {
        return label_text(hash + i);
    }
    if (kind == "actor") {
        return actor_text(hash + i);
    }
    if (kind == "image") {
        constexpr std::uint32_t max_images = 128;  // limit of image numbers in faces and flats
        return i < max_images ? art::image_name({name.bank, i}) : std::string();
    }
    if (kind == "flag") {
        const auto flags = game.free_flags();
        if (!flags) {
            return fail(flags.error());
        }
        return i < (*flags)->size() ? fmt::format("flag_{}", (**flags)[i]) : std::string();
    }
    return std::to_string((hash | 0x40000000U) + i);
}

}  // namespace

Result<std::vector<DeclaredName>> parse_names(const std::string& text, const std::string& file)
{
    const Result<XmlDocument> document = XmlDocument::parse(text, file);
    if (!document) {
        return fail(document.error());
    }
    if (Status status = document->check(); !status) {
        return fail(status.error());
    }
    std::vector<DeclaredName> names;
    const auto reject = [&](const pugi::xml_node& node, std::string message) {
        return fail(document->at(node.name(), {.code = ErrorCode::malformed,
                                               .message = std::move(message),
                                               .hint = "write <name symbol=\"item:NAME\"/>; kinds are item, label, "
                                                       "object, actor, image (with a bank), sound and flag"}));
    };
    if (document->root().name() != std::string_view("names")) {
        return reject(document->root(), fmt::format("<{}> instead of <names>", document->root().name()));
    }
    for (const pugi::xml_node node : document->root().children()) {
        if (node.type() == pugi::node_comment) {
            continue;
        }
        const std::string symbol = node.attribute("symbol").value();
        const pugi::xml_attribute bank = node.attribute("bank");
        if (node.name() != std::string_view("name") || node.first_child() ||
            std::distance(node.attributes_begin(), node.attributes_end()) != (bank ? 2 : 1)) {
            return reject(node, fmt::format("<{}> with other content than a symbol", node.name()));
        }
        if (!is_symbol(symbol)) {
            return reject(node, fmt::format("\"{}\" is not a symbolic name", symbol));
        }
        if (std::ranges::find(names, symbol, &DeclaredName::symbol) != names.end()) {
            return reject(node, fmt::format("\"{}\" is declared twice", symbol));
        }
        const std::string_view digits = bank.value();
        DeclaredName name{symbol, 0};
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), name.bank);
        constexpr std::uint32_t max_texture = 511;
        const bool is_bank = error == std::errc{} && end == digits.data() + digits.size() && name.bank <= max_texture;
        if ((kind_of_symbol(symbol) == "image") != static_cast<bool>(bank) || (bank && !is_bank)) {
            return reject(node,
                          fmt::format("\"{}\": an image needs the number of its bank, 0 to {}; other names have none",
                                      symbol, max_texture));
        }
        names.push_back(std::move(name));
    }
    return names;
}

Result<Allocation> allocate(const std::vector<DeclaredName>& names, Allocation taken, const OriginalReader& originals)
{
    UsedNumbers game(originals);
    std::set<std::string> used;
    for (const auto& [symbol, number] : taken) {
        used.insert(fmt::format("{}:{}", kind_of_symbol(symbol), number));
    }
    for (const DeclaredName& name : names) {
        const std::string_view kind = kind_of_symbol(name.symbol);
        if (taken.contains(name.symbol) || kind == "sound") {
            continue;
        }
        std::set<std::string> none;
        Result<const std::set<std::string>*> own = kind == "label"   ? game.labels()
                                                   : kind == "image" ? game.images(name.bank)
                                                                     : Result<const std::set<std::string>*>(&none);
        if (!own) {
            return fail(std::move(own.error()));
        }
        constexpr std::uint32_t max_tries = 100000;
        std::string number;
        for (std::uint32_t i = 0; i < max_tries && number.empty(); ++i) {
            Result<std::string> candidate = candidate_of(name, i, game);
            if (!candidate) {
                return fail(std::move(candidate.error()));
            }
            if (candidate->empty()) {
                break;
            }
            const bool is_free =
                !used.contains(fmt::format("{}:{}", kind, *candidate)) && !(*own)->contains(*candidate);
            number = is_free ? std::move(*candidate) : std::string();
        }
        if (number.empty()) {
            return fail(
                {.code = ErrorCode::out_of_range, .message = fmt::format("no number is free for {}", name.symbol)});
        }
        used.insert(fmt::format("{}:{}", kind, number));
        taken.emplace(name.symbol, std::move(number));
    }
    return taken;
}

Status number_sounds(const std::vector<DeclaredName>& names, Allocation& taken, const OriginalReader& originals)
{
    std::erase_if(taken, [](const auto& entry) { return kind_of_symbol(entry.first) == "sound"; });
    std::optional<std::uint32_t> next;
    for (const DeclaredName& name : names) {
        if (kind_of_symbol(name.symbol) != "sound") {
            continue;
        }
        if (!next) {
            const Result<Bytes> bytes = read_first(originals, {"SOUND/MAIN.SFX", "MAIN.SFX"});
            if (!bytes) {
                return fail(bytes.error());
            }
            next = sound::effect_count(*bytes).value_or(0);
        }
        taken[name.symbol] = std::to_string((*next)++);
    }
    return {};
}

/// Calls `each` with the begin and end of each word with a colon: "item:sword".
static void for_each_word(std::string_view text, const std::function<void(std::size_t, std::size_t)>& each)
{
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        std::size_t begin = colon;
        while (begin > 0 && is_symbol_character(text[begin - 1])) {
            --begin;
        }
        std::size_t end = colon + 1;
        while (end < text.size() && is_symbol_character(text[end])) {
            ++end;
        }
        each(begin, end);
    }
}

std::string substitute(std::string_view text, const Allocation& allocation)
{
    std::string result;
    result.reserve(text.size());
    std::size_t done = 0;
    for_each_word(text, [&](std::size_t begin, std::size_t end) {
        const auto found = allocation.find(std::string(text.substr(begin, end - begin)));
        if (found != allocation.end() && begin >= done) {
            result += text.substr(done, begin - done);
            result += found->second;
            done = end;
        }
    });
    result += text.substr(done);
    return result;
}

Status check_symbols(std::string_view text, const Allocation& allocation)
{
    std::string unknown;
    for_each_word(text, [&](std::size_t begin, std::size_t end) {
        const std::string word(text.substr(begin, end - begin));
        if (unknown.empty() && is_symbol(word) && !allocation.contains(word)) {
            unknown = word;
        }
    });
    if (allocation.empty() || unknown.empty()) {
        return {};
    }
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("\"{}\" is not declared in names.xml", unknown),
                 .hint = "declare it there, or correct its name"});
}

}  // namespace redforge::mod
