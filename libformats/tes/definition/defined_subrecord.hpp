// Reads and writes subrecords that have a layout in a definition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "tes/plugin/record_codec.hpp"
#include "tes/plugin/subrecord_cursor.hpp"

namespace redforge::tes {

/// Decodes a subrecord by a definition that fits all of its bytes, and appends it to a record's list. With
/// `is_checked`, it must also be written with the same bytes; otherwise the caller compares the bytes of the whole
/// record. Returns false if no definition fits.
[[nodiscard]] bool decode_defined(const RecordContext& record, const SubrecordView& subrecord, MixedList& list,
                                  bool is_checked);

/// Appends the subrecord at a position of a record's list, which has a definition, to the record's content.
/// Errors: out_of_range, with the field; mismatch (a subrecord of a game with another header size).
[[nodiscard]] Status encode_defined(Bytes& content, const MixedList& list, std::size_t index, std::size_t header_size);

/// Field of a subrecord that counts other subrecords of its record.
struct SubrecordCount {
    std::size_t index{};  ///< position of the subrecord in the list
    const FieldEntry* field{};
    std::string_view counted;            ///< type of the counted subrecords
    std::uint64_t value{};               ///< the computed count
    std::optional<std::int64_t> stored;  ///< the count in the file if it differs
};

/// Returns all such fields of a record, in the order of the file. The views are into its definitions.
[[nodiscard]] std::vector<SubrecordCount> find_counts(const MixedList& list, std::size_t header_size);

struct DefinedSubrecord;

/// Adjacent subrecords without the subrecord that counts them.
struct MissingCount {
    std::size_t first{};  ///< position of the first one in the list
    std::size_t last{};
    std::size_t index{};              ///< position where the count belongs
    std::string_view counted;         ///< type of the counted subrecords
    std::uint64_t value{};            ///< their number
    const DefinedSubrecord* count{};  ///< the subrecord that is missing
};

/// Returns the counts that a record of a type lacks, in the order of the file. A record needs a count if the order of
/// its type has the count and the counted subrecords, or if its type has both and no order.
[[nodiscard]] std::vector<MissingCount> find_missing_counts(const MixedList& list, std::string_view record_type,
                                                            std::size_t header_size);

/// Removes stored counts that equal the computed ones.
void canonicalize_counts(const MixedList& list, std::size_t header_size);
/// Stores the computed value in each count without a stored value: counts of other subrecords and those inside
/// subrecords.
void fill_counts(const MixedList& list, std::size_t header_size);

/// Removes stored counts inside a subrecord that equal the size of their lists, as decode_defined() does.
void clear_equal_counts(const MixedList& list, std::size_t index, std::size_t header_size);

}  // namespace redforge::tes
