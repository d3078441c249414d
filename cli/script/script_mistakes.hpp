// Collects mistakes in script sources (valid but surely wrong code) while a map is read or changed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/load_context.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"

namespace redforge::cli {

class ScriptMistakes {
public:
    ScriptMistakes();
    ScriptMistakes(const ScriptMistakes&) = delete;
    ScriptMistakes& operator=(const ScriptMistakes&) = delete;
    ~ScriptMistakes();

    /// Returns a context that checks each source that is read or set with it. If a source is read again, the last
    /// reading counts. Valid as long as this object.
    [[nodiscard]] LoadContext with_collector(LoadContext context);
    /// Prints the mistakes as warnings. Skips scripts that are equal in the map `before`, which may be null, and actors
    /// that the document, if it is a map, no longer has. `file`: the file to name; if empty, the source files are
    /// named.
    void print(const edit::Document& document, const rgm::Map* before, const std::string& file) const;

private:
    struct Found;
    std::unique_ptr<Found> found_;
};

}  // namespace redforge::cli
