// The scripts of Oblivion's plugins: compiled beside their code, and as text; for verify and script.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "soup/diagnostic.hpp"
#include "tes/script_check.hpp"
#include "verb.hpp"

namespace redforge::cli {

struct CheckedScript {
    std::string name;
    std::string form_id;  ///< eight hexadecimal digits
    tes::ScriptCheck check;
};

struct CheckedPlugin {
    std::vector<CheckedScript> scripts;
    std::shared_ptr<const obscript::UserCommands> commands;  ///< of a person's table; null: there is none
};

/// Compiles all scripts of a plugin, as a file or unpacked; none for another document. Errors: those of loading.
[[nodiscard]] Result<CheckedPlugin> check_plugin_scripts(const std::filesystem::path& path,
                                                         const LoadContext& context = {});

/// Whether a name stands for scripts of Oblivion: of a plugin, an unpacked one, or a .txt that begins with scn.
[[nodiscard]] bool has_oblivion_scripts(const std::string& name);
/// Returns the messages of those whose names match a pattern, for a .txt with their fixes, and for a plugin how code differs.
/// `actor`: the pattern; without it all are checked. `scripts`: how many were checked.
/// Errors: those of reading the file; not_found (no script of that name).
[[nodiscard]] Result<std::vector<soup::Diagnostic>> check_oblivion_scripts(const std::string& name,
                                                                           const LoadContext& context,
                                                                           const std::optional<std::string>& actor,
                                                                           std::size_t& scripts);
/// A script of a plugin as text: its own source, or one that is made of its code.
struct ScriptText {
    std::string name;
    std::string text;                   ///< UTF-8
    std::vector<std::string> invented;  ///< see obscript::Decompiled
};
enum class TextOf : std::uint8_t { source, code };
/// The scripts of a plugin, as a file or unpacked, whose names match a pattern; empty: all. Those without a source, or
/// code, are left out. `failed` becomes true where one could not be made, which is reported.
/// Errors: those of loading; unsupported: no plugin; not_found: no script of that name.
[[nodiscard]] Result<std::vector<ScriptText>> plugin_script_texts(const std::string& name, TextOf which,
                                                                  const Arguments& arguments, bool& failed);

/// The sources of Oblivion that a name stands for: a .txt that begins with scn, or those of an unpacked plugin.
/// Errors: io (the folder cannot be listed).
[[nodiscard]] Result<std::vector<std::string>> oblivion_sources(const std::string& name);
/// A source indented by its blocks.
[[nodiscard]] std::string indented_source(std::string_view text);

/// Compiles a .txt: what it becomes. Names that nothing explains are taken for forms.
[[nodiscard]] Result<obscript::Compiled> compile_text(const std::string& name, const LoadContext& context);

/// [{"name", "form_id", "status", "obse", "reason"}]
[[nodiscard]] nlohmann::json json_of(const std::vector<CheckedScript>& scripts);
/// A line for each that is not identical.
[[nodiscard]] std::string script_lines(const std::vector<CheckedScript>& scripts);

class ScriptTotals {
public:
    void add(const std::vector<CheckedScript>& scripts);
    [[nodiscard]] std::size_t not_identical() const { return counts_[1] + counts_[2]; }
    [[nodiscard]] std::string line() const;
    [[nodiscard]] nlohmann::json json() const;

private:
    std::array<std::size_t, 3> counts_{};  ///< by ScriptCheck::Status
};

}  // namespace redforge::cli
