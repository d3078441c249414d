// Items of the browser: models, actors and textures to be added to a map, and sounds, with their number of uses in the
// map.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "editor/model/session/session.hpp"
#include "editor/model/session/uses.hpp"
#include "editor/model/text/sounds.hpp"
#include "scene/game_folder.hpp"
#include "scene/pictures.hpp"

namespace redforge::editor {

enum class BrowserKind : std::uint8_t { models, actors, textures, sounds, voices, prefabs, favourites };

struct BrowserItem {
    BrowserKind kind{};
    std::string name{};           ///< name of the model or actor; "12/3" for an image of a bank; the label of a voice
    std::string text{};           ///< text of a voice
    std::string model{};          ///< model to draw; empty if none
    std::string extension{};      ///< preferred extension of the model
    scene::PictureKey picture{};  ///< for a texture
    GameSound sound{};            ///< for a sound
    std::size_t uses{};
    NodeRef record{};              ///< record of the open document, for a model of an archive
    std::filesystem::path file{};  ///< for a prefab

    friend bool operator==(const BrowserItem&, const BrowserItem&) = default;
};

/// Items that the user marked, by favourite_key().
using Favourites = std::set<std::string>;
/// Returns the kind and name of an item: "models BARREL".
[[nodiscard]] std::string favourite_key(const BrowserItem& item);
/// Returns true if a favourite is of this kind.
[[nodiscard]] bool has_kind(const Favourites& favourites, BrowserKind kind);

/// Returns the items of a kind whose names contain all words of `find`, sorted by name. If `game` is null, returns only
/// models that the map uses, and no textures. An archive has only its models, and a model only textures. Textures: the
/// first image of each bank, or all images of a bank if `find` is its number. `sounds`, `voices`: all of the game;
/// voices also match by their text. `prefabs`: the folder of the prefabs, or empty. BrowserKind::favourites: the items
/// of `favourites` that exist, by kind.
[[nodiscard]] std::vector<BrowserItem>
browser_items(const Session& session, const scene::GameFolder* game, BrowserKind kind, std::string_view find,
              std::span<const GameSound> sounds = {}, std::span<const GameVoice> voices = {},
              const std::filesystem::path& prefabs = {}, const Favourites& favourites = {});
/// Extension of a file with copied records, which can be placed in any map.
constexpr const char* prefab_extension = ".prefab";
/// Returns true for sounds and voices.
[[nodiscard]] bool is_audio(const BrowserItem& item);
/// Returns the name for a search of the item's uses.
[[nodiscard]] UsedName used_name(const BrowserItem& item);
/// Returns the only kind of items for the document: models for an archive, textures for a model; nullopt for others.
[[nodiscard]] std::optional<BrowserKind> only_kind(const Session& session);
/// Returns true if the browser applies to the document: it is a map, an archive of models or a model.
[[nodiscard]] bool can_browse(const Session& session);

/// Returns the node of a face of a model; nullopt if there is none.
[[nodiscard]] std::optional<NodeRef> face_node(const Session& session, std::uint32_t face);

/// Adds an item to the map at a position in map units, as one step: a model as a static object, an actor as an object
/// like its first one, a texture as a flat. Not for prefabs. Errors: usage (a sound or voice has no position); those of
/// Session::add().
Result<NodeRef> place_item(Session& session, const BrowserItem& item, const glm::dvec3& place);
/// Sets the model, script or texture of records, or the texture of faces of a model, to an item. Skips records without
/// such a field. Errors: usage (no record has the field; the item is a prefab), and those of Session::set().
Status use_item(Session& session, const BrowserItem& item, const NodeRefs& records);

}  // namespace redforge::editor
