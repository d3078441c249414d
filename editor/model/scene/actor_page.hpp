// The page of an actor: its data as lines of one list, with the meaning of numbers, and a comparison with another
// actor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "editor/model/session/session.hpp"
#include "editor/model/text/script_page.hpp"

namespace redforge::editor {

/// A line of the page. The description of an actor defines the lines and their order.
struct ActorLine {
    enum class Kind : std::uint8_t {
        section,  ///< the actor's own fields, or one of its lists
        record,   ///< a record of a list, with lines below it
        value,
    };
    /// Conversion of typed text to values.
    enum class Sets : std::uint8_t {
        nothing,    ///< the line cannot be edited
        field,      ///< a field of the record
        numbers,    ///< several number fields of the record: "2560, 0, -5120"
        attribute,  ///< an attribute by number, which may be missing; 0 removes it
        instance,   ///< the value of a variable in one instance
    };

    Kind kind{};
    Sets sets{};
    std::size_t depth{};
    NodeRef node;       ///< the record or list; for a missing attribute the list
    std::string key;    ///< identifies the line, also among the lines of other actors: "groups[12].anim_type"; for a
                        ///< second group 12 "groups[12]~2"
    std::string name;   ///< "Strings", "Group 12", "X"
    std::string text;   ///< in the notation of Session::set()
    std::string shown;  ///< display text
    std::string note;   ///< meaning: "line 12: end"
    std::string help;   ///< documentation of the field
    std::vector<std::string> fields;        ///< the fields that the line sets
    std::size_t number{};                   ///< number of the attribute
    std::optional<std::size_t> instance{};  ///< the instance of the value; nullopt for all instances
    bool here{true};                        ///< the actor has this line; otherwise only the other actor has it
    bool there{};                           ///< the other actor has this line
    std::string other;                      ///< text of the other actor
    bool holds_lines{};                     ///< it can be expanded
    bool open{};                            ///< it is expanded

    /// Returns true if there are two actors and they differ in this line.
    [[nodiscard]] bool differs(bool compared) const
    {
        return compared && (here != there || (kind == Kind::value && shown != other));
    }
    friend bool operator==(const ActorLine&, const ActorLine&) = default;
};

/// Display options of the page.
struct ActorPageOptions {
    std::set<std::string> toggled;  ///< keys of lines that the user toggled; by default lists are open and records
                                    ///< closed
    bool all_attributes{};          ///< show attributes that are 0
    std::optional<NodeRef> other;   ///< the actor to compare with
    bool only_differences{};
};

/// Returns the actor that a node is or is in, or whose object it is. Returns nullopt if the document is not a map.
[[nodiscard]] std::optional<NodeRef> actor_at(const Session& session, const NodeRef& ref);
/// Returns all actors, in their order.
[[nodiscard]] NodeRefs all_actors(const Session& session);
/// Returns a title: "DOOR01, 2 objects".
[[nodiscard]] std::string actor_title(const Session& session, const NodeRef& actor);

/// Returns the lines of an actor; empty if it does not exist. Hooks refer to lines of the script text in `written`.
[[nodiscard]] std::vector<ActorLine> actor_lines(const Session& session, const NodeRef& actor,
                                                 const ActorPageOptions& options, const WrittenScripts& written);

/// Sets the value of a line, as one step. Errors: those of Session::set(); usage (the line cannot be edited);
/// out_of_range (too many or too few numbers).
Status set_actor_line(Session& session, const ActorLine& line, const std::string& text);

/// Returns the animation group that a selected node is or is in, or else the first group of the actor.
[[nodiscard]] std::optional<NodeRef> group_at(const Session& session, const NodeRef& actor, const NodeRefs& selected);

}  // namespace redforge::editor
