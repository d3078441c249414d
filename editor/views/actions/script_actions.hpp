// The script page in the window: shows it, applies typed text, and searches all scripts.
#pragma once

#include <string>

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class ScriptActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();

    void toggle_script();
    void apply_script();
    void discard_script();
    void find_in_scripts();
    [[nodiscard]] bool has_scripts() const;
    [[nodiscard]] bool has_script() const;
    [[nodiscard]] bool has_map_script() const;
    [[nodiscard]] bool runs_script() const;
    [[nodiscard]] bool is_typing_script() const;
    [[nodiscard]] bool has_new_script() const;
    [[nodiscard]] bool script_shown() const;

    /// Lists the lines of all scripts with these words.
    void search_scripts(const std::string& words);
    [[nodiscard]] bool selects_script() const;
    void show_script();
    void show_script_page(bool shown);
    /// Applies the text of the script page to the document. A text with an error stays a draft.
    void commit_script();
    /// Marks drafts in the outliner, the title and the problems.
    void show_drafts();
    /// Handles a key for the script page. Returns false if the key does not belong to it.
    bool script_key(int key, int modifiers);
    /// Runs an action in the script page. Returns false if the action is not for the page.
    bool run_in_script(int id);

private:
    /// Keeps the text of the script page as a draft.
    void keep_draft();
};

}  // namespace redforge::editor
