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
/// `objects`: names of map objects that scripts can use. After a < that begins a value: names of items, or of maps if
/// the call takes one, each with its closing >. Empty inside texts and comments.
[[nodiscard]] Completions completions_at(const ScriptText& text, std::size_t at, std::span<const std::string> objects);

/// The call around a position: "task RotateByAxis(value 1, value 2, value 3)".
struct CallTip {
    std::string text;
    TextRange argument;  ///< range in that text of the argument that is being typed
    std::size_t at{};    ///< offset of the call's bracket

    friend bool operator==(const CallTip&, const CallTip&) = default;
};
[[nodiscard]] std::optional<CallTip> call_tip_at(const ScriptText& text, std::size_t at);

/// A part of a script that refers to something elsewhere.
struct ScriptLink {
    enum class Kind : std::uint8_t { label, object, string, variable, words };

    Kind kind{};
    TextRange range;
    std::string name;      ///< name of the object, text of the string, number of the variable
    std::size_t target{};  ///< for a label: offset of its definition
    std::string words;     ///< description: "It is locked."
};
[[nodiscard]] std::optional<ScriptLink> link_at(const ScriptText& text, std::size_t at);

}  // namespace redforge::script
