// Single records of a plugin: from their bytes to their parts and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/mixed_list.hpp"
#include "core/raw_fallback.hpp"
#include "core/values.hpp"
#include "tes/container.hpp"
#include "tes/lazy_list.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// What the subrecords of a record cannot be read or written without.
struct RecordContext {
    const PluginFile& file;
    std::string_view type;
    FormId form_id;
    const Text& editor_id;
};

/// Whether records of a type are large, compressed and never carry scripts: they need not be inflated to be sure.
[[nodiscard]] bool never_scripted(std::string_view type);
/// Whether a record holds a subrecord that is always looked into: SCHR, or VMAD in files with headers of 24 bytes.
[[nodiscard]] bool carries_script(ByteView content, std::size_t header_size);

/// EDID, if that is the first subrecord and has a text. `data`: what stands behind the header.
[[nodiscard]] Text editor_id_of(ByteView data, bool is_compressed);

/// Reads the subrecords behind EDID. Each is read by its layout only when it is seen to be written as it was.
void decode_content(const RecordContext& record, ByteView content, MixedList& list, RawFallbacks* kept);
/// The same of what stands behind the header of a record, which may be compressed.
void decode_data(const RecordContext& record, ByteView data, bool is_compressed, MixedList& list);
void decode(const Frame& frame, std::size_t header_size, Header& header);

/// Appends EDID and subrecords.
[[nodiscard]] Status encode_content(const RecordContext& record, MixedList& list, Bytes& content);
/// What stands behind the header of a record. Leaves in the list only those derived values that disagree with the computed
/// ones. Errors: out_of_range; mismatch (it would not be read back as the same).
[[nodiscard]] Result<Bytes> encode_data(const RecordContext& record, bool is_compressed, MixedList& list);
/// Appends the header of a record with `size` bytes behind it.
[[nodiscard]] Status append_header(Bytes& out, const Record& record, std::size_t size, std::size_t header_size);
[[nodiscard]] Status encode(Bytes& out, Header& header, std::size_t header_size, std::uint32_t record_count);

/// "SCPT 0001A2B3 MyScript"
[[nodiscard]] std::string name_of(std::string_view type, FormId form_id, const Text& editor_id);

}  // namespace redforge::tes
