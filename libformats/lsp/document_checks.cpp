// Runs the checks on the text of a document and converts their findings and fixes to positions in the text.
#include "lsp/document_checks.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/ignored.hpp"
#include "core/files/side_files.hpp"
#include "core/text/text_sink.hpp"
#include "core/text/words.hpp"
#include "edit/document/comments.hpp"
#include "edit/document/document.hpp"
#include "edit/document/text_place.hpp"
#include "scene/game_folder.hpp"
#include "soup/assemble/include.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::lsp {
namespace {

namespace fs = std::filesystem;

/// Returns the index of a game folder, cached. Returns null if the folder cannot be read. Thread-safe.
const scene::GameFolder* game_in(const fs::path& root)
{
    static std::mutex mutex;
    static std::map<fs::path, std::optional<scene::GameFolder>> known;
    const std::scoped_lock lock(mutex);
    auto [found, is_new] = known.try_emplace(root);
    if (is_new) {
        if (Result<scene::GameFolder> game = scene::index_game_folder(root)) {
            found->second = std::move(*game);
        }
    }
    return found->second ? &*found->second : nullptr;
}

/// Returns the function that finds the masters of a plugin, cached for all files of a folder. Thread-safe.
std::function<const tes::DataFolder*()> find_data(const fs::path& file, const Folders& folders)
{
    static std::mutex mutex;
    static std::map<fs::path, std::function<const tes::DataFolder*()>> known;
    const std::scoped_lock lock(mutex);
    const bool is_set = !folders.data.empty();
    auto [found, is_new] = known.try_emplace(is_set ? folders.data : file.parent_path());
    if (is_new) {
        found->second = is_set ? tes::data_in(folders.data) : tes::data_around(file);
    }
    return found->second;
}

LoadContext context_of(const CheckedText& checked, const std::atomic<bool>& cancel)
{
    const fs::path file(checked.path);
    LoadContext context = checked.path.empty() ? LoadContext() : edit::context_around(file);
    context.services.copy<soup::Names>(context_around(checked.path, checked.folders).services);  // cached
    if (!checked.path.empty() || !checked.folders.data.empty()) {
        const std::function<const tes::DataFolder*()> data = find_data(file, checked.folders);
        context.services.set(data);
        context.services.set(tes::strings_around(file, data));
    }
    context.cancel = &cancel;
    return context;
}

/// Returns the offset of a line and column, both 1-based.
std::size_t offset_of(std::string_view text, const edit::TextPlace& place)
{
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < place.line; ++line) {
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    }
    return std::min(at + std::max(place.column, 1U) - 1, text.size());
}

/// Returns the range of the element name or attribute that begins at an offset.
Range name_or_attribute(std::string_view text, std::size_t begin)
{
    const std::size_t end = std::min(text.find_first_of(" \t\r\n=/>", begin), text.size());
    if (end + 1 < text.size() && text[end] == '=') {
        const std::size_t close = text.find(text[end + 1], end + 2);
        return {begin, close == std::string_view::npos ? end : close + 1};
    }
    return {begin, end};
}

/// Finds the fixes of findings as edits of the text.
class TextFixes {
public:
    TextFixes(const CheckedText& checked, const edit::Document& document, const LoadContext& context)
        : checked_(checked), document_(document), context_(context),
          has_side_files_(checked.text.find(" file=\"") != std::string_view::npos)
    {
    }

    /// Returns the edits that fix a finding, or none if the text cannot be changed in this way, for example because a
    /// comment would be lost.
    std::vector<SourceEdit> fix(const check::Finding& finding)
    {
        if (!finding.fix || ++count_ > max_fixes) {
            return {};
        }
        edit::Document fixed = document_;
        edit::Recorder recorder(fixed, context_);
        if (!check::fix(recorder, {&finding, 1}) || !recorder.finish({})) {
            return {};
        }
        if (plain_.empty()) {
            plain_ = text_of(document_);
        }
        const std::string after = text_of(fixed);
        if (checked_.text == plain_) {
            return edits_between(checked_.text, after);
        }
        const std::optional<std::string> own = edit::rebase_changes(checked_.text, plain_, after, edit::NoteForm::xml);
        if (!own || !has_content(*own, after)) {
            return {};
        }
        return edits_between(checked_.text, *own);
    }

private:
    [[nodiscard]] std::string text_of(const edit::Document& document) const
    {
        TextSink sink;
        SideFiles files(SideCodecs{document.format().side_codecs, context_});
        document.write_xml(sink, has_side_files_ ? &files : nullptr, context_);
        return sink.str();
    }
    /// Returns true if `text` reads as the document whose text is `plain`.
    [[nodiscard]] bool has_content(const std::string& text, const std::string& plain) const
    {
        const Result<edit::Document> read =
            edit::read_text(text, checked_.path, edit::side_files_beside(checked_.path), context_);
        return read && text_of(*read) == plain;
    }

    const CheckedText& checked_;
    const edit::Document& document_;
    const LoadContext& context_;
    bool has_side_files_{};
    std::string plain_;  ///< text of the document as Redforge writes it
    std::size_t count_{};
};

Severity severity_of(check::Severity severity)
{
    return severity == check::Severity::error     ? Severity::error
           : severity == check::Severity::warning ? Severity::warning
                                                  : Severity::note;
}

/// Returns the user's source of an actor's script with its included names, if it is in a file.
std::optional<std::string> source_in(const std::string& file)
{
    if (!file.ends_with(".soup")) {
        return std::nullopt;
    }
    const Result<std::string> text = read_text_file(file);
    Result<std::string> whole =
        text ? soup::with_includes(*text, file, edit::side_files_beside(file)) : fail(text.error());
    return whole ? std::optional(std::move(*whole)) : std::nullopt;
}

/// Converts findings to problems of a text.
class FindingPlaces {
public:
    FindingPlaces(const CheckedText& checked, const edit::Document& document)
        : checked_(checked), document_(document),
          places_(edit::TextPlaces::of({checked.path.empty() ? "text" : checked.path,
                                        std::make_shared<const std::string>(checked.text)},
                                       document))
    {
    }

    edit::TextPlaces* places() { return places_.get(); }

    Problem problem(const check::Finding& finding)
    {
        Problem problem{.severity = severity_of(finding.severity()),
                        .range = checked_.root,
                        .message = finding.message,
                        .kind = std::string(finding.check->id)};
        if (places_ == nullptr) {
            return problem;
        }
        edit::TextPlace place = places_->find(finding.node, finding.member);
        const std::string file = place.file;
        if (place.line == 0) {  // in another file: report it at the record
            place = places_->find(finding.node, {});
            const std::string name = fs::path(file).filename().string();
            const std::string line = finding.line == 0 ? std::string() : fmt::format(":{}", finding.line);
            problem.message = fmt::format("{}{}: {}", name, line, finding.message);
        }
        const bool is_here = place.line != 0 && (checked_.path.empty() || place.file == checked_.path);
        if (is_here) {
            problem.range = name_or_attribute(checked_.text, offset_of(checked_.text, place));
        } else if (const std::string path = finding.path(document_.root()); !path.empty()) {
            problem.message = fmt::format("{}: {}", path, problem.message);
        }
        return problem;
    }

private:
    const CheckedText& checked_;
    const edit::Document& document_;
    std::unique_ptr<edit::TextPlaces> places_;
};

}  // namespace

Result<std::vector<Problem>> check_document(const CheckedText& checked, const std::atomic<bool>& cancel)
{
    const fs::path file(checked.path);
    const LoadContext context = context_of(checked, cancel);
    const Result<edit::Document> document =
        edit::read_text(std::string(checked.text), checked.path,
                        checked.path.empty() ? SideFileReader{} : edit::side_files_beside(file), context);
    if (!document) {
        return fail(document.error());
    }
    std::vector<Problem> problems;
    if (const auto* const plugin = edit::get_if<tes::Plugin>(*document); plugin != nullptr && tes::is_large(*plugin)) {
        problems.push_back({Severity::note, checked.root, "large plugins are checked only by redforge check"});
        return problems;
    }
    FindingPlaces places(checked, *document);
    check::CheckContext around{.file = file, .services = context.services, .is_from_text = true};
    const std::optional<fs::path> root = !checked.folders.game.empty() ? std::optional(checked.folders.game)
                                         : checked.path.empty()        ? std::nullopt
                                                                       : scene::game_folder_of(file);
    around.game = root ? game_in(*root) : nullptr;
    around.source = [&](const edit::NodePath& actor) {
        return places.places() == nullptr ? std::nullopt : source_in(places.places()->find(actor, "script").file);
    };
    const Result<check::DividedFindings> remaining = check::run_and_divide(*document, around);
    if (!remaining) {
        return fail(remaining.error());
    }
    TextFixes fixes(checked, *document, context);
    std::map<const check::Check*, std::size_t> counts;
    for (const check::Finding& finding : remaining->findings) {
        if (cancel) {
            return fail({.code = ErrorCode::cancelled, .message = "the text has changed"});
        }
        if (++counts[finding.check] <= check::max_listed_findings) {
            problems.push_back(places.problem(finding));
            problems.back().fix = fixes.fix(finding);
        }
    }
    for (const auto& [each, count] : counts) {
        if (count > check::max_listed_findings) {
            problems.push_back(
                {severity_of(each->severity), checked.root,
                 fmt::format("{} more like these; redforge check --all lists them", count - check::max_listed_findings),
                 std::string(each->id)});
        }
    }
    return problems;
}

std::vector<SourceEdit> edits_between(std::string_view before, std::string_view after)
{
    if (before == after) {
        return {};
    }
    const auto is_line_begin = [](std::string_view text, std::size_t at) { return at == 0 || text[at - 1] == '\n'; };
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t begin = 0;  // after the equal lines at the beginning
    while (begin < shorter && before[begin] == after[begin]) {
        ++begin;
    }
    while (!is_line_begin(before, begin)) {
        --begin;
    }
    std::size_t tail = 0;  // number of bytes of the equal lines at the end
    while (tail < shorter - begin && before[before.size() - tail - 1] == after[after.size() - tail - 1]) {
        ++tail;
    }
    while (tail > 0 && (!is_line_begin(before, before.size() - tail) || !is_line_begin(after, after.size() - tail))) {
        --tail;
    }
    std::string_view from = before.substr(begin, before.size() - tail - begin);
    std::string_view to = after.substr(begin, after.size() - tail - begin);
    const auto is_line = [](std::string_view text) { return !text.empty() && text.find('\n') == text.size() - 1; };
    /// Returns true if an offset is inside a word.
    const auto is_in_word = [](std::string_view text, std::size_t at) {
        return at > 0 && at < text.size() && is_word_letter(text[at - 1]) && is_word_letter(text[at]);
    };
    if (is_line(from) && is_line(to)) {
        std::size_t left = 0;
        while (from[left] == to[left]) {  // the lines differ
            ++left;
        }
        while (is_in_word(from, left) || is_in_word(to, left)) {
            --left;
        }
        std::size_t right = 0;
        const std::size_t max_tail = std::min(from.size(), to.size()) - left;
        while (right < max_tail && from[from.size() - right - 1] == to[to.size() - right - 1]) {
            ++right;
        }
        while (is_in_word(from, from.size() - right) || is_in_word(to, to.size() - right)) {
            --right;
        }
        begin += left;
        from = from.substr(left, from.size() - right - left);
        to = to.substr(left, to.size() - right - left);
    }
    return {{begin, from.size(), std::string(to)}};
}

}  // namespace redforge::lsp
