// The pane that shows a document as a scene: loads it in the background, and follows its changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <wx/panel.h>
#include <wx/stattext.h>

#include "editor/model/session.hpp"
#include "render/scene_loader.hpp"

namespace redforge::editor {

class SceneCanvas;
enum class Picking : std::uint8_t;

/// Works without OpenGL too: then it says why there is nothing to see.
class ScenePane : public wxPanel {
public:
    explicit ScenePane(wxWindow* parent);
    ScenePane(const ScenePane&) = delete;
    ScenePane& operator=(const ScenePane&) = delete;
    ~ScenePane() override;

    std::function<void(NodeRefs, Picking)> on_pick;          ///< a person clicked on that record, or on nothing
    std::function<void(const std::string& message)> on_say;  ///< for the status bar
    std::function<void(const std::string& problem)> on_problem;
    std::function<bool(char key)> on_key;  ///< a plain key that the camera has no use for; false: nobody has

    /// Begins to load a document, in place of the one before. The session must stay where it is.
    void open(const Session& session, std::optional<std::filesystem::path> game);
    /// Brings the picture up to date with a change of the session's document.
    void follow(const edit::Changes& changes);
    /// These nodes of the document are selected.
    void select(const NodeRefs& refs);
    void stop_loading();
    [[nodiscard]] bool loading() const { return loader_.busy(); }
    /// Nothing is being loaded, and what there is has been drawn.
    [[nodiscard]] bool settled() const;

    /// Null where there is no OpenGL, or nothing to see.
    [[nodiscard]] SceneCanvas* canvas() const { return canvas_; }
    [[nodiscard]] const render::LoadedScene* scene() const { return scene_.get(); }

private:
    void load();
    void on_news();
    /// Says something in place of a picture; with nothing to say it shows the picture.
    void say_instead(const std::string& words);

    SceneCanvas* canvas_{};
    wxStaticText* words_{};
    const Session* session_{};
    std::optional<std::filesystem::path> game_;
    std::shared_ptr<render::LoadedScene> scene_;
    bool fresh_{};                ///< what is being loaded is to be seen whole
    bool awaited_{};              ///< a scene is being loaded and has not been taken
    render::SceneLoader loader_;  ///< last: it tells this pane as long as it lives
};

}  // namespace redforge::editor
