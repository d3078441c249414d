// The parts of each format's documents that show that a file is cut off or broken.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "edit/document/damage.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/plugin_damage.hpp"

namespace redforge::edit {
namespace {

/// Part of a document that shows that its file is damaged.
struct DamageSign {
    std::string_view root;    ///< root element of the document
    std::string_view group;   ///< group of the root that contains the part; empty if the root contains it
    std::string_view member;  ///< field, list or blob; if empty, all fields of the group
    std::string_view value;   ///< field text that indicates damage; if empty, every value except the default does
    std::string_view message;
    std::string_view unread{};  ///< blob of the root with the bytes after the damage
};

constexpr std::string_view no_end = "the file is cut off: it has no END";

/// Lists and blobs show damage if they are not empty.
constexpr std::array damage_signs{
    DamageSign{"map", "", "no_end", "", no_end, "trailing"},
    DamageSign{"visibility", "", "rest", "", "the nodes and lists do not fit the header; the rest is kept as bytes"},
    DamageSign{"visibility", "", "usual_end", "0", no_end, "tail"},
    DamageSign{"model", "missing", "", "", "the file does not have this table, which its header names"},
    DamageSign{"rob", "", "end", "0", no_end, "tail"},
    DamageSign{"texture_bank", "", "end_marker", "0", "the file is cut off: it has no end marker", "tail"},
    DamageSign{"font", "", "no_end", "", no_end, "tail"},
    // A missing END is not a sign here: SNUFF.GXA of the game has all of its frames and no END.
    DamageSign{"pictures", "", "frame_count", "", "the file does not have as many frames as its header says", "tail"},
    DamageSign{"dialogue", "", "no_end", "", no_end, "index"},
    DamageSign{"dialogue", "", "no_index", "", "the file is cut off: it has no index"},
    DamageSign{"dialogue", "", "index", "", "the index does not fit the entries; it is kept as bytes"},
    DamageSign{"effects", "", "no_end", "", no_end, "tail"},
    DamageSign{"effects", "", "rest", "", "bytes that are not a complete effect"},
    DamageSign{"save", "", "unread", "", "the save is cut off, or a length in it is wrong; the rest is kept as bytes"},
    DamageSign{"strings", "", "unread", "", "the file is cut off, or an offset in it is wrong"},
};

bool is_damaged(const DamageSign& sign, const RecordHandle& record, const FieldEntry& field)
{
    const FieldView value = record.field(field);
    return sign.value.empty() ? !field.is_default(value.value) : value.text() == sign.value;
}

/// Returns the bytes of a blob, or of the blobs of a list's records. Returns nullopt if they are empty.
std::optional<Bytes> content_of(const RecordHandle& record, const ChildEntry& child)
{
    if (child.kind == ChildEntry::Kind::blob) {
        return record.blob(child).empty() ? std::nullopt : std::optional(record.blob(child));
    }
    if (child.kind != ChildEntry::Kind::list || record.list(child).size() == 0) {
        return std::nullopt;
    }
    Bytes all;
    const ListView list = record.list(child);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const RecordHandle item = list.at(i);
        for (const ChildEntry& part : item.table().children) {
            append(all, content_of(item, part).value_or(Bytes()));
        }
    }
    return all;
}

void find_sign(const RecordHandle& root, const DamageSign& sign, std::vector<Damage>& found)
{
    RecordHandle record = root;
    NodePath node;
    if (!sign.group.empty()) {
        const ChildEntry& group = *record.table().find_child(sign.group);
        node.push_back({record.table().number_of(group), 0});
        record = record.group(group);
    }
    for (const FieldEntry& field : record.table().fields) {
        if ((sign.member.empty() || field.name == sign.member) && is_damaged(sign, record, field)) {
            const ChildEntry* const rest = sign.unread.empty() ? nullptr : root.table().find_child(sign.unread);
            found.push_back({node, field.name, std::string(sign.message),
                             rest == nullptr ? Bytes() : content_of(root, *rest).value_or(Bytes())});
        }
    }
    for (const ChildEntry& child : record.table().children) {
        if (child.name != sign.member) {
            continue;
        }
        if (std::optional<Bytes> content = content_of(record, child)) {
            found.push_back({node, child.name, std::string(sign.message), std::move(*content)});
        }
    }
}

}  // namespace

std::vector<Damage> find_damage(const RecordHandle& root)
{
    if (const tes::Plugin* const plugin = plugin_of(root)) {
        return find_plugin_damage(*plugin);
    }
    std::vector<Damage> found;
    for (const DamageSign& sign : damage_signs) {
        if (sign.root == root.type->element) {
            find_sign(root, sign, found);
        }
    }
    return found;
}

}  // namespace redforge::edit
