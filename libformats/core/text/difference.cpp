// The first field in which two records differ.
#include "core/text/difference.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/counts.hpp"

namespace redforge {
namespace {

std::string joined(const std::string& path, std::string_view name)
{
    return path.empty() || name.empty() ? path + std::string(name) : fmt::format("{}.{}", path, name);
}

std::string byte_text(const Bytes& bytes, std::size_t at)
{
    return at < bytes.size() ? fmt::format("0x{:02x}", static_cast<unsigned>(bytes[at]))
                             : fmt::format("the end, after {}", counted(bytes.size(), "byte"));
}

std::string number_of_records(const ListView& list)
{
    const auto& items = list.child->items;
    return counted(list.size(), items.size() == 1 ? items.front().name + " record" : "record");
}

std::optional<Difference> find(const RecordHandle& left, const RecordHandle& right, const std::string& path);

std::optional<Difference> find_in_bytes(const SharedBytes& a, const SharedBytes& b, const std::string& place)
{
    const std::size_t at = first_difference(a, b);
    return at == a.size() && at == b.size()
               ? std::nullopt
               : std::optional(Difference{fmt::format("{} at byte {}", place, at), byte_text(a.first(at + 1), at),
                                          byte_text(b.first(at + 1), at)});
}

std::optional<Difference> find_in_list(const ListView& left, const ListView& right, const std::string& path)
{
    const std::size_t sizes[2] = {left.size(), right.size()};  // NOLINT
    for (std::size_t i = 0; i < std::min(sizes[0], sizes[1]); ++i) {
        const std::string place = left.single() ? path : fmt::format("{}[{}]", path, i);
        if (left.item_number(i) != right.item_number(i)) {
            return Difference{place, fmt::format("<{}>", left.item(i).name), fmt::format("<{}>", right.item(i).name)};
        }
        const RecordHandle a = left.at(i);
        const RecordHandle b = right.at(i);
        if (same_record(*a.type, a.record, b.record)) {
            continue;
        }
        if (std::optional<Difference> found = find(a, b, place)) {
            return found;
        }
    }
    if (sizes[0] == sizes[1]) {
        return std::nullopt;
    }
    return Difference{path, number_of_records(left), number_of_records(right)};
}

std::optional<Difference> find(const RecordHandle& left, const RecordHandle& right, const std::string& path)
{
    const FieldTable& table = left.table();
    const FieldTable& others = right.table();
    for (const FieldEntry& entry : table.fields) {
        const FieldEntry* other = &table == &others ? &entry : others.find_field(entry.name);
        const FieldView a = left.field(entry);
        if (other == nullptr) {
            return Difference{joined(path, entry.name), a.text(), "no such field"};
        }
        const FieldView b = right.field(*other);
        if (other->ops != entry.ops || !entry.same(a.value, b.value)) {
            return Difference{joined(path, entry.name), a.text(), b.text()};
        }
    }
    for (const ChildEntry& child : table.children) {
        const std::string place = joined(path, child.name);
        std::optional<Difference> found;
        switch (child.kind) {
        case ChildEntry::Kind::list: found = find_in_list(left.list(child), right.list(child), place); break;
        case ChildEntry::Kind::group: found = find(left.group(child), right.group(child), place); break;
        case ChildEntry::Kind::blob: {
            const Bytes& a = left.blob(child);
            const Bytes& b = right.blob(child);
            if (a != b) {
                const std::size_t at = first_difference(a, b);
                found = Difference{fmt::format("{} at byte {}", place, at), byte_text(a, at), byte_text(b, at)};
            }
            break;
        }
        case ChildEntry::Kind::byte_range:
            found = find_in_bytes(left.byte_range(child), right.byte_range(child), place);
            break;
        }
        if (found) {
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Difference> find_difference(const RecordHandle& left, const RecordHandle& right)
{
    return find(left, right, "");
}

std::string read_back_text(const Difference& difference)
{
    const auto shown = [](const std::string& value) -> std::string_view {
        return value.empty() ? "no stored value" : std::string_view(value);
    };
    return fmt::format("{} would be read back as {}", shown(difference.left), shown(difference.right));
}

Error contradiction(std::string_view what, const Difference& difference, std::string_view absent, std::string hint)
{
    return {.code = ErrorCode::mismatch,
            .message = fmt::format("{} contradicts itself: {} would read back as {}", what,
                                   difference.left.empty() ? absent : difference.left,
                                   difference.right.empty() ? absent : difference.right),
            .field = difference.path,
            .hint = std::move(hint)};
}

}  // namespace redforge
