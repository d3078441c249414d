// Groups of records, by the fields that refer to an actor, a model or a texture.
#include "editor/model/scene/grouping.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "editor/model/text/display_name.hpp"

namespace redforge::editor {
namespace {

/// Returns the reference targets of a grouping. The first one for which a record has a field decides.
std::span<const Target> targets_of(Grouping grouping)
{
    static constexpr std::array of_actor{Target::actor};
    static constexpr std::array of_model{Target::model, Target::texture_bank};
    switch (grouping) {
    case Grouping::kind:
    case Grouping::layer: return {};
    case Grouping::actor: return of_actor;
    case Grouping::model: return of_model;
    }
    return {};
}

bool has_field(const FieldTable& table, Target target)
{
    return std::ranges::any_of(table.fields,
                               [target](const FieldEntry& field) { return field.info.refers_to == target; });
}

/// Returns nullopt if the records have no such field.
std::optional<Target> target_of(const FieldTable& table, Grouping grouping)
{
    const std::span<const Target> targets = targets_of(grouping);
    const auto found = std::ranges::find_if(targets, [&](Target target) { return has_field(table, target); });
    return found == targets.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

bool can_group(const ListView& list, Grouping grouping)
{
    return list && !list.single() && list.child->items.size() == 1 &&
           target_of(list.child->items.front().type->tables.front(), grouping);
}

bool comes_before(std::string_view a, std::string_view b)
{
    const auto number_in = [](std::string_view text, std::size_t at) {  // without leading zeros
        at = std::min(text.find_first_not_of('0', at), text.size());
        const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_digit);
        return text.substr(at, static_cast<std::size_t>(end - text.begin()) - at);
    };
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    // The first difference can be inside a number: go back to its first digit.
    auto at = static_cast<std::size_t>(in_a - a.begin());
    while (at > 0 && is_digit(a[at - 1])) {
        --at;
    }
    if (at < a.size() && at < b.size() && is_digit(a[at]) && is_digit(b[at])) {
        const std::string_view of_a = number_in(a, at);
        const std::string_view of_b = number_in(b, at);
        if (of_a != of_b) {
            return of_a.size() != of_b.size() ? of_a.size() < of_b.size() : of_a < of_b;
        }
    }
    return a < b;
}

RecordGroup group_in(const RecordHandle& record, Grouping grouping)
{
    const FieldTable& table = record.table();
    const std::optional<Target> target = target_of(table, grouping);
    for (const FieldEntry& field : table.fields) {
        if (!target || field.info.refers_to != *target) {
            continue;
        }
        if (std::string text = upper(record.field(field).text()); !text.empty()) {
            const bool number = field.ops->type.kind == ValueKind::integer;
            return {number ? display_name(field.name, field.info.label) + " " + text : text, true};
        }
    }
    return {grouping == Grouping::actor       ? "No actor"
            : has_field(table, Target::actor) ? "Model of the actor"
                                              : "No model",
            false};
}

}  // namespace redforge::editor
