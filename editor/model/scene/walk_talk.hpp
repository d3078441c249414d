// Dialogue of the actors that a walk through a map meets, as the game's subtitles. Source: reference sheet "engine
// facts", 1 and 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>

#include "editor/model/session/session.hpp"
#include "rgm/map.hpp"
#include "scene/placement.hpp"
#include "scene/subtitle_settings.hpp"
#include "soup/names/names.hpp"

namespace redforge::editor {

/// A line of dialogue.
struct SpokenLine {
    std::string text;  ///< characters of the font
    scene::Speaker speaker{};

    friend bool operator==(const SpokenLine&, const SpokenLine&) = default;
};

/// Returns the lines that an actor's script speaks, each label once, in the order of the script. Labels without a text
/// are left out. `names` must have `dialogue`.
[[nodiscard]] std::vector<SpokenLine> spoken_lines(const rgm::Actor& actor, const soup::Names& names);

/// Returns the time for which the game shows a line without a voice, in milliseconds. A counter starts at 15 for each
/// character, and decreases by 21 in each of 12 ticks per second.
[[nodiscard]] int subtitle_time(std::string_view text);

/// Returns the objects in front of a walker, the nearest first: at most 30 degrees to the left or right of `forward`,
/// and at most `reach` map units away. `eye`, `forward`: position and direction in the map. Returns indices among the
/// objects of the map.
[[nodiscard]] std::vector<std::size_t> objects_in_front(const rgm::Map& map, const glm::dvec3& eye,
                                                        const scene::Vec3& forward, std::int32_t reach);

/// The lines of the nearest actor in front of a walker, one after the other.
class WalkTalk {
public:
    /// `game`: the game folder with font, settings and dialogue. Errors: not_found (no game folder, no dialogue, or no
    /// actor with lines in front of the walker), and those of scene/subtitle_settings.hpp.
    [[nodiscard]] static Result<WalkTalk> begin(const Session& session,
                                                const std::optional<std::filesystem::path>& game, const glm::dvec3& eye,
                                                const scene::Vec3& forward);

    /// Returns the subtitle of the current line on the game's screen, with transparency. Errors: those of
    /// art::draw_subtitle().
    [[nodiscard]] Result<art::RgbaImage> picture() const;
    /// Returns the time for which the current line is shown, in milliseconds.
    [[nodiscard]] int time() const { return subtitle_time(line().text); }
    /// Returns a description such as "GUARD01 says line 2 of 5".
    [[nodiscard]] std::string description() const;
    /// Goes to the next line. Returns false after the last one.
    bool next() { return ++current_ < lines_.size(); }

private:
    [[nodiscard]] const SpokenLine& line() const { return lines_[current_]; }

    std::string actor_;
    std::vector<SpokenLine> lines_;
    std::size_t current_{};
    art::Font font_;
    art::SubtitleStyle character_style_;
    art::SubtitleStyle cyrus_style_;
};

}  // namespace redforge::editor
