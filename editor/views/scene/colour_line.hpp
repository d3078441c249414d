// A property line with a colour: a swatch, its text, and a button that opens a colour dialog.
#pragma once

#include <optional>

#include <wx/colour.h>
#include <wx/propgrid/props.h>

#include "editor/model/text/colour_text.hpp"

namespace redforge::editor {

/// Parses #FF8000, 255 128 0, or a name such as red. Returns nullopt for other texts.
[[nodiscard]] std::optional<ColourParts> typed_colour(const wxString& text);

/// Its value is a text for typed_colour(), or empty for several colours.
class ColourLine : public wxEditorDialogProperty {
public:
    ColourLine(const wxString& label, const wxString& name);

    wxString ValueToString(wxVariant& value, int flags = 0) const override;
    bool StringToValue(wxVariant& value, const wxString& text, int flags = 0) const override;
    wxSize OnMeasureImage(int item = -1) const override;
    void OnCustomPaint(wxDC& dc, const wxRect& rect, wxPGPaintData& data) override;
    const wxPGEditor* DoGetEditorClass() const override;

protected:
    bool DisplayEditorDialog(wxPropertyGrid* grid, wxVariant& value) override;
};

}  // namespace redforge::editor
