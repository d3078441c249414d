// Reads and writes the created records of a save with the code for plugin records.
#include "tes/save/save_created.hpp"

#include "tes/plugin/record_codec.hpp"
#include "tes/plugin/subrecord.hpp"

namespace redforge::tes {
namespace {

const PluginFile& oblivion()
{
    static const PluginFile file{.bytes = {}, .header_size = 20};
    return file;
}

RecordContext context_of(const CreatedRecord& record)
{
    return {oblivion(), signature_of(record.type), record.form_id, record.editor_id};
}

}  // namespace

void decode_created(CreatedRecord& record, ByteView data)
{
    record.editor_id = editor_id_of(data, record.is_compressed());
    decode_data(context_of(record), data, record.is_compressed(), record.subrecords.get());
}

Result<Bytes> encode_created(CreatedRecord& record)
{
    if (!record.data.empty()) {
        if (!record.editor_id.bytes.empty() || !record.subrecords.get().empty()) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "<data> together with an editor ID or subrecords",
                         .field = "data",
                         .hint = "leave out one of them"});
        }
        return record.data;
    }
    return encode_data(context_of(record), record.is_compressed(), record.subrecords.get());
}

}  // namespace redforge::tes
