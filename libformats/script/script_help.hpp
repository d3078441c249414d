// What helps to write and read a script of a map: completion, the parameters of a call, what a name means.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "script/script_text.hpp"

namespace redforge::script {

/// Words that can stand at a place.
struct Completions {
    std::size_t begin{};             ///< of what is there of the word
    std::vector<std::string> words;  ///< in the order in which they are shown
};
/// `objects`: names of the map that scripts can say. Behind a < that begins a value, names of items, or of maps where
/// the call wants one, with the > that ends them. Nothing inside texts and comments.
[[nodiscard]] Completions completions_at(const ScriptText& text, std::size_t at, std::span<const std::string> objects);

/// The function that is being called at a place: "task RotateByAxis(value 1, value 2, value 3)".
struct CallTip {
    std::string text;
    TextRange argument;  ///< in that text: the one that is being written
    std::size_t at{};    ///< of the bracket of the call

    friend bool operator==(const CallTip&, const CallTip&) = default;
};
[[nodiscard]] std::optional<CallTip> call_tip_at(const ScriptText& text, std::size_t at);

/// Something in a script that means a thing elsewhere.
struct ScriptLink {
    enum class Kind : std::uint8_t { label, object, string, variable, words };

    Kind kind{};
    TextRange range;
    std::string name;    ///< of the object, the text of the string, the number of the variable
    std::size_t target{};  ///< of a label: where it is defined
    std::string words;   ///< what is known of it: "It is locked."
};
[[nodiscard]] std::optional<ScriptLink> link_at(const ScriptText& text, std::size_t at);

}  // namespace redforge::script
