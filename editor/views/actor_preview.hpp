// The animation groups of an actor as moving pictures.
#pragma once

#include <memory>
#include <vector>

#include <wx/bmpbuttn.h>
#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/stattext.h>
#include <wx/timer.h>

#include "editor/model/animation_play.hpp"
#include "editor/model/session.hpp"
#include "render/thumbnails.hpp"

namespace redforge::editor {

class ActorPreview : public wxPanel {
public:
    explicit ActorPreview(wxWindow* parent);
    ActorPreview(const ActorPreview&) = delete;
    ActorPreview& operator=(const ActorPreview&) = delete;
    ~ActorPreview() override;

    std::function<void(const NodeRef& group)> on_choose;  ///< a person chose a group

    /// Shows a group of an actor; nothing without one. A group that is shown already plays on.
    void show(const Session* session, const std::optional<NodeRef>& group);
    /// Takes models from that art; null: there is none.
    void use(std::shared_ptr<render::GameArt> art);

    [[nodiscard]] bool plays() const { return clock_.IsRunning(); }
    void play(bool on);
    [[nodiscard]] const AnimationRun& run() const { return run_; }
    /// The picture of the run that is shown now.
    [[nodiscard]] std::size_t picture() const { return picture_; }
    [[nodiscard]] bool is_drawn() const;
    [[nodiscard]] const render::Thumbnails& pictures() const { return thumbnails_; }
    [[nodiscard]] std::string words() const;

private:
    void step();
    void want_pictures();
    void paint();
    void show_description();
    [[nodiscard]] render::ThumbnailKey key_of(std::size_t picture) const;

    const Session* session_{};
    std::optional<NodeRef> group_;
    NodeRefs groups_;  ///< of the actor, as the list has them
    AnimationRun run_;
    std::size_t picture_{};
    wxPanel* canvas_{};
    wxChoice* which_{};
    wxButton* play_{};
    wxStaticText* words_{};
    wxTimer clock_;
    render::Thumbnails thumbnails_;  ///< last: it tells this window as long as it lives
};

}  // namespace redforge::editor
