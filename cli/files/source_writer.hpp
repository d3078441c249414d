// Writes changed sources together: the sources of an unpacked folder in one step, with the engine that writes folders.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/verb.hpp"
#include "core/error.hpp"

namespace redforge::cli {

/// Collects changed sources until write().
class SourceWriter {
public:
    explicit SourceWriter(const Arguments& arguments) : arguments_(arguments) {}

    /// Adds a source. `what` is the end of the message about it: "laid out". A file that no longer has the text
    /// `before` is not written.
    void add(std::string file, std::string_view before, std::string text, std::string what);
    /// Writes all sources, prints a message for each, and forgets them. Calls `on_error` for each failed step. Writes
    /// nothing if the folder of a source cannot be examined.
    void write(const std::function<void(const Error&)>& on_error);
    /// Forgets all sources.
    void clear() { sources_.clear(); }

private:
    struct Source {
        std::filesystem::path file;
        std::string before;
        std::string text;
        std::string what;
    };
    void write_together(std::span<const Source* const> sources, bool in_folder,
                        const std::function<void(const Error&)>& on_error) const;

    const Arguments& arguments_;
    std::vector<Source> sources_;
};

}  // namespace redforge::cli
