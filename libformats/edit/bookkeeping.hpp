// Values that editors of plugins keep for themselves.
#pragma once

#include <cstdint>

#include "core/error.hpp"
#include "core/record_type.hpp"
#include "edit/recorder.hpp"

namespace redforge::tes {
struct Group;
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

/// Whether a field says nothing of a document's content: the next free number, counts, and stamps of version control. Where
/// both sides of a merge change it, the larger value is taken, and differences are shown without it.
[[nodiscard]] bool is_bookkeeping(const RecordType& type, const FieldEntry& field);

/// What an editor writes for records that are added to a plugin. Does nothing for other documents.
class AddedRecords {
public:
    explicit AddedRecords(const RecordHandle& root) : root_(root) {}

    /// A record, or a group of records, that is to be put among `siblings`: without a form version it gets that of the record
    /// before, or that of the plugin. Errors: out_of_range: a light plugin has no such number.
    [[nodiscard]] Status add(const RecordHandle& record, const ListView& siblings);
    /// Raises the plugin's next free number behind those of the records.
    void finish(Recorder& recorder) const;

private:
    [[nodiscard]] Status add_record(tes::Record& record, std::uint16_t form_version);
    [[nodiscard]] Status add_group(const tes::Group& group, std::uint16_t form_version);

    RecordHandle root_;
    std::uint32_t last_{};  ///< number of the records
};

}  // namespace redforge::edit
