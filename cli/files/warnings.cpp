// Warnings about edits that are valid but probably unintended.
#include "cli/files/warnings.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "check/check.hpp"
#include "cli/line/console.hpp"
#include "edit/document/damage.hpp"
#include "edit/path/notation.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record.hpp"
#include "tes/save/save.hpp"
#include "tes/script/script_check.hpp"
#include "tes/script/script_head.hpp"

namespace redforge::cli {
namespace {

/// Maximum number of changes with notes; the user would not read more.
constexpr std::size_t max_changes = 200;

/// Returns the field that a change has set, or the keys of an inserted record.
std::vector<edit::Match> changed_fields(const edit::Document& document, const edit::EditLine& change)
{
    const bool is_new = change.verb == "add" || change.verb == "duplicate";
    const std::string& path = change.verb == "duplicate" ? change.after : change.path;
    Result<std::vector<edit::Match>> matches = edit::resolve(document.root(), path);
    if (!matches || matches->size() != 1) {
        return {};
    }
    const edit::Match& match = matches->front();
    if (match.kind == edit::Match::Kind::field) {
        return *matches;
    }
    std::vector<edit::Match> keys;
    for (const FieldEntry& field : match.record.table().fields) {
        if (is_new && match.kind == edit::Match::Kind::record && field.info.key) {
            edit::Match& key = keys.emplace_back(match);
            key.kind = edit::Match::Kind::field;
            key.field = match.record.field(field);
            key.path = edit::path_below(match.path, field.name);
        }
    }
    return keys;
}

/// Returns true if all key fields of two records are equal.
bool has_same_keys(const RecordHandle& record, const RecordHandle& other)
{
    return std::ranges::all_of(record.table().fields, [&](const FieldEntry& field) {
        const FieldView same = field.info.key ? other.find_field(field.name) : FieldView{};
        return !same || same.text() == record.field(field).text();
    });
}

/// Finds another record of the list with the same key. Ignores an empty name and the number 0, which are not keys.
std::string twin_of(const edit::Document& document, const edit::Match& key)
{
    const std::string text = key.field.text();
    if (key.node.empty() || text.empty() || key.field.number() == 0.0) {
        return {};
    }
    const edit::NodePath parent(key.node.begin(), key.node.end() - 1);
    const RecordHandle record = edit::record_at(document.root(), parent);
    const ChildEntry& child = record.table().children[key.node.back().child];
    const ListView list = child.kind == ChildEntry::Kind::list ? record.list(child) : ListView{};
    edit::NodePath other = key.node;
    for (std::size_t i = 0; list && i < list.size(); ++i) {
        const RecordHandle each = list.at(i);
        const FieldView same = i == key.node.back().index || each.type != key.record.type
                                   ? FieldView{}
                                   : each.find_field(key.field.name());
        if (same && same.text() == text && has_same_keys(each, key.record)) {
            other.back().index = static_cast<std::uint32_t>(i);
            return edit::path_text(document.root(), other);
        }
    }
    return {};
}

/// Returns the smallest and largest value that a field's notation allows.
std::optional<std::pair<int, int>> documented_range(const FieldInfo& info)
{
    switch (info.notation) {
    case Notation::colour: return std::pair(0, 255);
    case Notation::boolean: return std::pair(0, 1);
    default: return std::nullopt;
    }
}

std::string warning_about(const edit::Document& document, const edit::Match& field)
{
    const std::string text = field.field.text();
    const FieldInfo& info = field.field.info();
    if (const std::string twin = info.key ? twin_of(document, field) : ""; !twin.empty()) {
        return fmt::format("{} has {} {} too", twin, field.field.name(), text);
    }
    if (const auto range = documented_range(info)) {
        const std::optional<double> number = edit::as_number(text);
        if (number && (*number < range->first || *number > range->second)) {
            return fmt::format("{} is outside {} to {}", text, range->first, range->second);
        }
    }
    if (field.field.name() == "count" && info.kind == Role::derived && !text.empty()) {
        const ListView list = field.record.find_list("");
        std::size_t count = 0;
        std::from_chars(text.data(), text.data() + text.size(), count);
        if (list && count < list.size()) {
            return fmt::format("the game will see {} of {} records", count, list.size());
        }
    }
    return {};
}

/// Returns a warning if the code of a script does not belong to its new source, with the reason. Returns an empty text
/// if it does.
std::string stale_code(const edit::Document& document, const edit::EditLog& changes, const std::string& path)
{
    constexpr std::string_view source = ".source";
    if (!path.ends_with(source)) {
        return {};
    }
    const std::string record = path.substr(0, path.size() - source.size());
    const Result<std::vector<edit::Match>> there = edit::resolve(document.root(), record + ".compiled");
    if (!there || there->size() != 1 || there->front().record.type != &record_type<tes::Script>() ||
        std::ranges::find(changes, record + ".compiled", &edit::EditLine::path) != changes.end()) {
        return {};
    }
    auto& script = *static_cast<tes::Script*>(there->front().record.record);
    const std::string reason = tes::check_script({"", {}, tes::kind_of(script), &script}).reason;
    if (reason.empty()) {
        return {};
    }
    return (script.compiled.empty() ? "the script has no compiled code, so the game does not run it; "
                                    : "the compiled code stays as it was, and the game runs that; ") +
           reason;
}

/// Removes indices such as "[12]", but no FormIDs, which have eight digits.
std::string without_indices(std::string_view text)
{
    constexpr std::size_t max_digits = 7;
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text.front() == '[' ? text.find_first_not_of("0123456789", 1) : 0;
        if (end > 1 && end < max_digits + 2 && text[end] == ']') {
            text.remove_prefix(end + 1);
        } else {
            out += text.front();
            text.remove_prefix(1);
        }
    }
    return out;
}

/// Calls `each` with each finding of the checks of the document's format, and a text that identifies it even if other
/// records are inserted or removed: the record, the check and the message. Finds nothing in large plugins.
/// `least`: severity of the checks to run.
template <class Each>
void for_each_finding(const edit::Document& document, const LoadContext& context, check::Severity least, Each each)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(document);
    if (!document || (plugin != nullptr && tes::is_large(*plugin))) {
        return;
    }
    check::Selection of_format;
    for (const check::Check& row : check::checks()) {
        if (row.root == document.format().root() && row.severity <= least) {
            of_format.only.emplace_back(row.id);
        }
    }
    for (check::Finding& finding : check::run(document, {.services = context.services}, of_format)) {
        const std::string path = finding.path(document.root());
        std::string key = fmt::format("{} {} {}", finding.check->id, path.substr(0, path.find('.')), finding.message);
        each(std::move(finding), without_indices(key));
    }
}

bool is_plugin_or_save(const edit::Document& document)
{
    return edit::get_if<tes::Plugin>(document) != nullptr || edit::get_if<tes::Save>(document) != nullptr;
}

/// Returns the least severity of the new findings that edits report: errors only, except in plugins and saves.
check::Severity least_severity(const edit::Document& document)
{
    return is_plugin_or_save(document) ? check::Severity::note : check::Severity::error;
}

FindingCounts count_all(const edit::Document& document, const LoadContext& context,
                        check::Severity least = check::Severity::note)
{
    FindingCounts counts;
    for_each_finding(document, context, least,
                     [&](const check::Finding& /*finding*/, const std::string& key) { ++counts[key]; });
    return counts;
}

std::size_t count_of(const FindingCounts& counts, const std::string& key)
{
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
}

}  // namespace

void print_damage(const edit::Document& document, const std::string& file)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(document);
    if (plugin != nullptr && tes::is_large(*plugin)) {
        return;
    }
    if (const Status whole = edit::check_damage(document); !whole) {
        Error error = whole.error();
        error.file = file;
        error.hint.clear();
        print_message(fmt::format("note: {}; records that the file lost are not edited", describe(error)));
    }
}

FindingCounts count_findings(const edit::Loaded& loaded)
{
    return count_all(loaded.document, loaded.context, least_severity(loaded.document));
}

std::vector<check::Finding> find_new(const FindingCounts& before, const edit::Loaded& loaded)
{
    std::vector<check::Finding> findings;
    FindingCounts counts;
    for_each_finding(loaded.document, loaded.context, least_severity(loaded.document),
                     [&](check::Finding finding, const std::string& key) {
                         // check::order_notes() describe changes of the first actors.
                         if (++counts[key] > count_of(before, key) && finding.check->id != "first-actors") {
                             findings.push_back(std::move(finding));
                         }
                     });
    return findings;
}

std::vector<std::string> find_new_in_merge(const edit::Loaded& base, const edit::Loaded& ours,
                                           const edit::Loaded& theirs, const edit::Document& merged)
{
    std::vector<std::pair<std::string, std::string>> found;  // keys and lines
    for_each_finding(merged, ours.context, check::Severity::note, [&](const check::Finding& finding, std::string key) {
        const std::string path = finding.path(merged.root());
        found.emplace_back(std::move(key), fmt::format("{}{}{} [{}]", path, path.empty() ? "" : ": ", finding.message,
                                                       finding.check->id));
    });
    if (found.empty()) {
        return {};
    }
    const FindingCounts of_base = count_all(base.document, base.context);
    const FindingCounts of_ours = count_all(ours.document, ours.context);
    const FindingCounts of_theirs = count_all(theirs.document, theirs.context);
    std::vector<std::string> lines;
    FindingCounts counts;
    for (auto& [key, line] : found) {
        const std::size_t left = count_of(of_ours, key);
        const std::size_t right = count_of(of_theirs, key);
        if (++counts[key] > left + right - std::min({count_of(of_base, key), left, right})) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

Status check_new_errors(const std::vector<check::Finding>& findings, const edit::Loaded& loaded,
                        const std::string& file)
{
    for (const check::Finding& finding : findings) {
        if (finding.severity() == check::Severity::error && is_plugin_or_save(loaded.document)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("{} [{}]", finding.message, finding.check->id),
                         .file = file,
                         .field = finding.path(loaded.document.root()),
                         .hint = "nothing was written; --force writes it anyway"});
        }
    }
    return {};
}

void print_new_findings(const std::vector<check::Finding>& findings, const edit::Loaded& loaded,
                        const std::string& file)
{
    constexpr std::size_t max_of_check = 3;
    std::map<std::string_view, std::size_t> counts;  // by check
    for (const check::Finding& finding : findings) {
        if (++counts[finding.check->id] <= max_of_check || is_plugin_or_save(loaded.document)) {
            print_message(fmt::format("{}: note: {}: {} [{}]", file, finding.path(loaded.document.root()),
                                      finding.message, finding.check->id));
        }
    }
    for (const auto& [id, count] : counts) {
        if (count > max_of_check && !is_plugin_or_save(loaded.document)) {
            print_message(fmt::format("{}: note: {} more [{}]", file, count - max_of_check, id));
        }
    }
}

void print_warnings(const edit::Document& document, const std::string& file, const edit::EditLog& changes)
{
    if (changes.size() > max_changes) {
        return;
    }
    for (const edit::EditLine& change : changes) {
        if (const std::string words = change.verb == "set" ? stale_code(document, changes, change.path) : "";
            !words.empty()) {
            print_message(fmt::format("{}: note: {}: {}", file, change.path, words));
        }
        if (!change.note.empty()) {
            print_message(fmt::format("{}: note: {}: {}", file, change.path, change.note));
        }
        for (const edit::Match& field : changed_fields(document, change)) {
            if (const std::string words = warning_about(document, field); !words.empty()) {
                print_message(fmt::format("{}: note: {}: {}", file, field.path, words));
            }
        }
    }
}

}  // namespace redforge::cli
