// The scripts of Oblivion's plugins, for `verify` and `script`: compiles them, compares the code, and shows them as
// text.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "soup/assemble/diagnostic.hpp"
#include "tes/script/script_check.hpp"

namespace redforge::cli {

struct CheckedScript {
    std::string name;
    std::string form_id;  ///< eight hexadecimal digits
    tes::ScriptCheck check;
};

struct CheckedPlugin {
    std::vector<CheckedScript> scripts;
    std::shared_ptr<const obscript::UserCommands> commands;  ///< the user's table of commands; may be null
};

/// Compiles all scripts of a plugin, as a file or unpacked. Returns none for another document. Errors: those of
/// loading.
[[nodiscard]] Result<CheckedPlugin> check_plugin_scripts(const std::filesystem::path& path,
                                                         const LoadContext& context = {});

/// Returns true if a name selects scripts of Oblivion: a plugin, an unpacked plugin, or a .txt that begins with scn.
[[nodiscard]] bool has_oblivion_scripts(const std::string& name);
/// Returns the messages of the scripts whose names match the pattern `actor`, or of all scripts: for a .txt with fixes,
/// and for a plugin also differences of the code. Adds the number of these scripts to `scripts`. Errors: those of
/// reading the file; not_found (no script of that name).
[[nodiscard]] Result<std::vector<soup::Diagnostic>> check_oblivion_scripts(const std::string& name,
                                                                           const LoadContext& context,
                                                                           const std::optional<std::string>& actor,
                                                                           std::size_t& scripts);
/// A script of a plugin as text: its source, or its decompiled code.
struct ScriptText {
    std::string name;
    std::string text;                   ///< UTF-8
    std::vector<std::string> invented;  ///< see obscript::Decompiled
};
enum class TextOf : std::uint8_t { source, code };
/// Returns the scripts of the plugin `name` (a file or an unpacked folder) that match --actor, or all scripts without
/// it. Skips scripts without a source, or without code. Reports a script that cannot be decompiled and sets `failed`.
/// Errors: those of loading; unsupported (not a plugin); not_found (no script matches).
[[nodiscard]] Result<std::vector<ScriptText>> plugin_script_texts(const std::string& name, TextOf which,
                                                                  const Arguments& arguments, bool& failed);

/// Returns the sources of Oblivion that a name selects: a .txt that begins with scn, or those of an unpacked plugin.
/// Errors: io (the folder cannot be listed).
[[nodiscard]] Result<std::vector<std::string>> oblivion_sources(const std::string& name);
/// Returns a source, indented by its blocks as the project of `file` says, else by four blanks.
[[nodiscard]] std::string indented_source(std::string_view text, const std::string& file);

/// Compiles a .txt. Treats unknown names as forms. Errors: those of the compiler.
[[nodiscard]] Result<obscript::Compiled> compile_text(const std::string& name, const LoadContext& context);

/// Returns the scripts as JSON: [{"name", "form_id", "status", "obse", "reason"}].
[[nodiscard]] nlohmann::json json_of(const std::vector<CheckedScript>& scripts);
/// Returns a line for each script that is not identical.
[[nodiscard]] std::string script_lines(const std::vector<CheckedScript>& scripts);

class ScriptTotals {
public:
    void add(const std::vector<CheckedScript>& scripts);
    [[nodiscard]] std::size_t not_identical() const { return counts_[1] + counts_[2]; }
    [[nodiscard]] std::string line() const;
    [[nodiscard]] nlohmann::json json() const;

private:
    std::array<std::size_t, 3> counts_{};  ///< number of scripts, by ScriptCheck::Status
};

}  // namespace redforge::cli
