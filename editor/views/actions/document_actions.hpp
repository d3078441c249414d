// Several open documents: one is shown, and the others wait in tabs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <wx/aui/auibar.h>

#include "editor/model/session/open_files.hpp"
#include "editor/model/session/session.hpp"
#include "editor/views/frame/window_part.hpp"
#include "render/camera/view_control.hpp"

namespace redforge::editor {

class DocumentActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Adds the row of tabs.
    void connect();
    /// Opens a file in a new tab, or shows the tab that has it. Shows an error, and the present document then stays.
    Status open(const std::filesystem::path& file);
    /// Opens `file`, if it is not empty. After a crash: offers the unsaved changes of all files (with `file`: of the
    /// files that the window had open), and opens the other files of the window again if the user agrees. Shows `file`
    /// at the end. Errors: those of opening `file`.
    Status restore(const std::filesystem::path& file = {});
    /// Opens several files. Returns false if none was opened.
    bool open_all(const std::vector<std::filesystem::path>& files);
    /// Closes the present document, after asking about changes. The last one is followed by the start page.
    void close();
    void next() { step(1); }
    void previous() { step(-1); }
    [[nodiscard]] bool has_several() const { return tabs_.size() > 1; }
    [[nodiscard]] std::size_t count() const { return tabs_.size(); }
    [[nodiscard]] std::size_t current() const { return current_; }
    /// Shows the document of a tab. Does nothing if a pending edit is rejected.
    void show(std::size_t tab);

    /// Returns true if all documents can be closed. Shows each document that has changes, and asks.
    bool can_close_all();
    /// Returns the names of documents in other tabs that have unsaved changes.
    [[nodiscard]] std::vector<std::string> other_unsaved() const;

    /// Returns true while a file is opened in a new tab: the present document must be parked.
    [[nodiscard]] bool keeps_present() const { return keeps_present_; }
    /// Takes the present document, and makes a new tab the present one.
    void park(Session session);
    /// Remembers the name under which the present document was opened.
    void note_opened(const std::filesystem::path& file);
    /// Updates the labels of the tabs.
    void update();

private:
    struct Tab {
        std::optional<Session> session{};  ///< nullopt for the present document, which the window has
        std::filesystem::path file{};      ///< as the user opened it
        std::vector<render::ViewControl> cameras{};
    };
    [[nodiscard]] std::optional<std::size_t> tab_with(const std::filesystem::path& file) const;
    void step(int by);
    /// Stores the open files for restore().
    void store_open();
    /// Gives the document of a tab to the window, which has none.
    void present(std::size_t tab);

    std::vector<Tab> tabs_;            ///< empty if nothing is open
    std::optional<OpenFiles> stored_;  ///< nullopt if there is no folder for the list
    std::size_t current_{};
    bool keeps_present_{};
    wxAuiToolBar* bar_{};
    std::vector<int> ids_;             ///< tool ids for tabs; `bar_` uses the first ones
    std::vector<std::string> labels_;  ///< labels of the tools in `bar_`
    std::size_t shown_{};              ///< the tab that `bar_` marks
};

}  // namespace redforge::editor
