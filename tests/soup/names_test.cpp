// SOUP386.DEF byte for byte and by number; WORLD.INI, ITEM.INI and ENGLISH.RTX.
#include <catch2/catch.hpp>

#include "soup/names/definitions.hpp"
#include "soup/names/game_names.hpp"
#include "soup/names/names.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

constexpr std::string_view odd_file = "; made by hand\r\n"
                                      "\r\n"
                                      "[FUNCTIONS]  \r\n"
                                      "task RTX parms 1\r\n"
                                      "  Function\tAddItem   PARMS 2 ; gives\n"
                                      "no function at all\r\n"
                                      "multitask Light parms 0 ;\r\n"
                                      "[refs]\r\n"
                                      "angle\r\n"
                                      "speed ;fast\r\n"
                                      "[equates]\r\n"
                                      "true = 1\r\n"
                                      "auto\r\n"
                                      "strength\r\n"
                                      "alias = 7\r\n"
                                      "EndAuto\r\n"
                                      "outside\r\n"
                                      "[flags]\r\n"
                                      "BOOL Won 0 ;the end\r\n"
                                      "NUMBER Gold -3\r\n"
                                      "flipflop Lever x\r\n"
                                      "BOOL Last 1";

std::string write(const Definitions& definitions)
{
    return std::string(as_text(write_definitions(definitions).value()));
}

/// Returns an RTX file: chunks, table, footer.
Bytes rtx(const std::vector<std::pair<std::string, std::string>>& texts)
{
    Bytes file;
    Bytes table;
    for (const auto& [label, text] : texts) {
        append(file, as_bytes(label));
        for (int shift = 24; shift >= 0; shift -= 8) {
            file.push_back(static_cast<std::byte>((text.size() + 6) >> shift));
        }
        append(table, as_bytes(label));
        append_le(table, static_cast<std::uint32_t>(file.size()));
        append_le(table, static_cast<std::uint32_t>(text.size() + 6));
        append_le(file, std::uint16_t{0});
        append_le(file, static_cast<std::uint32_t>(text.size()));
        append(file, as_bytes(text));
    }
    const auto table_at = static_cast<std::uint32_t>(file.size());
    append(file, table);
    append(file, as_bytes("RNAV"));
    append_le(file, table_at);
    append_le(file, static_cast<std::uint32_t>(texts.size()));
    return file;
}

ReadPart reader(const Bytes& file, std::size_t& most)
{
    return [&file, &most](std::uint64_t offset, std::size_t size) -> Result<Bytes> {
        most = std::max(most, size);
        const ByteView part = ByteView(file).subspan(offset, size);
        return Bytes(part.begin(), part.end());
    };
}

}  // namespace

TEST_CASE("names: SOUP386.DEF round-trips; only non-standard lines store their text")
{
    const Definitions definitions = read_definitions(as_bytes(odd_file)).value();
    CHECK(write(definitions) == odd_file);
    REQUIRE(definitions.lines.size() == 22);
    CHECK_FALSE(definitions.lines[3].written.stored);
    CHECK(definitions.lines[4].kind.bytes == "function");
    CHECK(definitions.lines[4].name.bytes == "AddItem");
    CHECK(definitions.lines[4].value == 2);
    CHECK(definitions.lines[4].comment.bytes == " gives");
    CHECK(definitions.lines[4].written.stored);
    CHECK(definitions.lines[5].kind.bytes == "other");
    CHECK(definitions.lines[20].kind.bytes == "other");

    Definitions changed = definitions;
    changed.lines[18].value = 1;
    CHECK(write(changed).find("BOOL Won 1 ;the end\r\n") != std::string::npos);
    changed.lines[4].value = 3;
    CHECK(describe(write_definitions(changed).error()) == "record 4, lines[4]: \"Function\tAddItem   PARMS 2 ; gives\" "
                                                          "does not have these values; written only keeps the spelling "
                                                          "of the line; remove it if you change kind, name or value");
    for (const std::string_view other : {"; no end", "", "; one\n; two\n", "; a\n; b"}) {
        changed = definitions;
        changed.lines[0].written = Text(std::string(other));
        CHECK(describe(write_definitions(changed).error()).starts_with("record 0, lines[0]: not one line of text"));
    }
    CHECK(describe(read_definitions(as_bytes("; nothing\r\n")).error()) ==
          "no section such as [functions] in SOUP386.DEF");
}

TEST_CASE("names: a line in standard spelling does not store its text")
{
    const std::string standard =
        "[functions]\r\ntask RTX parms 1\r\nfunction Light parms 2 ; dim\r\n[refs]\r\nspeed\r\n"
        "[equates]\r\nauto\r\nstrength\r\nspeed ;how fast\r\nendauto\r\nsize = 12\r\nlow = -3 ; below\r\n"
        "[flags]\r\nBOOL Won 0\r\nNUMBER Gold 5 ;coins\r\n;end\r\n\r\n";
    Definitions definitions = read_definitions(as_bytes(standard)).value();
    CHECK(write(definitions) == standard);
    std::vector<std::string> kinds;
    for (const DefinitionLine& line : definitions.lines) {
        kinds.push_back(line.kind.bytes);
        CAPTURE(line.name.bytes);
        CHECK_FALSE(line.written.stored);
    }
    CHECK(kinds == std::vector<std::string>{"section", "function", "function", "section", "property", "section", "auto",
                                            "attribute", "attribute", "endauto", "equate", "equate", "section", "flag",
                                            "flag", "other", "other"});
    definitions.lines.at(10).value = 13;
    CHECK(write(definitions).find("\nsize = 13\r\n") != std::string::npos);
}

TEST_CASE("names: numbers of SOUP386.DEF follow from the order of lines")
{
    const Names names(read_definitions(as_bytes(odd_file)).value());
    CHECK(names.functions() == 4);
    CHECK(names.function(0)->name == "NullFunction");
    CHECK(names.function(1)->name == "RTX");
    CHECK(names.function(1)->kind == CallKind::task);
    CHECK(names.function(1)->argument(0) == ArgumentType::dialogue);
    CHECK(names.function(2)->parameters == 2);
    CHECK(names.find_function("Light") == 3);
    CHECK_FALSE(names.find_function("light"));
    CHECK(names.find_property("speed") == 1);
    CHECK(names.find_flag("Gold") == 1);
    CHECK(names.find_flag("Last") == 2);
    CHECK(names.flag(0)->comment == "the end");
    CHECK(names.function(9) == nullptr);
}

TEST_CASE("names: an invalid or duplicate name cannot be used, but its number can")
{
    const Names names(
        read_definitions(
            as_bytes("[functions]\r\ntask goto parms 0\r\ntask A parms 0\r\ntask A parms 1\r\ntask b-c parms 0\r\n"))
            .value());
    CHECK_FALSE(names.function(1)->usable);
    CHECK(names.function(2)->usable);
    CHECK_FALSE(names.function(3)->usable);
    CHECK_FALSE(names.function(4)->usable);
    CHECK(names.find_function("A") == 2);
}

TEST_CASE("names: reads maps of WORLD.INI and items of ITEM.INI by number")
{
    const auto maps = read_world_maps(as_bytes("[world]\r\nworld_map[0]=MAPS\\start.rgm\r\nworld_map[27] = "
                                               "maps/ISLAND.RGM ; night\r\nworld_mapx[3]=A.B\r\nworld_map[x]=C\r\n"
                                               "world_map[4=D\r\nworld_map[]=E\r\nworld_map5=F\r\nworld_map[6]G\r\n"
                                               "WORLD_MAP[0]=LATER.RGM\r\n"));  // the first key is used
    CHECK(maps == std::map<std::int32_t, std::string>{{0, "START"}, {27, "ISLAND"}});
    const auto items = read_item_labels(as_bytes("name[8] = ?x08\r\nNAME[9]=?x09\r\nnamed[3]=no\r\n"));
    CHECK(items == std::map<std::int32_t, std::string>{{8, "?x08"}, {9, "?x09"}});
}

TEST_CASE("names: ENGLISH.RTX is read by its table and in small parts")
{
    const std::string longest(2000, 'x');
    const Bytes file = rtx({{"abcd", "Hello."}, {"?x08", "RUSTY KEY"}, {"long", longest}, {"empt", ""}});
    std::size_t most = 0;
    const Dialogue dialogue = Dialogue::open(file.size(), reader(file, most)).value();
    CHECK(dialogue.size() == 4);
    CHECK(dialogue.text("abcd") == "Hello.");
    CHECK(dialogue.text("ABCD") == "Hello.");
    CHECK(dialogue.text("empt") == "");
    CHECK(most <= 512);
    CHECK(dialogue.text("long") == longest);
    CHECK_FALSE(dialogue.text("none"));

    Names names;
    add_game_names(names, as_bytes("world_map[1]=MAPS\\A.RGM"), as_bytes("name[8]=?x08\nname[9]=?x09"), &dialogue);
    CHECK(names.items == std::map<std::int32_t, std::string>{{8, "RUSTY KEY"}, {9, "?x09"}});
    CHECK(names.dialogue("abcd") == "Hello.");
}

TEST_CASE("names: a short RTX text is read once; labels are case-insensitive")
{
    const Bytes file = rtx({{"abcd", "Hi."}, {"half", std::string(506, 'x')}, {"more", std::string(507, 'y')}});
    int reads = 0;
    const Dialogue dialogue = Dialogue::open(file.size(), [&](std::uint64_t offset, std::size_t size) -> Result<Bytes> {
                                  ++reads;
                                  const ByteView part = ByteView(file).subspan(offset, size);
                                  return Bytes(part.begin(), part.end());
                              }).value();
    const auto reads_for = [&](std::string_view label, std::size_t size) {
        reads = 0;
        CHECK(dialogue.text(label).value().size() == size);
        return reads;
    };
    CHECK(reads_for("abcd", 3) == 1);
    CHECK(reads_for("HALF", 506) == 1);  // 512 bytes including the preceding text
    CHECK(reads_for("more", 507) == 2);
    CHECK(dialogue.labels() == std::vector<std::string>{"abcd", "half", "more"});
}

TEST_CASE("names: RTX entries outside the file or with a wrong size have no text")
{
    Bytes file = rtx({{"abcd", "Hello."}, {"next", "You."}});
    const std::size_t table = file.size() - 12 - 24;
    std::size_t most = 0;
    const auto text_with = [&](std::size_t at, std::uint32_t number) {
        Bytes changed = file;
        store_le(changed.data() + at, number);
        const Dialogue dialogue = Dialogue::open(changed.size(), reader(changed, most)).value();
        return dialogue.text("abcd").value_or("none");
    };
    CHECK(text_with(table + 4, 8) == "Hello.");
    CHECK(text_with(table + 8, 12) == "Hello.");
    CHECK(text_with(table + 8, 11) == "none");
    CHECK(text_with(table + 8, 5) == "none");
    CHECK(text_with(table + 8, static_cast<std::uint32_t>(file.size()) - 8) == "Hello.");
    CHECK(text_with(table + 8, static_cast<std::uint32_t>(file.size()) - 7) == "none");
    CHECK(text_with(table + 4, static_cast<std::uint32_t>(file.size())) == "none");
    CHECK(text_with(table + 4, static_cast<std::uint32_t>(file.size()) + 1) == "none");
    const auto opens = [&](std::size_t from_end, std::uint32_t number) {
        Bytes changed = file;
        store_le(changed.data() + changed.size() - from_end, number);
        return Dialogue::open(changed.size(), reader(changed, most)).has_value();
    };
    CHECK(opens(4, 2));
    CHECK(opens(4, 1));
    CHECK_FALSE(opens(4, 3));
    CHECK_FALSE(opens(8, static_cast<std::uint32_t>(table) + 1));
    CHECK_FALSE(opens(8, static_cast<std::uint32_t>(file.size())));
    CHECK_FALSE(opens(12, 0));
    const Bytes empty = rtx({});
    CHECK(Dialogue::open(empty.size(), reader(empty, most)).value().size() == 0);
}

TEST_CASE("names: rejects an RTX file whose table does not fit")
{
    Bytes file = rtx({{"abcd", "Hello."}});
    std::size_t most = 0;
    file[file.size() - 4] = std::byte{9};
    CHECK(describe(Dialogue::open(file.size(), reader(file, most)).error()) ==
          "byte 36 (0x24): a table of 9 entries at 20 does not fit the file; an RTX file ends with RNAV, the offset of "
          "its "
          "table and the number of entries");
    file.resize(5);
    CHECK(describe(Dialogue::open(file.size(), reader(file, most)).error()).starts_with("byte 0 (0x0): too short"));
}

TEST_CASE("names: recognises a list of names by its first line after comments")
{
    for (const std::string_view text : {"[functions]", " [Functions] ; all\r\n", ";a\n\n ; b\n[FUNCTIONS]\n"}) {
        CAPTURE(text);
        CHECK(is_definitions(as_bytes(text)));
        CHECK(can_begin_definitions(as_bytes(text)));
    }
    for (const std::string_view text : {"", " \n", "; a comment that is cut", ";a\n[func", "["}) {
        CAPTURE(text);
        CHECK_FALSE(is_definitions(as_bytes(text)));
        CHECK(can_begin_definitions(as_bytes(text)));
    }
    for (const std::string_view text : {std::string_view("y"), std::string_view("[flags]\n[functions]"),
                                        std::string_view("a;[functions]"), std::string_view("\0", 1)}) {
        CAPTURE(text);
        CHECK_FALSE(is_definitions(as_bytes(text)));
        CHECK_FALSE(can_begin_definitions(as_bytes(text)));
    }
}

TEST_CASE("names: reads the sample game's lists")
{
    const std::filesystem::path samples = test::samples_or_skip("the sample game's lists of names");
    if (samples.empty()) {
        return;
    }
    const Bytes file = test::read_file(samples / "game" / "soup386" / "SOUP386.DEF");
    CHECK(is_definitions(file));
    const Definitions definitions = read_definitions(file).value();
    CHECK(write_definitions(definitions).value() == file);
    const Names names(definitions);
    CHECK(names.functions() == 368);
    CHECK(names.flags() == 369);
    CHECK(names.properties() == 71);

    const Bytes words = test::read_file(samples / "game" / "ENGLISH.RTX");
    std::size_t most = 0;
    const Dialogue dialogue = Dialogue::open(words.size(), reader(words, most)).value();
    CHECK(dialogue.size() == 216);
    CHECK(dialogue.text("?x01") == "ITEM BEAM 1");
}
