// Choosing a size by what pictures took.
#include "render/motion_scale.hpp"

#include <algorithm>

namespace redforge::render {
namespace {

constexpr double growth_of_step =
    1.6;  ///< of what a picture takes; its pixels become twice as many, its corners do not
constexpr std::size_t most_patience = 512;

}  // namespace

MotionScale::Step MotionScale::next(bool rested)
{
    if (rested) {
        patience_ = least_patience;
        slow_ = quick_ = 0;
    }
    used_ = rested && sharp_cost_ <= felt ? 0 : wanted_;
    return steps[used_];
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
    quick_ = one_step_larger <= aim ? quick_ + 1 : 0;
    if (cost <= aim) {
        slow_ = 0;
    } else if (++slow_ == 1) {
        slow_cost_ = cost;
    } else {  // as many steps as the quicker of the two needs; one alone may be late for another reason
        std::chrono::duration<double, std::micro> expected = std::min(slow_cost_, cost);
        const std::size_t before = wanted_;
        while (expected > aim && wanted_ + 1 < steps.size()) {
            ++wanted_;
            expected /= growth_of_step;
        }
        slow_ = quick_ = 0;
        patience_ = wanted_ > before ? std::min(patience_ * 4, most_patience) : patience_;  // not to and fro
    }
    if (quick_ >= patience_ && wanted_ > 0) {
        --wanted_;
        slow_ = quick_ = 0;
    }
}

}  // namespace redforge::render
