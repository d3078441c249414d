// What packs in sources of scripts and cannot be meant, found while a map is read or changed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/load_context.hpp"
#include "edit/document.hpp"

namespace redforge::cli {

class ScriptMistakes {
public:
    ScriptMistakes();
    ScriptMistakes(const ScriptMistakes&) = delete;
    ScriptMistakes& operator=(const ScriptMistakes&) = delete;
    ~ScriptMistakes();

    /// What is read and set with such a context is looked through. Valid as long as this.
    [[nodiscard]] LoadContext listening(LoadContext context);
    /// Says them as warnings, but for those of scripts that the map `before`, which may be null, has just so. `file`: whose they are.
    void say(const edit::Document& document, const edit::Document* before, const std::string& file) const;

private:
    struct Found;
    std::unique_ptr<Found> found_;
};

}  // namespace redforge::cli
