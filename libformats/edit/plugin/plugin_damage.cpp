// Damage of plugins. Lists that are not decoded are searched by the frames of their records.
#include "edit/plugin/plugin_damage.hpp"

#include <fmt/format.h>

#include "tes/plugin/compression.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/subrecord_cursor.hpp"

namespace redforge::edit {
namespace {

bool is_complete(ByteView content)
{
    tes::SubrecordCursor cursor(content);
    while (cursor.next()) {
    }
    return cursor.rest().empty();
}

bool is_complete(const tes::Frame& record, std::size_t header_size)
{
    const ByteView data = record.all.subspan(header_size);
    if ((record.flags() & tes::compressed_flag) == 0) {
        return is_complete(data);
    }
    const Result<Bytes> content = tes::inflate_data(data);
    return content && is_complete(*content);
}

/// Visitor of walk_frames() that stops looking after the first damage.
struct DamageSearch {
    std::size_t header_size{};
    bool found{};

    void record(const tes::Frame& frame, std::size_t /*depth*/) { found = found || !is_complete(frame, header_size); }
    bool group(const tes::Frame& /*frame*/, std::size_t /*depth*/) { return !found; }
    void odd(ByteView /*bytes*/) { found = true; }
};

/// Visitor of walk_frames() that counts records and groups.
struct FrameCount {
    std::uint32_t count{};

    void record(const tes::Frame& /*frame*/, std::size_t /*depth*/) { ++count; }
    bool group(const tes::Frame& /*frame*/, std::size_t /*depth*/)
    {
        ++count;
        return true;
    }
    void odd(ByteView /*bytes*/) {}
};

/// Returns the number of records and groups in a list, without decoding it.
std::uint32_t count_entries(const tes::Entries& list)
{
    if (!list.is_decoded() && list.has_source()) {
        const tes::Source& source = list.source();
        FrameCount frames;
        tes::walk_frames(source.bytes, source.file->header_size, source.depth, frames);
        return frames.count;
    }
    std::uint32_t count = 0;
    for (const auto& entry : list.get()) {
        if (const auto* const record = std::get_if<tes::Record>(&entry)) {
            ++count;
            for (const tes::Group& group : record->groups) {
                count += 1 + count_entries(group.entries);
            }
        } else if (const auto* const group = std::get_if<tes::Group>(&entry)) {
            count += 1 + count_entries(group->entries);
        }
    }
    return count;
}

class PluginDamage {
public:
    explicit PluginDamage(const tes::Plugin& plugin) { entries(plugin.entries, number_of<tes::Plugin>("entries")); }

    std::vector<Damage> found;

private:
    template <class T>
    static std::uint32_t number_of(std::string_view name)
    {
        const FieldTable& table = record_type<T>().tables.front();
        return table.number_of(*table.find_child(name));
    }

    static bool can_have_damage(const tes::Entries& list)
    {
        if (list.is_decoded() || !list.has_source()) {
            return true;
        }
        const tes::Source& source = list.source();
        DamageSearch search{source.file->header_size};
        tes::walk_frames(source.bytes, search.header_size, source.depth, search);
        return search.found;
    }

    static bool can_have_damage(const tes::Subrecords& list)
    {
        return list.is_decoded() || !list.has_source() ||
               !is_complete(tes::Frame{list.source().bytes}, list.source().file->header_size);
    }

    void add(Bytes unread, const std::string& what)
    {
        std::string message = fmt::format("{} bytes {}", unread.size(), what);
        found.push_back({node_, "", std::move(message), std::move(unread)});
    }

    void entries(const tes::Entries& list, std::uint32_t child)
    {
        if (!can_have_damage(list)) {
            return;
        }
        const tes::EntryList& all = list.get();
        for (std::size_t i = 0; i < all.size(); ++i) {
            node_.push_back({child, static_cast<std::uint32_t>(i)});
            if (const auto* const record = std::get_if<tes::Record>(&all[i])) {
                subrecords(*record);
                for (std::size_t g = 0; g < record->groups.size(); ++g) {
                    node_.push_back({number_of<tes::Record>("groups"), static_cast<std::uint32_t>(g)});
                    entries(record->groups[g].entries, number_of<tes::Group>(""));
                    node_.pop_back();
                }
            } else if (const auto* const group = std::get_if<tes::Group>(&all[i])) {
                entries(group->entries, number_of<tes::Group>(""));
            } else if (const auto* const unread = std::get_if<tes::Unread>(&all[i])) {
                add(unread->data.joined(), "that are not a complete record or group");
            }
            node_.pop_back();
        }
    }

    void subrecords(const tes::Record& record)
    {
        if (!can_have_damage(record.subrecords)) {
            return;
        }
        const MixedList& list = record.subrecords.get();
        for (std::size_t i = 0; i < list.size(); ++i) {
            node_.push_back({number_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(i)});
            if (const auto* const unread = list.get_if<tes::Unread>(i)) {
                add(unread->data.joined(),
                    fmt::format("that are not a complete subrecord, in {:08X}", record.form_id.value));
            } else if (const auto* const stream = list.get_if<tes::Stream>(i);
                       stream != nullptr && stream->level == 0 && !tes::inflate_data(stream->data)) {
                add(stream->data,
                    fmt::format("of compressed data that do not inflate, in {:08X}", record.form_id.value));
            }
            node_.pop_back();
        }
    }

    NodePath node_;
};

}  // namespace

std::vector<Damage> find_plugin_damage(const tes::Plugin& plugin)
{
    std::vector<Damage> found = std::move(PluginDamage(plugin).found);
    const FieldTable& table = record_type<tes::Plugin>().tables.front();
    const NodePath header{{table.number_of(*table.find_child("header")), 0}};
    const auto& count = plugin.header.record_count.stored;
    if (found.empty() && count && *count > count_entries(plugin.entries)) {
        found.push_back({header, "record_count",
                         "counts more records and groups than the file has: it is cut off between two groups, or the "
                         "count is wrong"});
    }
    if (const Bytes& tail = plugin.header.tail; !tail.empty()) {
        found.push_back(
            {header, "tail", fmt::format("{} bytes of the header are not a complete subrecord", tail.size()), tail});
    }
    return found;
}

}  // namespace redforge::edit
