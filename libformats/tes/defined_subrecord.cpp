// Subrecords to their fields and back, by definitions.
#include "tes/defined_subrecord.hpp"

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "core/table_codec.hpp"
#include "tes/definitions.hpp"
#include "tes/record.hpp"

namespace redforge::tes {
namespace {

/// Whether a definition is of a record, which may depend on the first letter of its editor id.
bool is_for(const DefinedSubrecord& defined, const Text& editor_id)
{
    return defined.letters.empty() ||
           (!editor_id.bytes.empty() && defined.letters.find(to_upper(editor_id.bytes.front())) != std::string::npos);
}

}  // namespace

bool decode_defined(const RecordContext& record, const SubrecordView& subrecord, MixedList& list)
{
    const std::size_t header_size = record.file.header_size;
    for (const DefinedSubrecord* defined : definitions_of(header_size).find(record.type, subrecord.type)) {
        if (!is_for(*defined, record.editor_id)) {
            continue;
        }
        const std::size_t item = undefined_items + defined->item;
        const RecordHandle made = list.append(subrecord_items(header_size)[item], item).handle();
        Bytes again;
        if (read_record(subrecord.data, made, {.localised = record.file.localised}) == subrecord.data.size() &&
            write_record(made, again) && same_bytes(again, subrecord.data)) {
            return true;
        }
        list.pop_back();
    }
    return false;
}

Status encode_defined(Bytes& content, const RecordHandle& subrecord, std::size_t header_size)
{
    const DefinedSubrecord* defined = definitions_of(header_size).of(*subrecord.type);
    if (defined == nullptr) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("<{}> is a subrecord of another game", subrecord.type->element),
                     .hint = "Oblivion's records have headers of 20 bytes, those of later games have 24"});
    }
    Bytes data;
    if (Status status = write_record(subrecord, data); !status) {
        return status;
    }
    append_subrecord(content, defined->tag, data);
    return {};
}

}  // namespace redforge::tes
