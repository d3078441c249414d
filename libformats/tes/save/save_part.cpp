// Partial saves: selects actors, and overlays them on another copy.
#include "tes/save/save_part.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/text/difference.hpp"
#include "core/text/letter_case.hpp"
#include "tes/save/save.hpp"
#include "tes/save/save_changes.hpp"
#include "tes/save/save_forms.hpp"
#include "tes/save/undecoded_irefs.hpp"
#include "tes/strings/text_page.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view npc_kind = "NPC_";
constexpr std::string_view creature_kind = "CREA";

/// Maps plugin indices from one load order to another, by the names of the plugins.
class LoadOrder {
public:
    LoadOrder(const Save& from, const Save& to) : from_(from)
    {
        for (const LoadedPlugin& plugin : from.plugins) {
            const auto same = [&](const LoadedPlugin& other) {
                return equals_ignore_case(other.name.bytes, plugin.name.bytes);
            };
            const auto found = std::ranges::find_if(to.plugins, same);
            places_.push_back(found == to.plugins.end() ? absent
                                                        : static_cast<std::uint32_t>(found - to.plugins.begin()));
        }
    }

    /// Converts a FormID to the other load order. A form that belongs to no plugin stays.
    void translate(FormId& form)
    {
        const std::uint32_t plugin = form.value >> 24U;
        if (plugin >= places_.size()) {
            return;
        }
        if (places_[plugin] == absent) {
            missing_ = form.value == 0 ? missing_ : from_.plugins[plugin].name.bytes;
            return;
        }
        form.value = places_[plugin] << 24U | (form.value & 0xFFFFFFU);
    }
    /// Returns the name of a plugin that the other load order does not have, although a form belongs to it. Empty if
    /// there is none.
    [[nodiscard]] const std::string& missing() const { return missing_; }

private:
    static constexpr std::uint32_t absent = 0xFFFFFFFF;

    const Save& from_;
    std::vector<std::uint32_t> places_;
    std::string missing_;
};

/// Type and FormID of an actor.
using ActorKey = std::pair<const RecordType*, std::uint32_t>;

ActorKey key_of(const MixedList::Element& change)
{
    return {&change.type(), form_id_of(change).value};
}

/// Returns the indices of the actors in a save. If several have one key, the first is used.
std::map<ActorKey, std::size_t> places_of(const Save& save)
{
    std::map<ActorKey, std::size_t> places;
    for (std::size_t i = 0; i < save.changes.size(); ++i) {
        if (is_actor(save.changes[i])) {
            places.try_emplace(key_of(save.changes[i]), i);
        }
    }
    return places;
}

void overlay_actors(Save& save, const Save& part, LoadOrder& order, Overlaid& count)
{
    const FormTable table(save.form_ids);
    const std::map<ActorKey, std::size_t> places = places_of(save);
    for (const MixedList::Element& change : part.changes) {
        if (!is_actor(change)) {
            continue;
        }
        order.translate(form_id_of(change));
        for_each_form(change.handle(), [&](const FormFields& form) {
            order.translate(form.form_id);
            if (form.iref.stored && table.form_of(*form.iref.stored) != form.form_id) {
                form.iref.stored.reset();
            }
        });
        const auto found = places.find(key_of(change));
        if (found == places.end()) {
            save.changes.append(change);
            ++count.added;
            continue;
        }
        const MixedList::Element& old = save.changes[found->second];
        ++(same_record(change.type(), old.record.get(), change.record.get()) ? count.same : count.changed);
        save.changes.replace(found->second, change);
    }
}

}  // namespace

Status keep_only(Save& save, const std::vector<std::string>& kinds)
{
    for (const std::string& kind : kinds) {
        if (kind != npc_kind && kind != creature_kind) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} records of a save are not decoded", kind),
                         .hint = fmt::format("use {} or {}", npc_kind, creature_kind)});
        }
    }
    const auto is_wanted = [&](std::string_view kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    Save part;
    part.major_version = save.major_version;
    part.minor_version = save.minor_version;
    part.header_version = save.header_version;
    part.program_time = save.program_time;
    part.header = std::move(save.header);
    part.header.screenshot = {};
    part.plugins = std::move(save.plugins);
    part.form_ids = std::move(save.form_ids);
    for (const MixedList::Element& change : save.changes) {
        if ((is_change(change, "npc") && is_wanted(npc_kind)) ||
            (is_change(change, "creature") && is_wanted(creature_kind))) {
            part.changes.append(change);
        }
    }
    save = std::move(part);
    return {};
}

Result<Overlaid> overlay(Save& save, Save&& part)
{
    const Save before = save;
    const Save original = part;
    const CodePage page = guess_page_of(part);  // guess it before the records of `part` are moved
    Overlaid count;
    LoadOrder order(part, save);
    overlay_actors(save, part, order, count);
    if (!order.missing().empty()) {
        return fail(
            {.code = ErrorCode::unknown_name,
             .message = fmt::format("forms of {}, which is not in the load order", encode_text(order.missing(), page)),
             .field = "plugins"});
    }
    Status status = update_dependents(before, save);
    status = status ? check_undecoded_irefs(save, std::array{&before, &original}) : std::move(status);
    if (!status) {
        return fail(std::move(status.error()));
    }
    return count;
}

}  // namespace redforge::tes
