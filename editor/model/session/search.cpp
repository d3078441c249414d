// Searching a document for words.
#include "editor/model/session/search.hpp"

#include <algorithm>

#include "edit/path/conditions.hpp"
#include "edit/path/path.hpp"

namespace redforge::editor {
namespace {

class WordSearch {
public:
    explicit WordSearch(std::string pattern) : pattern_(std::move(pattern)) {}
    NodeRefs run(const RecordHandle& root)
    {
        record(root);
        return std::move(found_);
    }

private:
    void record(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        const bool fits = std::ranges::any_of(table.fields, [&](const FieldEntry& field) {
            return field.ops->type.kind == ValueKind::text &&
                   edit::matches_pattern(record.field(field).text(), pattern_);
        });
        if (fits) {
            found_.push_back({node_, {}});
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::group) {
                node_.push_back({table.number_of(child), 0});
                this->record(record.group(child));
                node_.pop_back();
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::list) {
                const ListView list = record.list(child);
                for (std::size_t i = 0; i < list.size(); ++i) {
                    node_.push_back({table.number_of(child), static_cast<std::uint32_t>(i)});
                    this->record(list.at(i));
                    node_.pop_back();
                }
            }
        }
    }

    std::string pattern_;
    edit::NodePath node_;
    NodeRefs found_;
};

}  // namespace

bool is_word(const RecordHandle& root, std::string_view query)
{
    return query.find_first_of(":[].=") == std::string_view::npos && !edit::resolve(root, query);
}

Result<NodeRefs> search(const RecordHandle& root, std::string_view query)
{
    if (is_word(root, query)) {
        return WordSearch("*" + std::string(query) + "*").run(root);
    }
    const Result<std::vector<edit::Match>> matches = edit::find(root, query);
    if (!matches) {
        return fail(matches.error());
    }
    NodeRefs found;
    for (const edit::Match& match : *matches) {
        NodeRef ref{match.node, {}};  // for a match in a field or blob, its record
        if (match.kind == edit::Match::Kind::list && !match.child->name.empty()) {
            ref.list = match.record.table().number_of(*match.child);
        }
        if (found.empty() || found.back() != ref) {
            found.push_back(std::move(ref));
        }
    }
    return found;
}

}  // namespace redforge::editor
