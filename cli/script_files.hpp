// The scripts of the files that `script` is given: maps, unpacked folders and loose sources alike.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "rgm/actor.hpp"
#include "soup/assemble.hpp"
#include "soup/disassemble.hpp"
#include "soup/include.hpp"
#include "soup/script.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// One script and where it is from.
struct FoundScript {
    std::string file;
    std::string actor;  ///< as UTF-8
    soup::Script script;
    std::string own_text;  ///< a source's text; empty for a script of a game's file, and for hex
    /// What scripts of its map can call objects; null for a loose source.
    std::shared_ptr<const soup::ObjectNames> objects{};
    std::string whole_text{};  ///< the source's text with the names that it includes; empty where own_text is
    std::vector<std::int32_t> variables{};  ///< their values in the map, of the first instance; none for a loose source
};

/// An actor of an unpacked map, without its script.
struct ActorSource {
    std::string path;  ///< of its source, below the map's folder; empty when its script is in the XML, or nowhere
    std::shared_ptr<const rgm::Actor> actor;
};

/// The document of an unpacked map: "map.xml".
[[nodiscard]] std::string map_document_name();

/// The actors of a map.xml in their order. No source is read, so that one that has errors leaves the others be.
[[nodiscard]] Result<std::vector<ActorSource>> actors_with_sources(const std::filesystem::path& document);

/// Whether mistakes in sources that still pack are reported, of all actors.
enum class Mistakes : std::uint8_t { ignore, print_message };

/// The scripts of files, folders and folders of maps, in their order; those of actors that match --actor. `failed`
/// becomes true when one could not be read, which is reported.
[[nodiscard]] std::vector<FoundScript> find_scripts(const Arguments& arguments, std::span<const std::string> files,
                                                    const LoadContext& context, bool& failed,
                                                    Mistakes mistakes = Mistakes::ignore);
/// Those of all actors.
[[nodiscard]] std::vector<FoundScript> find_all_scripts(std::span<const std::string> files, const LoadContext& context,
                                                        bool& failed, Mistakes mistakes = Mistakes::ignore);

/// The source of a script, and the line of each statement in it: the person's own text where there is one. `plain`:
/// statements alone, without what is made of gotos.
[[nodiscard]] soup::Source source_of(const FoundScript& found, const LoadContext& context, bool plain = false);

/// The sources of an unpacked folder, or of a folder of sources; a loose one itself; none for a game's file.
/// Errors: io (the folder cannot be listed).
[[nodiscard]] Result<std::vector<std::string>> sources_in(const std::string& name);

/// The text of a source with the names that it includes, which stand on the line of the `include`.
[[nodiscard]] Result<std::string> read_source(const std::filesystem::path& file);

/// A source, and the files beside it that it may include.
struct SourceText {
    const std::string& text;
    soup::ReadBeside beside;
};
/// Whether two sources of a script pack to the same; else why not: mismatch, or the first error of either. `names`: of the
/// game, may be null.
[[nodiscard]] Status packs_to_same(const std::string& file, const SourceText& before, const SourceText& after,
                                   const soup::Names* names);

/// Lines of a text.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace redforge::cli
