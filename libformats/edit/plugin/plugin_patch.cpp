// Patches of plugins.
#include "edit/plugin/plugin_patch.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "edit/plugin/bookkeeping.hpp"
#include "edit/plugin/form_numbers.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/patch_forms.hpp"
#include "tes/form/cell_groups.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::edit {
namespace {

using Patch = std::function<Result<PatchResult>(const RecordHandle&)>;

/// Patches a copy. First gives the plugin's forms with numbers in `separate` the free numbers there, so that new
/// records of the patch can have the old ones. Exchanges the numbers afterwards: only the new records have other
/// numbers then.
Result<PatchAttempt> try_patch(const RecordHandle& root, const XmlDocument& edits, const Patch& patch,
                               const FormNumbers& separate)
{
    PatchAttempt attempt = copy_for_patch(root);
    FormNumbers back;
    for (const auto& [number, free] : separate) {
        back.emplace(free, number);
        back.emplace(number, free);
    }
    if (Status status = separate.empty() ? Status{} : assign_own_numbers(attempt.changed, separate); !status) {
        return fail(std::move(status.error()));
    }
    PatchNumbers numbers(attempt.changed);
    const auto masters = [&](const char* name) {
        const pugi::xml_attribute attribute = edits.root().attribute(name);
        return attribute ? attribute.value() : nullptr;
    };
    if (Status status = numbers.enter(masters("masters"), masters("masters_before")); !status) {
        return fail(std::move(status.error()));
    }
    Result<PatchResult> result = patch(attempt.changed);
    if (!result) {
        return fail(std::move(result.error()));
    }
    if (Status status = numbers.leave(); !status) {
        return fail(std::move(status.error()));
    }
    if (Status status = back.empty() ? Status{} : assign_own_numbers(attempt.changed, back); !status) {
        return fail(std::move(status.error()));
    }
    tes::Plugin& plugin = *plugin_of(attempt.changed);
    if (!separate.empty()) {
        std::set<std::uint32_t> given;  // numbers that records of the patch got
        for (const auto& [number, free] : separate) {
            given.insert(free);
        }
        const std::size_t own = tes::masters_of(plugin).size();
        tes::arrange_cells(plugin, [&](tes::FormId form) {
            return form.value >> 24U >= own && given.contains(form.value & tes::number_bits);
        });
    }
    attempt.result = std::move(*result);
    return attempt;
}

/// Reports FormIDs that the patch gives to a second record. `added`: the plugin's own records that it adds. Skips a
/// FormID that several of these have, because it was repeated in the plugin of the patch too.
void report_forms_given_twice(const tes::Plugin& before, PatchAttempt& attempt, const std::vector<FormHead>& added)
{
    const tes::Plugin& after = *plugin_of(attempt.changed);
    std::set<std::uint32_t> known;
    for (const std::uint32_t form : repeated_forms(before)) {
        known.insert(form & tes::number_bits);
    }
    for (const std::uint32_t form : repeated_forms(after)) {
        const auto is_same = [&](const FormHead& head) { return ((head.form ^ form) & tes::number_bits) == 0; };
        if (!known.contains(form & tes::number_bits) && std::ranges::count_if(added, is_same) < 2) {
            Conflict& conflict = attempt.result.conflicts.emplace_back();
            conflict.path = fmt::format("records[{:08X}]", form);
            conflict.what = "two records would have this FormID: " + names_of_form(after, form);
            conflict.is_undecidable = true;
        }
    }
}

}  // namespace

Result<PatchAttempt> patch_plugin(const RecordHandle& root, const XmlDocument& edits, const LoadContext& context,
                                  const Patch& patch)
{
    const tes::Plugin& plugin = *plugin_of(root);
    Result<PatchAttempt> attempt = try_patch(root, edits, patch, {});
    const std::vector<FormHead> added =
        forms_added_by(edits, root.page, static_cast<std::uint32_t>(tes::masters_of(plugin).size()));
    if (attempt && !added.empty()) {
        // New records of the patch may have FormIDs that the document gives to other records.
        const auto faults = [&](const PatchAttempt& each) {
            return each.result.conflicts.size() + count_repeated_forms(*plugin_of(each.changed));
        };
        const std::size_t before = faults(*attempt);
        std::set<std::string> faulty;  // numbers of records that do not fit
        for (const std::uint32_t form : repeated_forms(*plugin_of(attempt->changed))) {
            faulty.insert(fmt::format("{:06X}", form & tes::number_bits));
        }
        for (const Conflict& conflict : attempt->result.conflicts) {
            constexpr std::size_t digits = 6;
            faulty.insert(conflict.label.substr(conflict.label.size() - std::min(conflict.label.size(), digits)));
        }
        const SeparateNumbers separate =
            before > count_repeated_forms(plugin)
                ? separate_numbers(plugin, added, tes::FormIdAllocator(plugin, tes::is_light(plugin, context.services)),
                                   [&](const FormHead& head) {
                                       return !faulty.contains(fmt::format("{:06X}", head.form & tes::number_bits));
                                   })
                : SeparateNumbers{};
        Result<PatchAttempt> second =
            separate.numbers.empty() ? fail({}) : try_patch(root, edits, patch, separate.numbers);
        if (second && faults(*second) < before) {
            attempt = std::move(second);
            for (const std::string& note : separate.notes) {
                const std::size_t colon = note.find(": ");
                EditLine& line = attempt->result.log.emplace_back(EditLine{"renumber", note.substr(0, colon), "", ""});
                line.note = note.substr(colon + 2);
            }
        }
    }
    if (attempt) {
        report_forms_given_twice(plugin, *attempt, added);
    }
    return attempt;
}

}  // namespace redforge::edit
