// Icons as SVG strokes in a square of 24 x 24 units.
#include "editor/views/frame/icons.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <wx/settings.h>

namespace redforge::editor {
namespace {

struct Icon {
    std::string_view name;
    const char* strokes;  ///< content of the svg element
};

constexpr std::array<Icon, 25> icons{{
    {"open", "<path d='M3 19V6h6l2 2h9v3M3 19l3-8h16l-3 8z'/>"},
    {"save", "<path d='M4 4h12l4 4v12H4zM8 4v5h7V4M7 20v-7h10v7'/>"},
    {"undo", "<path d='M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3'/>"},
    {"redo", "<path d='M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3'/>"},
    {"find", "<circle cx='10.5' cy='10.5' r='6.5'/><path d='M15.5 15.5L21 21'/>"},
    {"add", "<path d='M12 5v14M5 12h14'/>"},
    {"duplicate", "<path d='M9 9h11v11H9zM5 15H4V4h11v1'/>"},
    {"remove", "<path d='M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6'/>"},
    {"frame", "<path d='M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'/><circle cx='12' cy='12' r='2.5'/>"},
    {"move", "<path d='M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3'/>"},
    {"rotate", "<path d='M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5'/>"},
    {"snap", "<path d='M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4M14 8h4'/>"},
    {"drop", "<path d='M12 3v12M7 10l5 5 5-5M4 20h16'/>"},
    {"table", "<path d='M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14'/>"},
    {"symbols", "<path d='M12 3l5 9-5 9-5-9z'/>"},
    {"object", "<path d='M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9'/>"},
    {"static", "<path d='M3 20h18M5 20V9l7-5 7 5v11M10 20v-6h4v6'/>"},
    {"rope", "<path d='M12 3c4 2.5-4 4 0 7s-4 4.5 0 7M9 20a3 1.6 0 1 0 6 0 3 1.6 0 1 0-6 0'/>"},
    {"flat", "<path d='M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4'/><circle cx='15.5' cy='8.5' r='1.2'/>"},
    {"light", "<path d='M9 17a6 6 0 1 1 6 0v1H9zM10 21h4'/>"},
    {"marker", "<path d='M12 21s-6-6.5-6-11a6 6 0 0 1 12 0c0 4.5-6 11-6 11z'/><circle cx='12' cy='10' r='2'/>"},
    {"terrain", "<path d='M2 19l7-11 4 6 3-4 6 9z'/>"},
    {"views1", "<path d='M4 5h16v14H4z'/>"},
    {"views2", "<path d='M4 5h16v14H4zM12 5v14'/>"},
    {"views4", "<path d='M4 5h16v14H4zM12 5v14M4 12h16'/>"},
}};

}  // namespace

wxBitmapBundle icon(const char* name, IconLook look, int side)
{
    const auto* const found = std::ranges::find(icons, std::string_view(name), &Icon::name);
    if (found == icons.end()) {
        return {};
    }
    const wxString colour = wxSystemSettings::GetColour(wxSYS_COLOUR_BTNTEXT).GetAsString(wxC2S_HTML_SYNTAX);
    const char* const opacity = look == IconLook::disabled ? "0.45" : "1";
    const wxString text =
        wxString::Format("<svg xmlns='http://www.w3.org/2000/svg' width='24' height='24' viewBox='0 0 24 24'>"
                         "<g fill='none' stroke='%s' stroke-opacity='%s' stroke-width='1.8' stroke-linecap='round' "
                         "stroke-linejoin='round'>%s</g></svg>",
                         colour, opacity, found->strokes);
    return wxBitmapBundle::FromSVG(text.utf8_str(), wxSize(side, side));
}

}  // namespace redforge::editor
