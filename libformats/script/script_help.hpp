// Editing help for scripts: completion, parameter hints, meaning of names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "script/script_text.hpp"

namespace redforge::script {

/// Words that can be inserted at a position.
struct Completions {
    std::size_t begin{};             ///< beginning of the partial word
    std::vector<std::string> words;  ///< in display order
};
/// Returns the words that can be inserted at a position. `objects`: names of map objects that scripts can use. After a
/// < that begins a value, these are names of items, or of maps if the call takes one, each with its closing >. Returns
/// no words inside texts and comments.
[[nodiscard]] Completions completions_at(const ScriptText& text, std::size_t at, std::span<const std::string> objects);

/// The call around a position: "task RotateByAxis(value 1, value 2, value 3)".
struct CallTip {
    std::string text;
    TextRange argument;  ///< range in that text of the argument that is being typed
    std::size_t at{};    ///< offset of the call's bracket

    friend bool operator==(const CallTip&, const CallTip&) = default;
};
/// Returns the call whose arguments contain a position, or nullopt if there is none.
[[nodiscard]] std::optional<CallTip> call_tip_at(const ScriptText& text, std::size_t at);

/// Name of a number or dialogue label in a map script.
struct NumberName {
    std::size_t at{};  ///< offset after the number
    std::string name;  ///< name of an item, map, flag, attribute, animation group or axis; text of a dialogue label
};
/// Returns the names of the numbers that functions take or return, and of dialogue labels, in text order. Names that
/// the text itself contains, such as in <8: Rusty key> or in a comment on the line, are left out.
[[nodiscard]] std::vector<NumberName> number_names(const ScriptText& text);

/// A part of a script that refers to something elsewhere.
struct ScriptLink {
    /// `words`: a word that has only a description.
    enum class Kind : std::uint8_t { label, object, string, variable, words };

    Kind kind{};
    TextRange range;
    std::string name;      ///< name of the object, text of the string, number of the variable
    std::size_t target{};  ///< for a label: offset of its definition
    std::string words;     ///< description: "It is locked."
};
/// Returns the reference at a position, or nullopt if there is none.
[[nodiscard]] std::optional<ScriptLink> link_at(const ScriptText& text, std::size_t at);

}  // namespace redforge::script
