// A model archive as a folder: one file for each model, and a listing of everything else. Building it restores every
// byte.
//
// The listing is the text form of the archive, with an empty <model/> in place of each model that is in a file. Its
// root element differs from an archive's, so that it is not read as a complete archive. It contains the order, the
// header bytes, the stored values, and bytes that are not a model.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

inline constexpr std::string_view listing_root = "rob_listing";
inline constexpr std::string_view listing_file = "archive.xml";

/// A model of an archive as a file.
struct ArchivePart {
    std::string file_name;  ///< "CRATE.3D", from the label of the segment
    Bytes bytes;            ///< content of the file
};

/// Returns the file name for a segment label: "CRATE.3D" for "CRATE".
[[nodiscard]] std::string part_file_name(std::string_view label);

/// Returns the models of the segments at these indices as files. Skips segments without a model. Errors: those of
/// writing a model.
[[nodiscard]] Result<std::vector<ArchivePart>> take_models(const model::Rob& rob, std::span<const std::size_t> places);

/// Returns the listing that belongs to the files of all models.
[[nodiscard]] std::string write_listing(const model::Rob& rob);

/// Callback that reads a file next to the listing.
using PartReader = std::function<Result<Bytes>(const std::string& file_name)>;

/// Reads a listing and its files; `file` is for messages. Appends the names of the files to `used`.
/// Errors: those of reading a text; those of `read`, and of reading a model, with the file; mismatch (the listing
/// itself contains a model).
[[nodiscard]] Result<model::Rob> read_listing(std::string text, const std::string& file, const PartReader& read,
                                              std::vector<std::string>& used);

}  // namespace redforge::edit
