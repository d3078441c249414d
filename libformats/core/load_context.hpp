// Context for reading and displaying a document: a game folder, definitions, masters.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/services.hpp"
#include "core/text/code_page.hpp"

namespace redforge {

/// All members are optional. The bytes of a document never depend on them.
struct LoadContext {
    std::filesystem::path game_folder;  ///< an installation of the game; empty if unknown
    std::filesystem::path definitions;  ///< the user's file with names for scripts; if empty, that of the game folder
    /// Objects that the modules of the games use: names for scripts (soup::Names), plugins of a Data folder
    /// (tes::DataFolder), texts of string files (tes::StringTexts), commands that are not built in
    /// (obscript::UserCommands), a receiver of mistakes in scripts (soup::MistakeReport).
    Services services;
    std::optional<CodePage> page;  ///< code page of a file's text, for formats with several; guessed if nullopt
    /// Returns the note for a form in the text, by its FormID: "Skyrim.esm:0010D9EE (IdleStop)". May be empty.
    std::function<std::string(std::string_view form_id)> name_form;
    /// Returns the note for a string number in the text: 0x000007FF "Iron Sword". May be empty.
    std::function<std::string(std::string_view number)> name_string;
    /// While true, reading a text fails with the error `cancelled`. Checked before each item of a list. May be null.
    const std::atomic<bool>* cancel{nullptr};
};

}  // namespace redforge
