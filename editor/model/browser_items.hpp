// What the browser shows: models, actors and textures that can be taken into a map, and sounds, with how often the map uses each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "editor/model/session.hpp"
#include "editor/model/sounds.hpp"
#include "editor/model/uses.hpp"
#include "scene/game_folder.hpp"
#include "scene/pictures.hpp"

namespace redforge::editor {

enum class BrowserKind : std::uint8_t { models, actors, textures, sounds, voices };

struct BrowserItem {
    BrowserKind kind{};
    std::string name{};           ///< of the model or actor; "12/3" of an image of a bank; of a voice its label
    std::string text{};           ///< that a voice says
    std::string model{};          ///< what it is drawn with; empty: not by a model
    std::string extension{};      ///< that the model is looked for with first
    scene::PictureKey picture{};  ///< of a texture
    GameSound sound{};            ///< of a sound
    std::size_t uses{};
    NodeRef record{};  ///< of the document that is open: a model of an archive

    friend bool operator==(const BrowserItem&, const BrowserItem&) = default;
};

/// Those whose names have all the words of `find` in them, by name. `game`: null where there is none; then only what the map
/// itself names; of an archive its models, whatever the kind. Of textures the first image of each bank; those of one bank when `find` is its number. `sounds` and `voices`: those of the game;
/// a voice is found by words of its text, too.
[[nodiscard]] std::vector<BrowserItem> browser_items(const Session& session, const scene::GameFolder* game,
                                                     BrowserKind kind, std::string_view find,
                                                     std::span<const GameSound> sounds = {},
                                                     std::span<const GameVoice> voices = {});
/// Whether it is a sound or a voice.
[[nodiscard]] bool is_heard(const BrowserItem& item);
/// What uses an item is listed by this name.
[[nodiscard]] UsedName used_name(const BrowserItem& item);
/// Whether the browser has something to show beside a document: it is a map or an archive of models.
[[nodiscard]] bool can_browse(const Session& session);

/// Puts such a thing at a place of the map, map units, as one step: a model as a static object, an actor as an object like its
/// first one, a texture as a flat. Errors: usage (a sound or voice has no place); those of Session::add().
Result<NodeRef> place_item(Session& session, const BrowserItem& item, const glm::dvec3& place);
/// Gives records the model, script or texture of an item. Those that have none are left out. Errors: usage (none has one),
/// and those of Session::set().
Status use_item(Session& session, const BrowserItem& item, const NodeRefs& records);

}  // namespace redforge::editor
