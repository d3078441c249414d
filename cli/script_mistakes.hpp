// Collects mistakes in script sources that still pack, while a map is read or changed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/load_context.hpp"
#include "edit/document.hpp"
#include "rgm/map.hpp"

namespace redforge::cli {

class ScriptMistakes {
public:
    ScriptMistakes();
    ScriptMistakes(const ScriptMistakes&) = delete;
    ScriptMistakes& operator=(const ScriptMistakes&) = delete;
    ~ScriptMistakes();

    /// Sources that are read and set with such a context are checked; of one that is read again the last reading counts. Valid as
    /// long as this.
    [[nodiscard]] LoadContext collecting(LoadContext context);
    /// Says them as warnings, but for those of scripts that the map `before`, which may be null, has just so, and of actors that the
    /// document, if it is a map, does not have any more. `file`: whose they are; empty: the sources name their own files.
    void print_message(const edit::Document& document, const rgm::Map* before, const std::string& file) const;

private:
    struct Found;
    std::unique_ptr<Found> found_;
};

}  // namespace redforge::cli
