// The scripts of a plugin: compiles their sources and compares the result with their code; decompiles code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "obscript/compile.hpp"
#include "obscript/decompile.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

class ScriptNames;
struct ScriptBody;

/// A script of a plugin of Oblivion: a SCPT record, or a result script of another record.
struct PluginScript {
    std::string name;  ///< editor ID, or type and FormID, followed by "#2" for a second result script
    FormId form_id;    ///< FormID of its record
    obscript::ScriptKind kind{};
    ScriptBody* body{};  ///< valid until the lists of the plugin change
};

/// Returns the scripts of a plugin: SCPT records first, then result scripts. Returns none for a plugin of a later game.
[[nodiscard]] std::vector<PluginScript> scripts_of(const Plugin& plugin);

/// Result of compiling the source of a script and comparing it with the record.
struct ScriptCheck {
    enum class Status : std::uint8_t { identical, different, error };

    Status status{};
    bool uses_obse{};
    std::string reason;  ///< the difference or error; empty if identical
    std::vector<obscript::Message> messages;
};
/// Compiles a script and compares it. `commands`: commands that are not built in; may be null.
[[nodiscard]] ScriptCheck check_script(const PluginScript& script, const obscript::UserCommands* commands = nullptr);

/// Decompiles the code of a script. `names`: the names of the plugin, shared by all of its scripts. Errors: those of
/// obscript::decompile().
[[nodiscard]] Result<obscript::Decompiled> decompile_script(const PluginScript& script, const ScriptNames& names);

/// Returns the kind of a SCPT record's script.
[[nodiscard]] obscript::ScriptKind kind_by_type(const ScriptBody& body);

/// Return the compiler's form of a script's subrecords.
[[nodiscard]] obscript::CompileOptions options_of(const ScriptBody& body, obscript::ScriptKind kind);
[[nodiscard]] std::vector<obscript::ReferenceEntry> references_of(const ScriptBody& body);

}  // namespace redforge::tes
