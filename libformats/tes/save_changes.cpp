// Change records: their bytes to records and back.
#include "tes/save_changes.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/binary.hpp"
#include "tes/save_data.hpp"
#include "tes/save_forms.hpp"
#include "tes/save_limits.hpp"

namespace redforge::tes {
std::vector<FormId> form_ids_of(const std::vector<AnyChange>& changes)
{
    std::vector<FormId> ids;
    for (const AnyChange& change : changes) {
        ids.push_back(std::visit(
            []<class T>(const T& record) {
                return Unboxed<T>::of(const_cast<T&>(record)).form_id;
            },  // NOLINT: only read
            change));
    }
    return ids;
}

// ------------------------------------------------------------------------------------------------------------ reading

namespace {

void note_kept(RawFallbacks* kept, std::string place, std::string reason, std::size_t size)
{
    if (kept != nullptr) {
        kept->push_back({std::move(place), std::move(reason), size});
    }
}

template <class Actor>
void append_actor(std::vector<AnyChange>& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    auto& actor = *std::get<Boxed<Actor>>(changes.emplace_back(std::in_place_type<Boxed<Actor>>));
    actor.form_id = header.form_id;
    actor.version = header.version;
    actor.other_flags = header.flags & ~all_actor_parts;
    PartReader reader(data, header.flags);
    serialize(reader, actor, 0);
    const std::size_t left = reader.rest().size();
    if (reader.unread_parts() == 0 && left == 0) {
        return;
    }
    UnreadParts& unread = actor.unread.emplace();
    unread.parts = reader.unread_parts();
    unread.data = Bytes(reader.rest().begin(), reader.rest().end());
    note_kept(kept, fmt::format("{} {:08X}", Actor::element, header.form_id),
              reader.failed().empty() ? fmt::format("{} bytes behind the last part", left)
                                      : fmt::format("{} does not fit into the last {} bytes", reader.failed(), left),
              left);
}

}  // namespace

namespace {

/// The bytes of a change record whose flags say which parts it has.
template <class T>
Status write_flagged(Bytes& to, T& change)
{
    const std::size_t begin = to.size();
    to.resize(begin + change_header_size);
    FlaggedWriter<T> writer(to, change);
    serialize(writer, change, 0);
    if (!writer.too_long().empty()) {
        return fail(
            {.code = ErrorCode::out_of_range,
             .message = "has a length that the file cannot store",
             .field = std::string(writer.too_long()),
             .hint = "a list has at most 65,535 records, a name 255 bytes, a quest 255 stages; a cell that was seen "
                     "has at least one part"});
    }
    if (!writer.missing().empty() && writer.missing() != change.stops_at.bytes) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("<{}> is missing", writer.missing()),
                     .field = "flags",
                     .hint = "add it, or change what announces it: the flags, the type or <created>"});
    }
    if (!writer.surplus().empty()) {
        return fail({.code = ErrorCode::mismatch,
                     .message = writer.missing().empty()
                                    ? fmt::format("<{}> is not announced by the flags", writer.surplus())
                                    : fmt::format("comes after <{}>, at which reading stopped", writer.missing()),
                     .field = std::string(writer.surplus()),
                     .hint = "set its flag, or remove it"});
    }
    if (writer.missing() != change.stops_at.bytes) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "names no part that is missing",
                     .field = "stops_at",
                     .hint = "leave stops_at out"});
    }
    append(to, change.rest);
    const std::size_t size = to.size() - begin - change_header_size;
    if (size > max_block) {
        return fail(too_long("", size, max_block, "bytes in the parts together"));
    }
    std::uint8_t type{};
    if constexpr (requires { T::fixed_type; }) {
        type = T::fixed_type;
    } else {
        type = change.type;
    }
    write_record(to.data() + begin, ChangeHeader{change.form_id.value, type, change.flags, change.version,
                                                 static_cast<std::uint16_t>(size)});
    return {};
}

/// Appends a change record by its parts where these give its bytes again.
template <class T>
bool append_flagged(std::vector<AnyChange>& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    if constexpr (requires { T::known_flags; }) {
        if ((header.flags & ~T::known_flags) != 0) {
            return false;
        }
    }
    T change;
    change.form_id = header.form_id;
    change.flags = header.flags;
    change.version = header.version;
    if constexpr (requires { change.type; }) {
        change.type = header.type;
    }
    FlaggedReader<T> reader(data, change);
    serialize(reader, change, 0);
    if constexpr (requires { change.is_known(); }) {
        if (!change.is_known()) {
            return false;
        }
    }
    change.stops_at.bytes = reader.failed();
    change.rest.assign(reader.rest().begin(), reader.rest().end());
    Bytes again;
    const Status written = write_flagged(again, change);
    if (!written || !same_bytes(ByteView(again).subspan(change_header_size), data)) {
        return false;
    }
    bool has_process = false;
    if constexpr (requires { change.process_level; }) {
        has_process = change.process_level.has_value();
    }
    if (!change.stops_at.bytes.empty() || (!change.rest.empty() && !has_process)) {
        note_kept(kept, fmt::format("{} {:08X}", T::element, header.form_id),
                  change.stops_at.bytes.empty() ? fmt::format("{} bytes behind the last part", change.rest.size())
                                                : fmt::format("{} does not fit into the last {} bytes",
                                                              change.stops_at.bytes, change.rest.size()),
                  change.rest.size());
    }
    changes.emplace_back(Boxed<T>(std::move(change)));
    return true;
}

/// Appends a change record by its parts where their layout is known.
bool append_parts(std::vector<AnyChange>& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    switch (header.version < first_known_version ? ChangeLayout::unknown : layout_of(header.type)) {
    case ChangeLayout::unknown: return false;
    case ChangeLayout::npc: append_actor<NpcChange>(changes, header, data, kept); return true;
    case ChangeLayout::creature: append_actor<CreatureChange>(changes, header, data, kept); return true;
    case ChangeLayout::reference: return append_flagged<ReferenceChange>(changes, header, data, kept);
    case ChangeLayout::item: return append_flagged<ItemChange>(changes, header, data, kept);
    case ChangeLayout::faction: return append_flagged<FactionChange>(changes, header, data, kept);
    case ChangeLayout::cell: return append_flagged<CellChange>(changes, header, data, kept);
    case ChangeLayout::quest: return append_flagged<QuestChange>(changes, header, data, kept);
    }
    return false;
}

}  // namespace

void append_change(std::vector<AnyChange>& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    if (append_parts(changes, header, data, kept)) {
        return;
    }
    auto& change = std::get<Change>(changes.emplace_back());
    change.form_id = header.form_id;
    change.type = header.type;
    change.flags = header.flags;
    change.version = header.version;
    change.data.assign(data.begin(), data.end());
    if (header.type == NpcChange::type || header.type == CreatureChange::type) {
        note_kept(kept, fmt::format("change record {:08X}", header.form_id), fmt::format("version {}", header.version),
                  data.size());
    }
}

void canonicalize_changes(std::vector<AnyChange>& changes, const std::function<void(FormRef&)>& name)
{
    for (AnyChange& any : changes) {
        const auto* const change = std::get_if<Change>(&any);
        if (change == nullptr || change->data.size() > max_block) {
            continue;
        }
        std::vector<AnyChange> read;
        append_change(read,
                      {change->form_id.value, change->type, change->flags, change->version,
                       static_cast<std::uint16_t>(change->data.size())},
                      change->data, nullptr);
        if (std::holds_alternative<Change>(read.front())) {
            continue;
        }
        any = std::move(read.front());
        for_each_form(any, name);
    }
}

// ------------------------------------------------------------------------------------------------------------ writing

namespace {

Status write_change(Bytes& to, Change& change)
{
    if (change.data.size() > max_block) {
        return fail(too_long("data", change.data.size(), max_block, "bytes"));
    }
    const std::size_t begin = to.size();
    to.resize(begin + change_header_size);
    write_record(to.data() + begin, ChangeHeader{change.form_id.value, change.type, change.flags, change.version,
                                                 static_cast<std::uint16_t>(change.data.size())});
    append(to, change.data);
    return {};
}

template <ActorKind kind>
Status write_change(Bytes& to, ActorChange<kind>& actor)
{
    using Actor = ActorChange<kind>;
    if ((actor.other_flags & all_actor_parts) != 0) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("0x{:x} has bits of parts", actor.other_flags),
                     .field = "other_flags",
                     .hint = "add the part, and leave its bit out: it follows"});
    }
    const std::size_t begin = to.size();
    to.resize(begin + change_header_size);
    PartWriter writer(to);
    serialize(writer, actor, 0);
    if (!writer.too_long().empty()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "too long for its count",
                     .field = std::string(writer.too_long()),
                     .hint = "lists have at most 65,535 records, a name 255 bytes"});
    }
    const std::size_t size = to.size() - begin - change_header_size;
    if (size > max_block) {
        return fail(too_long("", size, max_block, "bytes in the parts together"));
    }
    write_record(to.data() + begin, ChangeHeader{actor.form_id.value, Actor::type, writer.flags() | actor.other_flags,
                                                 actor.version, static_cast<std::uint16_t>(size)});
    return {};
}

template <class T>
Status write_change(Bytes& to, T& change) requires requires
{
    change.stops_at;
}
{
    return write_flagged(to, change);
}

}  // namespace

Status write_changes(Bytes& to, std::vector<AnyChange>& changes)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        AnyChange& change = changes[i];
        Status status =
            std::visit([&to]<class T>(T& record) { return write_change(to, Unboxed<T>::of(record)); }, change);
        if (!status) {
            std::string& field = status.error().field;
            field = fmt::format("[{}]{}{}", i, field.empty() ? "" : ".", field);
            return status;
        }
    }
    return {};
}

}  // namespace redforge::tes
