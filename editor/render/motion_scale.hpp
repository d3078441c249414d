// How large pictures of a moving camera are drawn, before they are enlarged to the size of the view: by what they take.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace redforge::render {

/// While the camera moves, a sharp picture that comes late is worse than a coarser one in time.
class MotionScale {
public:
    struct Step {
        float size{1};       ///< of the sides of a picture
        float roughness{1};  ///< see RenderOptions
    };
    /// How the next picture is drawn. `rested`: it follows one that was complete; it may be the only one, so it is sharp
    /// unless that would be felt.
    [[nodiscard]] Step next(bool rested);
    /// What the picture took that next() was asked for.
    void took(std::chrono::microseconds cost);

    static constexpr std::chrono::microseconds aim{15'000};  ///< 60 pictures a second, with what else a window does
    static constexpr std::chrono::microseconds felt{
        60'000};  ///< a hand that begins to move waits no longer for a sharp one

private:
    /// Smaller ones are no longer legible. Where many models are seen it is their corners that take long.
    static constexpr std::array<Step, 4> steps{{{1, 1}, {0.75F, 1}, {0.5F, 1}, {0.5F, 2}}};
    static constexpr std::size_t least_patience = 8;

    std::size_t wanted_{};  ///< of `steps`
    std::size_t used_{};
    std::chrono::microseconds sharp_cost_{};
    std::chrono::microseconds slow_cost_{};  ///< of the first of them
    std::size_t slow_{};                     ///< pictures in a row that took longer than aimed at
    std::size_t quick_{};                    ///< pictures in a row that would not have, one step larger
    std::size_t patience_{least_patience};   ///< so many before it tries
};

}  // namespace redforge::render
