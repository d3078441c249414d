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

#include "editor/model/scene/actor_points.hpp"
#include "editor/model/scene/range_outlines.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/scene/visibility_view.hpp"
#include "editor/model/scene/walk_play.hpp"
#include "render/opengl/outline.hpp"
#include "render/opengl/renderer.hpp"
#include "render/overlay/gizmo.hpp"
#include "render/overlay/grip.hpp"
#include "render/overlay/overlay_painter.hpp"
#include "render/scene/load_scene.hpp"

namespace redforge::editor {

class SceneCanvas;

/// Returns `to` at the depth of `from` in views along an axis, which do not show depth.
[[nodiscard]] scene::Vec3 without_depth(render::View view, scene::Vec3 from, scene::Vec3 to);

/// The line of the measure tool, in viewport units.
struct Tape {
    std::optional<scene::Vec3> from{};  ///< nullopt until the first click
    scene::Vec3 to{};
    bool complete{};  ///< the end does not follow the pointer any more
};
void draw_tape(render::Overlay& overlay, const Tape& tape);

/// Positions that the user clicks for a tool, in viewport units.
struct PointPicking {
    bool corners{};                      ///< corners of models attract the pointer; else nodes of walk maps
    std::vector<scene::Vec3> points{};   ///< clicked positions, in pairs: a point and its target
    std::optional<scene::Vec3> hover{};  ///< position of a click at the pointer
};
void draw_picking(render::Overlay& overlay, const PointPicking& picking);

/// Drawing state that all canvases of a pane share. They share one context, so everything is loaded once.
struct SceneDrawing {
    std::unique_ptr<wxGLContext> context;
    std::optional<render::Renderer> renderer;
    std::optional<render::OverlayPainter> over;
    render::GlyphAtlas letters;  ///< glyphs for the overlay
    std::shared_ptr<const render::LoadedScene> scene;
    std::shared_ptr<render::GameArt> loaded_art;  ///< the art whose textures the renderer has loaded
    bool load{};                                  ///< load meshes before the next drawing
    bool place{};                                 ///< update placements before the next drawing
    bool failed{};

    render::RenderOptions looks;  ///< options of all views; each view sets the shading
    std::set<scene::RecordRef> locked;
    std::set<scene::Kind> locked_kinds;
    std::map<std::uint32_t, render::MeshEdges> edges;  ///< edges for outlines, cached by mesh
    std::optional<render::Gizmo> gizmo;
    std::vector<render::Grip> grips;
    WalkLines walk;
    std::vector<LocationPoint> points;  ///< locations of the actors in the selection
    std::vector<SphereMarker> spheres;
    std::vector<RangeOutline> ranges;  ///< ranges of the selected objects
    bool shows_ranges{};
    std::set<scene::RecordRef> changed;                       ///< records that the open mod changes or adds
    bool names{};                                             ///< names are shown
    std::vector<std::pair<scene::Vec3, scene::Vec3>> arrows;  ///< from the selection to the objects in its script
    bool walk_locked{};                                       ///< walk nodes cannot be picked
    int grid{};                                               ///< map units between lines; 0: none
    std::shared_ptr<const rgm::Visibility> visibility;        ///< limits perspective views; null shows all

    std::optional<Tape> tape;             ///< set while the measure tool is active
    std::optional<PointPicking> picking;  ///< set while a tool takes clicked positions

    std::optional<WalkPlay> walker;  ///< walker on the selection's walk map, while it is animated

    std::vector<SceneCanvas*> canvases;
};

}  // namespace redforge::editor
