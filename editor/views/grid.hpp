// The property grid: draws a Sheet, and gives typed values back as text.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include <wx/panel.h>
#include <wx/propgrid/propgrid.h>
#include <wx/stattext.h>

#include "core/error.hpp"
#include "editor/model/sheet.hpp"

namespace redforge::editor {

class PropertyPane : public wxPanel {
public:
    explicit PropertyPane(wxWindow* parent);
    PropertyPane(const PropertyPane&) = delete;
    PropertyPane& operator=(const PropertyPane&) = delete;
    ~PropertyPane() override;

    /// Sets a value of the selected records; a refused one stays in its line, marked.
    std::function<Status(std::string_view name, std::string_view text)> on_set;

    /// Shows a sheet. Where it has the same rows as before, lines stay as they are and only values change.
    void show(Sheet sheet);
    /// Takes over what is being typed. False: it was refused, and the line is still open.
    bool commit();
    /// Forgets what is being typed.
    void drop_edit();

    [[nodiscard]] wxPropertyGrid& grid() { return *grid_; }
    /// The line of a field; null when it is not shown.
    [[nodiscard]] wxPGProperty* line(std::string_view name);

private:
    void build();
    void fill();
    void on_changing(wxPropertyGridEvent& event);
    /// Shows what the description says of the selected line, or of the whole sheet.
    void explain();

    /// The line above those of a composite: "Position".
    struct Group {
        wxPGProperty* line{};
        std::size_t first{};  ///< its rows in sheet_
        std::size_t count{};
    };

    Sheet sheet_;
    std::vector<wxPGProperty*> lines_;  ///< of the rows of sheet_; the grid owns them
    std::vector<Group> groups_;
    wxPropertyGrid* grid_{};
    wxStaticText* heading_{};
    wxStaticText* meaning_{};
};

}  // namespace redforge::editor
