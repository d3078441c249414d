// Finds the dialogue lines of the actor in front of a walker.
#include "editor/model/scene/walk_talk.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "art/subtitle.hpp"
#include "core/text/code_page.hpp"
#include "edit/map/map_of.hpp"
#include "rgm/script_source.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/meanings.hpp"

namespace redforge::editor {
namespace {

tl::unexpected<Error> not_found(std::string message, std::string hint)
{
    return fail({.code = ErrorCode::not_found, .message = std::move(message), .hint = std::move(hint)});
}

}  // namespace

std::vector<SpokenLine> spoken_lines(const rgm::Actor& actor, const soup::Names& names)
{
    std::vector<SpokenLine> lines;
    std::set<std::string> known;
    const soup::Listing listing = soup::decode(actor.script);
    for (const soup::Statement& statement : listing.statements) {
        for (const soup::UsedLabel& used : soup::used_labels(listing.operands_of(statement), names)) {
            if (!used.is_spoken || !known.insert(used.label).second) {
                continue;
            }
            const std::optional<std::string> text = names.dialogue(used.label);
            std::string letters = text ? decode_text(*text).value_or(std::string{}) : std::string{};
            if (!letters.empty()) {
                lines.push_back(
                    {std::move(letters), used.by_player ? scene::Speaker::cyrus : scene::Speaker::character});
            }
        }
    }
    return lines;
}

int subtitle_time(std::string_view text)
{
    constexpr std::size_t units_per_character = 15;
    constexpr std::size_t units_per_tick = 21;
    constexpr std::size_t ticks_per_second = 12;
    const std::size_t ticks = (text.size() * units_per_character + units_per_tick - 1) / units_per_tick;
    return static_cast<int>(std::max<std::size_t>(ticks, 1) * 1000 / ticks_per_second);
}

std::vector<std::size_t> objects_in_front(const rgm::Map& map, const glm::dvec3& eye, const scene::Vec3& forward,
                                          std::int32_t reach)
{
    const double min_cosine = std::sqrt(0.75);  // of 30 degrees
    const glm::dvec2 horizontal_forward(forward.x, forward.z);
    std::vector<std::pair<double, std::size_t>> found;
    for (std::size_t i = 0; i < map.objects.records.size(); ++i) {
        const glm::dvec3 offset = scene::map_place(scene::view_position(map.objects.records[i].position)) - eye;
        const glm::dvec2 horizontal_offset(offset.x, offset.z);
        const double ahead = glm::dot(horizontal_offset, horizontal_forward);
        const double side = glm::length(horizontal_offset);
        const bool is_in_front = side < 1 || ahead >= min_cosine * side * glm::length(horizontal_forward);
        if (is_in_front && glm::length(offset) <= reach) {
            found.emplace_back(glm::length(offset), i);
        }
    }
    std::ranges::sort(found);
    std::vector<std::size_t> objects;
    std::ranges::transform(found, std::back_inserter(objects), &std::pair<double, std::size_t>::second);
    return objects;
}

Result<WalkTalk> WalkTalk::begin(const Session& session, const std::optional<std::filesystem::path>& game,
                                 const glm::dvec3& eye, const scene::Vec3& forward)
{
    if (!game) {
        return not_found("no game folder is known", "choose it with File, Game Folder");
    }
    const soup::Names* const names = session.names();
    if (names == nullptr || !names->dialogue) {
        return not_found("the game has no ENGLISH.RTX", "it has the lines of the characters");
    }
    const Result<config::Ini> settings = scene::read_system_ini(*game);
    if (!settings) {
        return fail(settings.error());
    }
    const Result<art::Font> font = scene::read_subtitle_font(*game);
    const Result<art::SubtitleStyle> character = scene::subtitle_style(*settings, scene::Speaker::character);
    const Result<art::SubtitleStyle> cyrus = scene::subtitle_style(*settings, scene::Speaker::cyrus);
    const Result<std::int32_t> reach = scene::speech_range(*settings);
    for (const Error* const error : {font ? nullptr : &font.error(), character ? nullptr : &character.error(),
                                     cyrus ? nullptr : &cyrus.error(), reach ? nullptr : &reach.error()}) {
        if (error != nullptr) {
            return fail(*error);
        }
    }
    const rgm::Map* const map = edit::map_of(session.document());
    for (const std::size_t object :
         map == nullptr ? std::vector<std::size_t>{} : objects_in_front(*map, eye, forward, *reach)) {
        const auto actor = rgm::find_actor(*map, map->objects.records[object].script_name.view());
        WalkTalk talk;
        talk.lines_ = actor ? spoken_lines(map->actors.records[*actor], *names) : std::vector<SpokenLine>{};
        if (!talk.lines_.empty()) {
            talk.actor_ = encode_text(map->actors.records[*actor].header.script_name.view());
            talk.font_ = *font;
            talk.character_style_ = *character;
            talk.cyrus_style_ = *cyrus;
            return talk;
        }
    }
    return not_found(fmt::format("no character with lines is in front of you, within {} map units", *reach),
                     "look at a character whose script calls RTX");
}

Result<art::RgbaImage> WalkTalk::picture() const
{
    constexpr std::size_t bytes_per_pixel = 4;
    art::RgbaImage screen{art::game_width, art::game_height, {}};
    screen.rgba.resize(bytes_per_pixel * screen.width * screen.height);
    const art::SubtitleStyle& style = line().speaker == scene::Speaker::cyrus ? cyrus_style_ : character_style_;
    const Status drawn = art::draw_subtitle(screen, font_, line().text, style);
    return drawn ? Result<art::RgbaImage>(std::move(screen)) : fail(drawn.error());
}

std::string WalkTalk::description() const
{
    return fmt::format("{} says line {} of {}", actor_, current_ + 1, lines_.size());
}

}  // namespace redforge::editor
