// The start page.
#include "editor/views/dialogs/welcome.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <wx/bmpbndl.h>
#include <wx/button.h>
#include <wx/statbmp.h>
#include <wx/stattext.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/program_icon.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {

Welcome::Welcome(wxWindow* parent) : wxPanel(parent)
{
    auto* const column = new wxBoxSizer(wxVERTICAL);
    auto* const icon =
        new wxStaticBitmap(this, wxID_ANY, wxBitmapBundle::FromSVG(program_icon_svg(), FromDIP(wxSize(96, 96))));
    auto* const title = new wxStaticText(this, wxID_ANY, "Redforge");
    title->SetFont(title->GetFont().Scaled(1.8F).Bold());
    auto* const words = new wxStaticText(
        this, wxID_ANY,
        "Opens maps, models and textures of Redguard,\nplugins and saves of Oblivion, plugins of Skyrim.",
        wxDefaultPosition, wxDefaultSize, wxALIGN_CENTRE_HORIZONTAL);
    words->SetForegroundColour(muted_text());
    auto* const open = new wxButton(this, wxID_ANY, "&Open a File...");
    auto* const tour = new wxButton(this, wxID_ANY, "Try a &Sample");
    tour->SetToolTip("Open a sample room, which needs no files of the game, and try five steps in it");
    tour->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_tour(); });
    auto* const game = new wxButton(this, wxID_ANY, "Choose the &Game Folder...");
    open->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_open(); });
    game->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { on_game(); });
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(open, wxSizerFlags().Border(wxALL, FromDIP(4)));
    row->Add(tour, wxSizerFlags().Border(wxALL, FromDIP(4)));
    row->Add(game, wxSizerFlags().Border(wxALL, FromDIP(4)));
    files_ = new wxBoxSizer(wxVERTICAL);
    const auto centred = wxSizerFlags().CentreHorizontal().Border(wxALL, FromDIP(6));
    column->AddStretchSpacer(2);
    column->Add(icon, centred);
    column->Add(title, centred);
    column->Add(words, centred);
    column->Add(row, centred);
    column->Add(files_, centred);
    column->AddStretchSpacer(3);
    SetSizer(column);
}

void Welcome::show(std::vector<std::string> recent)
{
    std::ranges::reverse(recent);
    if (recent == recent_) {
        return;
    }
    recent_ = std::move(recent);
    files_->Clear(true);
    if (!recent_.empty()) {
        auto* const heading = new wxStaticText(this, wxID_ANY, "Open Recent");
        heading->SetFont(heading->GetFont().Bold());
        files_->Add(heading, wxSizerFlags().CentreHorizontal().Border(wxALL, FromDIP(4)));
    }
    for (const std::string& file : recent_) {
        const std::filesystem::path path(file);
        auto* const button = new wxButton(this, wxID_ANY,
                                          wxControl::EscapeMnemonics(
                                              to_wx(path.filename().string() + "   " + path.parent_path().string())),
                                          wxDefaultPosition, wxDefaultSize, wxBORDER_NONE | wxBU_EXACTFIT);
        button->Bind(wxEVT_BUTTON, [this, file](wxCommandEvent&) { on_recent(file); });
        files_->Add(button, wxSizerFlags().CentreHorizontal());
    }
    Layout();
}

}  // namespace redforge::editor
