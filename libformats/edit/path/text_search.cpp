// Searches the sources of blobs.
#include "edit/path/text_search.hpp"

#include <algorithm>
#include <map>

#include "edit/patch/source_text.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::edit {
namespace {

const SideCodec* text_codec(const ChildEntry& child, const SideCodecs& codecs)
{
    return child.kind != ChildEntry::Kind::blob ? nullptr
           : child.blob.codec != nullptr        ? child.blob.codec
                                                : codecs.find(child.blob.extension);
}

void collect_texts(const RecordType& type, const SideCodecs& codecs, std::set<std::string>& names,
                   std::set<const RecordType*>& seen)
{
    if (!seen.insert(&type).second) {
        return;
    }
    for (const FieldTable& table : type.tables) {
        for (const ChildEntry& child : table.children) {
            if (text_codec(child, codecs) != nullptr) {
                names.insert(child.name);
            }
            for (const ItemEntry& item : child.items) {
                collect_texts(*item.type, codecs, names, seen);
            }
        }
    }
}

/// Searches a document for records whose blob with a given name has a source with a matching line.
class TextSearch {
public:
    TextSearch(const RecordHandle& root, std::string_view blob, std::string_view pattern, const SideCodecs& codecs)
        : root_(root), blob_(blob), pattern_(pattern), codecs_(codecs)
    {
    }
    std::optional<std::vector<Match>> run()
    {
        if (!can_have_blob(*root_.type)) {
            return std::nullopt;
        }
        record(root_, {}, 0);
        return std::move(found_);
    }

private:
    void record(const RecordHandle& record, const ListView& list, std::size_t index)
    {
        const FieldTable& table = record.table();
        for (const ChildEntry& child : table.children) {
            if (child.name == blob_ && has_match(record, child)) {
                Match& match = found_.emplace_back();
                match.kind = Match::Kind::record;
                match.path = path_text(root_, node_);
                match.node = node_;
                match.record = record;
                match.list = list;
                match.index = index;
            }
        }
        for (const ChildEntry& child : table.children) {
            const bool leads_there =
                std::ranges::any_of(child.items, [&](const ItemEntry& item) { return can_have_blob(*item.type); });
            if (!leads_there) {
                continue;
            }
            if (child.kind == ChildEntry::Kind::group) {
                node_.push_back({table.number_of(child), 0});
                this->record(record.group(child), {}, 0);
                node_.pop_back();
            } else if (child.kind == ChildEntry::Kind::list) {
                const ListView records = record.list(child);
                node_.push_back({table.number_of(child), 0});
                for (std::size_t i = 0; i < records.size(); ++i) {
                    node_.back().index = static_cast<std::uint32_t>(i);
                    this->record(records.at(i), records, i);
                }
                node_.pop_back();
            }
        }
    }

    [[nodiscard]] bool has_match(const RecordHandle& record, const ChildEntry& child) const
    {
        const SideCodec* codec = text_codec(child, codecs_);
        return codec != nullptr && !record.blob(child).empty() &&
               !matching_statements(codec->write(record, codecs_.context), pattern_).empty();
    }

    bool can_have_blob(const RecordType& type)
    {
        if (const auto known = may_have_.find(&type); known != may_have_.end()) {
            return known->second;
        }
        may_have_[&type] = false;  // ends the recursion of a type that contains itself
        const bool may = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
            return std::ranges::any_of(table.children, [&](const ChildEntry& child) {
                return (child.name == blob_ && text_codec(child, codecs_) != nullptr) ||
                       std::ranges::any_of(child.items,
                                           [&](const ItemEntry& item) { return can_have_blob(*item.type); });
            });
        });
        may_have_[&type] = may;
        return may;
    }

    RecordHandle root_;
    std::string_view blob_;
    std::string_view pattern_;
    const SideCodecs& codecs_;
    NodePath node_;
    std::map<const RecordType*, bool> may_have_;
    std::vector<Match> found_;
};

}  // namespace

std::vector<TextLine> matching_statements(std::string_view source, std::string_view pattern)
{
    std::vector<TextLine> found;
    const std::string anywhere = "*" + std::string(pattern) + "*";
    std::string_view rest = source.substr(0, outline_of(source).body);
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        if (matches_pattern(line, anywhere)) {
            found.push_back({number, line.substr(std::min(line.find_first_not_of(" \t"), line.size()))});
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return found;
}

std::set<std::string> text_names(const RecordType& root, const SideCodecs& codecs)
{
    std::set<std::string> names;
    std::set<const RecordType*> seen;
    collect_texts(root, codecs, names, seen);
    return names;
}

std::optional<std::vector<Match>> find_in_texts(const RecordHandle& root, std::string_view query,
                                                const SideCodecs& codecs)
{
    const std::size_t colon = find_outside(query, ":");
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string pattern = unquoted(query.substr(colon + 1));
    return TextSearch(root, query.substr(0, colon), pattern, codecs).run();
}

}  // namespace redforge::edit
