// Settings of redforge.toml: values, and errors with their lines.
#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <string>

#include "core/file_fixture.hpp"
#include "core/files/files.hpp"
#include "project/project.hpp"
#include "support/outcome.hpp"

namespace fs = std::filesystem;
using namespace redforge;
using namespace redforge::project;
using redforge::test::require_error;
using redforge::test::TempFolder;

namespace {

Error error_of(const std::string& text)
{
    const Result<Settings> settings = parse_settings(text, "/mod/redforge.toml");
    REQUIRE_FALSE(settings.has_value());
    return settings.error();
}

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    REQUIRE(write_file(file, as_bytes(text), {.overwrite = Overwrite::allow}).has_value());
}

}  // namespace

TEST_CASE("project: paths are relative to the folder of the settings file")
{
    const Settings settings = parse_settings(R"(game = "../Redguard"
data = "/games/Data"
encoding = "1251"
[check]
fail-on = "error"
baseline = "known.json"
[check.rules]
twins = "off"
unused-string = { severity = "error", reason = "they cost memory" }
[[build]]
from = "maps/*"
to = "out/MAPS/*.RGM"
)",
                                             "/mods/house/redforge.toml")
                                  .value();
    CHECK(settings.game == fs::path("/mods/Redguard"));
    CHECK(settings.data == fs::path("/games/Data"));
    CHECK(settings.encoding == "1251");
    CHECK(settings.fail_on == "error");
    CHECK(settings.baseline == fs::path("/mods/house/known.json"));
    CHECK_FALSE(settings.commands);
    REQUIRE(settings.check_rules.size() == 2);
    CHECK(settings.check_rules[0].severity == "off");
    CHECK(settings.check_rules[1].check == "unused-string");
    CHECK(settings.check_rules[1].reason == "they cost memory");
    REQUIRE(settings.build_rules.size() == 1);
    CHECK(settings.build_rules[0].from == fs::path("/mods/house/maps/*"));
    CHECK(settings.build_rules[0].to == fs::path("/mods/house/out/MAPS/*.RGM"));
    CHECK(settings.build_rules[0].line == 10);
}

TEST_CASE("project: errors give the line, the found value and the valid ones")
{
    const auto described = [](const std::string& text) { return describe(error_of(text)); };
    CHECK(described("gaem = \"x\"") == "/mod/redforge.toml:1: unknown setting \"gaem\"; did you mean game?");
    CHECK(described("\n[check]\nlevel = 1") ==
          "/mod/redforge.toml:3: unknown setting \"level\" in [check]; the settings here are fail-on, baseline, rules");
    CHECK(described("game = 5") == "/mod/redforge.toml:1: game is not a text; write game = \"...\"");
    CHECK(described("game = \"\"") == "/mod/redforge.toml:1: game is empty; write a path");
    CHECK(described("encoding = \"latin\"") ==
          "/mod/redforge.toml:1: encoding is \"latin\"; use one of: 1250 1251 1252 932 936 949 UTF-8");
    CHECK(described("[check.rules]\ntwins = \"none\"") ==
          "/mod/redforge.toml:2: twins is \"none\"; use one of: off note warning error");
    CHECK(described("[check.rules]\ntwins = { severity = \"off\", why = \"\" }") ==
          "/mod/redforge.toml:2: unknown setting \"why\" in [check.rules.twins]; the settings here are severity, "
          "reason");
    CHECK(
        described("[[build]]\nfrom = \"a\"") ==
        "/mod/redforge.toml:1: a build rule has no \"to\"; from is an unpacked folder or a text, to is the game file");
    CHECK(error_of("game = ").line == 1);
    CHECK(error_of("game = ").code == ErrorCode::malformed);
}

TEST_CASE("project: uses the nearest settings file, and reloads it when it changes")
{
    const TempFolder folder;
    write(folder.path() / "redforge.toml", "encoding = \"1250\"");
    write(folder.path() / "inner/redforge.toml", "encoding = \"1251\"");
    write(folder.path() / "inner/maps/map.xml", "<map/>");
    CHECK(settings_around(folder.path() / "x.esp").value()->encoding == "1250");
    CHECK(settings_around(folder.path() / "inner/maps/map.xml").value()->encoding == "1251");
    CHECK(settings_around(folder.path() / "inner").value()->encoding == "1251");
    const fs::path inner = folder.path() / "inner/redforge.toml";
    const auto time = fs::last_write_time(inner);
    write(inner, "encoding = 1");
    fs::last_write_time(inner, time + std::chrono::seconds(2));
    CHECK(require_error(settings_around(inner)).line == 1);
    CHECK(valid_settings_around(inner) == nullptr);
}

TEST_CASE("project: the schema lists each setting")
{
    const std::string schema = settings_schema();
    for (const SettingInfo& info : setting_infos()) {
        const std::string name(info.name.substr(info.name.find('.') + 1));
        CHECK(schema.find("\"" + name + "\": {\"type\": \"string\", \"description\": \"" + std::string(info.help)) !=
              std::string::npos);
    }
}
