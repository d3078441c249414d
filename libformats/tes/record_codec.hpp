// Single records of a plugin: from their bytes to structs and back.
#pragma once

#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/leaf.hpp"
#include "core/raw_fallback.hpp"
#include "core/record_list.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// The bytes of a record in a file, and what its header says.
struct RecordBytes {
    ByteView all;     ///< with the header
    ByteView data;    ///< behind the header
    ByteView content;  ///< the data, inflated where it is compressed
    std::size_t header_size{};
    bool localised{};  ///< the plugin's texts are numbers

    [[nodiscard]] std::string_view type() const { return as_text(all.first(4)); }
    [[nodiscard]] std::uint32_t flags() const { return load_le<std::uint32_t>(all.data() + 8); }
    [[nodiscard]] std::uint32_t form_id() const { return load_le<std::uint32_t>(all.data() + 12); }
};

/// Whether a record holds a subrecord that is looked into: SCHR, or VMAD in files with headers of 24 bytes.
[[nodiscard]] bool carries_script(ByteView content, std::size_t header_size);

/// Reads a SCPT record. False: it does not begin as one, and is to be read as any other.
[[nodiscard]] bool decode(const RecordBytes& bytes, Script& script);
/// When a VMAD is seen to be written as it was: with the record that it is of, which is the caller's to see to, or alone,
/// so that one that is written otherwise is kept as bytes.
enum class VmadCheck : std::uint8_t { with_record, alone };
/// Reads any record; `kept` gets a line when its VMAD does not fit its layout.
void decode(const RecordBytes& bytes, Record& record, RawFallbacks* kept, VmadCheck check);
void decode(const RecordBytes& bytes, Header& header);

/// Appends what a record holds behind its header, not compressed. Of a record that was just read, whose header and level
/// of compression are known to be right, this is what may come out otherwise.
[[nodiscard]] Status encode_content(Bytes& content, Script& script, std::size_t header_size);
[[nodiscard]] Status encode_content(Bytes& content, Record& record, std::size_t header_size);

/// Appends a record of a list and leaves in it only those derived values that disagree with the computed ones.
[[nodiscard]] Status encode(Bytes& out, RecordList<Script>& scripts, std::size_t index, std::size_t header_size);
[[nodiscard]] Status encode(Bytes& out, RecordList<Record>& records, std::size_t index, std::size_t header_size);
[[nodiscard]] Status encode(Bytes& out, Header& header, std::size_t header_size, std::uint32_t record_count);

/// "SCPT 0001A2B3 MyScript"
[[nodiscard]] std::string name_of(std::string_view type, FormId form_id, const Text& editor_id);

}  // namespace redforge::tes
