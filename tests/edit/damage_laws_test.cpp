// Laws of damaged files: a readable file round-trips, and an error has a position in the file.
#include <array>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "art/terrain.hpp"
#include "core/files/files.hpp"
#include "edit/document/damage.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/compare.hpp"
#include "edit/random_edits.hpp"
#include "support/outcome.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;

namespace {

struct NamedDocument {
    std::string name;
    Document document;
};

/// Returns a small document of each format.
std::vector<NamedDocument> small_documents()
{
    std::vector<NamedDocument> documents;
    for (const Format& format : edit::formats()) {
        if (format.make_new != nullptr) {
            documents.push_back({std::string(format.root()), sample_document(format.root())});
        }
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests/fuzz/corpus")) {
        if (!entry.is_regular_file()) {
            continue;
        }
        Bytes bytes = need(redforge::read_file(entry.path()));
        const Format* const format = edit::recognise(bytes);
        if (format == nullptr || format->root() == "map" ||
            entry.path().parent_path().filename().string() == "soup_import") {
            continue;
        }
        Result<Document> document = edit::read_binary(std::move(bytes));
        if (document) {  // some seeds begin like files of the format, and are rejected
            documents.push_back({entry.path().filename().string(), std::move(*document)});
        }
    }
    auto terrain = std::make_shared<art::Terrain>();
    terrain->sections.resize(4);
    for (art::TerrainSection& section : terrain->sections) {
        section.heights = section.plane_2 = section.textures = section.plane_4 = Bytes(art::plane_size);
    }
    documents.push_back({"terrain", Document(*edit::find_format("terrain"), terrain)});
    Bytes definitions;
    append(definitions,
           as_bytes("[functions]\r\ntask RTX parms 1\r\nfunction AddItem parms 1\r\n[refs]\r\nangle\r\n"
                    "[equates]\r\nauto\r\nnorth\r\nendauto\r\n[flags]\r\nBOOL Saved 0\r\nNUMBER Gold 3\r\n"));
    documents.push_back({"definitions", need(edit::read_binary(definitions))});
    return documents;
}

/// Cuts off the end, or removes, inserts or changes one byte.
Bytes damaged(Random& random, Bytes bytes)
{
    const std::size_t at = random.below(bytes.size());
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(6)) {
    case 0: bytes.resize(at); break;
    case 1: bytes.erase(place); break;
    case 2: bytes.insert(place, static_cast<std::byte>(random.bits())); break;
    case 3: *place = static_cast<std::byte>(random.bits()); break;
    default: {  // small steps of a count, and the ends of its range
        static constexpr std::array<std::uint8_t, 5> values{0, 1, 0x7F, 0x80, 0xFF};
        *place =
            random.once_in(2) ? static_cast<std::byte>(static_cast<int>(*place) + 1) : std::byte{random.pick(values)};
    }
    }
    return bytes;
}

/// Checks that a message is one sentence without a final dot.
void check_message(const std::string& message)
{
    CHECK_FALSE(message.empty());
    CHECK_FALSE(message.ends_with('.'));
}

/// An attribute of a text.
struct Attribute {
    std::string name;
    std::size_t at{};     ///< offset of its name
    std::size_t value{};  ///< offset of its value
    std::size_t end{};    ///< offset of the closing quote
};

/// Returns the attributes of all elements of a text that the XML writer wrote.
std::vector<Attribute> attributes_of(const std::string& text)
{
    std::vector<Attribute> attributes;
    std::size_t at = text.find("=\"", text.find('<', 2));  // after the XML declaration
    while (at != std::string::npos) {
        const std::size_t name = text.rfind(' ', at) + 1;
        const std::size_t end = text.find('"', at + 2);
        attributes.push_back({text.substr(name, at - name), name, at + 2, end});
        at = text.find("=\"", end);
    }
    return attributes;
}

/// Returns the 1-based line and column of an offset.
std::string place_at(const std::string& text, std::size_t offset)
{
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    const std::size_t begin = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    return fmt::format("{}:{}", line + 1, offset - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

std::string position_text(const Error& error)
{
    return fmt::format("{}:{}", error.line, error.column);
}

/// Values that many fields cannot have.
constexpr std::array<const char*, 12> odd_values{"",    "-1",  "1",     "99999999999", "4294967295", "0x10",
                                                 "1.5", "nan", "&amp;", "\\xFF",       "raw:00",     "x"};

}  // namespace

TEST_CASE("damage: accepted bytes are written back unchanged, and errors have an offset", "[edit]")
{
    std::size_t read_back = 0;
    std::size_t errors = 0;
    std::set<std::string_view> formats;
    for (const auto& [name, from] : small_documents()) {
        formats.insert(from.format().root());
        const Bytes bytes = file_of(from);
        for (std::uint64_t seed = 0; seed < (from.format().make_new != nullptr ? 400U : 120U); ++seed) {
            INFO(name << ", seed " << seed);
            Random random(seed);
            RawFallbacks kept;
            const Bytes changed = damaged(random, bytes);
            const Result<Document> read = edit::read_binary(changed, &kept);
            for (const RawFallback& each : kept) {
                CHECK_FALSE(each.place.empty());
                check_message(each.reason);
                CHECK(each.size <= changed.size());
            }
            if (read) {
                ++read_back;
                CHECK(need(read->write()) == changed);
                continue;
            }
            ++errors;
            INFO(describe(read.error()));
            check_message(read.error().message);
            // Without an offset, the whole file is of another kind: its beginning is damaged.
            if (edit::recognise(changed) == &from.format()) {
                REQUIRE(read.error().offset);
            }
            CHECK(read.error().offset.value_or(0) <= changed.size());
        }
    }
    CHECK(formats.size() >= 19);
    CHECK(read_back > 2000);
    CHECK(errors > 300);
}

TEST_CASE("damage: a wrong value is an error at its attribute, or the only difference", "[edit]")
{
    std::size_t errors = 0;
    std::size_t differences = 0;
    for (const auto& [name, from] : small_documents()) {
        const std::string text = text_of(from);
        std::vector<Attribute> attributes = attributes_of(text);
        for (std::uint64_t seed = 0; !attributes.empty() && seed < 100; ++seed) {
            Random random(seed);
            const Attribute& attribute = random.pick(attributes);
            const char* const value = random.pick(odd_values);
            std::string changed = text;
            changed.replace(attribute.value, attribute.end - attribute.value, value);
            INFO(name << ", seed " << seed << ": " << attribute.name << "=\"" << value << '"');
            const Result<Document> read = edit::read_text(changed, "damaged.xml");
            if (!read) {
                ++errors;
                INFO(describe(read.error()));
                check_message(read.error().message);
                // Another part of the text can contradict the value. It is named there.
                const bool contradicts = read.error().message.ends_with(fmt::format("\"{}\"", value));
                CHECK((contradicts || position_text(read.error()) == place_at(changed, attribute.at)));
            } else if (const auto difference = from.difference(*read)) {
                ++differences;
                INFO(difference->path);
                CHECK(difference->path.ends_with(attribute.name));
            }
        }
    }
    CHECK(errors > 500);
    CHECK(differences > 500);
}

TEST_CASE("damage: a removed, misspelt or doubled attribute is an error at its position", "[edit]")
{
    std::size_t errors = 0;
    for (const auto& [name, from] : small_documents()) {
        const std::string text = text_of(from);
        std::vector<Attribute> attributes = attributes_of(text);
        for (std::uint64_t seed = 0; !attributes.empty() && seed < 40; ++seed) {
            Random random(seed);
            const Attribute& attribute = random.pick(attributes);
            const std::string whole = text.substr(attribute.at, attribute.end + 1 - attribute.at);
            INFO(name << ", seed " << seed << ": " << whole);
            std::string changed = text;
            changed.insert(attribute.at, 1, text[attribute.at]);
            const Error misspelt = require_error(edit::read_text(changed, "damaged.xml"));
            CHECK(position_text(misspelt) == place_at(changed, attribute.at));
            changed = text;
            changed.insert(attribute.end + 1, " " + whole);
            const Error doubled = require_error(edit::read_text(changed, "damaged.xml"));
            CHECK(position_text(doubled) == place_at(changed, attribute.end + 2));
            CHECK(doubled.message.find(" appears twice") != std::string::npos);
            // A missing optional attribute has its default.
            changed = text;
            changed.erase(attribute.at - 1, whole.size() + 1);
            const Result<Document> read = edit::read_text(changed, "damaged.xml");
            if (!read) {
                ++errors;
                CHECK(position_text(read.error()) == place_at(changed, changed.rfind('<', attribute.at - 1) + 1));
                CHECK(read.error().message.find(" without " + attribute.name) != std::string::npos);
            } else if (const auto difference = from.difference(*read)) {
                CHECK(difference->path.ends_with(attribute.name));
            }
        }
    }
    CHECK(errors > 100);
}

TEST_CASE("damage: an error in a damaged text has a line and a column in it", "[edit]")
{
    std::size_t errors = 0;
    for (const auto& [name, from] : small_documents()) {
        const std::string text = text_of(from);
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            INFO(name << ", seed " << seed);
            Random random(seed);
            std::string changed = text;
            const std::size_t at = random.below(text.size());
            const std::size_t line = text.rfind('\n', at) + 1;
            const std::size_t line_size = text.find('\n', at) + 1 - line;
            switch (random.below(4)) {
            case 0: changed.erase(line, line_size); break;
            case 1: changed.insert(line, text.substr(line, line_size)); break;
            case 2: changed.resize(at); break;
            default: changed[at] = "<>&\"' /"[random.below(7)];
            }
            const Result<Document> read = edit::read_text(changed, "damaged.xml");
            if (read) {
                continue;
            }
            ++errors;
            const Error& error = read.error();
            INFO(describe(error));
            check_message(error.message);
            CHECK(error.file == "damaged.xml");
            if (error.line == 0) {
                // The message has the line and column in the script.
                CHECK(describe(error).find("scripts[") != std::string::npos);
                CHECK(error.message.find("line ") != std::string::npos);
                continue;
            }
            REQUIRE(error.column >= 1);
            std::size_t begin = 0;
            for (std::uint32_t i = 1; i < error.line; ++i) {
                begin = changed.find('\n', begin);
                REQUIRE(begin != std::string::npos);
                ++begin;
            }
            const std::size_t end = std::min(changed.find('\n', begin), changed.size());
            CHECK(error.column <= end - begin + 1);
        }
    }
    CHECK(errors > 1000);
}

TEST_CASE("damage: a merge with a cut-off file fails, or the result has all records", "[edit]")
{
    std::size_t rejected = 0;
    std::set<std::string_view> formats;
    // Cut-off files of these formats are read as bytes, without a sign of damage.
    const std::set<std::string_view> unsigned_formats{"bmp", "lbm", "pcx", "software_textures", "saved_game"};
    for (const auto& [name, from] : small_documents()) {
        if (from.format().is_plain_text || unsigned_formats.contains(from.format().root())) {
            continue;  // a text does not say where it ends
        }
        const Bytes bytes = file_of(from);
        const Document base = need(edit::read_binary(bytes));
        const std::vector<edit::Damage> old = edit::find_damage(base.root());
        constexpr std::size_t cuts = 40;
        for (std::size_t i = 1; i <= cuts; ++i) {
            const std::size_t size = bytes.size() - (i <= 8 ? i : bytes.size() * i / (cuts + 1));
            INFO(name << ", " << size << " of " << bytes.size() << " bytes");
            const Result<Document> cut =
                edit::read_binary(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
            if (!cut || &cut->format() != &base.format()) {
                continue;
            }
            const edit::Merge merged = edit::merge(base, base, *cut);
            if (merged.error) {
                ++rejected;
                formats.insert(from.format().root());
                INFO(describe(*merged.error));
                check_message(merged.error->message);
                CHECK(merged.error->file == "theirs");
                CHECK((merged.error->offset ? *merged.error->offset <= size : !merged.error->field.empty()));
                // The same damage on all sides does not keep a damaged file from being merged or repaired.
                CHECK_FALSE(edit::merge(*cut, *cut, *cut).error);
                if (old.empty()) {
                    CHECK_FALSE(edit::merge(*cut, *cut, base).error);
                }
                continue;
            }
            for (const edit::Operation& lost : edit::differences(base.root(), merged.document.root())) {
                CHECK(lost.kind != edit::Operation::Kind::erase);
            }
        }
    }
    CHECK(formats.size() >= 10);
    CHECK(rejected > 200);
}

TEST_CASE("damage: undamaged samples have none", "[edit]")
{
    for (const Format& format : edit::formats()) {
        if (format.make_new != nullptr) {
            INFO(format.root());
            CHECK(edit::check_damage(sample_document(format.root())));
        }
    }
}
