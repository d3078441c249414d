// Creates the patch that reverts a patch.
#include <sstream>

#include <fmt/format.h>

#include "edit/patch/patch.hpp"

namespace redforge::edit {
namespace {

/// Exchanges the old and the new value of a <set>. Returns false if the old value is not in the patch.
bool exchange_values(pugi::xml_node set)
{
    const pugi::xml_attribute was = set.attribute("was");
    if (set.name() != std::string_view("set") || !was || set.first_child() || set.attribute("file") ||
        std::string_view(was.value()).starts_with('#')) {
        return false;
    }
    const std::string old_value = was.value();
    const pugi::xml_attribute value = set.attribute("value");
    const std::string new_value = value ? value.value() : std::string(computed_word);
    set.remove_attribute("was");
    set.remove_attribute("value");
    set.append_attribute("was") = new_value.c_str();
    if (old_value != computed_word) {
        set.append_attribute("value") = old_value.c_str();
    }
    return true;
}

}  // namespace

Result<std::string> reversed_patch(const XmlDocument& edits)
{
    pugi::xml_document reversed;
    pugi::xml_node root = reversed.append_child("edits");
    root.append_attribute("patch") = "1";
    const pugi::xml_node from = edits.root();
    const pugi::xml_node undo = from.child(std::string(undo_element).c_str());
    if (undo) {
        for (const std::string_view name : patch_attributes) {
            if (const pugi::xml_attribute attribute = undo.attribute(name.data())) {
                root.append_attribute(name.data()) = attribute.value();
            }
        }
    } else {
        const pugi::xml_attribute masters = from.attribute("masters");
        const pugi::xml_attribute masters_before = from.attribute("masters_before");
        if (masters) {
            root.append_attribute("masters") = (masters_before ? masters_before : masters).value();
        }
        if (masters_before) {
            root.append_attribute("masters_before") = masters.value();
        }
        if (const pugi::xml_attribute form_ids = from.attribute("form_ids")) {
            root.append_attribute("form_ids") = form_ids.value();
        }
    }
    for (const pugi::xml_node edit : (undo ? undo : from).children()) {
        pugi::xml_node copy = root.append_copy(edit);
        if (!undo && edit.type() == pugi::node_element && !exchange_values(copy)) {
            return fail(
                edits.at(edit.name(), {.code = ErrorCode::unsupported,
                                       .message = fmt::format("<{}> of {} cannot be reversed: the patch does "
                                                              "not contain the old value",
                                                              edit.name(), edit.attribute("path").value()),
                                       .hint = "a patch of redforge diff --xml can be reversed; the patches of a "
                                               "mod contain no old records"}));
        }
    }
    std::ostringstream text;
    reversed.save(text, "", pugi::format_raw | pugi::format_no_declaration);
    return text.str();
}

}  // namespace redforge::edit
