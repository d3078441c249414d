// Plays an animation group.
#include "editor/views/panes/actor_preview.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <wx/button.h>
#include <wx/dcbuffer.h>
#include <wx/settings.h>
#include <wx/sizer.h>
#include <wx/textwrapper.h>

#include "editor/views/frame/looks.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/scene/picture_bitmap.hpp"
#include "editor/views/scene/screen.hpp"
#include "soup/names/names.hpp"

namespace redforge::editor {
namespace {

constexpr std::uint32_t preview_side = 220;  ///< pixels
constexpr std::size_t max_kept_pictures = 400;

const rgm::AnimationGroup* group_record(const Session& session, const NodeRef& ref)
{
    const std::optional<NodeInfo> info = session.find(ref);
    return info && info->is_record() ? static_cast<const rgm::AnimationGroup*>(info->record.record) : nullptr;
}

/// Returns a text with new lines at blanks, so that it fits into a width in pixels.
wxString wrapped_words(wxWindow& window, const wxString& words, int width)
{
    struct Lines : wxTextWrapper {
        wxString text;
        void OnOutputLine(const wxString& line) override { text += line; }
        void OnNewLine() override { text += '\n'; }
    } lines;
    lines.Wrap(&window, words, width);
    return lines.text;
}

}  // namespace

ActorPreview::ActorPreview(wxWindow* parent)
    : wxPanel(parent), thumbnails_([this] { CallAfter([this] { canvas_->Refresh(); }); }, preview_side)
{
    canvas_ = new wxPanel(this, wxID_ANY, wxDefaultPosition,
                          wxSize(static_cast<int>(preview_side) + FromDIP(16), static_cast<int>(preview_side)));
    canvas_->SetBackgroundStyle(wxBG_STYLE_PAINT);
    canvas_->SetMinSize(wxSize(static_cast<int>(preview_side) + FromDIP(16), FromDIP(60)));
    which_ = new wxChoice(this, wxID_ANY);
    which_->SetName("Animation group");
    set_accessible_name(*which_, "Animation group");
    which_->SetMinSize(FromDIP(wxSize(120, -1)));
    play_ = small_button(this, "Pause");
    play_->SetMinSize(play_->GetBestSize());
    words_ =
        new wxStaticText(this, wxID_ANY, "", wxDefaultPosition, wxDefaultSize, wxST_NO_AUTORESIZE | wxST_ELLIPSIZE_END);
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    row->Add(which_, wxSizerFlags(1).CentreVertical().Border(wxALL, FromDIP(4)));
    row->Add(play_, wxSizerFlags().CentreVertical().Border(wxTOP | wxBOTTOM | wxRIGHT, FromDIP(4)));
    auto* const column = new wxBoxSizer(wxVERTICAL);
    column->Add(row, wxSizerFlags().Expand());
    column->Add(canvas_, wxSizerFlags(1).Expand());
    column->Add(words_, wxSizerFlags().Expand().Border(wxALL, FromDIP(4)));
    SetSizer(column);
    canvas_->Bind(wxEVT_PAINT, [this](wxPaintEvent&) { paint(); });
    canvas_->Bind(wxEVT_LEFT_DOWN, [this](wxMouseEvent&) { play(!plays()); });
    play_->Bind(wxEVT_BUTTON, [this](wxCommandEvent&) { play(!plays()); });
    which_->Bind(wxEVT_CHOICE, [this](wxCommandEvent&) {
        const auto chosen = static_cast<std::size_t>(std::max(which_->GetSelection(), 0));
        if (chosen < groups_.size() && on_choose) {
            on_choose(NodeRef(groups_[chosen]));
        }
    });
    clock_.Bind(wxEVT_TIMER, [this](wxTimerEvent&) { step(); });
}

ActorPreview::~ActorPreview()
{
    clock_.Stop();
}

void ActorPreview::use(std::shared_ptr<render::GameArt> art)
{
    if (art.get() != thumbnails_.art()) {
        thumbnails_.use(std::move(art));
        request_pictures();
        canvas_->Refresh();
    }
}

void ActorPreview::show(const Session* session, const std::optional<NodeRef>& group)
{
    const bool other = session != session_ || group != group_;
    session_ = session;
    group_ = group;
    const rgm::AnimationGroup* const record = session == nullptr || !group ? nullptr : group_record(*session, *group);
    const rgm::Actor* actor = nullptr;
    groups_.clear();
    wxArrayString names;
    if (record != nullptr) {
        NodeRef above{group->node, {}};
        const edit::Step last = above.node.back();
        above.node.pop_back();
        const std::optional<NodeInfo> info = session->find(above);
        actor = static_cast<const rgm::Actor*>(info->record.record);
        for (std::size_t i = 0; i < actor->groups.size(); ++i) {
            NodeRef& ref = groups_.emplace_back(above);
            ref.node.push_back({last.child, static_cast<std::uint32_t>(i)});
            const soup::Constant* const name =
                session->names() == nullptr
                    ? nullptr
                    : session->names()->named(soup::ArgumentType::animation, actor->groups[i].group_index);
            names.Add(to_wx(fmt::format("{}{}{}", actor->groups[i].group_index, name == nullptr ? "" : " ",
                                        name == nullptr ? "" : name->name)));
        }
    }
    if (names != which_->GetStrings()) {
        which_->Set(names);
    }
    which_->Enable(!names.empty());
    play_->Enable(record != nullptr);
    scene::AnimationRun run = record == nullptr ? scene::AnimationRun{} : scene::run_of(*actor, *record);
    if (record != nullptr) {
        which_->SetSelection(static_cast<int>(group->node.back().index));
    }
    const bool other_pictures = other || run.pictures != run_.pictures || run.updates != run_.updates;
    run_ = std::move(run);
    if (other_pictures) {
        picture_ = 0;
        request_pictures();
        play(!run_.pictures.empty() && (plays() || other));
    }
    show_description();
    canvas_->Refresh();
}

render::ThumbnailKey ActorPreview::key_of(std::size_t picture) const
{
    const scene::AnimationPicture& shown = run_.pictures[picture];
    return {.model = shown.model, .extension = shown.extension, .frame = shown.frame, .picture = {}};
}

/// Requests the pictures of the group, first the visible one and those after it.
void ActorPreview::request_pictures()
{
    std::vector<render::ThumbnailKey> wanted;
    const std::size_t count = std::min(run_.pictures.size(), max_kept_pictures);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t picture = (picture_ + i) % run_.pictures.size();
        if (!run_.pictures[picture].model.empty()) {
            wanted.push_back(key_of(picture));
        }
    }
    thumbnails_.request(wanted);
}

void ActorPreview::play(bool on)
{
    if (on && (!plays() || clock_.GetInterval() != run_.picture_time())) {
        clock_.Start(run_.picture_time());
    } else if (!on) {
        clock_.Stop();
    }
    play_->SetLabel(on ? "Pause" : "Play");
}

void ActorPreview::step()
{
    if (!IsShownOnScreen() || run_.pictures.empty()) {
        return;
    }
    picture_ = picture_ + 1 < run_.pictures.size() ? picture_ + 1 : run_.repeat_from;
    show_description();
    canvas_->Refresh();
}

bool ActorPreview::is_drawn() const
{
    if (run_.pictures.empty()) {
        return false;
    }
    const auto image = thumbnails_.find(key_of(picture_));
    return image && image->width > 0;
}

std::string ActorPreview::words() const
{
    if (run_.pictures.empty()) {
        return group_ ? "This group shows no frame." : session_ != nullptr ? "This actor has no animation groups." : "";
    }
    const scene::AnimationPicture& shown = run_.pictures[picture_];
    return fmt::format("{} of {}: frame {}{}{}; {}", picture_ + 1, run_.pictures.size(), shown.number,
                       shown.actions.empty() ? "" : ", ", fmt::join(shown.actions, ", "), run_.end);
}

void ActorPreview::show_description()
{
    const wxString now = run_.pictures.empty() ? wxString{} : to_wx(words());  // otherwise the picture area shows the
                                                                               // words
    if (words_->GetLabelText() != now) {
        words_->SetLabelText(now);
        words_->SetToolTip(now);
    }
}

void ActorPreview::paint()
{
    wxAutoBufferedPaintDC dc(canvas_);
    dc.SetBackground(wxBrush(wxSystemSettings::GetColour(wxSYS_COLOUR_LISTBOX)));
    dc.Clear();
    const wxSize size = canvas_->GetClientSize();
    const auto show_status = [&](const wxString& words) {
        dc.SetFont(GetFont());
        dc.SetTextForeground(muted_text());
        dc.DrawLabel(wrapped_words(*this, words, size.x), wxRect(wxPoint(0, 0), size), wxALIGN_CENTRE);
    };
    if (run_.pictures.empty()) {
        return show_status(to_wx(words()));
    }
    const scene::AnimationPicture& shown = run_.pictures[picture_];
    if (shown.model.empty()) {
        return show_status(to_wx(fmt::format("There is no\nframe {} in the\nanimation files.", shown.number)));
    }
    if (thumbnails_.art() == nullptr) {
        return show_status("Choose File, Game Folder...\nto see the model.");
    }
    const auto image = thumbnails_.find(key_of(picture_));
    if (!image) {
        return;
    }
    if (image->width == 0) {
        return show_status(
            to_wx(fmt::format("The game has no frame {}\nof {}{}.", shown.frame, shown.model, shown.extension)));
    }
    wxImage picture = image_from(*image);
    if (picture.GetHeight() > size.y && size.y > 0) {  // scale the figure down to fit a low page
        picture.Rescale(std::max(1, picture.GetWidth() * size.y / picture.GetHeight()), size.y,
                        wxIMAGE_QUALITY_BILINEAR);
    }
    const wxBitmap bitmap(picture);
    dc.DrawBitmap(bitmap, (size.x - bitmap.GetWidth()) / 2, (size.y - bitmap.GetHeight()) / 2, true);
}

}  // namespace redforge::editor
