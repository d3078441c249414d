// Context for reading and displaying a document: a game folder, definitions, masters.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/code_page.hpp"

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

/// All members are optional. The bytes of a document never depend on them.
struct LoadContext {
    std::filesystem::path game_folder;       ///< an installation of the game; empty if unknown
    std::filesystem::path soup_definitions;  ///< a SOUP386.DEF; if empty, the file in the game folder is used
    /// Returns the names that those two provide to scripts, loaded at the first call. Thread-safe. May be empty.
    std::function<const soup::Names*()> find_names;
    /// Returns the plugins of a Data folder, which are masters of plugins and saves. Thread-safe. May be empty.
    std::function<const tes::DataFolder*()> find_data;
    /// Returns the texts in string files of a localised plugin. Thread-safe. May be empty.
    std::function<const tes::StringTexts*()> find_strings;
    /// commands of Oblivion scripts that are not built in; may be null
    std::shared_ptr<const obscript::UserCommands> commands;
    /// Receives the mistakes (valid but surely wrong code) of each script source that is read, if there are any, with
    /// the file (empty if none) and the actor (code page 437). Thread-safe. If empty, mistakes are not searched.
    std::function<void(std::vector<soup::Diagnostic> mistakes, const std::string& file, std::string_view actor)>
        report_mistakes;
    std::optional<CodePage> page;  ///< code page of a file's text, for formats with several; guessed if nullopt
    /// Returns the note for a form in the text, by its FormID: "Skyrim.esm:0010D9EE (IdleStop)". May be empty.
    std::function<std::string(std::string_view form_id)> name_form;
    /// Returns the note for a string number in the text: 0x000007FF "Iron Sword". May be empty.
    std::function<std::string(std::string_view number)> name_string;
    /// Set to true, it ends the reading of a text with the error `cancelled`. Checked before each item of a list. May
    /// be null.
    const std::atomic<bool>* cancel{nullptr};

    /// Returns the names for scripts, or null.
    [[nodiscard]] const soup::Names* names() const { return find_names ? find_names() : nullptr; }
    /// Returns the plugins of the Data folder, or null.
    [[nodiscard]] const tes::DataFolder* data() const { return find_data ? find_data() : nullptr; }
    /// Returns the texts of string files, or null.
    [[nodiscard]] const tes::StringTexts* strings() const { return find_strings ? find_strings() : nullptr; }
};

}  // namespace redforge
