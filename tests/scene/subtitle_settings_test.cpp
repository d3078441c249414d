// Settings of subtitles in SYSTEM.INI. Source: reference sheet "engine facts", 1.
#include <catch2/catch.hpp>

#include "scene/subtitle_settings.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::scene;
using redforge::test::need;
using redforge::test::require_error;

namespace {

config::Ini system_ini(std::string_view text)
{
    return need(config::read_ini(as_bytes(text)));
}

}  // namespace

TEST_CASE("subtitle settings: characters have font_sel, and Cyrus has font_norm", "[scene]")
{
    const config::Ini ini = system_ini("[dialog]\r\ndialog_max_text_width=300\r\ndialog_max_distance = 900\r\n"
                                       "[3dfx]\r\nfont_sel=200,180\r\nFONT_NORM = 10, 20 ; comment\r\n");
    CHECK(need(subtitle_style(ini, Speaker::character)) == art::SubtitleStyle{300, 200, 180});
    CHECK(need(subtitle_style(ini, Speaker::cyrus)) == art::SubtitleStyle{300, 10, 20});
    CHECK(need(speech_range(ini)) == 900);
}

TEST_CASE("subtitle settings: a missing key has its shipped value, and the first key counts", "[scene]")
{
    const config::Ini none = system_ini("[screen]\r\nfont_sel=1,2\r\n");
    CHECK(need(subtitle_style(none, Speaker::character)) == art::SubtitleStyle{500, 255, 255});
    CHECK(need(subtitle_style(none, Speaker::cyrus)) == art::SubtitleStyle{500, 125, 255});
    CHECK(need(speech_range(none)) == 1600);
    const config::Ini twice = system_ini("[3dfx]\r\nfont_sel=1,2\r\nfont_sel=3,4\r\n");
    CHECK(need(subtitle_style(twice, Speaker::character)) == art::SubtitleStyle{500, 1, 2});
}

TEST_CASE("subtitle settings: values that are not numbers are errors", "[scene]")
{
    const auto message = [](std::string_view text) {
        return require_error(subtitle_style(system_ini(text), Speaker::character)).message;
    };
    CHECK(message("[dialog]\ndialog_max_text_width=wide\n") ==
          "dialog_max_text_width of [dialog] in SYSTEM.INI is \"wide\"");
    CHECK(message("[3dfx]\nfont_sel=255\n") == "font_sel of [3dfx] in SYSTEM.INI is \"255\"");
    CHECK(message("[3dfx]\nfont_sel=256,0\n") == "font_sel of [3dfx] in SYSTEM.INI is 256,0");
    CHECK(require_error(speech_range(system_ini("[dialog]\ndialog_max_distance=\n"))).code == ErrorCode::malformed);
}
