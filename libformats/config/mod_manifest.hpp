// mod.xml: the description of a mod. The file is XML text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::config {

/// A reference to another mod, in <requires>, <conflicts> or <after>.
struct ModReference {

    Text name{};
    Text version{};  ///< minimum version; any version if empty

    friend bool operator==(const ModReference&, const ModReference&) = default;
};

template <class Archive>
void serialize(Archive& ar, ModReference& reference, unsigned /*version*/)
{
    field(ar, "name", reference.name, {.label = "Name", .doc = "Name of another mod.", .always = true, .key = true});
    field(ar, "version", reference.version,
          {.label = "Version", .doc = "The lowest version that fits. If empty, any version fits."});
}

/// The description of a mod.
struct ModManifest {
    static constexpr std::string_view root = "mod";

    Text name{};
    Text version{"1.0.0"};
    Text author{};
    Text licence{};
    Text description{};
    Text game{"redguard"};
    Text edition{};
    std::vector<ModReference> requirements;
    std::vector<ModReference> conflicts;
    std::vector<ModReference> after;

    friend bool operator==(const ModManifest&, const ModManifest&) = default;
};

template <class Archive>
void serialize(Archive& ar, ModManifest& mod, unsigned /*version*/)
{
    field(ar, "name", mod.name,
          {.label = "Name", .doc = "Name for commands: lower-case letters, digits, _ and -.", .always = true});
    field(ar, "version", mod.version,
          {.label = "Version", .doc = "Semantic version: MAJOR.MINOR.PATCH.", .always = true});
    field(ar, "author", mod.author, {.label = "Author"});
    field(ar, "licence", mod.licence, {.label = "Licence", .doc = "Licence of the mod, for example CC0-1.0."});
    field(ar, "description", mod.description,
          {.label = "Description", .doc = "Description of the changes, for players."});
    field(ar, "game", mod.game, {.label = "Game", .doc = "Game that the mod is for."});
    field(ar, "edition", mod.edition,
          {.label = "Edition", .doc = "Edition on which the mod was made; empty if the mod fits every edition."});
    list(ar, "requires", "requires", mod.requirements,
         {.label = "Requires", .doc = "Mods that must be installed. This mod changes their result."});
    list(ar, "conflicts", "conflicts", mod.conflicts,
         {.label = "Conflicts", .doc = "Mods that must not be enabled together with this mod."});
    list(ar, "after", "after", mod.after,
         {.label = "After", .doc = "Mods that come before this mod if they are installed."});
}

/// Returns true if the bytes begin like a mod.xml: XML with the root element `mod`.
[[nodiscard]] bool is_mod_manifest(ByteView bytes);
/// Reads the XML text. Errors: malformed (not in the layout of write_mod_manifest()), those of the XML reader.
[[nodiscard]] Result<ModManifest> read_mod_manifest(ByteView bytes, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Bytes> write_mod_manifest(const ModManifest& manifest);
/// Reads XML text in any layout and with comments. `file` is for messages.
[[nodiscard]] Result<ModManifest> parse_mod_manifest(std::string text, const std::string& file);

/// Returns true if the name of a mod is valid: 1 to 64 lower-case letters, digits, `_` and `-`, starting with a letter
/// or digit.
[[nodiscard]] bool is_mod_name(std::string_view name);

/// A semantic version. A version with a suffix ("1.0.0-beta") is lower than the same version without one.
struct Version {
    unsigned major{};
    unsigned minor{};
    unsigned patch{};
    std::string suffix{};  ///< after the hyphen

    /// Parses MAJOR.MINOR.PATCH or MAJOR.MINOR.PATCH-SUFFIX. Returns nullopt for other texts.
    [[nodiscard]] static std::optional<Version> parse(std::string_view text);
    /// Returns true if this version is `other` or a later one.
    [[nodiscard]] bool at_least(const Version& other) const;
};

}  // namespace redforge::config
