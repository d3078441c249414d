// State shared by all views of a scene: the scene, its data on the graphics card, and its markers.
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
    render::GlyphAtlas letters;  ///< glyphs for the overlay
    std::shared_ptr<const render::LoadedScene> scene;
    std::shared_ptr<render::GameArt> loaded_art;  ///< whose textures the renderer has
    bool load{};                                  ///< meshes are to be loaded before drawing
    bool place{};                                 ///< places are to be taken over before drawing
    bool failed{};

    render::RenderOptions looks;  ///< except the shading, which each view sets
    std::set<scene::RecordRef> locked;
    std::set<scene::Kind> locked_kinds;
    std::map<std::uint32_t, render::MeshEdges> edges;  ///< of meshes that were outlined
    std::optional<render::Gizmo> gizmo;
    std::vector<render::Grip> grips;
    WalkLines walk;
    std::vector<LocationPoint> points;  ///< of the actors in the selection
    std::vector<SphereMarker> balls;
    bool names{};                                             ///< are shown
    std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows;  ///< from what is selected to what its script reaches
    bool walk_locked{};                                       ///< its nodes are not picked
    int grid{};                                               ///< map units between lines; 0: none
    std::shared_ptr<const rgm::Visibility> visibility;        ///< limits perspective views; null shows all

    std::optional<WalkPlay> walker;  ///< on the routes of the selection's walk map, while it is animated

    std::vector<SceneCanvas*> canvases;
};

}  // namespace redforge::editor
