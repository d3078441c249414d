// Writes a plugin: its records put back into the rest of the file, groups with the sizes that they then have.
#include <algorithm>
#include <array>
#include <deque>
#include <memory>

#include <fmt/format.h>

#include "core/difference.hpp"
#include "tes/container.hpp"
#include "tes/places.hpp"
#include "tes/plugin.hpp"
#include "tes/record_codec.hpp"
#include "tes/record_head.hpp"
#include "tes/record_heads.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t largest_file = 0x7FFFFFFF;

/// A record on its way into the file.
struct Placed {
    Place place;
    RecordHead* head{};
    std::string_view list;  ///< for messages
    std::size_t index{};
    Bytes bytes;
};

/// First walk: where records can be, as far as it matters: at the ends of groups, and where some are said to be.
class Survey {
public:
    /// `wanted`: bytes of the rest, ascending.
    explicit Survey(std::vector<std::size_t> wanted) : wanted_(std::move(wanted)) {}

    void slot(std::size_t at, const std::vector<OpenGroup>& groups)
    {
        while (next_wanted_ < wanted_.size() && wanted_[next_wanted_] < at) {
            ++next_wanted_;
        }
        const bool is_wanted = next_wanted_ < wanted_.size() && wanted_[next_wanted_] == at;
        if ((is_wanted || at == groups.back().end) && (levels.empty() || levels.back().at != at)) {
            levels.push_back({at, groups.size() - 1});
        }
    }
    void group(const std::vector<OpenGroup>& /*groups*/) { ++count; }
    void group_end(const std::vector<OpenGroup>& groups) { note_end(ends, groups, groups.back().end); }
    void odd(std::size_t /*at*/, std::size_t /*end*/) {}
    void record(std::size_t /*at*/, const FrameHeader& /*header*/, const std::vector<OpenGroup>& /*groups*/)
    {
        ++count;
    }
    [[nodiscard]] const Place* deepest(std::size_t at) const
    {
        const auto found = std::ranges::lower_bound(levels, at, {}, &Place::at);
        return found == levels.end() || found->at != at ? nullptr : &*found;
    }

    std::vector<Place> levels;  ///< the deepest place at each byte that has one
    GroupEnds ends;
    std::uint32_t count{};

private:
    std::vector<std::size_t> wanted_;
    std::size_t next_wanted_{};
};

/// The places that records are said to have.
std::vector<std::size_t> given_places(const Plugin& plugin)
{
    std::vector<std::size_t> places;
    for (const RecordHead* head : heads_of(plugin)) {
        if (head->at.stored) {
            places.push_back(*head->at.stored);
        }
    }
    std::ranges::sort(places);
    return places;
}

/// Second walk: copies the rest and puts the records in.
class Weaver {
public:
    Weaver(SharedBytes& out, const SharedBytes& rest, const std::vector<Placed>& placed)
        : out_(out), rest_(rest), placed_(placed), sizes_(std::make_shared<Sizes>())
    {
        out_.append(sizes_, {});
    }

    void slot(std::size_t at, const std::vector<OpenGroup>& groups)
    {
        const Place here{at, groups.size() - 1};
        for (; next < placed_.size() && placed_[next].place == here; ++next) {
            rest_.copy_to(out_, at);
            out_.append(placed_[next].bytes);
        }
    }
    void group(const std::vector<OpenGroup>& groups)
    {
        const OpenGroup& group = groups.back();
        Open& open = open_.emplace_back();
        if (next < placed_.size() && placed_[next].place.at <= group.end) {
            rest_.copy_to(out_, group.begin + 4);
            open.begin = out_.size() - 4;
            open.size = &sizes_->emplace_back();
            out_.append(*open.size);
            rest_.skip_to(group.begin + 8);
        }
    }
    void group_end(const std::vector<OpenGroup>& groups)
    {
        if (const Open& open = open_.back(); open.size != nullptr) {
            const std::size_t end = out_.size() + groups.back().end - rest_.done();
            store_le(open.size->data(), static_cast<std::uint32_t>(end - open.begin));
        }
        open_.pop_back();
    }
    void odd(std::size_t /*at*/, std::size_t /*end*/) {}
    void record(std::size_t /*at*/, const FrameHeader& /*header*/, const std::vector<OpenGroup>& /*groups*/) {}

    void finish(std::size_t size) { rest_.copy_to(out_, size); }

    std::size_t next{};  ///< the first record that has not been put in

private:
    using Size = std::array<std::byte, 4>;
    using Sizes = std::deque<Size>;  ///< new ones of groups; they stay where they are
    struct Open {
        std::size_t begin{};
        Size* size{};  ///< nothing: no record can come into the group
    };

    SharedBytes& out_;
    PieceCopier rest_;
    const std::vector<Placed>& placed_;
    std::shared_ptr<Sizes> sizes_;
    std::vector<Open> open_;
};

Error placed_at(Error error, std::string_view list, std::size_t index)
{
    error.field = fmt::format("{}[{}]{}{}", list, index, error.field.empty() ? "" : ".", error.field);
    return error;
}

class Writer {
public:
    explicit Writer(Plugin& plugin) : plugin_(plugin), survey_(given_places(plugin)) {}

    Result<SharedBytes> run()
    {
        if (plugin_.header_size != 20 && plugin_.header_size != 24) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("headers of {} bytes", plugin_.header_size),
                         .field = "header_size",
                         .hint = "20 in Oblivion, 24 in later games"});
        }
        PieceReader pieces(plugin_.rest);
        walk_frame(pieces, 0, plugin_.header_size, survey_);
        Status status = add("scripts", plugin_.scripts);
        if (status) {
            status = add("records", plugin_.records);
        }
        if (!status) {
            return fail(status.error());
        }
        std::ranges::stable_sort(placed_, [](const Placed& a, const Placed& b) { return a.place.before(b.place); });
        std::size_t size = plugin_.rest.size() + 1024;
        for (const Placed& each : placed_) {
            size += each.bytes.size();
        }
        if (size > largest_file) {
            return fail({.code = ErrorCode::out_of_range, .message = fmt::format("a plugin of {} bytes", size)});
        }
        Bytes header;
        const auto count = survey_.count + static_cast<std::uint32_t>(placed_.size());
        if (status = encode(header, plugin_.header, plugin_.header_size, count); !status) {
            Error error = status.error();
            error.field = "header." + error.field;
            return fail(std::move(error));
        }
        SharedBytes out = plugin_.rest.owners_only();
        const auto head = std::make_shared<const Bytes>(std::move(header));
        out.append(head, *head);
        Weaver weaver(out, plugin_.rest, placed_);
        walk_frame(pieces, 0, plugin_.header_size, weaver);
        if (weaver.next < placed_.size()) {
            const Placed& lost = placed_[weaver.next];
            return fail(placed_at({.code = ErrorCode::out_of_range,
                                   .message = fmt::format("level {} at {}", lost.place.level, lost.place.at),
                                   .field = "level",
                                   .hint = "fewer groups are open there"},
                                  lost.list, lost.index));
        }
        weaver.finish(plugin_.rest.size());
        const auto kept = std::make_shared<std::vector<Bytes>>();
        kept->reserve(placed_.size());
        for (Placed& each : placed_) {
            kept->push_back(std::move(each.bytes));  // its memory stays where it is
        }
        out.append(kept, {});
        order_as_placed(plugin_.scripts, "scripts");
        order_as_placed(plugin_.records, "records");
        return out;
    }

private:
    template <class T>
    Status add(std::string_view list, RecordList<T>& records)
    {
        const std::vector<RecordHead*> heads = heads_of(records);
        for (std::size_t i = 0; i < heads.size(); ++i) {
            Placed placed{{}, heads[i], list, i, {}};
            Status status = encode(placed.bytes, records, i, plugin_.header_size);
            if (status) {
                status = find_place(placed, load_le<std::uint32_t>(placed.bytes.data()));
            }
            if (!status) {
                return fail(placed_at(status.error(), list, i));
            }
            placed_.push_back(std::move(placed));
        }
        return {};
    }

    Status find_place(Placed& placed, std::uint32_t type)
    {
        const std::optional<Place> usual = usual_place(survey_.ends, type);
        RecordHead& head = *placed.head;
        if (!head.at.stored) {
            if (!usual) {
                return fail({.code = ErrorCode::mismatch,
                             .message = "the plugin has no group for records of this type",
                             .field = "at",
                             .hint = plugin_.rest.empty() ? "a part of a plugin is put into one by pack --base PLUGIN"
                                                          : "say where the record stands"});
            }
            placed.place = *usual;
        } else {
            const Place* deepest = survey_.deepest(*head.at.stored);
            if (deepest == nullptr) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("byte {} of the rest", *head.at.stored),
                             .field = "at",
                             .hint = "no record or group begins or ends there"});
            }
            placed.place = {deepest->at, head.level.value_or(static_cast<std::uint8_t>(deepest->level))};
        }
        const Place* deepest = survey_.deepest(placed.place.at);
        set_place(head, placed.place, usual, deepest == nullptr ? 0 : deepest->level);
        return {};
    }

    /// Brings a list into the order of the file.
    template <class T>
    void order_as_placed(RecordList<T>& records, std::string_view list)
    {
        std::vector<std::size_t> order;
        for (const Placed& each : placed_) {
            if (each.list == list) {
                order.push_back(each.index);
            }
        }
        if (!std::ranges::is_sorted(order)) {
            reorder(records, order);
        }
    }

    Plugin& plugin_;
    Survey survey_;
    std::vector<Placed> placed_;
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
    return a.header_size == b.header_size && a.header == b.header && a.scripts == b.scripts && a.records == b.records &&
           a.rest == b.rest;
}

Result<EncodedPlugin> encode_plugin(Plugin&& plugin)
{
    EncodedPlugin encoded;
    encoded.plugin = std::move(plugin);
    Result<SharedBytes> bytes = Writer(encoded.plugin).run();
    if (!bytes) {
        return fail(bytes.error());
    }
    encoded.bytes = std::move(*bytes);
    return encoded;
}

Status verify_round_trip(const Plugin& plugin, const SharedBytes& bytes)
{
    const Result<Plugin> again = read_plugin(bytes, nullptr, &plugin.looked_through);
    if (!again) {
        return fail(again.error());
    }
    if (const auto difference = find_difference(plugin, *again)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("{} would be read back as {}", difference->left, difference->right),
                     .field = difference->path,
                     .hint = "the file has no place for it beside its other values"});
    }
    return {};
}

Result<Bytes> write_plugin(const Plugin& plugin)
{
    Result<EncodedPlugin> encoded = encode_plugin(Plugin(plugin));
    if (!encoded) {
        return fail(encoded.error());
    }
    if (const Status status = verify_round_trip(encoded->plugin, encoded->bytes); !status) {
        return fail(status.error());
    }
    return encoded->bytes.joined();
}

}  // namespace redforge::tes
