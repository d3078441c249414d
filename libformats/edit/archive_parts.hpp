// A model archive as a folder: each model a file of its own, and a listing of the rest, from which it is built again.
//
// The listing is the archive's text form in which an empty <model/> stands for a model in a file; its root element is
// another, so that nobody takes it for a whole archive. Order, header bytes, given values and bytes that are no model
// all stand in it, so the archive that is built is the archive that was taken apart.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

inline constexpr std::string_view listing_root = "rob_listing";
inline constexpr std::string_view listing_file = "archive.xml";

struct ArchivePart {
    std::string file_name;  ///< "CRATE.3D", by the label of the segment
    Bytes bytes;            ///< of the model as it is stored
};

/// "CRATE.3D" of the segment of that label.
[[nodiscard]] std::string part_file_name(std::string_view label);

/// The models of the segments at these places, each as a file. Segments without a model have none.
[[nodiscard]] Result<std::vector<ArchivePart>> take_models(const model::Rob& rob, std::span<const std::size_t> places);

/// The listing that belongs to the files of all segments.
[[nodiscard]] std::string write_listing(const model::Rob& rob);

/// Reads the file of that name beside the listing.
using PartReader = std::function<Result<Bytes>(const std::string& file_name)>;

/// Reads a listing and the files that belong to it; `file` is for messages. `used` gets the names of the files.
/// Errors: those of reading a text; those of `read` and of reading a model, with the file.
[[nodiscard]] Result<model::Rob> read_listing(std::string text, const std::string& file, const PartReader& read,
                                              std::vector<std::string>& used);

}  // namespace redforge::edit
