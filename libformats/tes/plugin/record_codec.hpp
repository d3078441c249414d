// Reads and writes single records of a plugin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/mixed_list.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/lazy_list.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Properties of a file and a record that are needed to read or write its subrecords.
struct RecordContext {
    const PluginFile& file;
    std::string_view type;
    FormId form_id;
    const Text& editor_id;
};

/// Returns true if records of a type are large, compressed and never have scripts, so that a search for scripts skips
/// them.
[[nodiscard]] bool never_has_scripts(std::string_view type);
/// Returns true if a record has SCHR, or VMAD in files with headers of 24 bytes: subrecords that are always decoded.
[[nodiscard]] bool has_script_data(ByteView content, std::size_t header_size);

/// Returns the text of EDID if it is the first subrecord, else an empty text. `data`: the bytes after the record
/// header.
[[nodiscard]] Text editor_id_of(ByteView data, bool is_compressed);

/// Reads the VMAD of a record of a type. `properties` must have default values. Errors: malformed, with the offset in
/// the VMAD.
[[nodiscard]] Status read_properties(ByteView bytes, const RecordHandle& properties, std::string_view record_type);
/// Appends the bytes of a VMAD. Errors: out_of_range, with the field.
[[nodiscard]] Status write_properties(Bytes& out, const RecordHandle& properties, std::string_view record_type);

/// Reads the subrecords after EDID. Decodes a subrecord only if it would be written with the same bytes.
void decode_content(const RecordContext& record, ByteView content, MixedList& list, RawFallbacks* kept);
/// Same as decode_content(), from the bytes after the record header, which may be compressed.
void decode_data(const RecordContext& record, ByteView data, bool is_compressed, MixedList& list);
void decode(const Frame& frame, std::size_t header_size, Header& header);

/// Appends EDID and the subrecords. Errors: out_of_range, mismatch.
[[nodiscard]] Status encode_content(const RecordContext& record, MixedList& list, Bytes& content);
/// Returns the bytes after the record header. Clears stored derived values of the list that equal the computed ones.
/// Errors: out_of_range; mismatch (would not read back as the same record).
[[nodiscard]] Result<Bytes> encode_data(const RecordContext& record, bool is_compressed, MixedList& list);
/// Appends the header of a record. `size`: number of bytes after the header.
[[nodiscard]] Status append_header(Bytes& out, const Record& record, std::size_t size, std::size_t header_size);
[[nodiscard]] Status encode(Bytes& out, Header& header, std::size_t header_size, std::uint32_t record_count);

/// Returns the name of a record for messages: "SCPT 0001A2B3 MyScript".
[[nodiscard]] std::string name_of(std::string_view type, FormId form_id, const Text& editor_id);

}  // namespace redforge::tes
