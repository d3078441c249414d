// Camera control with mouse and keys. Windows only forward their events.
#pragma once

#include <array>
#include <optional>
#include <set>

#include "render/camera/camera.hpp"
#include "render/camera/ray.hpp"

namespace redforge::render {

enum class Button : std::uint8_t { left, middle, right };

/// View direction, independent of the position. The angles apply to perspective; the default is from a corner.
struct Direction {
    View view{View::camera};
    float yaw{-0.5028432F};    ///< to the right of the viewport's -Z, radians
    float pitch{-0.3755805F};  ///< angle upwards from the horizontal, radians

    friend bool operator==(const Direction&, const Direction&) = default;
};

/// Position of a camera.
struct CameraPose {
    Direction direction{};
    scene::Vec3 pivot{};  ///< centre of the view
    float distance{};     ///< from eye to pivot; determines the zoom of flat views

    friend bool operator==(const CameraPose&, const CameraPose&) = default;
};

/// Right drag rotates the view, WASD flies, Q and E move down and up, middle drag pans, Alt or Ctrl + right drag
/// orbits, and the wheel zooms about the pointer or sets the flying speed. In flat views, right drag and WASD pan, and
/// orbiting switches to perspective. If a function returns true, the view must be redrawn.
/// While walking, every button rotates the view and keys move horizontally; the caller sets the height: stand_on().
class ViewControl {
public:
    /// Shows a new scene: all of it, in perspective, from a corner.
    /// `aspect` (also in other functions): width / height of the picture.
    void show(const scene::Bounds& scene, float aspect = 1);
    /// Frames the scene and keeps the direction of view. A perspective view does not look from below, because maps have
    /// no underside.
    void frame_scene(const scene::Bounds& scene, float aspect = 1);
    /// Replaces the scene without moving the camera.
    void set_scene(const scene::Bounds& scene) { scene_ = scene; }
    /// Sets the same pivot as another view and, if both are orthographic, the same zoom.
    void follow(const ViewControl& other);
    /// Switches to a view and keeps the centre. View::camera is perspective.
    void rotate_to_view(View view);
    void look(const Direction& direction);
    /// Moves the camera to an earlier pose(). Ends walking.
    void move_to(const CameraPose& pose);
    [[nodiscard]] CameraPose pose() const { return {direction_, pivot_, distance_}; }
    [[nodiscard]] Direction direction() const { return direction_; }
    /// Centres a box and zooms to fit it.
    void frame(const scene::Bounds& box, float aspect = 1);
    /// Frames a box so that all its corners are just visible; after a rotation, some may not be.
    void fill(const scene::Bounds& box, float aspect = 1);
    /// Centres a box that is out of view, from a distance at which all of it is visible. Returns false if it was in
    /// view.
    bool reveal(const scene::Bounds& box, float aspect = 1);

    void press(Button button, Pixel at, bool orbit);
    bool drag(Pixel to, Extent2 size);
    /// Returns true for a click: a press and release of the left button at one position.
    bool release(Button button, Pixel at);
    bool wheel(float notches, Pixel at, Extent2 size);
    /// `key`: a capital letter. Returns true if the key controls flying.
    bool key_down(char key);
    bool key_up(char key);
    /// Advances the fly camera by `seconds`. Returns true if it moved.
    bool advance(float seconds);
    /// Starts to walk at a position, in perspective. Ends when the view direction is switched, or a box is framed.
    void walk_from(scene::Vec3 feet);
    [[nodiscard]] bool walking() const { return walking_; }
    [[nodiscard]] scene::Vec3 feet() const { return eye() - scene::Vec3{0, eye_height, 0}; }
    /// Sets the height of the ground below the walking camera.
    void stand_on(float height) { pivot_.y += height - feet().y; }
    /// Releases all keys and buttons, because the window lost the focus.
    void release_all();

    /// Eye height of the walking camera above the ground, in viewport units: 80 map units.
    static constexpr float eye_height = 4;
    static constexpr float walking_speed = 18;  ///< viewport units per second

    [[nodiscard]] bool flying() const { return !keys_.empty(); }
    [[nodiscard]] View view() const { return direction_.view; }
    [[nodiscard]] float speed() const { return speed_; }  ///< viewport units per second
    [[nodiscard]] scene::Vec3 eye() const;
    [[nodiscard]] scene::Vec3 pivot() const { return pivot_; }  ///< centre of the view and of orbits
    [[nodiscard]] Camera camera(float aspect) const;
    /// Returns the directions in which the keys Right, Up and Page Up move the selection: the axes nearest to the
    /// directions on the screen. Up moves away from the viewer in views from above and in perspective, and upwards in
    /// views from the front and the side.
    [[nodiscard]] std::array<scene::Vec3, 3> key_directions() const;

private:
    [[nodiscard]] Axes axes() const;
    [[nodiscard]] bool flat() const { return view() != View::camera; }
    void turn(float right, float down);

    enum class Drag : std::uint8_t { none, click, look, orbit, pan };

    scene::Bounds scene_;
    Direction direction_;
    scene::Vec3 pivot_{};
    float distance_{100};  ///< from eye to pivot; determines the zoom of flat views
    float speed_{40};
    Drag drag_{};
    Button button_{};
    Pixel last_;
    bool walking_{};
    std::set<char> keys_;
};

}  // namespace redforge::render
