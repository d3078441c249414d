// Compares the damage of documents.
#include "edit/document/damage.hpp"

#include <algorithm>
#include <optional>

namespace redforge::edit {
namespace {

/// Returns the offset in a game file at which damage begins. Returns nullopt if it is not known.
std::optional<std::uint64_t> offset_of(const Damage& damage, const Document& document)
{
    const Result<SharedBytes> file = document.format().write(document.data());
    if (!file) {
        return std::nullopt;
    }
    const Bytes bytes = file->joined();
    const auto found = std::find_end(bytes.begin(), bytes.end(), damage.unread.begin(), damage.unread.end());
    // Short pieces can occur elsewhere, except at the end of the file.
    constexpr std::size_t unique_size = 16;
    return damage.unread.empty() ? std::optional<std::uint64_t>(bytes.size())
           : found != bytes.end() && (static_cast<std::size_t>(bytes.end() - found) == damage.unread.size() ||
                                      damage.unread.size() >= unique_size)
               ? std::optional<std::uint64_t>(found - bytes.begin())
               : std::nullopt;
}

}  // namespace

std::string damage_path(const RecordHandle& root, const Damage& damage)
{
    const std::string path = damage.node.empty() ? std::string() : path_text(root, damage.node);
    return path.empty() || damage.member.empty() ? path : path_below(path, damage.member);
}

Status check_damage(const Document& document, const Document* base)
{
    const std::vector<Damage> all = find_damage(document.root());
    if (all.empty()) {
        return {};
    }
    std::vector<Damage> known = base != nullptr ? find_damage(base->root()) : std::vector<Damage>();
    for (const Damage& damage : all) {
        // Edits can move a damaged record, so its position does not matter.
        const auto same = std::ranges::find_if(known, [&](const Damage& other) {
            return other.member == damage.member && other.message == damage.message && other.unread == damage.unread;
        });
        if (same != known.end()) {
            known.erase(same);
            continue;
        }
        return fail({.code = ErrorCode::malformed,
                     .message = damage.message,
                     .offset = offset_of(damage, document),
                     .field = damage_path(document.root(), damage),
                     .hint = "use a complete copy of the file: the records that it lost would count as removed"});
    }
    return {};
}

}  // namespace redforge::edit
