// Forms of patches.
#include "edit/plugin/patch_forms.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "core/text/letter_case.hpp"
#include "edit/merge/identity.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::edit {
namespace {

/// Returns the masters in an attribute of the root; none if it is missing or malformed.
std::vector<std::string> masters_in(const XmlDocument& edits, const char* name)
{
    return plugin_list_from_text(edits.root().attribute(name).value()).value_or(std::vector<std::string>{});
}

/// Returns the number of masters by which the FormIDs of a patch are numbered.
std::optional<std::uint32_t> master_count(const XmlDocument& edits)
{
    if (!edits.root().attribute("masters")) {
        return std::nullopt;
    }
    std::vector<std::string> all = masters_in(edits, "masters");
    for (const std::string& before : masters_in(edits, "masters_before")) {
        const auto is_same = [&](const std::string& each) { return equals_ignore_case(each, before); };
        if (std::ranges::none_of(all, is_same)) {
            all.push_back(before);
        }
    }
    return static_cast<std::uint32_t>(all.size());
}

}  // namespace

std::vector<FormHead> forms_added_by(const XmlDocument& edits, CodePage page, std::uint32_t masters)
{
    constexpr unsigned index_shift = 24;
    const std::uint32_t own = master_count(edits).value_or(masters);
    std::vector<FormHead> added;
    const std::function<void(const pugi::xml_node&)> look_at = [&](const pugi::xml_node& node) {
        for (const pugi::xml_node child : node.children()) {
            const pugi::xml_attribute form_id = child.attribute("form_id");
            if (child.name() == std::string_view("record") && form_id) {
                const auto form = static_cast<std::uint32_t>(std::strtoul(form_id.value(), nullptr, 16));
                FormHead head{form, child.attribute("type").value(), {}};
                head.editor_id = decode_text(child.attribute("editor_id").value(), page).value_or(std::string{});
                if (form >> index_shift >= own) {
                    head.form = masters << index_shift | (form & tes::number_bits);
                    added.push_back(std::move(head));
                }
            }
            look_at(child);
        }
    };
    for (const pugi::xml_node add : edits.root().children("add")) {
        look_at(add);
    }
    return added;
}

std::set<std::string> master_fingerprints(const XmlDocument& edits, CodePage page)
{
    std::set<std::string> prints;
    const char* const name = edits.root().attribute("masters_before") ? "masters_before" : "masters";
    for (const std::string& master : masters_in(edits, name)) {
        tes::Master record{.name = Text(master), .data = 0};
        prints.insert(short_fingerprint(tes::Master::element, {&record, &record_type<tes::Master>(), page}));
    }
    return prints;
}

}  // namespace redforge::edit
