// Seeded random records, from the tables of record types.
#include "support/random.hpp"

#include <bit>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"

namespace redforge::test {
namespace {

/// Returns any float or double with a size in bytes.
std::string random_real(Random& random, std::size_t size)
{
    std::string text;
    if (size == sizeof(double)) {
        append_real(text, std::bit_cast<double>(random.bits()));
    } else {
        append_real(text, std::bit_cast<float>(static_cast<std::uint32_t>(random.bits())));
    }
    return text;
}

std::string random_numbers(Random& random, const FieldEntry& field, const RandomLimits& limits)
{
    const std::size_t fixed = field.ops->type.count;
    const std::size_t count = fixed != 0 ? fixed : random.once_in(2) ? 0 : random.below(limits.records + 1);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : " ") + std::to_string(random.number(field.min, field.max));
    }
    return text;
}

/// Returns one of a field's keywords, or other game text.
std::string random_text(Random& random, const FieldEntry& field, const RandomLimits& limits)
{
    if (!field.info.choices.empty()) {
        std::vector<std::string> words;
        std::string_view rest = field.info.choices;
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            words.emplace_back(word);
        }
        return words[random.below(words.size())];
    }
    const std::size_t fixed = field.ops->type.count;
    return encode_text(random.text(fixed != 0 ? fixed : limits.text, fixed != 0 || limits.nul_in_text));
}

void fill_field(Random& random, const FieldView& field, const RandomLimits& limits)
{
    const FieldEntry& entry = *field.entry;
    const LeafType& type = field.type();
    if (type.derived) {
        entry.ops->reset(field.value);
        if (!limits.derived || !random.once_in(3)) {
            return;
        }
    }
    std::string text;
    switch (type.kind) {
    case ValueKind::integer: entry.ops->set_integer(field.value, random.number(entry.min, entry.max)); return;
    case ValueKind::real:
        text =
            type.parts == 0
                ? random_real(random, entry.ops->size)
                : fmt::format("{}", static_cast<double>(random.number(entry.min * type.parts, entry.max * type.parts)) /
                                        type.parts);
        break;
    case ValueKind::text: text = random_text(random, entry, limits); break;
    case ValueKind::numbers: text = random_numbers(random, entry, limits); break;
    case ValueKind::bytes: append_hex(text, random.bytes(limits.blob)); break;
    }
    std::string expected;
    // A type that accepts only some texts keeps its default if the text is not valid.
    static_cast<void>(entry.ops->parse(text, field.value, entry.info, expected, CodePage::cp437));
}

}  // namespace

void fill_random(Random& random, const RecordHandle& record, const RandomLimits& limits)
{
    const std::size_t common = record.type->common_fields;
    for (std::size_t i = 0; i < common; ++i) {
        fill_field(random, record.field(record.type->tables.front().fields[i]), limits);
    }
    const FieldTable& table = record.table();  // the first fields determine the following ones
    for (std::size_t i = common; i < table.fields.size(); ++i) {
        fill_field(random, record.field(table.fields[i]), limits);
    }
    for (const ChildEntry& child : table.children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob:
            record.blob(child) = random.once_in(2) ? Bytes{} : random.bytes(limits.blob);
            break;
        case ChildEntry::Kind::byte_range: record.byte_range(child) = SharedBytes(random.bytes(limits.blob)); break;
        case ChildEntry::Kind::group: fill_random(random, record.group(child), limits); break;
        case ChildEntry::Kind::list: {
            const ListView list = record.list(child);
            const std::size_t most = list.single() ? 1 : limits.records;
            RandomLimits inside = limits;
            ++inside.depth;  // groups of plugins contain groups
            for (std::size_t count = limits.depth < 5 ? random.below(most + 1) : 0; count > list.size();) {
                child.ops->insert(list.list, list.size(), child, random.below(child.items.size()));
                fill_random(random, list.at(list.size() - 1), inside);
            }
            break;
        }
        }
    }
}

}  // namespace redforge::test
