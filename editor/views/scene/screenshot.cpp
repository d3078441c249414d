// Screenshot of a window, copied from the screen: it shows what the user sees.
#include "editor/views/scene/screenshot.hpp"

#include <wx/dcmemory.h>
#include <wx/dcscreen.h>
#include <wx/image.h>
#include <wx/mstream.h>

#include "core/files/files.hpp"
#include "editor/views/scene/scene_canvas.hpp"

namespace redforge::editor {

namespace {

/// Draws the kept pictures of views into the screenshot, because the screen does not contain them.
void add_views(const wxWindow& window, wxDC& picture, wxPoint corner)
{
    for (const wxWindow* const part : window.GetChildren()) {
        if (const auto* const view = dynamic_cast<const SceneCanvas*>(part);
            view != nullptr && view->IsShownOnScreen() && view->kept_picture().IsOk()) {
            picture.DrawBitmap(wxBitmap(view->kept_picture()), view->GetScreenPosition() - corner);
        }
        add_views(*part, picture, corner);
    }
}

}  // namespace

Status write_screenshot(const wxFrame& frame, const std::filesystem::path& path)
{
    const wxRect area = frame.GetScreenRect();
    wxBitmap bitmap(area.GetSize(), 24);
    {
        wxScreenDC screen;
        wxMemoryDC memory(bitmap);
        memory.Blit(wxPoint(0, 0), area.GetSize(), &screen, area.GetPosition());
        add_views(frame, memory, area.GetPosition());
    }
    if (wxImage::FindHandler(wxBITMAP_TYPE_PNG) == nullptr) {
        wxImage::AddHandler(new wxPNGHandler);
    }
    wxMemoryOutputStream png;
    if (!bitmap.ConvertToImage().SaveFile(png, wxBITMAP_TYPE_PNG)) {
        return fail({.code = ErrorCode::io, .message = "the picture could not be made", .file = path.string()});
    }
    Bytes bytes(static_cast<std::size_t>(png.GetSize()));
    png.CopyTo(bytes.data(), bytes.size());
    const Result<Written> written = write_file(path, bytes, {.overwrite = Overwrite::allow});
    return written ? Status{} : fail(written.error());
}

}  // namespace redforge::editor
