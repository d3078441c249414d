// Makes patches and applies them to copies of documents.
#pragma once

#include <string>
#include <utility>

#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/document/document.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/patch.hpp"

namespace redforge::test {

inline std::string patch_of(const edit::Document& from, const edit::Document& to, bool with_undo = false)
{
    TextSink sink;
    edit::write_edit_list(sink, from.root(), to.root(), {}, {.with_undo = with_undo});
    return sink.str();
}

struct Applied {
    edit::Document document;
    bool fits{};               ///< the patch was applied without a conflict
    std::string said;          ///< the error message, or the conflicts
    bool is_error{};           ///< the patch is not valid
    edit::PatchResult result;  ///< if there is no error
};

/// Applies a patch to a copy of a document.
inline Applied patched(const edit::Document& document, const std::string& patch, edit::PatchOptions options = {})
{
    Applied applied{document, false, {}, false, {}};
    const auto stop_at = [&](const Error& error) {
        applied.is_error = true;
        applied.said = describe(error);
        return std::move(applied);
    };
    const Result<XmlDocument> edits = XmlDocument::parse(patch, "patch.xml");
    if (!edits) {
        return stop_at(edits.error());
    }
    edit::Recorder recorder(applied.document);
    Result<edit::PatchResult> made = edit::apply_patch(recorder, *edits, options);
    if (!made) {
        return stop_at(made.error());
    }
    applied.result = std::move(*made);
    for (const edit::Conflict& conflict : applied.result.conflicts) {
        applied.said += conflict.path + "|" + conflict.field + "|" + conflict.what + "\n" + conflict.source;
    }
    applied.fits = applied.result.conflicts.empty();
    static_cast<void>(recorder.finish({}));
    return applied;
}

}  // namespace redforge::test
