// Compiles the scripts of a plugin whose sources were edited.
#pragma once

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/record_type.hpp"
#include "obscript/known_names.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

struct ScriptBody;

/// Compiles the source of a script by names that its earlier version explained: code, variables and references are made anew. Names
/// that are new are those of records of the plugin and of its masters in `context`, and of the variables of their scripts; without a
/// plugin there are none. Commands that no built-in table has are those of its table, else those of the earlier version.
/// Errors: those of the compiler, the first with the line of the source; the script stays as it is then.
[[nodiscard]] Status compile_script(ScriptBody& body, const obscript::KnownNames& names, obscript::ScriptKind kind,
                                    const Plugin* plugin = nullptr, const LoadContext& context = {});

/// Compiles each script of a plugin that was read from text whose source was edited since the text of its code was written.
/// Errors: those of the compiler, with the record's name in front; such a script and those behind it stay as they are.
[[nodiscard]] Status compile_edited(Plugin& plugin, const LoadContext& context = {});

/// SideCodec::follow of sources: compiles where the code is that of the earlier source and the new one has no errors.
void follow_source(const RecordHandle& script, ByteView before, const void* plugin, const LoadContext& context);

/// SideCodec::join of sources: compiles by the names of both sides, with the variables that each has added. Errors: those of the
/// compiler; mismatch, where the names of a side are not known, or both sides gave one index to variables of their own.
[[nodiscard]] Status join_sources(const RecordHandle& script, const RecordHandle& ours, const RecordHandle& theirs,
                                  const void* plugin, const LoadContext& context);

}  // namespace redforge::tes
