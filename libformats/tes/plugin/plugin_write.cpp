// Writes a plugin: uses the original bytes of unchanged parts, and encodes changed records and groups.
#include <algorithm>
#include <array>
#include <deque>
#include <memory>

#include <fmt/format.h>

#include "core/text/difference.hpp"
#include "tes/definition/games.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_codec.hpp"
#include "tes/script/script_compile.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t max_file = 0x7FFFFFFF;

Error placed_in(Error error, const std::string& place)
{
    error.field = place + (error.field.empty() || place.empty() ? "" : ".") + error.field;
    return error;
}

class Writer {
public:
    explicit Writer(Plugin& plugin) : plugin_(plugin)
    {
        file_.header_size = plugin.header_size;
        file_.localised = (plugin.header.flags & localised_flag) != 0;
        file_.is_defined = has_definitions(game_of(plugin));
    }

    Result<SharedBytes> run()
    {
        if (plugin_.header_size != 20 && plugin_.header_size != 24) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("headers of {} bytes", plugin_.header_size),
                         .field = "header_size",
                         .hint = "20 in Oblivion, 24 in later games"});
        }
        Bytes& header = own_->emplace_back();
        if (Status status = entries(plugin_.entries, 0, {}, {}); !status) {
            return fail(status.error());
        }
        if (Status status = encode(header, plugin_.header, plugin_.header_size, count_); !status) {
            return fail(placed_in(status.error(), "header"));
        }
        if (Status status = check_header(header); !status) {
            return fail(placed_in(status.error(), "header"));
        }
        SharedBytes whole = out_.empty_with_owners();
        whole.append(own_, header);
        for (const ByteView piece : out_.pieces()) {
            whole.append(piece);
        }
        // The position of HEDR, which may be after TES4, determines the size.
        if (header_size_of(whole) != plugin_.header_size) {
            return fail(placed_in(make_error("no_data", "the size of headers would be read back differently").error(),
                                  "header"));
        }
        if (whole.size() > max_file) {
            return fail(
                {.code = ErrorCode::out_of_range, .message = fmt::format("a plugin of {} bytes", whole.size())});
        }
        return whole;
    }

    /// Returns the bytes of a single record and its children, which must be records of this plugin.
    Result<Bytes> run(Record& record)
    {
        return this->record(record, 0).map([&] { return out_.joined(); });
    }

private:
    static Status make_error(std::string field, std::string message)
    {
        return fail({.code = ErrorCode::mismatch,
                     .message = std::move(message),
                     .field = std::move(field),
                     .hint = "the file cannot store it together with its other values"});
    }

    /// Checks that the TES4 record reads back as the header.
    Status check_header(const Bytes& bytes)
    {
        Header again;
        decode({bytes}, plugin_.header_size, again);
        again.record_count.clear_if_equal(count_);
        if (!(again == plugin_.header)) {
            const auto difference = find_difference(plugin_.header, again);
            return make_error(difference ? difference->path : "",
                              difference ? read_back_text(*difference) : "it would be read back differently");
        }
        return {};
    }

    /// Returns true if the bytes of a source have the same meaning in this file.
    [[nodiscard]] bool fits(const Source& source) const
    {
        return source.file != nullptr && source.file->header_size == file_.header_size &&
               source.file->localised == file_.localised && source.file->is_defined == file_.is_defined;
    }
    void append_view(const Source& source, ByteView view)
    {
        out_.append(source.file, {});
        out_.append(view);
    }
    Bytes& own() { return own_->emplace_back(); }

    /// Adds the position to an error that has none.
    Status at(Status status, const std::string& place)
    {
        if (!status && !is_placed_) {
            is_placed_ = true;
            return fail(placed_in(status.error(), place));
        }
        return status;
    }

    Status entries(Entries& list, std::size_t depth, FormId owner, const std::string& place)
    {
        const Source& source = list.source();
        if (!list.is_decoded() && fits(source) && source.owner == owner) {
            FrameCounter counted;
            walk_frames(source.bytes, file_.header_size, std::max<std::size_t>(source.depth, depth), counted);
            if (source.depth == depth || counted.deepest < max_group_depth) {
                count_ += counted.count;
                append_view(source, source.bytes);
                return {};
            }
        }
        EntryList& all = list.get();
        const Record* before = nullptr;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto here = [&] { return fmt::format("{}[{}]", place.empty() ? "entries" : place, i); };
            Status status;
            if (auto* record = std::get_if<Record>(&all[i])) {
                before = record;
                if (status = this->record(*record, depth); !status) {
                    return at(status, record->path_name());
                }
                continue;
            }
            if (auto* group = std::get_if<Group>(&all[i])) {
                if (before != nullptr && group->is_of_record() &&
                    group->form_id.value_or(FormId{}) == before->form_id) {
                    status = fail({.code = ErrorCode::mismatch,
                                   .message = "the group would be read as one of the record before it",
                                   .hint = "move it into that record"});
                } else {
                    status = this->group(*group, depth, group->is_of_record() ? FormId{} : owner, here());
                }
            } else {
                status = unread(std::get<Unread>(all[i]).data, i + 1 == all.size(), depth);
            }
            before = nullptr;
            if (!status) {
                return at(status, here());
            }
        }
        return {};
    }

    /// Writes bytes that are not a complete record or group. They must not look like one, and must be the last entry.
    Status unread(const SharedBytes& data, bool is_last, std::size_t depth)
    {
        const Bytes bytes = data.first(std::min<std::size_t>(data.size(), 8));
        FrameCursor cursor(data.pieces().size() == 1 ? data.view() : ByteView(bytes), file_.header_size);
        if (data.empty() || !is_last || (depth < max_group_depth && cursor.next())) {
            return fail({.code = ErrorCode::mismatch,
                         .message = data.empty() ? "no bytes" : "the bytes would be read as records or groups",
                         .field = "data",
                         .hint = "bytes that are neither must be at the end of a group"});
        }
        SharedBytes copy = data;
        const auto kept = std::make_shared<const SharedBytes>(std::move(copy));
        out_.append(kept, {});
        for (const ByteView piece : kept->pieces()) {
            out_.append(piece);
        }
        return {};
    }

    /// Sets the label of a group. Returns false if the group has values that its type cannot store.
    static bool label_of(const Group& group, FormId computed, std::uint32_t& label)
    {
        Group rest = group;  // clears the fields of other group types
        switch (static_cast<GroupType>(group.type)) {
        case GroupType::top:
            label = load_le<std::uint32_t>(as_bytes(signature_of(group.label)).data());
            rest.label = {};
            break;
        case GroupType::world_children:
        case GroupType::cell_children:
        case GroupType::topic_children:
        case GroupType::persistent:
        case GroupType::temporary:
        case GroupType::visible_distant:
            label = group.form_id.value_or(computed).value;
            rest.form_id.stored.reset();
            break;
        case GroupType::exterior_block:
        case GroupType::exterior_sub_block:
            label = static_cast<std::uint16_t>(group.y) |
                    static_cast<std::uint32_t>(static_cast<std::uint16_t>(group.x)) << 16U;
            rest.x = 0;
            rest.y = 0;
            break;
        default:
            label = static_cast<std::uint32_t>(group.number);
            rest.number = 0;
            break;
        }
        return rest.label == FixedText<4>() && !rest.form_id.stored && rest.number == 0 && rest.x == 0 && rest.y == 0;
    }

    Status group(Group& group, std::size_t depth, FormId computed, const std::string& place)
    {
        ++count_;
        group.form_id.clear_if_equal(computed);
        std::uint32_t label{};
        if (!label_of(group, computed, label)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "values of another type of groups",
                         .field = "type",
                         .hint = "top groups have a label, children a form_id, blocks of cells a number or x and y"});
        }
        if (file_.header_size == 20 && group.unknown != 0) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{}", group.unknown),
                         .field = "unknown",
                         .hint = "headers of 20 bytes cannot store it"});
        }
        if (depth >= max_group_depth) {
            return fail(
                {.code = ErrorCode::out_of_range, .message = fmt::format("more than {} groups", max_group_depth)});
        }
        Bytes header;
        append(header, as_bytes("GRUP"));
        append_le(header, static_cast<std::uint32_t>(file_.header_size + group.entries.source().bytes.size()));
        append_le(header, label);
        append_le(header, group.type);
        append_le(header, group.stamp);
        if (file_.header_size == 24) {
            append_le(header, group.unknown);
        }
        const FormId owner = group.type == static_cast<std::uint32_t>(GroupType::cell_children) ? label : 0;
        const Source& source = group.entries.source();
        if (!group.entries.is_decoded() && fits(source)) {
            const ByteView old(source.bytes.data() - file_.header_size, file_.header_size);
            if (same_bytes(header, old)) {
                append_view(source, old);  // a view of the file, so that the following view joins it
                return entries(group.entries, depth + 1, owner, place);
            }
        }
        Bytes& kept = own();
        kept = std::move(header);
        out_.append(kept);
        const std::size_t begin = out_.size();
        Status status = entries(group.entries, depth + 1, owner, place);
        const std::size_t size = out_.size() - begin + file_.header_size;
        if (size > max_file) {
            return fail({.code = ErrorCode::out_of_range, .message = fmt::format("a group of {} bytes", size)});
        }
        store_le(kept.data() + 4, static_cast<std::uint32_t>(size));
        return status;
    }

    Status record(Record& record, std::size_t depth)
    {
        ++count_;
        if (signature_of(record.type) == "GRUP") {
            return fail({.code = ErrorCode::out_of_range, .message = "GRUP is not a type of records", .field = "type"});
        }
        if (Status status = content(record); !status) {
            return status;
        }
        for (std::size_t i = 0; i < record.groups.size(); ++i) {
            Group& group = record.groups[i];
            const std::string place = fmt::format("{}.groups[{}]", record.path_name(), i);
            if (!group.is_of_record() || group.form_id.value_or(record.form_id) != record.form_id) {
                return at(fail({.code = ErrorCode::mismatch,
                                .message = "not the children of this record",
                                .field = group.is_of_record() ? "form_id" : "type",
                                .hint = "a record has groups of the types world_children, cell_children and "
                                        "topic_children, with its FormID"}),
                          place);
            }
            if (Status status = this->group(group, depth, record.form_id, place); !status) {
                return at(status, place);
            }
        }
        return {};
    }

    /// Writes the header and subrecords; uses the original bytes if the record is unchanged.
    Status content(Record& record)
    {
        const Source& source = record.subrecords.source();
        const RecordContext context{file_, signature_of(record.type), record.form_id, record.editor_id};
        const ByteView old = source.bytes;
        const ByteView old_data = old.empty() ? old : old.subspan(source.file->header_size);
        const bool was_compressed = !old.empty() && (Frame{old}.flags() & compressed_flag) != 0;
        const bool untouched = !record.subrecords.is_decoded() && fits(source) &&
                               was_compressed == record.is_compressed() && Frame{old}.type() == context.type &&
                               editor_id_of(old_data, was_compressed) == record.editor_id;
        Bytes data;
        if (!untouched) {
            Result<Bytes> made = encode_data(context, record.is_compressed(), record.subrecords.get());
            if (!made) {
                return fail(made.error());
            }
            data = std::move(*made);
        }
        const bool same_data = untouched || (!old.empty() && same_bytes(data, old_data));
        Bytes header;
        if (Status status = append_header(header, record, same_data ? old_data.size() : data.size(), file_.header_size);
            !status) {
            return status;
        }
        if (same_data && same_bytes(header, old.first(source.file->header_size))) {
            append_view(source, old);
            return {};
        }
        Bytes& kept = own();
        kept = std::move(header);
        if (same_data) {
            out_.append(kept);
            append_view(source, old_data);
        } else {
            append(kept, data);
            out_.append(kept);
        }
        return {};
    }

    Plugin& plugin_;
    PluginFile file_;
    SharedBytes out_;
    std::shared_ptr<std::deque<Bytes>> own_ =
        std::make_shared<std::deque<Bytes>>();  ///< a deque, because its elements do not move
    std::uint32_t count_{};
    bool is_placed_{};  ///< the error's place is known
};

}  // namespace

bool operator==(const Header& a, const Header& b)
{
    return a.flags == b.flags && a.form_id == b.form_id && a.version_control == b.version_control &&
           a.form_version == b.form_version && a.unknown == b.unknown && a.no_data == b.no_data &&
           same_value(a.version, b.version) && a.record_count == b.record_count &&
           a.next_object_id == b.next_object_id && a.parts == b.parts && a.tail == b.tail;
}

std::span<Plugin> Plugin::alternatives()
{
    static std::array<Plugin, 2> both = [] {
        std::array<Plugin, 2> made;
        made[1].header_size = 24;
        return made;
    }();
    return both;
}

bool operator==(const Plugin& a, const Plugin& b)
{
    return same_record(record_type<Plugin>(), &a, &b);
}

void pack_record(Record& record, Plugin& plugin)
{
    Result<Bytes> bytes = has_edited_script(record) ? fail(Error{}) : Writer(plugin).run(record);
    if (!bytes) {
        return;  // writing the plugin reports it
    }
    const auto file = std::make_shared<PluginFile>();
    file->bytes = SharedBytes(std::move(*bytes));
    file->header_size = plugin.header_size;
    file->localised = (plugin.header.flags & localised_flag) != 0;
    file->is_defined = has_definitions(game_of(plugin));
    EntryList packed;
    fill({file, file->bytes.view(), {}, 0}, packed);
    if (packed.size() == 1 && std::holds_alternative<Record>(packed.front())) {
        record = std::move(std::get<Record>(packed.front()));
    }
}

Result<SharedBytes> encode_plugin(Plugin plugin)
{
    return Writer(plugin).run();
}

Result<Bytes> write_plugin(const Plugin& plugin)
{
    const Result<SharedBytes> bytes = encode_plugin(plugin);
    return bytes ? Result<Bytes>(bytes->joined()) : fail(bytes.error());
}

}  // namespace redforge::tes
