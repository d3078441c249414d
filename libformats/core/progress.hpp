// How long work tells what it is doing, and learns that it should stop.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

#include "core/error.hpp"

namespace redforge {

/// The error of work that was asked to stop.
[[nodiscard]] inline Error cancelled_error()
{
    return {.code = ErrorCode::cancelled, .message = "stopped before it was finished", .hint = "nothing was changed"};
}

/// Handed down by value or const reference to anything that may take longer than 0.2 s.
/// A default one reports nothing and is never cancelled. The receiver of `report` decides how often to draw;
/// it is called in the thread that does the work.
struct Progress {
    std::function<void(double fraction, std::string_view what)> report{};
    const std::atomic<bool>* cancel{nullptr};  ///< set from any thread or a signal handler; outlives the work

    /// Call between units of work. `fraction` of the whole, 0 to 1; `what` in the person's terms, e.g. "reading MPOB".
    /// Fails with ErrorCode::cancelled once `cancel` is set; the caller undoes what it began and passes the error on.
    [[nodiscard]] Status step(double fraction, std::string_view what) const
    {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) {
            return fail(cancelled_error());
        }
        if (report) {
            report(fraction, what);
        }
        return {};
    }
};

}  // namespace redforge
