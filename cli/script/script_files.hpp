// Finds the scripts in the arguments of `script`: maps, unpacked folders and loose sources.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/line/console.hpp"
#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "rgm/actor.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/include.hpp"
#include "soup/bytecode/script.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::cli {

/// A script and its origin.
struct FoundScript {
    std::string file;
    std::string actor;  ///< name of the actor, in UTF-8
    soup::Script script;
    std::string own_text;  ///< text of the source, or empty if it is hex or in a game file
    /// Names by which scripts of the map can refer to objects. A loose source has none (null).
    std::shared_ptr<const soup::ObjectNames> objects{};
    std::string whole_text{};  ///< text of the source with included names; empty if own_text is empty
    std::vector<std::int32_t>
        variables{};  ///< initial values in the map, of the first instance; a loose source has none
};

/// An actor of an unpacked map, without its script.
struct ActorSource {
    std::string path;  ///< path of its source in the map's folder; empty if the script is in the XML, or missing
    std::shared_ptr<const rgm::Actor> actor;
};

/// Returns the path of the document of an unpacked map: "map.xml".
[[nodiscard]] std::string map_document_name();

/// Returns the actors of a map.xml, in order. Reads no sources, so errors in a source do not matter.
[[nodiscard]] Result<std::vector<ActorSource>> actors_with_sources(const std::filesystem::path& document);

/// Handling of mistakes in sources (valid but surely wrong code), for all actors.
enum class Mistakes : std::uint8_t { ignore, print_message };

/// Callback that receives a loose source, or an unpacked folder, that was found in a folder. Returns true if it handled
/// the scripts.
using TakeSources = std::function<bool(const std::filesystem::path&)>;

/// Returns the scripts of files, folders and folders of maps, in order, for the actors that match --actor. Passes a
/// file that cannot be read to `on_error` and sets `failed`. Omits scripts that `take` handled.
[[nodiscard]] std::vector<FoundScript> find_scripts(const Arguments& arguments, std::span<const std::string> files,
                                                    const LoadContext& context, bool& failed,
                                                    Mistakes mistakes = Mistakes::ignore,
                                                    const std::function<void(const Error&)>& on_error = print_error,
                                                    const TakeSources& take = {});
/// Returns the scripts of all actors, ignoring --actor.
[[nodiscard]] std::vector<FoundScript> find_all_scripts(std::span<const std::string> files, const LoadContext& context,
                                                        bool& failed, Mistakes mistakes = Mistakes::ignore,
                                                        const std::function<void(const Error&)>& on_error = print_error,
                                                        const TakeSources& take = {});

/// Returns the source of a script, and the line of each statement: the user's text, if there is one. `plain`: only
/// statements, without structures that are derived from gotos.
[[nodiscard]] soup::Source source_of(const FoundScript& found, const LoadContext& context, bool plain = false);

/// Returns the sources of an unpacked folder or of a folder of sources, or a loose source itself. Returns none for a
/// game file. Errors: io (the folder cannot be listed).
[[nodiscard]] Result<std::vector<std::string>> sources_in(const std::string& name);

/// Returns the text of a source with the included names, which are on the line of the `include`.
[[nodiscard]] Result<std::string> read_source(const std::filesystem::path& file);

/// Reads a source, and the files next to it that it includes.
struct SourceText {
    const std::string& text;
    soup::ReadBeside beside;
};
/// Checks that two sources of a script compile to the same code. Errors: mismatch, or the first error of a source.
/// `names`: the game's names; may be null.
[[nodiscard]] Status compiles_to_same(const std::string& file, const SourceText& before, const SourceText& after,
                                      const soup::Names* names);

/// Returns the number of lines in a text.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace redforge::cli
