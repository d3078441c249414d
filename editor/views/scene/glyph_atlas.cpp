// Renders the glyphs of the window's font into an atlas.
#include "editor/views/scene/glyph_atlas.hpp"

#include <algorithm>
#include <cmath>

#include <wx/bitmap.h>
#include <wx/dcmemory.h>
#include <wx/image.h>
#include <wx/settings.h>

namespace redforge::editor {

render::GlyphAtlas make_glyph_atlas(double scale)
{
    constexpr int columns = 16;
    wxFont font = wxSystemSettings::GetFont(wxSYS_DEFAULT_GUI_FONT);
    font.SetFractionalPointSize(font.GetFractionalPointSize() * scale);
    wxBitmap measure(1, 1);
    wxMemoryDC dc(measure);
    dc.SetFont(font);
    const int line = dc.GetCharHeight();
    const wxSize cell(dc.GetTextExtent("W").x * 2, line + 1);
    const auto rows = static_cast<int>((render::GlyphAtlas::count + columns - 1) / columns);
    wxBitmap bitmap(cell.x * columns, cell.y * rows, 24);
    dc.SelectObject(bitmap);
    dc.SetBackground(*wxBLACK_BRUSH);
    dc.Clear();
    dc.SetFont(font);
    dc.SetTextForeground(*wxWHITE);
    render::GlyphAtlas letters;
    letters.width = static_cast<std::uint32_t>(bitmap.GetWidth());
    letters.height = static_cast<std::uint32_t>(bitmap.GetHeight());
    letters.line = static_cast<float>(line);
    letters.scale = static_cast<float>(scale);
    for (std::size_t i = 0; i < render::GlyphAtlas::count; ++i) {
        const wxString letter(static_cast<char>(render::GlyphAtlas::first + static_cast<int>(i)));
        const wxPoint at(static_cast<int>(i) % columns * cell.x, static_cast<int>(i) / columns * cell.y);
        dc.DrawText(letter, at);
        letters.glyphs[i] = {static_cast<float>(at.x), static_cast<float>(at.y),
                             static_cast<float>(dc.GetTextExtent(letter).x)};
    }
    dc.SelectObject(wxNullBitmap);
    const wxImage image = bitmap.ConvertToImage();
    letters.cover.resize(std::size_t{letters.width} * letters.height);
    for (std::size_t i = 0; i < letters.cover.size(); ++i) {
        letters.cover[i] = image.GetData()[i * 3 + 1];
    }
    return letters;
}

}  // namespace redforge::editor
