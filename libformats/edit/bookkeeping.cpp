// Bookkeeping values of plugins.
#include "edit/bookkeeping.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/describe.hpp"
#include "edit/master_lists.hpp"
#include "tes/form_id_allocator.hpp"
#include "tes/plugin.hpp"
#include "tes/plugin_queries.hpp"

namespace redforge::edit {

bool is_bookkeeping(const RecordType& type, const FieldEntry& field)
{
    const std::string_view name = field.name;
    if (type.element == tes::Group::element) {
        return name == "stamp" || name == "unknown";
    }
    if (type.element == tes::Record::element) {
        return name == "version_control";
    }
    return &type == &record_type<tes::Header>() &&
           (name == "version_control" || name == "record_count" || name == "next_object_id");
}

namespace {

constexpr std::uint32_t light_flag = 0x200;
constexpr std::uint32_t last_light_number = 0xFFF;

}  // namespace

Status AddedRecords::add(const RecordHandle& record, const ListView& siblings)
{
    const tes::Plugin* const plugin = plugin_of(root_);
    if (plugin == nullptr) {
        return {};
    }
    std::uint16_t form_version = plugin->header.form_version;
    for (std::size_t i = siblings.size(); i-- > 0;) {
        if (siblings.at(i).type->element == tes::Record::element) {
            form_version = static_cast<const tes::Record*>(siblings.at(i).record)->form_version;
            break;
        }
    }
    if (record.type->element == tes::Record::element) {
        return add_record(*static_cast<tes::Record*>(record.record), form_version);
    }
    return record.type->element == tes::Group::element
               ? add_group(*static_cast<const tes::Group*>(record.record), form_version)
               : Status{};
}

Status AddedRecords::add_group(const tes::Group& group, std::uint16_t form_version)
{
    for (auto& entry : group.entries.get()) {
        Status status;
        if (auto* const record = std::get_if<tes::Record>(&entry)) {
            status = add_record(*record, form_version);
        } else if (const auto* const inner = std::get_if<tes::Group>(&entry)) {
            status = add_group(*inner, form_version);
        }
        if (!status) {
            return status;
        }
    }
    return {};
}

Status AddedRecords::add_record(tes::Record& record, std::uint16_t form_version)
{
    const tes::Plugin& plugin = *plugin_of(root_);
    if (record.form_version == 0 && plugin.header_size == 24) {
        record.form_version = form_version;
    }
    const std::uint32_t number = record.form_id.value & tes::number_bits;
    if (record.form_id.value >> 24U >= tes::masters_of(plugin).size()) {
        if ((plugin.header.flags & light_flag) != 0 && number > last_light_number) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("FormID {:08X}: the number {:X} is out of the range of a light plugin",
                                                record.form_id.value, number),
                         .hint = "its records have the numbers 800 to FFF"});
        }
        last_ = std::max(last_, number);
    }
    for (const tes::Group& group : record.groups) {
        if (Status status = add_group(group, form_version); !status) {
            return status;
        }
    }
    return {};
}

void AddedRecords::finish(Recorder& recorder) const
{
    const tes::Plugin* const plugin = plugin_of(root_);
    if (plugin == nullptr || last_ == 0 || (plugin->header.next_object_id.value & tes::number_bits) > last_) {
        return;
    }
    const FieldTable& table = recorder.root().table();
    const ChildEntry& header = *table.find_child("header");
    const FieldEntry& next = *recorder.root().group(header).table().find_field("next_object_id");
    const std::uint32_t index = plugin->header.next_object_id.value & ~tes::number_bits;
    const tes::FormId raised = index | std::min(last_ + 1, tes::number_bits);
    recorder.set({{table.number_of(header), 0}}, next, LeafValue(*next.ops, &raised));
}

}  // namespace redforge::edit
