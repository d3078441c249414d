// The check for damaged files and texts that cannot be packed.
#include <string>

#include "check/check.hpp"
#include "edit/document/damage.hpp"

namespace redforge::check {

void find_in_plugin(Report& report);  // plugin_checks.cpp

namespace {

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
    for (const edit::Damage& damage : edit::find_damage(report.root())) {
        report.add({.node = damage.node, .member = damage.member, .message = damage.message});
    }
}

}  // namespace

std::span<const Check> damage_checks()
{
    static constexpr Check rows[]{
        {"damaged", Severity::error, "A damaged file",
         "The file is cut off, or a length or compressed data in it is wrong. Redforge keeps the bytes and writes them "
         "back, but the game does not read them, or crashes. Restore the file from a backup or its source. In a text "
         "or an unpacked folder, the check also finds parts that cannot be packed. A plugin that is cut off between "
         "two groups has fewer records than its header counts. If such a plugin is complete, set its "
         "header.record_count to an empty text; Redforge then computes it.",
         "", "", &find_damage},
    };
    return rows;
}

}  // namespace redforge::check
