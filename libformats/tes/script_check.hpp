// The scripts of a plugin: their sources compiled and compared with the code beside them, and sources made of code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "obscript/compile.hpp"
#include "obscript/decompile.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

class ScriptNames;
struct ScriptBody;

/// A script of a plugin of Oblivion: a SCPT record, or a result script of another record.
struct PluginScript {
    std::string name;  ///< editor id, or type and FormID, with "#2" behind it for a second result script
    FormId form_id;    ///< of its record
    obscript::ScriptKind kind{};
    ScriptBody* body{};  ///< valid as long as the plugin's lists stay as they are
};

/// SCPT first, then result scripts; empty for a plugin of a later game.
[[nodiscard]] std::vector<PluginScript> scripts_of(const Plugin& plugin);

/// What compiling the source of a script gives beside what its record has.
struct ScriptCheck {
    enum class Status : std::uint8_t { identical, different, error };

    Status status{};
    bool uses_obse{};
    std::string reason;  ///< why it is not identical; empty when it is
    std::vector<obscript::Message> messages;
};
/// `commands`: that no built-in table has; may be null.
[[nodiscard]] ScriptCheck check_script(const PluginScript& script, const obscript::UserCommands* commands = nullptr);

/// A source for the code of a script of a plugin. `names`: those of the plugin, made once for all of its scripts. Errors: those of
/// obscript::decompile().
[[nodiscard]] Result<obscript::Decompiled> decompile_script(const PluginScript& script, const ScriptNames& names);

/// The kind of a SCPT record's script.
[[nodiscard]] obscript::ScriptKind kind_by_type(const ScriptBody& body);

/// Subrecords of a script as the compiler takes them.
[[nodiscard]] obscript::CompileOptions options_of(const ScriptBody& body, obscript::ScriptKind kind);
[[nodiscard]] std::vector<obscript::ReferenceEntry> references_of(const ScriptBody& body);

}  // namespace redforge::tes
