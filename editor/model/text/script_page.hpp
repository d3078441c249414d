// Scripts of a document as texts: the script of the selection, setting a script, searching all scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/operation/recorder.hpp"
#include "editor/model/session/session.hpp"
#include "script/script_help.hpp"
#include "script/script_text.hpp"

namespace redforge::editor {

using script::call_tip_at;
using script::CallTip;
using script::Completions;
using script::completions_at;
using script::FoldLine;
using script::link_at;
using script::other_name_message;
using script::script_style_count;
using script::ScriptLanguage;
using script::ScriptLink;
using script::ScriptProblem;
using script::ScriptStyle;
using script::ScriptText;
using script::style_of;
using script::TextRange;

/// A script: a blob of a record that is shown as text.
struct ScriptPlace {
    NodeRef record;
    std::string field;  ///< field name in the notation of Session::set()
    ScriptLanguage language{};

    friend bool operator==(const ScriptPlace&, const ScriptPlace&) = default;
};

/// Returns the scripts of a node, or else of its nearest parent with scripts: for a map object its actor's script; for
/// a plugin record its source and compiled code.
[[nodiscard]] std::vector<ScriptPlace> scripts_at(const Session& session, const NodeRef& ref);
/// Returns all scripts of a document, in document order; for a plugin only the sources.
[[nodiscard]] std::vector<ScriptPlace> all_scripts(const Session& session);
/// Returns true if documents of this kind can have scripts.
[[nodiscard]] bool can_have_scripts(const Session& session);
/// Returns the name of a script: "DOOR01".
[[nodiscard]] std::string script_name(const Session& session, const ScriptPlace& place);

// Editing help for scripts of any language. Maps use completions_at() and related functions, plugins the language
// server.

[[nodiscard]] Completions suggestions_for(const ScriptText& text, std::size_t at, std::span<const std::string> objects);
[[nodiscard]] std::optional<CallTip> parameters_for(const ScriptText& text, std::size_t at);
/// Returns an explanation of the word at an offset; empty if it has a definition to go to or is unknown.
[[nodiscard]] std::string explanation_for(const ScriptText& text, std::size_t at);

/// Returns the text of a script, without a block with the numbers of its names.
[[nodiscard]] std::string script_text(const Session& session, const ScriptPlace& place);

/// Returns true if a blob of a record is the script of a map actor.
[[nodiscard]] bool is_map_script(const RecordHandle& record, std::string_view blob);
/// Sets code, strings, hooks and start of an actor from a source. Errors: those of assembling, with line and column;
/// mismatch (it names another actor).
Status set_map_script(edit::Recorder& recorder, const edit::NodePath& actor, std::string_view source,
                      const soup::Names* names);

/// Script texts with the user's comments, which maps do not store. A text is valid until its script changes.
class WrittenScripts {
public:
    void remember(const Session& session, const ScriptPlace& place, std::string text);
    /// Returns the stored text, or else script_text().
    [[nodiscard]] std::string text(const Session& session, const ScriptPlace& place) const;

private:
    struct Written {
        soup::Script script;
        std::string text;
    };
    std::vector<Written> written_;
};

/// Returns the text for the script page: the draft, or else the stored text.
[[nodiscard]] std::string shown_script(const Session& session, const ScriptPlace& place, const WrittenScripts& written);

/// Returns the reason why the compiled code of a plugin script differs from its source; empty if it does not differ,
/// and for other texts.
[[nodiscard]] std::string code_difference(const Session& session, const ScriptPlace& place);

/// Returns the script that a source replaces; nullopt if it is not in a map.
[[nodiscard]] std::optional<soup::Script> previous_script(const Session& session, const ScriptPlace& place);

/// Returns the initial variable values of an actor. Other scripts have none.
[[nodiscard]] std::vector<std::int32_t> values_of_actor(const Session& session, const ScriptPlace& place);

/// Returns the names that scripts can use: for a map, actors and their object names; for a plugin, editor IDs,
/// including those of masters.
[[nodiscard]] std::vector<std::string> object_names(const Session& session);
/// Returns the object names for a map script, including those that need quotes; nullopt for other documents.
[[nodiscard]] std::optional<std::vector<std::string>> all_object_names(const Session& session);
/// Returns the objects (or else actors) that a map script names outside of comments, without duplicates and its own.
[[nodiscard]] NodeRefs find_named_objects(const Session& session, const ScriptPlace& place, std::string_view text);
/// Returns the record that a link of the script refers to, or nullopt.
[[nodiscard]] std::optional<NodeRef> node_of(const Session& session, const ScriptPlace& place, const ScriptLink& link);

/// A script line found by a search.
struct ScriptHit {
    ScriptPlace place;
    std::string script;    ///< name of the script
    std::uint32_t line{};  ///< 1-based
    TextRange range;       ///< in the text of the script
    std::string text;      ///< text of the line, without indentation
};
inline constexpr std::size_t max_script_hits = 1000;
/// Finds a text in all scripts, ignoring case: at most one hit per line, and max_script_hits in total.
[[nodiscard]] std::vector<ScriptHit> search_scripts(const Session& session, std::string_view words,
                                                    const WrittenScripts& written);

}  // namespace redforge::editor
