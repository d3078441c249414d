// Keywords of descriptions, tested through their tables: mixed lists, versions, words, flags, code pages, text that
// stores several values.
#include <catch2/catch.hpp>

#include "core/record/describe.hpp"
#include "core/text/difference.hpp"
#include "core/xml/schema.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/path/path.hpp"

using namespace redforge;

namespace {

constexpr EnumName kinds[] = {{1, "audio", "Sound"}, {2, "light", ""}};     // NOLINT(*c-arrays*)
constexpr EnumName bits[] = {{0x01, "female", ""}, {0x08, "respawn", ""}};  // NOLINT(*c-arrays*)

struct Note {
    static constexpr std::string_view element = "note";
    Text text;
    std::uint8_t kind{};
    std::uint16_t flags{};
    Derived<std::uint8_t> given_kind;
};

template <class Archive>
void serialize(Archive& ar, Note& note, unsigned /*version*/)
{
    field(ar, "text", note.text, {.always = true, .key = true});
    field(ar, "kind", note.kind, {.max = 9, .enum_names = kinds});
    field(ar, "flags", note.flags, {.enum_names = bits, .flags = true});
    field(ar, "given_kind", note.given_kind, {.kind = Role::derived, .enum_names = kinds});
}

struct Place {
    static constexpr std::string_view element = "place";
    static constexpr unsigned versions = 3;
    std::int32_t x{};
    std::int32_t depth{};
};

template <class Archive>
void serialize(Archive& ar, Place& place, unsigned version)
{
    field(ar, "x", place.x);
    if (version >= 2) {
        field(ar, "depth", place.depth);
    }
}

struct Album {
    static constexpr std::string_view root = "album";
    static constexpr unsigned versions = 3;
    std::vector<std::variant<Note, Place>> entries;
    std::vector<std::uint8_t> hooks;
    Bytes script;
};

template <class Archive>
void serialize(Archive& ar, Album& album, unsigned /*version*/)
{
    field(ar, "hooks", album.hooks);
    list(ar, "entries", "", album.entries);
    blob(ar, "script", album.script, {.folder = "scripts", .extension = ".txt"}, "main");
}

RecordHandle handle(Album& album, unsigned version = 0, CodePage page = CodePage::cp437)
{
    return {&album, &record_type<Album>(version), page};
}

std::string written(const RecordHandle& record, SideFiles* files = nullptr)
{
    TextSink out;
    XmlWriter(out, files).fragment("album", record);
    return out.str();
}

/// Returns the error; empty if the text was read.
std::string read(std::string text, const RecordHandle& record, SideFileReader files = {}, SideCodecs codecs = {})
{
    const XmlDocument document = XmlDocument::parse(std::move(text), "a.xml").value();
    const Status status = XmlReader(document, std::move(files), std::move(codecs)).document("album", record);
    return status ? "" : describe(status.error());
}

Album mixed()
{
    Album album;
    album.entries.emplace_back(Note{{"one"}, 1, 0x09, {}});
    album.entries.emplace_back(Place{5, 7});
    album.entries.emplace_back(Note{{"two"}, 7, 0x40, 2U});
    return album;
}

}  // namespace

TEST_CASE("records: a list of several types keeps the file's order")
{
    Album album = mixed();
    const std::string text = written(handle(album));
    CHECK(text == "<album>\n"
                  "  <note text=\"one\" kind=\"audio\" flags=\"female respawn\"/>\n"
                  "  <place x=\"5\"/>\n"
                  "  <note text=\"two\" kind=\"7\" flags=\"0x40\" given_kind=\"light\"/>\n"
                  "</album>\n");
    Album again;
    CHECK(read(text, handle(again)).empty());
    REQUIRE(again.entries.size() == 3);
    CHECK(std::get<Place>(again.entries[1]).x == 5);
    CHECK(std::get<Note>(again.entries[2]).flags == 0x40);
    CHECK(std::get<Note>(again.entries[2]).given_kind.stored == std::optional<std::uint8_t>(2));
    CHECK(edit::resolve(handle(again), "entries[1].x").value().front().field.text() == "5");
    CHECK(edit::find(handle(again), "text:TW*").value().front().path == "entries[2].text");
    CHECK(read("<album><noet text=\"a\"/></album>", handle(again)).find("did you mean <note>?") != std::string::npos);
}

TEST_CASE("records: the document's version selects the fields")
{
    Album album = mixed();
    CHECK(written(handle(album, 2)).find("<place x=\"5\" depth=\"7\"/>") != std::string::npos);
    CHECK(written(handle(album, 1)).find("depth") == std::string::npos);
    Album again;
    CHECK(read("<album><place depth=\"4\"/></album>", handle(again, 2)).empty());
    CHECK(read("<album><place depth=\"4\"/></album>", handle(again, 1)).find("no attribute \"depth\"") !=
          std::string::npos);
}

TEST_CASE("records: writes a named number by name, and reads both forms")
{
    Album album;
    CHECK(read("<album><note text=\"a\" kind=\"light\"/><note text=\"b\" kind=\"2\"/></album>", handle(album)).empty());
    CHECK(std::get<Note>(album.entries[0]).kind == 2);
    CHECK(std::get<Note>(album.entries[1]).kind == 2);
    CHECK(read("<album><note text=\"a\" kind=\"lihgt\"/></album>", handle(album)) ==
          "a.xml:1:23: kind=\"lihgt\" of <note>; expected one of: audio, light; or a whole number from 0 to 9");
    CHECK(read("<album><note text=\"a\" flags=\"respawn male\"/></album>", handle(album))
              .find("expected any of: female, respawn; or a whole number") != std::string::npos);
    Album both;
    both.entries.emplace_back(Note{{"a"}, 2, 0, {}});
    CHECK(edit::resolve(handle(both), "entries[kind=light]").value().size() == 1);
    CHECK(edit::resolve(handle(both), "entries[kind=2]").value().size() == 1);
    CHECK(edit::resolve(handle(both), "entries[kind=audio]").value().empty());
}

TEST_CASE("records: flags combine words and keep unnamed bits")
{
    Album album;
    CHECK(read("<album><note text=\"a\" flags=\"respawn 0x8000 female\"/></album>", handle(album)).empty());
    CHECK(std::get<Note>(album.entries[0]).flags == 0x8009);
    CHECK(written(handle(album)).find("flags=\"female respawn 0x8000\"") != std::string::npos);
    Album none;
    CHECK(read("<album><note text=\"a\" flags=\"0\"/></album>", handle(none)).empty());
    CHECK(std::get<Note>(none.entries[0]).flags == 0);
}

TEST_CASE("records: text uses the document's code page")
{
    Album album;
    album.entries.emplace_back(Note{{"\x82\xE9"}, 0, 0, {}});
    CHECK(written(handle(album)).find("text=\"\xC3\xA9\xCE\x98\"") != std::string::npos);  // 437: e acute, theta
    CHECK(written(handle(album, 0, CodePage::cp1252)).find("text=\"\xE2\x80\x9A\xC3\xA9\"") != std::string::npos);
    Album again;
    CHECK(read(written(handle(album, 0, CodePage::cp1252)), handle(again, 0, CodePage::cp1252)).empty());
    CHECK(std::get<Note>(again.entries[0]).text.bytes == "\x82\xE9");
}

TEST_CASE("records: a side file covers fields, which the XML omits")
{
    static constexpr std::array<std::string_view, 1> covered{"hooks"};
    static const SideCodec codec{
        ".txt", [](const RecordHandle& /*record*/) { return std::span<const std::string_view>(covered); },
        [](const RecordHandle& record, const LoadContext& /*context*/) {
            const auto& album = *static_cast<const Album*>(record.record);
            return "hooks " + std::to_string(album.hooks.size()) + ", bytes " + std::to_string(album.script.size());
        },
        [](std::string_view text, const std::string& file, const RecordHandle& record,
           const LoadContext& /*context*/) -> Status {
            if (text != "hooks 2, bytes 1") {
                return fail({.code = ErrorCode::malformed, .message = "no script", .file = file});
            }
            auto& album = *static_cast<Album*>(record.record);
            album.hooks = {3, 4};
            album.script = Bytes(1);
            return {};
        }};
    Album album;
    album.hooks = {3, 4};
    album.script = Bytes(1);
    SideFiles files(SideCodecs{{&codec, 1}, {}});
    const std::string text = written(handle(album), &files);
    CHECK(text == "<album>\n  <script file=\"scripts/main.txt\"/>\n</album>\n");
    REQUIRE(files.files().size() == 1);
    CHECK(files.files()[0].text == "hooks 2, bytes 1");
    Album again;
    CHECK(read(
              text, handle(again), [](const std::string&) { return "hooks 2, bytes 1"; }, SideCodecs{{&codec, 1}, {}})
              .empty());
    CHECK(again.hooks == std::vector<std::uint8_t>{3, 4});
    CHECK(read(
              text, handle(again), [](const std::string&) { return "x"; }, SideCodecs{{&codec, 1}, {}}) ==
          "scripts/main.txt: no script");
    CHECK(written(handle(album)).find("hooks=\"3 4\"") !=
          std::string::npos);  // without a side file, nothing is omitted
}

TEST_CASE("records: the first difference of different record types is the type")
{
    Album left = mixed();
    Album right = mixed();
    right.entries[1] = Note{{"new"}, 0, 0, {}};
    const auto difference = find_difference(handle(left), handle(right));
    REQUIRE(difference);
    CHECK(difference->path == "entries[1]");
    CHECK(difference->left == "<place>");
    CHECK(difference->right == "<note>");
    CHECK_FALSE(find_difference(handle(left), handle(left)));
}

TEST_CASE("schema: allows words and numbers")
{
    const std::string xsd = to_xsd(describe_document(record_type<Album>()));
    CHECK(xsd.find("<xs:enumeration value=\"audio\">") != std::string::npos);
    CHECK(xsd.find("1: Sound") != std::string::npos);
    CHECK(xsd.find("<xs:pattern value=\"0x[0-9a-fA-F]{1,16}\"/>") != std::string::npos);
    CHECK(to_reference_page(describe_document(record_type<Album>())).find("audio (1), light (2), or 0 to 9") !=
          std::string::npos);
}

TEST_CASE("record types: find the type of a list's records by the name of its element", "[core]")
{
    for (const std::size_t count : {1U, 3U, 50U}) {
        std::vector<ItemEntry> items;
        for (std::size_t i = 0; i < count; ++i) {
            items.push_back({"item" + std::to_string(i), {}});
        }
        ChildEntry list;
        list.set_items(items);
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(list.find_item(items[i].name) == i);
        }
        CHECK(list.find_item("item") == count);
        CHECK(list.find_item("item999") == count);
    }
}
