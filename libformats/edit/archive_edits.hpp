// Changing the segments of a model archive: insert, replace, remove. All of a list, or none.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/edits.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

/// A model on its way into an archive.
struct IncomingModel {
    std::string file;  ///< for messages
    std::string name;  ///< insert: the segment's name; replace: what select_segments() understands
    model::Model model;
    bool is_external{};  ///< the segment only refers to it, as to a .3DC of its name: faces, frames and box, no data
};

/// Puts new segments before segments[at], or behind the last. What their headers say is computed from the models; a
/// v4.0 model is a menu model.
/// Errors, with the model's file: out_of_range (a name that no segment can have; no such place), exists (a name that is
/// taken), and those of writing the model.
[[nodiscard]] Result<EditLog> insert_segments(model::Rob& rob, std::span<const IncomingModel> models,
                                              std::optional<std::size_t> at = {});

/// Gives segments other models; name, place, render mode, attributes and flags stay, the rest of the header is
/// computed. The type stays but where a model comes for a reference, or a reference for a model.
/// A segment that has this very model stays as it is. Errors: unknown_name, mismatch, and those of writing the model.
[[nodiscard]] Result<EditLog> replace_segments(model::Rob& rob, std::span<const IncomingModel> models);

/// Errors: those of select_segments().
[[nodiscard]] Result<EditLog> remove_segments(model::Rob& rob, std::span<const std::string> words);

}  // namespace redforge::edit
