// Laws of random paths, queries and edits: paths of sample records, with other selectors, and some with damage. The
// seeds are fixed.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "edit/change_lines.hpp"
#include "edit/merge/identity.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "edit/random_edits.hpp"
#include "support/sample_file.hpp"

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

/// Calls `check` with random paths and changed documents of each sample format.
template <class Check>
void for_random_documents(Check check)
{
    for (const char* const root : {"map", "plugin", "save"}) {
        const Document sample = sample_document(root);
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            INFO(root << ", seed " << seed);
            Random random(seed);
            Document document = sample;
            change_document(random, document.root(), seed % 4);
            Writer writer(random, document);
            check(random, writer, document);
        }
    }
}

/// Checks that the path of each match finds this match, and that an error has a reason and a hint. A path with an
/// editor ID also finds other records with this id.
void check_matches(const Document& document, const Result<std::vector<edit::Match>>& matches)
{
    if (!matches) {
        CHECK_FALSE(matches.error().message.empty());
        CHECK_FALSE(matches.error().hint.empty());
        return;
    }
    for (std::size_t i = 0; i < matches->size() && i < 3; ++i) {
        const edit::Match& match = (*matches)[i];
        INFO(match.path);
        const Result<std::vector<edit::Match>> again = edit::resolve(document.root(), match.path);
        REQUIRE(again);
        CHECK(std::ranges::any_of(*again, [&](const edit::Match& each) { return each.node == match.node; }));
        CHECK(std::ranges::all_of(*again, [&](const edit::Match& each) { return each.path == match.path; }));
    }
}

/// Checks that a rejected edit changes nothing, and that the bytes of an accepted edit are read back with its values,
/// or an error names a field.
void check_edit(const Document& from, const Document& changed, const Result<edit::EditLog>& log)
{
    if (!log) {
        CHECK(change_lines_between(from, changed).empty());
        CHECK_FALSE(log.error().message.empty());
        return;
    }
    CHECK_FALSE(log->empty());
    const Result<SharedBytes> bytes = edit::encode_edited(changed, *log, {});
    CHECK((bytes || !bytes.error().message.empty()));
}

}  // namespace

TEST_CASE("random paths: the path of a match finds this match", "[edit]")
{
    for_random_documents([](Random&, Writer& writer, const Document& document) {
        const std::string path = writer.path();
        INFO(path);
        check_matches(document, edit::resolve(document.root(), path));
        const std::string query = writer.query();
        INFO(query);
        check_matches(document, edit::find(document.root(), query));
    });
}

TEST_CASE("random paths: a rejected edit changes nothing", "[edit]")
{
    static constexpr std::array<const char*, 18> values{"0",           "1",         "-1",     "+=1",    "-=2",
                                                        "*=2",         "+=0,0,100", "1,2,3",  "90deg",  "",
                                                        "x",           "0x10",      "1.5",    "D02044", "302:44",
                                                        "99999999999", "one two",   "+=90deg"};
    for_random_documents([](Random& random, Writer& writer, const Document& document) {
        const std::string path = writer.path();
        const std::string value = random.pick(values);
        INFO(path << "=" << value);
        Document changed = document;
        check_edit(document, changed, edit::set(changed, path, value));
        const std::string removed = writer.path();
        INFO("remove " << removed);
        changed = document;
        check_edit(document, changed, edit::remove(changed, removed));
    });
}
