// Results of random paths and queries, and of setting random values, removing records and renaming.
//
// Paths are paths of sample records, with other selectors, and some with damage. The seeds are fixed. The pages in
// tests/edit/paths are approved texts (support/approved.hpp).
#include <catch2/catch.hpp>

#include <array>
#include <functional>

#include <fmt/format.h>

#include "edit/change_lines.hpp"
#include "edit/merge/identity.hpp"
#include "edit/operation/references.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "edit/random_edits.hpp"
#include "edit/script/rename.hpp"
#include "support/approved.hpp"
#include "support/outcome.hpp"
#include "support/page_text.hpp"
#include "support/sample_file.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::test;
using edit::Document;

/// Writes the paths of a document in the forms that users type.
class Writer {
public:
    Writer(Random& random, const Document& document) : random_(random), document_(document)
    {
        collect_records(document.root(), records_, &nodes_);
    }

    std::string path()
    {
        const std::size_t number = random_.below(nodes_.size());
        const RecordHandle& record = records_[number];
        std::string path = random_.once_in(8) ? edit::stable_path(document_.root(), nodes_[number])
                                              : edit::path_text(document_.root(), nodes_[number]);
        if (const std::size_t open = path.rfind('['); open != std::string::npos && path.back() == ']') {
            path = path.substr(0, open) + selector(record, path.substr(open));
        }
        const std::vector<std::string> names = record.names();
        if (!names.empty() && !random_.once_in(4)) {
            path = edit::path_below(path, random_.pick(names));
        }
        return random_.once_in(6) ? damaged(path) : path;
    }

    std::string query()
    {
        if (random_.once_in(3)) {
            return path();
        }
        const RecordHandle& record = random_.pick(records_);
        const FieldTable& table = record.table();
        if (table.fields.empty()) {
            return "*:a";
        }
        const FieldEntry& field = random_.pick(table.fields);
        std::string text = record.field(field).text();
        switch (random_.below(4)) {
        case 0: text = text.substr(0, text.size() / 2) + "*"; break;
        case 1: text = '"' + text + '"'; break;
        case 2: text = text.empty() ? "?" : "?" + text.substr(1); break;
        default: break;
        }
        return (random_.once_in(3) ? "*" : field.name) + ":" + text;
    }

private:
    /// Returns a selector to use instead of `standard`, which is "[3]".
    std::string selector(const RecordHandle& record, const std::string& standard)
    {
        switch (random_.below(12)) {
        case 0: return "[*]";
        case 1: return "[-1]";
        case 2: return "[0:2]";
        case 3: return "[0,2]";
        case 4: return "[0..1]";
        case 5: return "";
        case 6:
        case 7: return "[" + condition(record) + "]";
        case 8:
        case 9: {
            const std::string first = condition(record);
            const std::string second = condition(record);
            return fmt::format("[{}{}{}]", first, random_.once_in(2) ? ", " : " or ", second);
        }
        default: return standard;
        }
    }

    std::string condition(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        if (table.fields.empty()) {
            return "id=1";
        }
        const FieldEntry& field = random_.pick(table.fields);
        static constexpr std::array<const char*, 6> comparisons{"=", "!=", "<", "<=", ">", ">="};
        const char* const comparison = random_.pick(comparisons);
        return field.name + comparison + record.field(field).text();
    }

    std::string damaged(std::string path)
    {
        const std::size_t at = random_.below(path.size() + 1);
        switch (random_.below(4)) {
        case 0: return path.substr(0, at);
        case 1: return path.insert(at, 1, "[].*=x0-"[random_.below(8)]);
        case 2: return at < path.size() ? path.erase(at, 1) : path;
        default: return path + ".name";
        }
    }

    Random& random_;
    const Document& document_;
    std::vector<RecordHandle> records_;
    std::vector<edit::NodePath> nodes_;
};

std::string to_description(const Result<std::vector<edit::Match>>& matches)
{
    if (!matches) {
        return describe(matches.error());
    }
    std::string words = fmt::format("{} found", matches->size());
    for (std::size_t i = 0; i < matches->size() && i < 3; ++i) {
        const edit::Match& match = (*matches)[i];
        words += fmt::format("; {} {}", match.path, short_line(edit::match_text(match)).substr(0, 40));
    }
    return words;
}

std::string to_description(const Result<edit::EditLog>& log)
{
    if (!log) {
        return describe(log.error());
    }
    std::string words = fmt::format("{} edits", log->size());
    for (std::size_t i = 0; i < log->size() && i < 3; ++i) {
        words += "; " + line_of((*log)[i]);
    }
    return words;
}

/// Returns the effect of an edit. A rejected edit must not change the document.
std::string edit_page(const std::string& title, const Document& from,
                      const std::function<Result<edit::EditLog>(Document&)>& edit)
{
    Document changed = from;
    const Result<edit::EditLog> log = edit(changed);
    const std::vector<std::string> lines = change_lines_between(from, changed);
    INFO(title);
    CHECK((log || lines.empty()));
    return title + "\n  " + short_line(to_description(log)) + "\n" + lines_of("  changes", lines);
}

std::string edits_page(Random& random, const Document& from)
{
    static constexpr std::array<const char*, 18> values{"0",           "1",         "-1",     "+=1",    "-=2",
                                                        "*=2",         "+=0,0,100", "1,2,3",  "90deg",  "",
                                                        "x",           "0x10",      "1.5",    "D02044", "302:44",
                                                        "99999999999", "one two",   "+=90deg"};
    Writer writer(random, from);
    const std::string path = writer.path();
    const std::string value = random.pick(values);
    std::string page = edit_page("set " + short_line(path) + "=" + value, from,
                                 [&](Document& document) { return edit::set(document, path, value); });
    const std::string path_of_removed = writer.path();
    return page + edit_page("remove " + short_line(path_of_removed), from,
                            [&](Document& document) { return edit::remove(document, path_of_removed); });
}

/// Lists the references to names, and renames them.
std::string names_page(Random& random, const Document& from)
{
    std::vector<RecordHandle> records;
    collect_records(from.root(), records);
    std::string page;
    const RecordHandle& record = random.pick(records);
    for (const FieldEntry& field : record.table().fields) {
        if (field.info.names == Target::none && field.info.refers_to == Target::none) {
            continue;
        }
        const std::string name = record.field(field).text();
        page += fmt::format("uses of {}: {}\n", short_line(name),
                            short_line(to_description(edit::find_references(from.root(), std::nullopt, name))));
        static constexpr std::array kinds{edit::RenameKind::actor, edit::RenameKind::label, edit::RenameKind::string,
                                          edit::RenameKind::variable};
        const edit::RenameKind kind = random.pick(kinds);
        Document changed = from;
        edit::Recorder recorder(changed);
        page += fmt::format("rename {} {}: {}\n", edit::rename_word(kind), short_line(name),
                            short_line(to_description(edit::rename(recorder, kind, name, "NEW1"))));
    }
    return page;
}

}  // namespace

TEST_CASE("random paths: results on the samples match the approved pages", "[edit]")
{
    for (const char* const root : {"map", "plugin", "save"}) {
        const Document sample = sample_document(root);
        std::string page;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            Random random(seed);
            Document document = sample;
            change_document(random, document.root(), seed % 4);
            Writer writer(random, document);
            const std::string path = writer.path();
            page += fmt::format("{}: {}\n", short_line(path),
                                short_line(to_description(edit::resolve(document.root(), path))));
            const std::string query = writer.query();
            page += fmt::format("find {}: {}\n", short_line(query),
                                short_line(to_description(edit::find(document.root(), query))));
            page += edits_page(random, document);
            page += names_page(random, document);
        }
        check_approved(source_folder() / "tests/edit/paths" / (std::string(root) + ".txt"), page);
    }
}
