// Reads a plugin: first its header, and groups, records and subrecords on first access.
#include <algorithm>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "tes/definition/games.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_codec.hpp"

namespace redforge::tes {
namespace {

/// Number of bytes of a mapped file that are released together.
constexpr std::size_t release_step = std::size_t{8} << 20U;

Record make_record(const Frame& frame, const Source& source)
{
    const std::size_t header_size = source.file->header_size;
    Record record;
    record.type = frame.type();
    record.form_id = frame.form_id();
    record.flags = frame.flags();
    record.version_control = frame.word(16);
    if (header_size == 24) {
        record.form_version = load_le<std::uint16_t>(frame.all.data() + 20);
        record.unknown = load_le<std::uint16_t>(frame.all.data() + 22);
    }
    record.editor_id = editor_id_of(frame.all.subspan(header_size), record.is_compressed());
    record.subrecords = Subrecords({source.file, frame.all, {}, 0});
    return record;
}

Group make_group(const Frame& frame, const Source& source)
{
    const std::size_t header_size = source.file->header_size;
    Group group;
    group.type = frame.group_type();
    const std::uint32_t label = frame.label();
    switch (static_cast<GroupType>(group.type)) {
    case GroupType::top: group.label = as_text(frame.all.subspan(8, 4)); break;
    case GroupType::world_children:
    case GroupType::cell_children:
    case GroupType::topic_children:
    case GroupType::persistent:
    case GroupType::temporary:
    case GroupType::visible_distant: group.form_id = FormId(label); break;
    case GroupType::exterior_block:
    case GroupType::exterior_sub_block:
        group.y = static_cast<std::int16_t>(label & 0xFFFFU);
        group.x = static_cast<std::int16_t>(label >> 16U);
        break;
    default: group.number = static_cast<std::int32_t>(label); break;
    }
    group.stamp = frame.word(16);
    group.unknown = header_size == 24 ? frame.word(20) : 0;
    const FormId owner = group.type == static_cast<std::uint32_t>(GroupType::cell_children) ? label : 0;
    group.entries =
        Entries({source.file, frame.all.subspan(header_size), owner, static_cast<std::uint8_t>(source.depth + 1)});
    return group;
}

/// Visits a file once: counts records, and collects parts that do not fit.
class Survey {
public:
    Survey(const PluginFile& file, RawFallbacks* kept) : file_(file), all_(file.bytes.view()), kept_(kept) {}

    void record(const Frame& frame, std::size_t /*depth*/)
    {
        ++count;
        if (kept_ != nullptr && file_.is_defined) {
            check_fields(frame);
        }
        const auto here = static_cast<std::size_t>(frame.all.data() - all_.data());
        if (here >= released_ + release_step) {
            file_.bytes.release(all_.subspan(released_, here - released_));
            released_ = here;
        }
    }
    bool group(const Frame& /*frame*/, std::size_t /*depth*/)
    {
        ++count;
        return true;
    }
    void odd(ByteView bytes)
    {
        if (kept_ != nullptr) {
            kept_->push_back({fmt::format("{} at {}", counted(bytes.size(), "byte"), bytes.data() - all_.data()),
                              "neither a record nor a group that fits", bytes.size()});
        }
    }

    std::uint32_t count{};

private:
    void check_fields(const Frame& frame)
    {
        const ByteView data = frame.all.subspan(file_.header_size);
        ByteView content = data;
        Bytes inflated;
        if ((frame.flags() & compressed_flag) != 0) {
            if (never_has_scripts(frame.type())) {
                return;
            }
            Result<Bytes> result = inflate_data(data);
            if (!result) {
                kept_->push_back(
                    {name_of(frame.type(), frame.form_id(), {}), result.error().message, frame.all.size()});
                return;
            }
            inflated = std::move(*result);
            content = inflated;
        }
        if (has_script_data(content, file_.header_size)) {
            MixedList list;
            const Text editor_id = editor_id_of(content, false);
            decode_content({file_, frame.type(), frame.form_id(), editor_id}, content, list, kept_);
        }
    }

    const PluginFile& file_;
    ByteView all_;
    RawFallbacks* kept_;
    std::size_t released_{};
};

/// Selects a sample of records of a large plugin, and collects them in plugins without groups.
class Sampler {
public:
    Sampler(const Plugin& plugin, bool all, const std::function<void(const std::shared_ptr<void>&)>& take)
        : plugin_(plugin), all_(all), take_(take), source_(plugin.entries.source())
    {
        begin();
        sample_->header = plugin.header;
    }

    void record(const Frame& frame, std::size_t /*depth*/)
    {
        const bool is_compressed = (frame.flags() & compressed_flag) != 0;
        if (is_wanted(frame.type(), frame.form_id()) ||
            (!is_compressed &&
             has_script_data(frame.all.subspan(source_.file->header_size), source_.file->header_size))) {
            sample_->entries.get().emplace_back(make_record(frame, source_));
            added(frame.all.size());
        }
    }
    bool group(const Frame& frame, std::size_t /*depth*/)
    {
        if (is_wanted(frame.type(), frame.label())) {
            Group group = make_group(frame, source_);
            group.entries = Entries();
            sample_->entries.get().emplace_back(std::move(group));
            added(source_.file->header_size);
        }
        return true;
    }
    void odd(ByteView /*bytes*/) {}
    void finish() { take_(sample_); }

private:
    void begin()
    {
        sample_ = std::make_shared<Plugin>();
        sample_->header_size = plugin_.header_size;
        sample_->header.flags = plugin_.header.flags;
        bytes_ = 0;
    }
    void added(std::size_t bytes)
    {
        bytes_ += bytes;
        if (bytes_ > bytes_of_sample) {
            take_(sample_);
            begin();
        }
    }
    bool is_wanted(std::string_view type, std::uint32_t number)
    {
        // Take the first fifty of each type, then a deterministic selection by number.
        constexpr std::uint32_t first = 50;
        constexpr std::uint32_t one_in = 128;
        return all_ || ++counts_[std::string(type)] <= first || ((number * 0x9E3779B1U) >> 16U) % one_in == 0;
    }

    static constexpr std::size_t bytes_of_sample = std::size_t{64} << 10U;

    const Plugin& plugin_;
    bool all_;
    const std::function<void(const std::shared_ptr<void>&)>& take_;
    Source source_;
    std::shared_ptr<Plugin> sample_;
    std::size_t bytes_{};
    std::unordered_map<std::string, std::uint32_t> counts_;
};

}  // namespace

void take_samples(const Plugin& plugin, bool all, const std::function<void(const std::shared_ptr<void>&)>& take)
{
    if (plugin.entries.is_decoded() || !is_large(plugin)) {
        return take(std::make_shared<Plugin>(plugin));
    }
    const Source& source = plugin.entries.source();
    Sampler sampler(plugin, all, take);
    walk_frames(source.bytes, source.file->header_size, 0, sampler);
    sampler.finish();
}

void fill(const Source& source, EntryList& entries)
{
    FrameCursor cursor(source.bytes, source.file->header_size);
    while (source.depth < max_group_depth) {
        const std::optional<Frame> frame = cursor.next();
        if (!frame) {
            break;
        }
        if (!frame->is_group()) {
            entries.emplace_back(make_record(*frame, source));
            continue;
        }
        Group group = make_group(*frame, source);
        auto* const before = entries.empty() ? nullptr : std::get_if<Record>(&entries.back());
        if (before != nullptr && group.is_of_record() && group.form_id.stored == before->form_id) {
            group.form_id.stored.reset();
            before->groups.push_back(std::move(group));
        } else {
            group.form_id.clear_if_equal(group.is_of_record() ? FormId{} : source.owner);
            entries.emplace_back(std::move(group));
        }
    }
    if (!cursor.rest().empty()) {
        SharedBytes& data = std::get<Unread>(entries.emplace_back(Unread{})).data;
        data.keep_owners_of(source.file->bytes);
        data.append(cursor.rest());
    }
}

void fill(const Source& source, MixedList& list)
{
    const Frame frame{source.bytes};
    const ByteView data = frame.all.subspan(source.file->header_size);
    const bool is_compressed = (frame.flags() & compressed_flag) != 0;
    const Text editor_id = editor_id_of(data, is_compressed);
    decode_data({*source.file, frame.type(), frame.form_id(), editor_id}, data, is_compressed, list);
}

bool is_plugin(ByteView bytes)
{
    return bytes.size() >= 20 && as_text(bytes.first(4)) == "TES4";
}

std::uint8_t header_size_of(const SharedBytes& bytes)
{
    const Bytes first = bytes.first(28);
    const auto hedr_at = [&](std::size_t at) {
        return first.size() >= at + 4 && as_text(ByteView(first).subspan(at, 4)) == "HEDR";
    };
    return hedr_at(20) && !hedr_at(24) ? 20 : 24;
}

Result<Plugin> read_plugin(const SharedBytes& bytes, RawFallbacks* kept)
{
    const auto file = std::make_shared<PluginFile>();
    file->bytes = bytes.pieces().size() > 1 ? SharedBytes(bytes.joined()) : bytes;
    file->header_size = header_size_of(bytes);
    const ByteView all = file->bytes.view();
    if (all.size() < file->header_size) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("a plugin of {} bytes", all.size()),
                     .offset = 0,
                     .hint = fmt::format("its first record has a header of {}", file->header_size)});
    }
    if (!is_plugin(all)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "the first record is not a TES4",
                     .offset = 0,
                     .hint = "plugins begin with one"});
    }
    const std::size_t left = all.size() - file->header_size;
    const std::size_t size = load_le<std::uint32_t>(all.data() + 4);
    if (size > left) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("{} bytes, but only {} follow", size, left),
                     .offset = 4,
                     .section = "TES4",
                     .hint = "the file was cut off"});
    }
    Plugin plugin;
    plugin.header_size = static_cast<std::uint8_t>(file->header_size);
    decode({all.first(file->header_size + size)}, file->header_size, plugin.header);
    file->localised = (plugin.header.flags & localised_flag) != 0;
    file->is_defined = has_definitions(game_of(plugin));
    const ByteView content = all.subspan(file->header_size + size);
    Survey survey(*file, kept);
    walk_frames(content, file->header_size, 0, survey);
    plugin.header.record_count.clear_if_equal(survey.count);
    plugin.entries = Entries({file, content, {}, 0});
    return plugin;
}

Result<Plugin> read_plugin(ByteView bytes, RawFallbacks* kept)
{
    return read_plugin(SharedBytes(Bytes(bytes.begin(), bytes.end())), kept);
}

}  // namespace redforge::tes
