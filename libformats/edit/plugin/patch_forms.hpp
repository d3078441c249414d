// FormIDs in patches: the records that a patch adds, and the masters at its creation.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/text/code_page.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/plugin/form_numbers.hpp"

namespace redforge::edit {

/// Returns the records that the <add> edits of a patch contain, at any depth, with the FormIDs that they have in the
/// target. `masters`: number of masters of the target, whose own FormIDs begin with this number.
[[nodiscard]] std::vector<FormHead> forms_added_by(const XmlDocument& edits, CodePage page, std::uint32_t masters);

/// Returns the fingerprints of the masters that a patch was made with. A patch that moves or removes a master that the
/// target does not have fits: the result has no such master anyway. Masters with data in their header field are not
/// known.
[[nodiscard]] std::set<std::string> master_fingerprints(const XmlDocument& edits, CodePage page);

}  // namespace redforge::edit
