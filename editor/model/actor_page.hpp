// The page of an actor: all that belongs to it as lines of one list, with what numbers mean, and beside another actor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "editor/model/script_page.hpp"
#include "editor/model/session.hpp"

namespace redforge::editor {

/// A line of the page. What it is of stands in the description of an actor; the lists come in its order.
struct ActorLine {
    enum class Kind : std::uint8_t {
        section,  ///< the actor's own fields, or one of its lists
        record,   ///< of a list, with lines below it
        value,
    };
    /// How a typed text becomes values.
    enum class Sets : std::uint8_t {
        nothing,    ///< it cannot be typed into
        field,      ///< a field of the record
        numbers,    ///< several fields of it, a number each: "2560, 0, -5120"
        attribute,  ///< the attribute of a number, which may not be there; 0 takes it away
        instance,   ///< the value that a variable has in one instance
    };

    Kind kind{};
    Sets sets{};
    std::size_t depth{};
    NodeRef node;  ///< the record, or the list; of an attribute that is not there the list
    std::string
        key;  ///< the same for the same line of every actor: "groups[12].anim_type"; of a second group 12 "groups[12]~2"
    std::string name;                       ///< "Strings", "Group 12", "X"
    std::string text;                       ///< as Session::set() takes it
    std::string shown;                      ///< before people
    std::string note;                       ///< what it means: "line 12: end"
    std::string help;                       ///< what the description says of it
    std::vector<std::string> fields;        ///< that are set
    std::size_t number{};                   ///< of the attribute
    std::optional<std::size_t> instance{};  ///< whose value it is; nothing: of all
    bool here{true};                        ///< the actor has it; else only the other one
    bool there{};                           ///< the other actor has it
    std::string other;                      ///< what that says
    bool holds_lines{};                     ///< it can be opened
    bool open{};

    /// Whether the two say different things; never without another actor.
    [[nodiscard]] bool differs(bool compared) const
    {
        return compared && (here != there || (kind == Kind::value && shown != other));
    }
    friend bool operator==(const ActorLine&, const ActorLine&) = default;
};

/// What a person wants to see of an actor.
struct ActorPageOptions {
    std::set<std::string> toggled;  ///< keys of lines that are opened or closed: else lists are open, records closed
    bool all_attributes{};          ///< also those that are 0
    std::optional<NodeRef> other;   ///< the actor that it is compared with
    bool only_differences{};
};

/// The actor that a node is or is in, or of which it is an object. Nothing in what is no map.
[[nodiscard]] std::optional<NodeRef> actor_at(const Session& session, const NodeRef& ref);
/// All actors, in their order.
[[nodiscard]] NodeRefs all_actors(const Session& session);
/// "DOOR01, 2 objects"
[[nodiscard]] std::string actor_title(const Session& session, const NodeRef& actor);

/// The lines of an actor; empty where there is none. Hooks say the line of the script's text, which `written` has.
[[nodiscard]] std::vector<ActorLine> actor_lines(const Session& session, const NodeRef& actor,
                                                 const ActorPageOptions& options, const WrittenScripts& written);

/// Sets what a line says, as one step. Errors: those of Session::set(); usage (the line takes no text); out_of_range (another
/// number of numbers).
Status set_actor_line(Session& session, const ActorLine& line, const std::string& text);

/// The animation group that a node is or is in, or else the first one of the actor.
[[nodiscard]] std::optional<NodeRef> group_at(const Session& session, const NodeRef& actor, const NodeRefs& selected);

}  // namespace redforge::editor
