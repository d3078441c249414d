// A property line that shows a colour and opens a colour dialog.
#include "editor/views/scene/colour_line.hpp"

#include <wx/colordlg.h>
#include <wx/dc.h>
#include <wx/gdicmn.h>
#include <wx/propgrid/propgrid.h>

#include "editor/views/frame/text.hpp"

namespace redforge::editor {

std::optional<ColourParts> typed_colour(const wxString& text)
{
    if (const std::optional<ColourParts> parts = parse_colour(from_wx(text))) {
        return parts;
    }
    const wxColour named = wxTheColourDatabase->Find(wxString(text).Trim().Trim(false));
    return named.IsOk() ? std::optional(ColourParts{named.Red(), named.Green(), named.Blue()}) : std::nullopt;
}

ColourLine::ColourLine(const wxString& label, const wxString& name) : wxEditorDialogProperty(label, name)
{
    SetValue(wxVariant(wxString()));
}

wxString ColourLine::ValueToString(wxVariant& value, int /*flags*/) const
{
    return value.IsNull() ? wxString() : value.GetString();
}

bool ColourLine::StringToValue(wxVariant& value, const wxString& text, int /*flags*/) const
{
    value = text;
    return true;
}

wxSize ColourLine::OnMeasureImage(int /*item*/) const
{
    return wxPG_DEFAULT_IMAGE_SIZE;
}

void ColourLine::OnCustomPaint(wxDC& dc, const wxRect& rect, wxPGPaintData& /*data*/)
{
    wxVariant value = GetValue();
    const std::optional<ColourParts> parts = typed_colour(ValueToString(value));
    if (parts) {
        const auto part = [&](std::size_t i) { return static_cast<unsigned char>(parts->at(i)); };
        dc.SetBrush(wxBrush(wxColour(part(0), part(1), part(2))));
    } else {
        dc.SetBrush(*wxTRANSPARENT_BRUSH);
    }
    dc.DrawRectangle(rect);
}

const wxPGEditor* ColourLine::DoGetEditorClass() const
{
    return wxPGEditor_TextCtrlAndButton;
}

bool ColourLine::DisplayEditorDialog(wxPropertyGrid* grid, wxVariant& value)
{
    wxColourData data;
    if (const std::optional<ColourParts> parts = typed_colour(ValueToString(value))) {
        const auto part = [&](std::size_t i) { return static_cast<unsigned char>(parts->at(i)); };
        data.SetColour({part(0), part(1), part(2)});
    }
    wxColourDialog dialog(grid->GetPanel(), &data);
    if (dialog.ShowModal() != wxID_OK) {
        return false;
    }
    const wxColour chosen = dialog.GetColourData().GetColour();
    value = to_wx(colour_text({chosen.Red(), chosen.Green(), chosen.Blue()}));
    return true;
}

}  // namespace redforge::editor
