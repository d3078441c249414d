// The check for damaged files: reports the parts that a reader keeps only because the file is cut off or broken, and
// texts that cannot be packed.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "check/check.hpp"

namespace redforge::check {

void find_in_plugin(Report& report);  // plugin_checks.cpp

namespace {

/// Part of a document that shows that its file is damaged.
struct DamageSign {
    std::string_view root;    ///< root element of the document
    std::string_view group;   ///< group of the root that contains the part; empty if the root contains it
    std::string_view member;  ///< field, list or blob; if empty, all fields of the group
    std::string_view value;   ///< field text that indicates damage; if empty, every value except the default does
    std::string_view message;
};

constexpr std::string_view no_end = "the file is cut off: it has no END";

/// Lists and blobs show damage if they are not empty.
constexpr std::array damage_signs{
    DamageSign{"map", "", "no_end", "", no_end},
    DamageSign{"visibility", "", "rest", "", "the nodes and lists do not fit the header; the rest is kept as bytes"},
    DamageSign{"visibility", "", "usual_end", "0", no_end},
    DamageSign{"model", "missing", "", "", "the file does not have this table, which its header names"},
    DamageSign{"rob", "", "end", "0", no_end},
    DamageSign{"texture_bank", "", "end_marker", "0", "the file is cut off: it has no end marker"},
    DamageSign{"font", "", "no_end", "", no_end},
    // A missing END is not a sign here: SNUFF.GXA of the game has all of its frames and no END.
    DamageSign{"pictures", "", "frame_count", "", "the file does not have as many frames as its header says"},
    DamageSign{"dialogue", "", "no_end", "", no_end},
    DamageSign{"dialogue", "", "no_index", "", "the file is cut off: it has no index"},
    DamageSign{"dialogue", "", "index", "", "the index does not fit the entries; it is kept as bytes"},
    DamageSign{"effects", "", "no_end", "", no_end},
    DamageSign{"effects", "", "rest", "", "bytes that are not a complete effect"},
    DamageSign{"save", "", "unread", "", "the save is cut off, or a length in it is wrong; the rest is kept as bytes"},
    DamageSign{"strings", "", "unread", "", "the file is cut off, or an offset in it is wrong"},
};

bool is_damaged(const DamageSign& sign, const RecordHandle& record, const FieldEntry& field)
{
    const FieldView value = record.field(field);
    return sign.value.empty() ? !field.is_default(value.value) : value.text() == sign.value;
}

bool is_empty(const RecordHandle& record, const ChildEntry& child)
{
    switch (child.kind) {
    case ChildEntry::Kind::blob: return record.blob(child).empty();
    case ChildEntry::Kind::byte_range: return record.byte_range(child).size() == 0;
    case ChildEntry::Kind::list: return record.list(child).size() == 0;
    case ChildEntry::Kind::group: break;
    }
    return true;
}

void find_sign(Report& report, const DamageSign& sign)
{
    RecordHandle record = report.root();
    edit::NodePath node;
    if (!sign.group.empty()) {
        const ChildEntry& group = *record.table().find_child(sign.group);
        node.push_back({record.table().number_of(group), 0});
        record = record.group(group);
    }
    const auto add = [&](const std::string& member) {
        report.add({.node = node, .member = member, .message = std::string(sign.message)});
    };
    for (const FieldEntry& field : record.table().fields) {
        if ((sign.member.empty() || field.name == sign.member) && is_damaged(sign, record, field)) {
            add(field.name);
        }
    }
    for (const ChildEntry& child : record.table().children) {
        if (child.name == sign.member && !is_empty(record, child)) {
            add(child.name);
        }
    }
}

/// Reports why a document that was read from a text cannot be packed.
void find_encode_error(Report& report)
{
    // Not encode(), which rejects partial documents: pack --base accepts them.
    const Result<SharedBytes> bytes = report.document().format().write(report.document().data());
    if (bytes) {
        return;
    }
    Error error = bytes.error();
    Finding finding;
    // In "actors[3].strings of DOOR", the part after the path is a name for the user.
    const std::string path = error.field.substr(0, error.field.find(' '));
    const auto matches = path.empty() ? fail(error) : edit::resolve(report.root(), path);
    if (matches && !matches->empty()) {
        const edit::Match& match = matches->front();
        finding.node = match.node;
        finding.member = match.kind == edit::Match::Kind::field ? match.field.entry->name
                         : match.child != nullptr               ? match.child->name
                                                                : std::string();
        error.field.clear();
        error.offset.reset();
    }
    finding.message = "cannot be packed: " + describe(error);
    report.add(std::move(finding));
}

void find_damage(Report& report)
{
    if (report.around().is_from_text) {
        find_encode_error(report);
    }
    const std::string_view root = report.root().type->element;
    if (root == "plugin") {
        return find_in_plugin(report);
    }
    for (const DamageSign& sign : damage_signs) {
        if (sign.root == root) {
            find_sign(report, sign);
        }
    }
}

}  // namespace

std::span<const Check> damage_checks()
{
    static constexpr Check rows[]{
        {"damaged", Severity::error, "A damaged file",
         "The file is cut off, or a length or compressed data in it is wrong. Redforge keeps the bytes and writes them "
         "back, but the game does not read them, or crashes. Restore the file from a backup or its source. In a text "
         "or an unpacked folder, the check also finds parts that cannot be packed.",
         "", "", &find_damage},
    };
    return rows;
}

}  // namespace redforge::check
