// Shows docs/window.md in a window.
#include "editor/views/dialogs/help_window.hpp"

#include <fmt/format.h>
#include <wx/display.h>
#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/utils.h>

#include "editor/model/text/help_html.hpp"
#include "editor/views/frame/help_text.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

std::string colour_text(wxSystemColour colour)
{
    return from_wx(wxSystemSettings::GetColour(colour).GetAsString(wxC2S_HTML_SYNTAX));
}

/// Scrolls to anchors of the page, and opens other links in the browser.
class HelpPage : public wxHtmlWindow {
public:
    using wxHtmlWindow::wxHtmlWindow;

private:
    void OnLinkClicked(const wxHtmlLinkInfo& link) override
    {
        if (link.GetHref().StartsWith("http")) {
            wxLaunchDefaultBrowser(link.GetHref());
        } else {
            wxHtmlWindow::OnLinkClicked(link);
        }
    }
};

}  // namespace

HelpWindow::HelpWindow(wxWindow* parent)
    : wxFrame(parent, wxID_ANY, "Redforge Help", wxDefaultPosition, wxDefaultSize,
              wxDEFAULT_FRAME_STYLE | wxFRAME_FLOAT_ON_PARENT)
{
    wxSize size = FromDIP(wxSize(640, 720));
    size.DecTo(wxDisplay(0U).GetClientArea().GetSize());
    SetSize(size);
    CentreOnParent();
    page_ = new HelpPage(this, wxID_ANY);
    page_->SetStandardFonts(GetFont().GetPointSize());
    page_->SetPage(to_wx(fmt::format("<html><body bgcolor=\"{}\" text=\"{}\" link=\"{}\">{}</body></html>",
                                     colour_text(wxSYS_COLOUR_LISTBOX), colour_text(wxSYS_COLOUR_LISTBOXTEXT),
                                     colour_text(wxSYS_COLOUR_HOTLIGHT), help_html(help_text()))));
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(page_, wxSizerFlags(1).Expand());
    SetSizer(column);
    Bind(wxEVT_CHAR_HOOK, [this](wxKeyEvent& event) {
        if (event.GetKeyCode() == WXK_ESCAPE || event.GetKeyCode() == WXK_F1) {
            Close();
        } else {
            event.Skip();
        }
    });
    Bind(wxEVT_CLOSE_WINDOW, [this](wxCloseEvent& event) {
        if (event.CanVeto()) {
            Hide();
            GetParent()->SetFocus();
        } else {
            Destroy();
        }
    });
}

void HelpWindow::show(const std::string& heading)
{
    heading_ = heading;
    Show();
    Raise();
    page_->SetFocus();
    if (heading.empty()) {
        page_->Scroll(0, 0);
    } else {
        const wxString anchor = "#" + to_wx(help_anchor(heading));
        page_->LoadPage(anchor);
        CallAfter([this, anchor] { page_->LoadPage(anchor); });  // a new window gets its size later
    }
}

int HelpWindow::scrolled() const
{
    return page_->GetViewStart().y;
}

}  // namespace redforge::editor
