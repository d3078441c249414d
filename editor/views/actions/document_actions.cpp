// Opens, shows and closes the documents of the tabs.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/document_actions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <wx/panel.h>
#include <wx/sizer.h>

#include "editor/model/session/journal.hpp"
#include "editor/views/actions/disk_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {

void DocumentActions::connect()
{
    auto* const row = new wxPanel(&frame());  // without a panel, the toolbar would end after its last tool
    bar_ = new wxAuiToolBar(row, wxID_ANY, wxDefaultPosition, wxDefaultSize,
                            wxAUI_TB_HORZ_LAYOUT | wxAUI_TB_HORZ_TEXT | wxAUI_TB_OVERFLOW);
    use_theme(*bar_);
    bar_->SetName("Open documents");
    bar_->AddTool(wxID_ANY, "X", wxBitmapBundle(), "", wxITEM_RADIO);  // a tool, to measure the height of the bar
    bar_->Realize();
    auto* const sizer = new wxBoxSizer(wxHORIZONTAL);
    sizer->Add(bar_, wxSizerFlags(1).Expand());
    row->SetSizer(sizer);
    const wxSize size(frame().FromDIP(200), bar_->GetMinSize().y);
    bar_->Clear();
    // The tools are made again when another tab is shown, which must wait until the bar has handled the click.
    bar_->Bind(wxEVT_TOOL, [this](const wxCommandEvent& event) {
        const int tab = bar_->GetToolPos(event.GetId());
        frame().CallAfter([this, tab] { show(static_cast<std::size_t>(tab)); });
    });
    frame().panes().manager().AddPane(row, fixed_bar("documents", 9, size).Hide());
}

std::optional<std::size_t> DocumentActions::tab_with(const std::filesystem::path& file) const
{
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(file), ignored);
    for (std::size_t i = 0; i < tabs_.size(); ++i) {
        const Session* const open = i == current_ ? session() : &*tabs_[i].session;
        if (tabs_[i].file == whole || (open != nullptr && open->path() == whole)) {
            return i;
        }
    }
    return std::nullopt;
}

Status DocumentActions::open(const std::filesystem::path& file)
{
    if (!frame().commit()) {
        return fail({.code = ErrorCode::usage, .message = "a typed value was rejected", .file = file.string()});
    }
    if (const std::optional<std::size_t> tab = tab_with(file)) {
        show(*tab);
        return {};
    }
    keeps_present_ = session() != nullptr;
    Status opened = frame().open_file(file);
    keeps_present_ = false;
    return opened;
}

Status DocumentActions::restore(const std::filesystem::path& file)
{
    const Result<std::filesystem::path> folder = open_files_folder();
    const bool asks = folder && dialogs().ask_reopen;
    std::vector<std::filesystem::path> left = asks ? take_left_open(*folder) : std::vector<std::filesystem::path>{};
    Status opened = file.empty() ? Status{} : open(file);
    if (!asks) {
        return opened;
    }
    const std::filesystem::path first = opened && session() != nullptr ? session()->path() : std::filesystem::path{};
    std::erase_if(left, [&](const std::filesystem::path& each) { return tab_with(each).has_value(); });
    if (file.empty() || !left.empty()) {
        keeps_present_ = true;
        frame().offer_unsaved(file.empty() ? std::vector<std::filesystem::path>{} : left);
        keeps_present_ = false;
    }
    const Result<std::filesystem::path> journals = journal_folder();
    const std::vector<Unsaved> later = journals ? find_unsaved(*journals) : std::vector<Unsaved>{};
    std::erase_if(left, [&](const std::filesystem::path& file) {
        return tab_with(file) ||
               std::ranges::any_of(later, [&](const Unsaved& each) { return each.base.path == file; });
    });
    if (!left.empty() && dialogs().ask_reopen(frame(), left)) {
        open_all(left);
    }
    if (const auto tab = first.empty() ? std::nullopt : tab_with(first)) {
        show(*tab);
    }
    return opened;
}

void DocumentActions::store_open()
{
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < tabs_.size(); ++i) {
        if (const Session* const open = i == current_ ? session() : &*tabs_[i].session) {
            files.push_back(std::filesystem::absolute(open->path()));
        }
    }
    if (!stored_) {
        const Result<std::filesystem::path> folder = open_files_folder();
        Result<OpenFiles> begun = folder ? OpenFiles::begin(*folder) : fail(folder.error());
        if (!begun) {
            return;  // the journal is on the same disk and reports the error
        }
        stored_.emplace(std::move(*begun));
    }
    static_cast<void>(stored_->set(files));  // the journal is on the same disk and reports errors
}

bool DocumentActions::open_all(const std::vector<std::filesystem::path>& files)
{
    return std::ranges::count_if(files, [this](const std::filesystem::path& file) { return open(file).has_value(); }) >
           0;
}

void DocumentActions::park(Session session)
{
    if (tabs_.empty()) {
        tabs_.emplace_back();
    }
    tabs_[current_].session = std::move(session);
    tabs_[current_].cameras = frame().scene().cameras();
    ++current_;
    tabs_.insert(tabs_.begin() + static_cast<std::ptrdiff_t>(current_), Tab{});
}

void DocumentActions::note_opened(const std::filesystem::path& file)
{
    if (tabs_.empty()) {
        tabs_.emplace_back();
    }
    std::error_code ignored;
    tabs_[current_].file = std::filesystem::weakly_canonical(std::filesystem::absolute(file), ignored);
    store_open();
    update();
}

void DocumentActions::update()
{
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < tabs_.size(); ++i) {
        const Session* const open = i == current_ ? session() : &*tabs_[i].session;
        if (open != nullptr) {
            labels.push_back((open->modified() ? "*" : "") + open->path().filename().string());
        }
    }
    if (bar_ == nullptr || (labels == labels_ && shown_ == current_)) {
        return;
    }
    labels_ = std::move(labels);
    shown_ = current_;
    bar_->Clear();
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        if (i == ids_.size()) {
            ids_.push_back(wxWindow::NewControlId());
        }
        bar_->AddTool(ids_[i], to_wx(labels_[i]), wxBitmapBundle(), "", wxITEM_RADIO);
        if (i == current_) {
            bar_->ToggleTool(ids_[i], true);  // wx marks a radio tool even if the argument is false
        }
    }
    bar_->Realize();
    bar_->Refresh();
    wxAuiPaneInfo& pane = frame().panes().manager().GetPane(bar_->GetParent());
    if (pane.IsShown() != has_several()) {
        pane.Show(has_several());
        frame().panes().manager().Update();
    }
}

void DocumentActions::show(std::size_t tab)
{
    if (tab >= tabs_.size() || tab == current_ || !frame().commit()) {
        update();  // the click has marked another tab
        return;
    }
    Tab& before = tabs_[current_];
    before.cameras = frame().scene().cameras();
    before.session = frame().release_session();
    present(tab);
    show_status("Shown: " + session()->path().filename().string());
    part<DiskActions>().check_disk();
}

void DocumentActions::present(std::size_t tab)
{
    current_ = tab;
    Session session = std::move(*tabs_[tab].session);
    tabs_[tab].session.reset();
    frame().return_session(std::move(session), std::exchange(tabs_[tab].cameras, {}));
    update();
}

void DocumentActions::step(int by)
{
    const std::size_t count = tabs_.size();
    if (count > 1) {
        show((current_ + count + static_cast<std::size_t>(by + 1) - 1) % count);
    }
}

void DocumentActions::close()
{
    if (!session() || !frame().can_close()) {
        return;
    }
    frame().release_session().reset();
    if (!tabs_.empty()) {
        tabs_.erase(tabs_.begin() + static_cast<std::ptrdiff_t>(current_));
    }
    if (tabs_.empty()) {
        current_ = 0;
        update();
        store_open();
        frame().show_nothing();
        return;
    }
    present(std::min(current_, tabs_.size() - 1));
    store_open();
}

bool DocumentActions::can_close_all()
{
    std::vector<std::size_t> asked{current_};
    for (std::size_t i = 0; i < tabs_.size(); ++i) {
        Session* const other = i == current_ || !tabs_[i].session ? nullptr : &*tabs_[i].session;
        if (other != nullptr && (other->modified() || !other->drafts().empty())) {
            asked.push_back(i);
        } else if (other != nullptr) {
            other->leave_journal(false);
        }
    }
    return std::ranges::all_of(asked, [this](std::size_t tab) {
        if (tab != current_) {
            show(tab);
        }
        return tab == current_ && frame().can_close();
    });
}

std::vector<std::string> DocumentActions::other_unsaved() const
{
    std::vector<std::string> names;
    for (const Tab& tab : tabs_) {
        if (tab.session && tab.session->modified()) {
            names.push_back(tab.session->path().filename().string());
        }
    }
    return names;
}

}  // namespace redforge::editor
