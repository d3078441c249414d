// What stands around a document and may help to show it: a game's folder, definitions, masters.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/code_page.hpp"

namespace redforge::soup {
class Names;
}
namespace redforge::tes {
class DataFolder;
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
    std::optional<CodePage> page;  ///< of a file's text, where its format has various ones; nothing: it is guessed
    /// What a text says beside a form, by its FormID as text: "Skyrim.esm:0010D9EE (IdleStop)". Empty: nothing.
    std::function<std::string(std::string_view form_id)> name_form;

    /// The names for scripts; null: none are known.
    [[nodiscard]] const soup::Names* names() const { return find_names ? find_names() : nullptr; }
    /// The plugins around the document; null: none are known.
    [[nodiscard]] const tes::DataFolder* data() const { return find_data ? find_data() : nullptr; }
};

}  // namespace redforge
