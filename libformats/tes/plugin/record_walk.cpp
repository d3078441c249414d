// Visits all records of a plugin: by their frames if they are bytes, else by the tree.
#include "tes/plugin/record_walk.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/letter_search.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_codec.hpp"
#include "tes/plugin/subrecord_cursor.hpp"

namespace redforge::tes {
namespace {

/// Finds a compressed record.
struct CompressedFinder {
    bool found{};

    void record(const Frame& frame, std::size_t /*depth*/) { found = found || (frame.flags() & compressed_flag) != 0; }
    bool group(const Frame& /*frame*/, std::size_t /*depth*/) { return !found; }
    void odd(ByteView /*bytes*/) {}
};

using Visit = std::function<void(const RecordHead&)>;

/// Callbacks of walk_frames().
struct Frames {
    const Visit& visit;
    std::size_t header_size{};

    void record(const Frame& frame, std::size_t /*depth*/)
    {
        visit({frame.type(), frame.form_id(), nullptr, frame, header_size});
    }
    bool group(const Frame& /*frame*/, std::size_t /*depth*/) { return true; }
    void odd(ByteView /*bytes*/) {}
};

void walk(const Entries& list, const Visit& visit)
{
    if (!list.is_decoded()) {
        if (const Source& source = list.source(); source.file != nullptr) {
            Frames frames{visit, source.file->header_size};
            walk_frames(source.bytes, frames.header_size, source.depth, frames);
        }
        return;
    }
    for (const auto& entry : list.get()) {
        if (const auto* record = std::get_if<Record>(&entry)) {
            visit({signature_of(record->type), record->form_id, record, {}, 0});
            for (const Group& group : record->groups) {
                walk(group.entries, visit);
            }
        } else if (const auto* group = std::get_if<Group>(&entry)) {
            walk(group->entries, visit);
        }
    }
}

class Finder {
public:
    Finder(const std::function<bool(const RecordHead&)>& is_wanted,
           const std::function<bool(Record&, const std::vector<Step>&)>& found)
        : is_wanted_(is_wanted), found_(found)
    {
    }

    /// Returns false to stop the walk.
    bool entries(const Entries& list, std::uint32_t child)
    {
        if (!list.is_decoded() && !can_contain(list)) {
            return true;
        }
        EntryList& all = list.get();
        bool go_on = true;
        steps_.push_back({child, 0});
        for (std::size_t i = 0; i < all.size() && go_on; ++i) {
            steps_.back().index = static_cast<std::uint32_t>(i);
            if (auto* record = std::get_if<Record>(&all[i])) {
                go_on = this->record(*record);
            } else if (const auto* group = std::get_if<Group>(&all[i])) {
                go_on = entries(group->entries, of_group_);
            }
        }
        steps_.pop_back();
        return go_on;
    }

private:
    [[nodiscard]] bool can_contain(const Entries& list) const
    {
        bool found = false;
        walk(list, [&](const RecordHead& head) { found = found || is_wanted_(head); });
        return found;
    }
    bool record(Record& record)
    {
        if (is_wanted_({signature_of(record.type), record.form_id, &record, {}, 0}) && !found_(record, steps_)) {
            return false;
        }
        for (std::size_t i = 0; i < record.groups.size(); ++i) {
            steps_.push_back({of_record_, static_cast<std::uint32_t>(i)});
            const bool go_on = entries(record.groups[i].entries, of_group_);
            steps_.pop_back();
            if (!go_on) {
                return false;
            }
        }
        return true;
    }

    template <class T>
    static std::uint32_t number_of(std::string_view name)
    {
        const FieldTable& table = record_type<T>().tables.front();
        return table.number_of(*table.find_child(name));
    }

    const std::function<bool(const RecordHead&)>& is_wanted_;
    const std::function<bool(Record&, const std::vector<Step>&)>& found_;
    std::vector<Step> steps_;
    std::uint32_t of_group_ = number_of<Group>("");
    std::uint32_t of_record_ = number_of<Record>("groups");
};

}  // namespace

std::string RecordHead::editor_id() const
{
    return record != nullptr
               ? record->editor_id.bytes
               : editor_id_of(frame.all.subspan(header_size), (frame.flags() & compressed_flag) != 0).bytes;
}

bool RecordHead::has(std::string_view subrecord) const
{
    if (record != nullptr && record->subrecords.is_decoded()) {
        const MixedList& list = record->subrecords.get();
        return std::ranges::any_of(list, [&](const MixedList::Element& each) { return each.entry->doc == subrecord; });
    }
    const Frame bytes = record == nullptr ? frame : Frame{record->subrecords.source().bytes};
    if (bytes.all.empty()) {
        return false;
    }
    const std::size_t size = record == nullptr ? header_size : record->subrecords.source().file->header_size;
    const bool is_compressed = (bytes.flags() & compressed_flag) != 0;
    const Result<Bytes> inflated = is_compressed ? inflate_data(bytes.all.subspan(size)) : Result<Bytes>(Bytes{});
    SubrecordCursor cursor(!is_compressed ? bytes.all.subspan(size) : inflated ? ByteView(*inflated) : ByteView{});
    while (const auto next = cursor.next()) {
        if (next->type == subrecord) {
            return true;
        }
    }
    return false;
}

bool may_contain(const Entries& list, const LetterSearch& letters)
{
    const Source& source = list.source();
    CompressedFinder compressed;  // compressed records count, because only their own list inflates them
    if (!letters.is_in(source.bytes)) {
        walk_frames(source.bytes, source.file->header_size, source.depth, compressed);
        return compressed.found;
    }
    return true;
}

bool may_contain(const Subrecords& list, const LetterSearch& letters)
{
    const Source& source = list.source();
    if ((Frame{source.bytes}.flags() & compressed_flag) == 0) {
        return letters.is_in(source.bytes);
    }
    const Result<Bytes> content = inflate_data(source.bytes.subspan(source.file->header_size));
    return !content || letters.is_in(*content);
}

void for_each_record(const Plugin& plugin, const std::function<void(const RecordHead&)>& visit)
{
    walk(plugin.entries, visit);
}

void find_records(const Plugin& plugin, const std::function<bool(const RecordHead&)>& is_wanted,
                  const std::function<bool(Record&, const std::vector<Step>&)>& found)
{
    const FieldTable& table = record_type<Plugin>().tables.front();
    Finder(is_wanted, found).entries(plugin.entries, table.number_of(*table.find_child("entries")));
}

bool fits(const RecordHead& head, std::span<const Descendants::Key> keys)
{
    const auto has_form_id = [&](std::string_view text) {
        return text.size() == 8 && equals_ignore_case(fmt::format("{:08X}", head.form_id.value), text);
    };
    return std::ranges::all_of(keys, [&](const Descendants::Key& key) {
        if (key.field == "type") {
            return equals_ignore_case(head.type, key.text);
        }
        if (key.field == "form_id") {
            return has_form_id(key.text);
        }
        if (key.field == "editor_id") {
            return equals_ignore_case(head.editor_id(), key.text);
        }
        return !key.field.empty() || has_form_id(key.text) || equals_ignore_case(head.editor_id(), key.text);
    });
}

}  // namespace redforge::tes
