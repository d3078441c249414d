// Progress reports and cancellation of long operations.
#pragma once

#include <atomic>
#include <functional>
#include <string_view>

#include "core/error.hpp"

namespace redforge {

/// Returns the error of a cancelled operation.
[[nodiscard]] inline Error cancelled_error()
{
    return {.code = ErrorCode::cancelled, .message = "stopped before it was finished", .hint = "nothing was changed"};
}

/// Passed by value or const reference to operations that can take longer than 0.2 s.
/// A default one reports nothing and is never cancelled. The receiver of `report` decides how often to draw;
/// it is called in the thread that does the work.
struct Progress {
    std::function<void(double fraction, std::string_view what)> report{};
    const std::atomic<bool>* cancel{nullptr};  ///< set from any thread or a signal handler; outlives the work

    /// Reports progress. Call it between units of work. `fraction` is 0 to 1; `what` is a text for the user, like
    /// "reading MPOB". Fails with ErrorCode::cancelled once `cancel` is set. The caller must then revert its changes
    /// and return this error.
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
