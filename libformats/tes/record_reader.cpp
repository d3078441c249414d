// Reads records, and writes each again to compare.
#include "tes/record_reader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tes/record.hpp"
#include "tes/script_record.hpp"

namespace redforge::tes {

void RecordReader::keep(const RecordBytes& bytes, std::string reason)
{
    if (kept_ != nullptr) {
        kept_->push_back({name_of(bytes.type(), bytes.form_id(), {}), std::move(reason), bytes.all.size()});
    }
}

template <class T>
bool RecordReader::is_written_same(T& record, const RecordBytes& bytes)
{
    again_.clear();
    return encode_content(again_, record, bytes.header_size) && same_bytes(again_, bytes.content);
}

template <class T>
bool RecordReader::survives(T& record, const RecordBytes& bytes)
{
    again_.clear();
    const Status status = encode_content(again_, record, bytes.header_size);
    if (!status || !same_bytes(again_, bytes.content)) {
        keep(bytes, status ? "it would be written otherwise" : describe(status.error()));
        return false;
    }
    return true;
}

RecordReader::Outcome RecordReader::read(const RecordBytes& bytes, RecordList<Script>& scripts)
{
    Script script;
    if (bytes.type() != Script::signature || !decode(bytes, script)) {
        return Outcome::no_script;
    }
    if (!survives(script, bytes)) {
        return Outcome::left;
    }
    scripts.push_back(std::move(script));
    return Outcome::taken;
}

RecordReader::Outcome RecordReader::read(const RecordBytes& bytes, RecordList<Record>& records)
{
    Record record;
    RawFallbacks kept;
    decode(bytes, record, kept_ == nullptr ? nullptr : &kept, VmadCheck::with_record);
    if (!is_written_same(record, bytes)) {
        record = {};
        kept.clear();
        decode(bytes, record, kept_ == nullptr ? nullptr : &kept, VmadCheck::alone);
        if (!survives(record, bytes)) {
            return Outcome::left;
        }
    }
    if (kept_ != nullptr) {
        std::ranges::move(kept, std::back_inserter(*kept_));
    }
    records.push_back(std::move(record));
    return Outcome::taken;
}

}  // namespace redforge::tes
