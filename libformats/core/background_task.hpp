// Work that goes on beside the caller's, in a thread if there is one to be had.
#pragma once

#include <future>
#include <optional>
#include <system_error>
#include <utility>

namespace redforge {

/// Begins `work` at once; where no thread is wanted, or none can be started, it is done before the constructor returns.
/// What `work` refers to lives at least as long as this does: it waits for the end of the work.
template <class T>
class BackgroundTask {
public:
    template <class Work>
    explicit BackgroundTask(Work work, bool in_thread = true)
    {
        if (in_thread) {
            try {
                later_ = std::async(std::launch::async, work);
                return;
            } catch (const std::system_error&) {
                // Too many threads already: it takes longer then.
            }
        }
        now_.emplace(work());
    }

    /// What `work` returned, once. What it threw is thrown here.
    [[nodiscard]] T get() { return later_.valid() ? later_.get() : std::move(*now_); }

private:
    std::optional<T> now_;
    std::future<T> later_;
};

}  // namespace redforge
