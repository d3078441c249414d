// Pictures of a document: exporting, replacing and importing them, and the menu of the sheet.
#pragma once

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

struct Imported;

class PictureActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();

    /// Exports the selected pictures: one to a file, several to a folder. Exports all if none is selected.
    void export_pictures();
    void replace_picture();
    void import_pictures();
    [[nodiscard]] bool has_pictures() const;
    [[nodiscard]] bool can_import_pictures() const;
    [[nodiscard]] bool can_replace_picture() const;

private:
    void open_sheet_menu();
    /// `action`: "Replace" or "Import".
    void show_imported(const char* action, const Result<Imported>& imported);
};

}  // namespace redforge::editor
