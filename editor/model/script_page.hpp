// The scripts of a document as texts: which one belongs to what is selected, setting one, searching in all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/recorder.hpp"
#include "editor/model/session.hpp"
#include "script/script_help.hpp"
#include "script/script_text.hpp"

namespace redforge::editor {

using script::call_tip_at;
using script::CallTip;
using script::Completions;
using script::completions_at;
using script::FoldLine;
using script::link_at;
using script::other_name_words;
using script::script_style_count;
using script::ScriptLanguage;
using script::ScriptLink;
using script::ScriptProblem;
using script::ScriptStyle;
using script::ScriptText;
using script::style_of;
using script::TextRange;

/// A script: bytes of a record that are shown as text.
struct ScriptPlace {
    NodeRef record;
    std::string field;  ///< as Session::set() takes it
    ScriptLanguage language{};

    friend bool operator==(const ScriptPlace&, const ScriptPlace&) = default;
};

/// The scripts that a node is, is in, or has: of an object of a map that of its actor; of a record of a plugin its source
/// and its compiled code.
[[nodiscard]] std::vector<ScriptPlace> scripts_at(const Session& session, const NodeRef& ref);
/// All scripts of a document, in its order; of a plugin the sources.
[[nodiscard]] std::vector<ScriptPlace> all_scripts(const Session& session);
/// Whether documents of this kind have scripts at all.
[[nodiscard]] bool may_have_scripts(const Session& session);
/// "DOOR01"
[[nodiscard]] std::string script_name(const Session& session, const ScriptPlace& place);

/// Help with a script of any language: of maps by completions_at() and its likes, of plugins by what the language server says.
[[nodiscard]] Completions suggestions_for(const ScriptText& text, std::size_t at, std::span<const std::string> objects);
[[nodiscard]] std::optional<CallTip> parameters_for(const ScriptText& text, std::size_t at);
/// What a word means, where that is no place to go to; empty: nothing is known.
[[nodiscard]] std::string explanation_for(const ScriptText& text, std::size_t at);

/// The text of a script, without what the names of the game say.
[[nodiscard]] std::string script_text(const Session& session, const ScriptPlace& place);

/// Whether a blob of a record is the script of an actor of a map.
[[nodiscard]] bool is_map_script(const RecordHandle& record, std::string_view blob);
/// Sets the script of an actor to what a source says: code, strings, hooks and start.
/// Errors: those of assembling, with line and column; mismatch (it names another actor).
Status set_map_script(edit::Recorder& recorder, const edit::NodePath& actor, std::string_view source,
                      const soup::Names* names);

/// Texts as a person wrote them, with their comments, for as long as a script says the same: maps do not store them.
class WrittenScripts {
public:
    void remember(const Session& session, const ScriptPlace& place, std::string text);
    /// That text, else script_text().
    [[nodiscard]] std::string text(const Session& session, const ScriptPlace& place) const;

private:
    struct Written {
        soup::Script script;
        std::string text;
    };
    std::vector<Written> written_;
};

/// What the page shows of a script: its draft, else that text.
[[nodiscard]] std::string shown_script(const Session& session, const ScriptPlace& place, const WrittenScripts& written);

/// Why the compiled code of a script of a plugin is not what its source compiles to; empty where it is, and for other texts.
[[nodiscard]] std::string code_differs(const Session& session, const ScriptPlace& place);

/// What assembles in place of a script; nothing where it is not one of a map.
[[nodiscard]] std::optional<soup::Script> previous_script(const Session& session, const ScriptPlace& place);

/// The values that the variables of an actor begin with; none of another script.
[[nodiscard]] std::vector<std::int32_t> values_of_actor(const Session& session, const ScriptPlace& place);

/// Names that scripts can say: of a map those of actors and of what they are called by; of a plugin editor ids, its masters' too.
[[nodiscard]] std::vector<std::string> object_names(const Session& session);
/// The same as the script of a map has them, whether or not they can stand in a text without quotes; nothing of another
/// document.
[[nodiscard]] std::optional<std::vector<std::string>> names_for_objects(const Session& session);
/// The objects, else actors, that the script of a map says outside of its comments, each once and without its own.
[[nodiscard]] NodeRefs reached_by(const Session& session, const ScriptPlace& place, std::string_view text);
/// The record that a link leads to, as of the script of `place`; nothing when there is none.
[[nodiscard]] std::optional<NodeRef> node_of(const Session& session, const ScriptPlace& place, const ScriptLink& link);

/// A line of a script that a search found.
struct ScriptHit {
    ScriptPlace place;
    std::string script;    ///< its name
    std::uint32_t line{};  ///< 1-based
    TextRange range;       ///< in the text of the script
    std::string text;      ///< of the line, without what it begins with
};
inline constexpr std::size_t max_script_hits = 1000;
/// Words in all scripts, without regard to case.
[[nodiscard]] std::vector<ScriptHit> search_scripts(const Session& session, std::string_view words,
                                                    const WrittenScripts& written);

}  // namespace redforge::editor
