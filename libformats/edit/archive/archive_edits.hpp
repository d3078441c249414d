// Edits of the segments of a model archive: insert, replace, remove. Each function is all or nothing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/patch/edits.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

/// A model to put into an archive.
struct IncomingModel {
    std::string file;  ///< for messages
    std::string name;  ///< insert: the segment's name; replace: a word for select_segments()
    model::Model model;
    bool is_external{};  ///< the segment refers to a .3DC file: it stores the counts and the box of the model, but no
                         ///< data
};

/// Inserts segments before segments[at], or after the last one. Computes their headers from the models; a v4.0 model
/// becomes a menu model. Returns one line per segment. Errors, with the model's file: out_of_range (an invalid name or
/// position), exists (the name is taken), and those of writing the model.
[[nodiscard]] Result<EditLog> insert_segments(model::Rob& rob, std::span<const IncomingModel> models,
                                              std::optional<std::size_t> at = {});

/// Replaces the models of segments. Keeps the name, position, render mode, attributes and flags of each segment and
/// computes the rest of its header. The type changes only if a model replaces an external reference, or the reverse.
/// Skips a segment that has the same model already. Returns one line per changed segment. Errors, with the model's
/// file: those of select_segments(), exists (two models for one segment), and those of writing the model.
[[nodiscard]] Result<EditLog> replace_segments(model::Rob& rob, std::span<const IncomingModel> models);

/// Removes the segments that select_segments() returns. Returns one line per segment. Errors: those of
/// select_segments().
[[nodiscard]] Result<EditLog> remove_segments(model::Rob& rob, std::span<const std::string> words);

}  // namespace redforge::edit
