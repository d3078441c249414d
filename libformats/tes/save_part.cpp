// A part of a save by itself: choosing actors, and putting them over another copy.
#include "tes/save_part.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/difference.hpp"
#include "core/letter_case.hpp"
#include "tes/save.hpp"
#include "tes/save_change.hpp"
#include "tes/save_forms.hpp"
#include "tes/text_page.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view npc_kind = "NPC_";
constexpr std::string_view creature_kind = "CREA";

/// The places of one load order in another, by the names of the plugins.
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

    /// Makes a form of the one load order that of the other. Those of no plugin stay.
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
    /// A plugin that a form is of and that the other load order has not; empty when all are there.
    [[nodiscard]] const std::string& missing() const { return missing_; }

private:
    static constexpr std::uint32_t absent = 0xFFFFFFFF;

    const Save& from_;
    std::vector<std::uint32_t> places_;
    std::string missing_;
};

/// The actors of a save by FormID, of one type. A FormID that is there twice means the first.
template <class Actor>
std::map<std::uint32_t, std::size_t> places_of(const Save& save)
{
    std::map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < save.changes.size(); ++i) {
        if (const auto* actor = tes::get_if<Actor>(save.changes[i])) {
            places.try_emplace(actor->form_id.value, i);
        }
    }
    return places;
}

template <class Actor>
void overlay_actors(Save& save, Save& part, LoadOrder& order, Overlaid& count)
{
    const FormTable table(save.form_ids);
    const std::map<std::uint32_t, std::size_t> places = places_of<Actor>(save);
    for (AnyChange& change : part.changes) {
        auto* const actor = tes::get_if<Actor>(change);
        if (actor == nullptr) {
            continue;
        }
        order.translate(actor->form_id);
        for_each_form(change, [&](FormRef& form) {
            order.translate(form.form_id);
            if (form.iref.stored && table.form_of(*form.iref.stored) != form.form_id) {
                form.iref.stored.reset();
            }
        });
        const auto found = places.find(actor->form_id.value);
        if (found == places.end()) {
            save.changes.push_back(std::move(change));
            ++count.added;
            continue;
        }
        AnyChange& old = save.changes[found->second];
        ++(same_record(record_type<Actor>(), tes::get_if<Actor>(old), actor) ? count.same : count.changed);
        old = std::move(change);
    }
}

}  // namespace

Status keep_only(Save& save, const std::vector<std::string>& kinds)
{
    for (const std::string& kind : kinds) {
        if (kind != npc_kind && kind != creature_kind) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} records of a save are not looked into", kind),
                         .hint = fmt::format("there are {} and {}", npc_kind, creature_kind)});
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
    for (AnyChange& change : save.changes) {
        if ((tes::get_if<NpcChange>(change) != nullptr && is_wanted(npc_kind)) ||
            (tes::get_if<CreatureChange>(change) != nullptr && is_wanted(creature_kind))) {
            part.changes.push_back(std::move(change));
        }
    }
    save = std::move(part);
    return {};
}

Result<Overlaid> overlay(Save& save, Save&& part)
{
    const CodePage page = guess_page_of(part);  // before its records go over
    Overlaid count;
    LoadOrder order(part, save);
    overlay_actors<NpcChange>(save, part, order, count);
    overlay_actors<CreatureChange>(save, part, order, count);
    if (!order.missing().empty()) {
        return fail(
            {.code = ErrorCode::unknown_name,
             .message = fmt::format("forms of {}, which is not in the load order", encode_text(order.missing(), page)),
             .field = "plugins"});
    }
    update_dependents(save, save);
    return count;
}

}  // namespace redforge::tes
