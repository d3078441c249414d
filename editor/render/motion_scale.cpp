// Choosing a size by what pictures took.
#include "render/motion_scale.hpp"

#include <algorithm>

namespace redforge::render {
namespace {

constexpr double growth_of_step =
    1.6;  ///< of what a picture takes; its pixels become twice as many, its corners do not
constexpr std::size_t slow_enough = 2;  ///< one alone may be late for another reason
constexpr std::size_t most_patience = 512;

}  // namespace

float MotionScale::next(bool rested)
{
    if (rested) {
        patience_ = least_patience;
        slow_ = quick_ = 0;
    }
    used_ = rested && sharp_cost_ <= felt ? 0 : wanted_;
    return scales[used_];
}

void MotionScale::took(std::chrono::microseconds cost)
{
    if (used_ == 0) {
        sharp_cost_ = cost;
    }
    if (used_ != wanted_) {
        return;
    }
    const auto one_step_larger = std::chrono::duration<double, std::micro>(cost) * growth_of_step;
    slow_ = cost > aim ? slow_ + 1 : 0;
    quick_ = one_step_larger <= aim ? quick_ + 1 : 0;
    if (slow_ >= slow_enough && wanted_ + 1 < scales.size()) {
        ++wanted_;
        slow_ = quick_ = 0;
        patience_ = std::min(patience_ * 4, most_patience);  // not to and fro
    } else if (quick_ >= patience_ && wanted_ > 0) {
        --wanted_;
        slow_ = quick_ = 0;
    }
}

}  // namespace redforge::render
