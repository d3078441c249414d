// Animated pictures of an actor's animation groups.
#pragma once

#include <memory>
#include <vector>

#include <wx/bmpbuttn.h>
#include <wx/choice.h>
#include <wx/panel.h>
#include <wx/stattext.h>
#include <wx/timer.h>

#include "editor/model/session/session.hpp"
#include "render/picture/thumbnails.hpp"
#include "scene/animation_play.hpp"

namespace redforge::editor {

class ActorPreview : public wxPanel {
public:
    explicit ActorPreview(wxWindow* parent);
    ActorPreview(const ActorPreview&) = delete;
    ActorPreview& operator=(const ActorPreview&) = delete;
    ~ActorPreview() override;

    std::function<void(const NodeRef& group)> on_choose;  ///< called when the user chooses a group

    /// Shows a group of an actor; nullopt shows nothing. A group that is already shown continues to play.
    void show(const Session* session, const std::optional<NodeRef>& group);
    /// Loads models from this art; null if there is none.
    void use(std::shared_ptr<render::GameArt> art);

    [[nodiscard]] bool plays() const { return clock_.IsRunning(); }
    void play(bool on);
    [[nodiscard]] const scene::AnimationRun& run() const { return run_; }
    /// Index of the current picture.
    [[nodiscard]] std::size_t picture() const { return picture_; }
    [[nodiscard]] bool is_drawn() const;
    [[nodiscard]] const render::Thumbnails& pictures() const { return thumbnails_; }
    [[nodiscard]] std::string words() const;

private:
    void step();
    void request_pictures();
    void paint();
    void show_description();
    [[nodiscard]] render::ThumbnailKey key_of(std::size_t picture) const;

    const Session* session_{};
    std::optional<NodeRef> group_;
    NodeRefs groups_;  ///< groups of the actor, in list order
    scene::AnimationRun run_;
    std::size_t picture_{};
    wxPanel* canvas_{};
    wxChoice* which_{};
    wxButton* play_{};
    wxStaticText* words_{};
    wxTimer clock_;
    render::Thumbnails thumbnails_;  ///< last member, because its thread calls this window
};

}  // namespace redforge::editor
