// What stands around a document and may help to show it: a game's folder, definitions, masters.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/code_page.hpp"

namespace redforge::soup {
struct Diagnostic;
class Names;
}  // namespace redforge::soup
namespace redforge::tes {
class DataFolder;
class StringTexts;
}  // namespace redforge::tes
namespace redforge::obscript {
class UserCommands;
}

namespace redforge {

/// Every part is optional: what a document is read from and written to never depends on it.
struct LoadContext {
    std::filesystem::path game_folder;       ///< an installation of the game; empty when not known
    std::filesystem::path soup_definitions;  ///< a SOUP386.DEF; empty: that of the game's folder
    /// Reads what those two make known to scripts, once, when it is first asked for; from any thread. Empty: nothing.
    std::function<const soup::Names*()> find_names;
    /// The plugins of a Data folder, which a plugin or save names as its masters; from any thread. Empty: none are known.
    std::function<const tes::DataFolder*()> find_data;
    /// The texts of a localised plugin in files beside it; from any thread. Empty: none are known.
    std::function<const tes::StringTexts*()> find_strings;
    /// Commands of scripts of Oblivion that no built-in table has; null: there are none.
    std::shared_ptr<const obscript::UserCommands> commands;
    /// Gets, for each source of a script that is read, what packs in it and cannot be meant, if anything, with the file (empty: in
    /// none) and the actor (code page 437); from any thread. Empty: it is not looked for.
    std::function<void(std::vector<soup::Diagnostic> mistakes, const std::string& file, std::string_view actor)>
        report_mistakes;
    std::optional<CodePage> page;  ///< of a file's text, where its format has various ones; nothing: it is guessed
    /// What a text says beside a form, by its FormID as text: "Skyrim.esm:0010D9EE (IdleStop)". Empty: nothing.
    std::function<std::string(std::string_view form_id)> name_form;
    /// The same beside the number of a text in the files of strings: "0x000007FF "Iron Sword"".
    std::function<std::string(std::string_view number)> name_string;

    /// The names for scripts; null: none are known.
    [[nodiscard]] const soup::Names* names() const { return find_names ? find_names() : nullptr; }
    /// The plugins around the document; null: none are known.
    [[nodiscard]] const tes::DataFolder* data() const { return find_data ? find_data() : nullptr; }
    /// The texts of strings of the document; null: none are known.
    [[nodiscard]] const tes::StringTexts* strings() const { return find_strings ? find_strings() : nullptr; }
};

}  // namespace redforge
