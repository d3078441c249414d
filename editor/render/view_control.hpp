// Mouse and keys on a camera: where a scene is looked at from. Windows only pass the events on.
#pragma once

#include <array>
#include <optional>
#include <set>

#include "render/camera.hpp"
#include "render/ray.hpp"

namespace redforge::render {

enum class Button : std::uint8_t { left, middle, right };

/// Which way a view looks, wherever it is. The angles are those of perspective; at first it looks from a corner.
struct Direction {
    View view{View::camera};
    float yaw{-0.5028432F};    ///< to the right of the viewport's -Z, radians
    float pitch{-0.3755805F};  ///< upwards

    friend bool operator==(const Direction&, const Direction&) = default;
};

/// Right-drag looks around, WASD flies with Q down and E up, middle-drag pans, Alt or Ctrl + right-drag orbits, the wheel zooms
/// about the pointer and sets the speed while flying. In the flat views right-drag pans as well, WASD pans, and
/// orbiting leads back to perspective. After what returns true the picture has to be drawn again.
/// While walking every button looks around and the keys move on the level; the ground comes from outside: see stand_on().
class ViewControl {
public:
    /// A new scene: all of it in perspective, from a corner.
    /// `aspect` of this and others: width / height of the picture.
    void show(const scene::Bounds& scene, float aspect = 1);
    /// Frames the scene and keeps the direction of view. A perspective view does not look from below, because maps have
    /// no underside.
    void frame_scene(const scene::Bounds& scene, float aspect = 1);
    /// Another scene in place of one that is looked at: only what there is to see changes.
    void set_scene(const scene::Bounds& scene) { scene_ = scene; }
    /// Looks at the same place as another view and, where both are without perspective, from as near.
    void follow(const ViewControl& other);
    /// Switches to a view and keeps the centre. View::camera is perspective.
    void rotate_to_view(View view);
    void look(const Direction& direction);
    [[nodiscard]] Direction direction() const { return direction_; }
    /// Brings a box to the middle, as large as it fits.
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
    /// Time goes on: flies further.
    bool advance(float seconds);
    /// Walks in perspective from a place on, until the view is turned or framed otherwise.
    void walk_from(scene::Vec3 feet);
    [[nodiscard]] bool walking() const { return walking_; }
    [[nodiscard]] scene::Vec3 feet() const { return eye() - scene::Vec3{0, eye_height, 0}; }
    /// Sets the height of the ground below the walking camera.
    void stand_on(float height) { pivot_.y += height - feet().y; }
    /// Releases all keys and buttons, because the window lost the focus.
    void release_all();

    /// How high eyes are above the ground, viewport units: 80 map units.
    static constexpr float eye_height = 4;
    static constexpr float walking_speed = 18;  ///< viewport units a second

    [[nodiscard]] bool flying() const { return !keys_.empty(); }
    [[nodiscard]] View view() const { return direction_.view; }
    [[nodiscard]] float speed() const { return speed_; }  ///< viewport units a second
    [[nodiscard]] scene::Vec3 eye() const;
    [[nodiscard]] scene::Vec3 pivot() const { return pivot_; }  ///< what is in the middle; orbits go around it
    [[nodiscard]] Camera camera(float aspect) const;
    /// Directions of the keys Right, Up and Page Up: the axes nearest to the screen directions. Up leads away in views
    /// from above, and upwards in views from the front and the side.
    [[nodiscard]] std::array<scene::Vec3, 3> key_ways() const;

private:
    [[nodiscard]] Axes axes() const;
    [[nodiscard]] bool flat() const { return view() != View::camera; }
    void turn(float right, float down);

    enum class Drag : std::uint8_t { none, click, look, orbit, pan };

    scene::Bounds scene_;
    Direction direction_;
    scene::Vec3 pivot_{};
    float distance_{100};  ///< from the eye to the pivot; in flat views it gives the height of the picture
    float speed_{40};
    Drag drag_{};
    Button button_{};
    Pixel last_;
    bool walking_{};
    std::set<char> keys_;
};

}  // namespace redforge::render
