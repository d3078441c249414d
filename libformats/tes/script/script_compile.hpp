// Compiles the scripts of a plugin whose sources were edited.
#pragma once

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/record/record_type.hpp"
#include "obscript/known_names.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

struct ScriptBody;

/// Compiles the source of a script; replaces its code, variables and references. `names` are the names of the earlier
/// version. New names are looked up in the records of the plugin and of its masters (from `context`), and in their
/// scripts; without a plugin, there are none. Commands that are not built in come from the plugin's table, or else from
/// the earlier version. Errors: the first error of the compiler, with the line of the source. The script is unchanged
/// then.
[[nodiscard]] Status compile_script(ScriptBody& body, const obscript::KnownNames& names, obscript::ScriptKind kind,
                                    const Plugin* plugin = nullptr, const LoadContext& context = {});

/// Compiles each script of a plugin that was read from text whose source was edited since the text of its code was
/// written. Errors: those of the compiler, after the name of the record. This script and all later ones are unchanged
/// then.
[[nodiscard]] Status compile_edited(Plugin& plugin, const LoadContext& context = {});

/// Returns true if compile_edited() compiles a script of the record or of its children.
[[nodiscard]] bool has_edited_script(Record& record);

/// Implements SideCodec::follow for sources: compiles the new source if the code belongs to the earlier source and
/// there are no errors.
void follow_source(const RecordHandle& script, ByteView before, const void* plugin, const LoadContext& context);

/// Implements SideCodec::join for sources: compiles with the names and the new variables of both sides. Errors: those
/// of the compiler; mismatch (the names of a side are not known, or both sides added variables with one index).
[[nodiscard]] Status join_sources(const RecordHandle& script, const RecordHandle& ours, const RecordHandle& theirs,
                                  const void* plugin, const LoadContext& context);

}  // namespace redforge::tes
