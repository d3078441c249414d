// Merges and patches of saves.
#include "edit/plugin/save_merge.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/merge/identity.hpp"
#include "edit/patch/patch.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/save/save.hpp"
#include "tes/save/undecoded_irefs.hpp"

namespace redforge::edit {
namespace {

const tes::Save& save_in(const RecordHandle& root)
{
    return *static_cast<const tes::Save*>(root.record);
}

/// Returns true if one load order begins with the other.
bool numbers_alike(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    const auto end = static_cast<std::ptrdiff_t>(std::min(a.size(), b.size()));
    return std::equal(a.begin(), a.begin() + end, b.begin(), equals_ignore_case);
}

Error other_load_order(std::string_view what, const std::vector<std::string>& wanted)
{
    return {.code = ErrorCode::mismatch,
            .message = fmt::format("{} numbers its forms by another load order: {}", what, fmt::join(wanted, ", ")),
            .field = "plugins",
            .hint = "give both the same load order first: redforge masters FILE sort --load-order PLUGINS.TXT"};
}

std::string form_ids_fingerprint(const tes::Save& save)
{
    Bytes all;
    for (const tes::FormEntry& entry : save.form_ids) {
        append_le(all, entry.form_id.value);
    }
    return short_fingerprint(all);
}

}  // namespace

std::optional<Error> check_merged_save(const Document& ours, const Document& theirs, const Document& merged,
                                       const LoadContext& /*context*/)
{
    if (same_record(*merged.root().type, merged.data(), ours.data()) ||
        same_record(*merged.root().type, merged.data(), theirs.data())) {
        return std::nullopt;
    }
    const std::vector<std::string> their_plugins = plugins_named_by(theirs.root());
    if (!numbers_alike(plugins_named_by(ours.root()), their_plugins)) {
        return other_load_order("theirs", their_plugins);
    }
    const std::array sides{&save_in(ours.root()), &save_in(theirs.root())};
    Status status = tes::check_undecoded_irefs(save_in(merged.root()), sides);
    return status ? std::nullopt : std::optional(std::move(status.error()));
}

std::optional<PatchSides> patch_sides_of_save(const RecordHandle& from, const RecordHandle& to)
{
    PatchSides sides;
    const std::string earlier = plugin_list_text(plugins_named_by(from));
    sides.attributes.emplace_back("masters", plugin_list_text(plugins_named_by(to)));
    if (earlier != sides.attributes.front().second) {
        sides.attributes.emplace_back("masters_before", earlier);
    }
    if (tes::has_new_undecoded_bytes(save_in(from), save_in(to))) {
        sides.attributes.emplace_back("form_ids", form_ids_fingerprint(save_in(from)));
    }
    return sides;
}

Result<PatchAttempt> patch_save(const RecordHandle& root, const XmlDocument& edits, const LoadContext& /*context*/,
                                const std::function<Result<PatchResult>(const RecordHandle&)>& patch)
{
    const pugi::xml_node element = edits.root();
    const pugi::xml_attribute earlier = element.attribute("masters_before");
    if (const pugi::xml_attribute masters = earlier ? earlier : element.attribute("masters")) {
        const Result<std::vector<std::string>> wanted = plugin_list_from_text(masters.value());
        if (!wanted) {
            return fail(wanted.error());
        }
        if (!numbers_alike(plugins_named_by(root), *wanted)) {
            return fail(edits.at("edits", other_load_order("the patch", *wanted)));
        }
    }
    const pugi::xml_attribute forms = element.attribute("form_ids");
    if (forms && forms.value() != form_ids_fingerprint(save_in(root))) {
        return fail(edits.at("edits", {.code = ErrorCode::mismatch,
                                       .message = "the patch changes undecoded bytes, which refer to forms by their "
                                                  "index in form_ids, and this save has other FormIDs there",
                                       .field = "form_ids",
                                       .hint = "apply it to the save that it was made from"}));
    }
    Result<PatchAttempt> attempt = patched_copy(root, patch);
    if (attempt) {
        const std::array before{&save_in(root)};
        if (Status status = tes::check_undecoded_irefs(save_in(attempt->changed), before); !status) {
            return fail(std::move(status.error()));
        }
    }
    return attempt;
}

}  // namespace redforge::edit
