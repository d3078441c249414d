// Files of an unknown format: the message names the likely format and a remedy.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "edit/document/recognise.hpp"
#include "edit/document/unknown_files.hpp"

using namespace redforge;
using namespace redforge::edit;

namespace {

using namespace std::string_view_literals;

struct Row {
    std::string_view name;
    std::string_view bytes;
    ErrorCode code;
    std::string_view message;
    std::string_view hint;
};

const std::vector<Row>& rows()
{
    constexpr ErrorCode foreign = ErrorCode::unsupported;
    constexpr ErrorCode damaged = ErrorCode::malformed;
    static const std::vector<Row> all{
        {"mod.zip", "PK\x03\x04\x14", foreign, "a ZIP archive",
         "extract it first; a mod package is for redforge mod check"},
        {"mod.7z", "7z\xBC\xAF\x27\x1C"sv, foreign, "a 7z archive", "extract it first"},
        {"a.nif", "Gamebryo File Format, Version 20.2.0.7\n", foreign, "a NIF model, which Redforge does not support",
         "redforge reads models of Redguard (.3D, .3DC, .ROB)"},
        {"quick.ess", "TESV_SAVEGAME", foreign, "a Skyrim save, which Redforge does not support",
         "redforge reads saves of Oblivion"},
        {"DOOR.soup", "actor DOOR\n{\n    end\n}\n", foreign, "the source of a Redguard script",
         "use redforge script check FILE or redforge script assemble FILE"},
        {"a.txt", "; a note\r\n  ScriptName Door\r\n", foreign, "the source of an Oblivion script",
         "use redforge script check FILE or redforge script compile FILE"},
        {"a.txt", "scnx Door", foreign, "plain text",
         "the texts that redforge reads are XML, as redforge unpack writes it"},
        {"a.obj", "v 0 0 0\n", foreign, "an OBJ model", "use redforge model import FILE.obj -o OUT.3D"},
        {"my.def", "record GLOB \"Global\"\n", foreign, "a text of definitions",
         "for the records of plugins, use --definitions FILE"},
        {"a.png", "\x89PNG\r\n\x1A\n", foreign, "a PNG picture",
         "redforge image import PNG FILE puts it into a bank, terrain or save"},
        {"a.glb", "glTF\x02", foreign, "a glTF model (.glb)", "use redforge model import FILE.glb -o OUT.3D"},
        {"Mod.esp", "TE", damaged, "named as Elder Scrolls plugin (.esp), but has only 2 bytes: 54 45",
         "it was cut off or emptied; take another copy, or a backup (redforge backups list FILE)"},
        {"Mod.esp", "", damaged, "named as Elder Scrolls plugin (.esp), but is empty",
         "it was cut off or emptied; take another copy, or a backup (redforge backups list FILE)"},
        {"ISLAND.RGM", "\0\0\0\0\0\0\0\0\0\0\0\0"sv, damaged,
         "named as Redguard map (.RGM), but contains only zero bytes",
         "it was cut off or emptied; take another copy, or a backup (redforge backups list FILE)"},
        {"Mod.esp", "PK\x03\x04\x14", damaged, "a ZIP archive, named as Elder Scrolls plugin (.esp)",
         "extract it first; a mod package is for redforge mod check"},
        {"", "\x01\x02QQ", foreign, "not a file of any known format",
         "it begins with 01 02 51 51; redforge schema lists the formats"},
        {"-", "", foreign, "an empty file", "was it cut off?"},
    };
    return all;
}

}  // namespace

TEST_CASE("unknown files: the error names the likely format and a fix", "[edit]")
{
    for (const Row& row : rows()) {
        CAPTURE(row.name, row.message);
        const Error error = unknown_file(as_bytes(row.bytes), row.name);
        CHECK(error.code == row.code);
        CHECK(error.message == row.message);
        CHECK(error.hint == row.hint);
        CHECK(recognise(as_bytes(row.bytes), row.name) == nullptr);
    }
    const std::string damaged = "QQQQQQQQ" + std::string(60, '\x01');
    CHECK(unknown_file(as_bytes(damaged), "Mod.esm").message ==
          "named as Elder Scrolls plugin (.esm), but begins with 51 51 51 51 51 51 51 51");
    CHECK(unknown_file(as_bytes(damaged), "Mod.esm").hint ==
          "it is damaged, or a file of another program; take another copy");
}

TEST_CASE("unknown files: explains a text with an unknown root element", "[edit]")
{
    const auto hint = [](const std::string& text) {
        const Result<Document> read = read_text(text, "a.xml");
        REQUIRE_FALSE(read);
        return read.error().hint;
    };
    CHECK(hint("<edits/>") == "this is a list of edits: redforge apply EDITS FILE makes them in a file");
    CHECK(hint("<mapp/>") == "did you mean <map>?");
    CHECK(hint("<html/>") == "not a text that redforge unpack writes; redforge schema lists the root elements");
}
