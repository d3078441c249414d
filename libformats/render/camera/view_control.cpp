// Rotates, moves and zooms the camera of a view.
#include "render/camera/view_control.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr float turn_of_pixel = 0.005F;  ///< rotation per pixel of a drag, radians
constexpr float steepest = 89.5F * std::numbers::pi_v<float> / 180;
constexpr float min_slope = -10 * std::numbers::pi_v<float> / 180;
constexpr float nearest = 0.05F;
constexpr float farthest = 100000;
constexpr float zoom_of_notch = 0.85F;
constexpr float speed_of_notch = 1.25F;
constexpr float click_slack = 4;        ///< pointer movement within a click, pixels
constexpr float min_framed_radius = 2;  ///< viewport units: the radius for objects without a size

float radius_of(const scene::Bounds& box)
{
    return length(box.high - box.low) / 2;
}

/// Returns the distance at which a sphere (radius at least min_framed_radius) fills the picture's height.
float distance_for(float radius)
{
    constexpr float sine = 0.4226183F;  // sine of half the field of view: 25 degrees
    return std::clamp(std::max(radius, min_framed_radius) / sine, nearest, farthest);
}

}  // namespace

Axes ViewControl::axes() const
{
    if (flat()) {
        return axes_of(view());
    }
    const float level = std::cos(direction_.pitch);
    const Vec3 back{-std::sin(direction_.yaw) * level, -std::sin(direction_.pitch), std::cos(direction_.yaw) * level};
    const Vec3 right{std::cos(direction_.yaw), 0, std::sin(direction_.yaw)};
    return {right, cross(back, right), back};
}

Vec3 ViewControl::eye() const
{
    return pivot_ + axes().back * distance_;
}

Camera ViewControl::camera(float aspect) const
{
    const Vec3 middle = (scene_.low + scene_.high) * 0.5F;
    const float reach = length(middle - pivot_) + radius_of(scene_) + min_framed_radius;
    return flat() ? flat_camera(view(), pivot_, distance_ * half_field, reach, aspect)
                  : look_at(eye(), pivot_, reach, aspect);
}

std::array<Vec3, 3> ViewControl::key_directions() const
{
    const Axes at = axes();
    const bool upright = view() == View::front || view() == View::side;
    const Vec3 up{0, 1, 0};
    const auto level = [](Vec3 direction) {
        return std::abs(direction.x) > std::abs(direction.z) ? Vec3{std::copysign(1.0F, direction.x), 0, 0}
                                                             : Vec3{0, 0, std::copysign(1.0F, direction.z)};
    };
    const Vec3 right = level(at.right);
    const Vec3 ahead = cross(up, right);  // horizontal, away from the viewer
    return upright ? std::array<Vec3, 3>{right, up, ahead} : std::array<Vec3, 3>{right, ahead, up};
}

void ViewControl::show(const scene::Bounds& scene, float aspect)
{
    scene_ = scene;
    walking_ = false;
    direction_ = {};
    speed_ = std::clamp(radius_of(scene) * 0.05F, 1.0F, 100.0F);
    frame(scene, aspect);
}

void ViewControl::frame_scene(const scene::Bounds& scene, float aspect)
{
    Direction direction = direction_;
    direction.pitch = std::min(direction.pitch, min_slope);
    show(scene, aspect);
    look(direction);
}

void ViewControl::follow(const ViewControl& other)
{
    pivot_ = other.pivot_;
    distance_ = flat() && other.flat() ? other.distance_ : distance_;
}

void ViewControl::rotate_to_view(View view)
{
    direction_.view = view;
    walking_ = false;
}

void ViewControl::look(const Direction& direction)
{
    direction_ = direction;
    turn(0, 0);  // clamps the angles to their limits
}

void ViewControl::move_to(const CameraPose& pose)
{
    walking_ = false;
    look(pose.direction);
    pivot_ = pose.pivot;
    distance_ = std::clamp(pose.distance, nearest, farthest);
}

void ViewControl::frame(const scene::Bounds& box, float aspect)
{
    walking_ = false;
    pivot_ = (box.low + box.high) * 0.5F;
    distance_ = distance_for(radius_of(box) / std::min(aspect, 1.0F));
}

void ViewControl::fill(const scene::Bounds& box, float aspect)
{
    constexpr float rim = 1.08F;  // relative margin around the visible box
    frame(box, aspect);
    const Axes at = axes();
    float distance = distance_for(0);
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3 offset = Vec3{(corner & 1) != 0 ? box.high.x : box.low.x, (corner & 2) != 0 ? box.high.y : box.low.y,
                                 (corner & 4) != 0 ? box.high.z : box.low.z} -
                            pivot_;
        const float across = std::max(std::abs(dot(offset, at.right)) / aspect, std::abs(dot(offset, at.up)));
        distance = std::max(distance, across * rim / half_field + (flat() ? 0 : dot(offset, at.back)));
    }
    distance_ = std::min(distance_, distance);
}

bool ViewControl::reveal(const scene::Bounds& box, float aspect)
{
    const Vec3 middle = (box.low + box.high) * 0.5F;
    // An object that is half visible at the edge counts as visible.
    if (camera(aspect).can_see(middle, radius_of(box) / 2)) {
        return false;
    }
    walking_ = false;
    pivot_ = middle;
    distance_ = std::max(distance_, distance_for(radius_of(box) / std::min(aspect, 1.0F)));
    return true;
}

void ViewControl::turn(float right, float down)
{
    direction_.yaw = std::remainder(direction_.yaw + right, 2 * std::numbers::pi_v<float>);
    direction_.pitch = std::clamp(direction_.pitch - down, -steepest, steepest);
}

void ViewControl::press(Button button, Pixel at, bool orbit)
{
    button_ = button;
    last_ = at;
    switch (button) {
    case Button::left: drag_ = Drag::click; break;
    case Button::middle: drag_ = Drag::pan; break;
    case Button::right: drag_ = orbit ? Drag::orbit : flat() ? Drag::pan : Drag::look; break;
    }
    drag_ = walking_ ? Drag::look : drag_;
}

bool ViewControl::drag(Pixel to, Extent2 size)
{
    const float x = to.x - last_.x;
    const float y = to.y - last_.y;
    if (drag_ == Drag::none) {
        return false;
    }
    if (drag_ == Drag::click) {
        drag_ = std::hypot(x, y) > click_slack ? Drag::none : Drag::click;
        return false;
    }
    last_ = to;
    if (drag_ == Drag::pan) {
        const Axes at = axes();
        const float unit = 2 * distance_ * half_field / size.height;
        pivot_ = pivot_ - at.right * (x * unit) + at.up * (y * unit);
        return true;
    }
    if (flat()) {  // turning a flat view changes to perspective, in the same direction
        const Vec3 back = axes().back;
        // In the top view, the camera's up direction becomes the horizontal view direction.
        direction_.yaw = view() == View::top ? std::numbers::pi_v<float> : std::atan2(-back.x, back.z);
        direction_.pitch = std::clamp(std::asin(-back.y), -steepest, steepest);
        direction_.view = View::camera;
    }
    const Vec3 stands = eye();
    turn(x * turn_of_pixel, y * turn_of_pixel);
    if (drag_ == Drag::look) {
        pivot_ = stands - axes().back * distance_;
    }
    return true;
}

bool ViewControl::release(Button button, Pixel at)
{
    const bool clicked =
        drag_ == Drag::click && button == Button::left && std::hypot(at.x - last_.x, at.y - last_.y) <= click_slack;
    if (button == button_) {
        drag_ = Drag::none;
    }
    return clicked;
}

bool ViewControl::wheel(float notches, Pixel at, Extent2 size)
{
    if (flying() || walking_ || drag_ == Drag::look) {
        speed_ = std::clamp(speed_ * std::pow(speed_of_notch, notches), 0.1F, 5000.0F);
        return false;
    }
    // Keep the position under the pointer, at the depth of the pivot, at the same pixel.
    const float factor = std::clamp(std::pow(zoom_of_notch, notches), nearest / distance_, farthest / distance_);
    const Axes axis = axes();
    const float unit = 2 * distance_ * half_field / size.height;
    const Vec3 place =
        pivot_ + axis.right * ((at.x - size.width / 2) * unit) - axis.up * ((at.y - size.height / 2) * unit);
    pivot_ = place + (pivot_ - place) * factor;
    distance_ *= factor;
    return true;
}

bool ViewControl::key_down(char key)
{
    if (std::string_view("WASDQE").find(key) == std::string_view::npos) {
        return false;
    }
    keys_.insert(key);
    return true;
}

bool ViewControl::key_up(char key)
{
    return keys_.erase(key) > 0;
}

bool ViewControl::advance(float seconds)
{
    const Axes at = axes();
    const Vec3 level{std::sin(direction_.yaw), 0, -std::cos(direction_.yaw)};
    const Vec3 ahead = walking_ ? level : flat() ? at.up : -at.back;
    const Vec3 above = walking_ || flat() ? Vec3{} : Vec3{0, 1, 0};
    const auto pressed = [this](char key) { return keys_.contains(key) ? 1.0F : 0.0F; };
    const Vec3 movement = ahead * (pressed('W') - pressed('S')) + at.right * (pressed('D') - pressed('A')) +
                          above * (pressed('E') - pressed('Q'));
    const float long_as = length(movement);
    if (long_as == 0) {
        return false;
    }
    pivot_ = pivot_ + movement * (speed_ * seconds / long_as);
    return true;
}

void ViewControl::walk_from(Vec3 feet)
{
    walking_ = true;
    speed_ = walking_speed;
    look({.view = View::camera, .yaw = direction_.yaw, .pitch = 0});
    distance_ = eye_height;
    pivot_ = feet + Vec3{0, eye_height, 0} - axes().back * distance_;
}

void ViewControl::release_all()
{
    keys_.clear();
    drag_ = Drag::none;
}

}  // namespace redforge::render
