// What all views of a scene share: the scene, what the graphics card has of it, and what is marked in it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <epoxy/gl.h>  // before wx's OpenGL headers

#include <wx/glcanvas.h>

#include "editor/model/actor_points.hpp"
#include "editor/model/scene_records.hpp"
#include "editor/model/visibility_view.hpp"
#include "editor/model/walk_play.hpp"
#include "render/gizmo.hpp"
#include "render/grip.hpp"
#include "render/load_scene.hpp"
#include "render/outline.hpp"
#include "render/overlay_painter.hpp"
#include "render/renderer.hpp"

namespace redforge::editor {

class SceneCanvas;

/// One for all canvases of a pane. They draw in turn with one context, so that everything is loaded once.
struct SceneDrawing {
    std::unique_ptr<wxGLContext> context;
    std::optional<render::Renderer> renderer;
    std::optional<render::OverlayPainter> over;
    render::GlyphAtlas letters;  ///< of what is drawn over
    std::shared_ptr<const render::LoadedScene> scene;
    std::shared_ptr<render::GameArt> loaded_art;  ///< whose textures the renderer has
    bool load{};                                  ///< meshes are to be loaded before drawing
    bool place{};                                 ///< places are to be taken over before drawing
    bool failed{};

    render::RenderOptions looks;  ///< but for the shading, which each view has of its own
    std::set<scene::RecordRef> locked;
    std::set<scene::Kind> locked_kinds;
    std::map<std::uint32_t, render::MeshEdges> edges;  ///< of meshes that were outlined
    std::optional<render::Gizmo> gizmo;
    std::vector<render::Grip> grips;
    WalkLines walk;
    std::vector<LocationPoint> points;  ///< of the actors of what is selected
    std::vector<SphereMarker> balls;
    bool names{};                                             ///< are shown
    std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows;  ///< from what is selected to what its script reaches
    bool walk_locked{};                                       ///< its nodes are not picked
    int grid{};                                               ///< map units between lines; 0: none
    std::shared_ptr<const rgm::Visibility> visibility;        ///< views in perspective show what it shows; null: all

    std::optional<WalkPlay> walker;  ///< on the routes of the walk map of what is selected, while that is so

    std::vector<SceneCanvas*> canvases;
};

}  // namespace redforge::editor
