// Change records: their bytes to records and back; the references in them.
#include "tes/save_changes.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/binary.hpp"
#include "tes/save_data.hpp"
#include "tes/save_limits.hpp"

namespace redforge::tes {

std::vector<FormId> form_ids_of(const std::vector<AnyChange>& changes)
{
    std::vector<FormId> ids;
    ids.reserve(changes.size());
    for (const AnyChange& change : changes) {
        ids.push_back(std::visit(
            []<class T>(const T& record) {
                return Unboxed<T>::of(const_cast<T&>(record)).form_id;
            },  // NOLINT: only read
            change));
    }
    return ids;
}

void for_each_form(std::vector<AnyChange>& changes, const std::function<void(FormRef&)>& visit)
{
    const auto visit_it = [&visit](FormRef& form) { visit(form); };
    for (AnyChange& change : changes) {
        if (auto* npc = tes::get_if<NpcChange>(change)) {
            for_each_form_of_actor(*npc, visit_it);
        } else if (auto* creature = tes::get_if<CreatureChange>(change)) {
            for_each_form_of_actor(*creature, visit_it);
        }
    }
}

std::string place_of(const std::vector<AnyChange>& changes, const FormRef& wanted)
{
    const auto in = [&](const auto& records) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (&records[i].form == &wanted) {
                return i;
            }
        }
        return std::nullopt;
    };
    const auto in_actor = [&](const auto& actor) -> std::string {
        if (const auto i = actor.factions ? in(actor.factions->factions) : std::nullopt) {
            return fmt::format("factions[{}]", *i);
        }
        if (const auto i = actor.spells ? in(actor.spells->spells) : std::nullopt) {
            return fmt::format("spells[{}]", *i);
        }
        return actor.combat_style && &actor.combat_style->form == &wanted ? "combat_style" : "";
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        std::string inside;
        if (const auto* npc = tes::get_if<NpcChange>(changes[i])) {
            inside = in_actor(*npc);
        } else if (const auto* creature = tes::get_if<CreatureChange>(changes[i])) {
            inside = in_actor(*creature);
        }
        if (!inside.empty()) {
            return fmt::format("[{}].{}", i, inside);
        }
    }
    return {};
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

void append_change(std::vector<AnyChange>& changes, const ChangeHeader& header, ByteView data, RawFallbacks* kept)
{
    if (header.version >= first_known_actor_version) {
        if (header.type == NpcChange::type) {
            return append_actor<NpcChange>(changes, header, data, kept);
        }
        if (header.type == CreatureChange::type) {
            return append_actor<CreatureChange>(changes, header, data, kept);
        }
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

// ------------------------------------------------------------------------------------------------------------ writing

namespace {

Status write_change(Bytes& to, Change& change)
{
    if (change.data.size() > longest_block) {
        return fail(too_long("data", change.data.size(), longest_block, "bytes"));
    }
    const std::size_t begin = to.size();
    to.resize(begin + change_header_size);
    write_record(to.data() + begin, ChangeHeader{change.form_id.value, change.type, change.flags, change.version,
                                                 static_cast<std::uint16_t>(change.data.size())});
    append(to, change.data);
    return {};
}

template <class Actor>
Status write_change(Bytes& to, Actor& actor)
{
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
    if (size > longest_block) {
        return fail(too_long("", size, longest_block, "bytes in the parts together"));
    }
    write_record(to.data() + begin, ChangeHeader{actor.form_id.value, Actor::type, writer.flags() | actor.other_flags,
                                                 actor.version, static_cast<std::uint16_t>(size)});
    return {};
}

}  // namespace

std::size_t usual_size(const std::vector<AnyChange>& changes)
{
    std::size_t size = 0;
    for (const AnyChange& change : changes) {
        const auto* plain = tes::get_if<Change>(change);
        size += 64 + (plain == nullptr ? 128 : plain->data.size());
    }
    return size;
}

Status write_changes(Bytes& to, std::vector<AnyChange>& changes)
{
    for (std::size_t i = 0; i < changes.size(); ++i) {
        AnyChange& change = changes[i];
        Status status;
        if (auto* plain = tes::get_if<Change>(change)) {
            status = write_change(to, *plain);
        } else if (auto* npc = tes::get_if<NpcChange>(change)) {
            status = write_change(to, *npc);
        } else {
            status = write_change(to, *tes::get_if<CreatureChange>(change));
        }
        if (!status) {
            std::string& field = status.error().field;
            field = fmt::format("[{}]{}{}", i, field.empty() ? "" : ".", field);
            return status;
        }
    }
    return {};
}

}  // namespace redforge::tes
