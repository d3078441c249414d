// Compares, merges, verifies and checks documents.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "call.hpp"
#include "check/check.hpp"
#include "check/ignored.hpp"
#include "edit/document/damage.hpp"
#include "edit/document/verify.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/patch/edit_list.hpp"
#include "memory.hpp"

namespace redforge::capi {
namespace {

/// Fails if documents have different formats.
CallStatus require_one_format(std::initializer_list<const OpenDocument*> documents)
{
    const Format& first = (*documents.begin())->edited.document().format();
    for (const OpenDocument* each : documents) {
        const Format& format = each->edited.document().format();
        if (&format != &first) {
            return make_failure(
                Error{.code = ErrorCode::mismatch,
                      .message = fmt::format("one document is a {}, another a {}", first.name, format.name),
                      .hint = "only documents of one format can be compared"});
        }
    }
    return {};
}

/// Returns the context with names for scripts, from one of two documents.
const LoadContext& context_of(const OpenDocument& first, const OpenDocument& second)
{
    return edit::with_more_names(first.edited.context(), second.edited.context());
}

CallResult<std::string> difference(const OpenDocument& from, const OpenDocument& to, int form)
{
    const LoadContext& context = context_of(from, to);
    if (form == RF_DIFF_PATCH) {
        if (const Status whole = edit::check_damage(to.edited.document(), &from.edited.document()); !whole) {
            return make_failure(whole.error());
        }
        TextSink sink;
        edit::write_edit_list(sink, from.edited.root(), to.edited.root(), context);
        return sink.str();
    }
    if (form != RF_DIFF_LINES) {
        return make_failure(unknown_number("form of a difference", form));
    }
    std::string lines;
    for (const edit::RecordChange& change : edit::changes_between(from.edited.root(), to.edited.root(), context)) {
        for (const std::string& line : edit::change_lines(change)) {
            lines += line + "\n";
        }
    }
    return lines;
}

std::optional<edit::MergeFavor> preference(int prefer)
{
    switch (prefer) {
    case RF_PREFER_NONE: return edit::MergeFavor::none;
    case RF_PREFER_OURS: return edit::MergeFavor::ours;
    case RF_PREFER_THEIRS: return edit::MergeFavor::theirs;
    case RF_PREFER_BOTH: return edit::MergeFavor::both;
    default: return std::nullopt;
    }
}

/// Returns a finding in one line. Tabs and line ends inside its parts become blanks.
std::string finding_line(const RecordHandle& root, const check::Finding& finding)
{
    std::string line;
    for (const std::string& part : {std::string(check::severity_name(finding.severity())),
                                    std::string(finding.check->id), finding.path(root), finding.message}) {
        std::string plain = part;
        std::ranges::replace_if(
            plain, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        line += (line.empty() ? "" : "\t") + plain;
    }
    return line + "\n";
}

}  // namespace
}  // namespace redforge::capi

using namespace redforge;        // NOLINT(*build-using-namespace*): the functions below have names of C
using namespace redforge::capi;  // NOLINT(*build-using-namespace*)

rf_status rf_diff(rf_document from, rf_document to, int form, char** text)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{text, "text"}}); !given) {
            return given;
        }
        const std::shared_ptr<OpenDocument> before = handles().document(from);
        const std::shared_ptr<OpenDocument> after = handles().document(to);
        const CallResult<Locks> locks = Locks::lock({before, after});
        const CallStatus fits = locks ? require_one_format({before.get(), after.get()}) : CallStatus(failure_of(locks));
        if (!fits) {
            return fits;
        }
        const CallResult<std::string> found = difference(*before, *after, form);
        if (!found) {
            return failure_of(found);
        }
        *text = allocate_copy(*found);
        return {};
    });
}

rf_status rf_merge(rf_document base, rf_document ours, rf_document theirs, int prefer, rf_document* merged,
                   char** conflicts)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{merged, "merged"}}); !given) {
            return given;
        }
        const std::optional<edit::MergeFavor> side = preference(prefer);
        if (!side) {
            return make_failure(unknown_number("preference", prefer));
        }
        const std::shared_ptr<OpenDocument> from = handles().document(base);
        const std::shared_ptr<OpenDocument> left = handles().document(ours);
        const std::shared_ptr<OpenDocument> right = handles().document(theirs);
        const CallResult<Locks> locks = Locks::lock({from, left, right});
        const CallStatus fits =
            locks ? require_one_format({from.get(), left.get(), right.get()}) : CallStatus(failure_of(locks));
        if (!fits) {
            return fits;
        }
        edit::Merge result = edit::merge(from->edited.document(), left->edited.document(), right->edited.document(),
                                         *side, left->edited.context());
        if (result.error) {
            return make_failure(*result.error);
        }
        std::string lines;
        for (const std::string& note : result.notes) {
            lines += "note: " + note + "\n";
        }
        for (const edit::Conflict& each : result.conflicts) {
            lines += edit::conflict_line(each) + "\n";
        }
        char* const words = conflicts == nullptr ? nullptr : allocate_copy(lines);
        if (conflicts != nullptr) {
            *conflicts = words;
        }
        const auto is_unresolved = [&](const edit::Conflict& each) { return edit::is_unresolved(each, *side); };
        const auto first = std::ranges::find_if(result.conflicts, is_unresolved);
        if (first != result.conflicts.end()) {
            const auto count = std::ranges::count_if(result.conflicts, is_unresolved);
            return make_failure(Error{.code = ErrorCode::mismatch,
                                      .message = fmt::format("{} conflict{}; the first is {}", count,
                                                             count == 1 ? "" : "s", edit::conflict_line(*first)),
                                      .hint = first->is_undecidable
                                                  ? "no side decides: change one of the documents first"
                                                  : "choose a side by `prefer`"});
        }
        *merged = handles().add(std::make_shared<OpenDocument>(std::move(result.document), left->edited.context()));
        return {};
    });
}

rf_status rf_find_files(const char* path, char*** files, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {files, "files"}, {count, "count"}}); !given) {
            return given;
        }
        std::vector<std::string> names;
        for (const edit::Candidate& each : edit::find_files(path_of(path))) {
            names.push_back(each.path.string());
        }
        *files = allocate_copy(names);
        *count = names.size();
        return {};
    });
}

rf_status rf_verify(const char* path)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}}); !given) {
            return given;
        }
        edit::VerifyResult result = edit::verify({.path = path_of(path), .found = true, .full = false});
        if (result.status == edit::VerifyResult::Status::ok) {
            return {};
        }
        Error error =
            result.error.value_or(Error{.code = ErrorCode::unsupported, .message = "not a file of a known format"});
        error.file = error.file.empty() ? path : error.file;
        if (result.status == edit::VerifyResult::Status::different) {
            error.code = ErrorCode::mismatch;
        } else if (result.status == edit::VerifyResult::Status::unknown) {
            error.code = ErrorCode::unsupported;
        }
        return make_failure(std::move(error));
    });
}

rf_status rf_check(rf_document document, const char* game, char** findings, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{findings, "findings"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            const auto folder = game_of(open, game);
            if (!folder) {
                return failure_of(folder);
            }
            const check::CheckContext around{.file = open.path,
                                             .game = *folder ? &**folder : nullptr,
                                             .services = open.edited.context().services,
                                             .is_from_text = open.storage != edit::Storage::binary};
            const Result<check::DividedFindings> found = check::run_and_divide(open.edited.document(), around);
            if (!found) {
                return failure_of(found);
            }
            std::string lines;
            for (const check::Finding& each : found->findings) {
                lines += finding_line(open.edited.root(), each);
            }
            *findings = allocate_copy(lines);
            if (count != nullptr) {
                *count = found->findings.size();
            }
            return {};
        });
    });
}
