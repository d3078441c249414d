// Reads the font and the settings of subtitles.
#include "scene/subtitle_settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "scene/game_folder.hpp"
#include "scene/game_view.hpp"

namespace redforge::scene {
namespace {

constexpr std::int32_t shipped_range = 1600;
constexpr std::uint8_t shipped_shadow_of_cyrus = 125;

/// Returns the first `count` numbers of a key, or nullopt if the section has no such key. Errors: malformed.
Result<std::optional<std::vector<std::int32_t>>> numbers_in(const config::Ini& ini, std::string_view section_name,
                                                            std::string_view key, std::size_t count)
{
    const config::Section* const section = config::find_section(ini, section_name);
    const Text* const value = section == nullptr ? nullptr : config::find_value(*section, key);
    if (value == nullptr) {
        return std::nullopt;
    }
    std::vector<std::int32_t> numbers = numbers_of_setting(value->bytes);
    if (numbers.size() < count) {
        return fail({.message = fmt::format("{} of [{}] in SYSTEM.INI is \"{}\"", key, section_name, value->bytes),
                     .hint = count == 1 ? "a whole number" : "two numbers, e.g. 255,255"});
    }
    return numbers;
}

}  // namespace

Result<config::Ini> read_system_ini(const std::filesystem::path& root)
{
    return read_game_file(root, "SYSTEM.INI", "it has the settings of the game's screen")
        .and_then([](const Bytes& bytes) { return config::read_ini(bytes); });
}

Result<art::Font> read_subtitle_font(const std::filesystem::path& root)
{
    return read_game_file(root, "FONTS/REDSEL.FNT", "the game shows subtitles in this font")
        .and_then([](const Bytes& bytes) { return art::read_font(bytes); });
}

Result<art::SubtitleStyle> subtitle_style(const config::Ini& system_ini, Speaker speaker)
{
    const bool is_cyrus = speaker == Speaker::cyrus;
    const std::string_view key = is_cyrus ? "font_norm" : "font_sel";
    art::SubtitleStyle style;
    style.shadow = is_cyrus ? shipped_shadow_of_cyrus : style.shadow;
    const auto width = numbers_in(system_ini, "dialog", "dialog_max_text_width", 1);
    const auto pair = numbers_in(system_ini, "3dfx", key, 2);
    if (!width || !pair) {
        return fail(width ? pair.error() : width.error());
    }
    if (*width) {
        style.max_width = (*width)->front();
    }
    if (*pair) {
        const std::int32_t shadow = (**pair)[0];
        const std::int32_t letters = (**pair)[1];
        if (shadow < 0 || shadow > 255 || letters < 0 || letters > 255) {
            return fail({.message = fmt::format("{} of [3dfx] in SYSTEM.INI is {},{}", key, shadow, letters),
                         .hint = "two numbers from 0 to 255"});
        }
        style.shadow = static_cast<std::uint8_t>(shadow);
        style.letters = static_cast<std::uint8_t>(letters);
    }
    return style;
}

Result<std::int32_t> speech_range(const config::Ini& system_ini)
{
    const auto range = numbers_in(system_ini, "dialog", "dialog_max_distance", 1);
    if (!range) {
        return fail(range.error());
    }
    return *range ? (*range)->front() : shipped_range;
}

}  // namespace redforge::scene
