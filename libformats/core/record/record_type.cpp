// Walking the tables of record types: comparing, looking up, reading and writing single values.
#include "core/record/record_type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/hex.hpp"

namespace redforge {
namespace {

const std::byte* at(const void* record, std::size_t offset)
{
    return static_cast<const std::byte*>(record) + offset;
}

/// Appends the names of the set bits, and unnamed bits in hexadecimal: "essential respawn 0x8000"; "0" for none.
void append_flags(std::string& out, EnumNames words, std::int64_t value)
{
    auto rest = static_cast<std::uint64_t>(value);
    const std::size_t begin = out.size();
    for (const EnumName& word : words) {
        const auto bits = static_cast<std::uint64_t>(word.value);
        if (bits != 0 && (rest & bits) == bits) {
            out.append(out.size() == begin ? "" : " ").append(word.name);
            rest &= ~bits;
        }
    }
    if (rest != 0 || out.size() == begin) {
        fmt::format_to(std::back_inserter(out), "{}{}", out.size() == begin ? "" : " ",
                       rest == 0 ? "0" : fmt::format("0x{:x}", rest));
    }
}

bool parse_hexadecimal(std::string_view text, std::uint64_t& value)
{
    return text.starts_with("0x") && parse_hex_number(text.substr(2), value);
}

bool parse_number_or_hex(std::string_view text, std::uint64_t& value)
{
    if (parse_hexadecimal(text, value)) {
        return true;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Appends a number with a fixed number of digits: "0x0001D15C".
void append_hexadecimal(std::string& out, std::int64_t value, std::size_t digits)
{
    std::array<char, 18> text{'0', 'x'};
    put_hex_number(text.data() + 2, static_cast<std::uint64_t>(value), digits);
    out.append(text.data(), 2 + digits);
}

bool parse_flags(std::string_view text, const EnumNameIndex& words, std::uint64_t& value)
{
    value = 0;
    bool any = false;
    for (std::string_view part = next_word(text); !part.empty(); part = next_word(text)) {
        const EnumName* const word = words.find(part);
        std::uint64_t bits{};
        if (word != nullptr) {
            bits = static_cast<std::uint64_t>(word->value);
        } else if (!parse_number_or_hex(part, bits)) {
            return false;
        }
        value |= bits;
        any = true;
    }
    return any;
}

}  // namespace

EnumNameIndex::EnumNameIndex(EnumNames words)
{
    for (const EnumName& word : words) {
        by_value_.push_back(&word);
        by_name_.push_back(&word);
    }
    std::ranges::stable_sort(by_value_, {}, &EnumName::value);
    std::ranges::stable_sort(by_name_, {}, &EnumName::name);
}

const EnumName* EnumNameIndex::find(std::int64_t value) const
{
    const auto found = std::ranges::lower_bound(by_value_, value, {}, &EnumName::value);
    return found == by_value_.end() || (*found)->value != value ? nullptr : *found;
}

const EnumName* EnumNameIndex::find(std::string_view word) const
{
    const auto found = std::ranges::lower_bound(by_name_, word, {}, &EnumName::name);
    return found == by_name_.end() || (*found)->name != word ? nullptr : *found;
}

bool FieldEntry::same(const void* a, const void* b) const
{
    if (!ops->bitwise) {
        return ops->same(a, b);
    }
    switch (ops->size) {  // fast path for common sizes: compare numbers
    case 1: return std::memcmp(a, b, 1) == 0;
    case 2: return std::memcmp(a, b, 2) == 0;
    case 3: return std::memcmp(a, b, 3) == 0;
    case 4: return std::memcmp(a, b, 4) == 0;
    default: return std::memcmp(a, b, ops->size) == 0;
    }
}

void ChildEntry::set_items(std::vector<ItemEntry> all)
{
    constexpr std::size_t few = 8;
    items = std::move(all);
    items_by_name.resize(items.size() > few ? items.size() : 0);
    std::iota(items_by_name.begin(), items_by_name.end(), 0U);
    std::stable_sort(items_by_name.begin(), items_by_name.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return items[a].name < items[b].name; });
}

std::size_t ChildEntry::find_item(std::string_view name) const
{
    if (items_by_name.empty()) {
        return static_cast<std::size_t>(std::ranges::find(items, name, &ItemEntry::name) - items.begin());
    }
    const auto found = std::ranges::lower_bound(items_by_name, name, {},
                                                [this](std::uint32_t i) -> std::string_view { return items[i].name; });
    return found == items_by_name.end() || items[*found].name != name ? items.size() : *found;
}

std::string ChildEntry::item_names() const
{
    std::vector<std::string_view> names;
    for (const ItemEntry& item : items) {
        names.emplace_back(item.name);
    }
    return fmt::format("<{}>", fmt::join(names, ">, <"));
}

const FieldEntry* FieldTable::find_field(std::string_view name) const
{
    const auto found = std::ranges::find(fields, name, &FieldEntry::name);
    return found == fields.end() ? nullptr : &*found;
}

const SupersededEntry* FieldTable::find_superseded(std::string_view name) const
{
    const auto found = std::ranges::find(superseded, name, &SupersededEntry::name);
    return found == superseded.end() ? nullptr : &*found;
}

std::string SupersededEntry::replacement() const
{
    return fmt::format("{} is {} {} now", name, take ? "part of" : "called", by);
}

const ChildEntry* FieldTable::find_child(std::string_view name) const
{
    const auto found = std::ranges::find(children, name, &ChildEntry::name);
    return found == children.end() ? nullptr : &*found;
}

FieldTable::ItemOfList FieldTable::find_item(std::string_view name) const
{
    for (const ChildEntry& child : children) {
        const std::size_t item = child.items.size() > 1 ? child.find_item(name) : child.items.size();
        if (item != child.items.size()) {
            return {&child, item};
        }
    }
    return {};
}

namespace {

/// Returns the names of a record's table, without list items that the record does not have.
template <class HasItem>
std::vector<std::string> names_of(const FieldTable& table, const HasItem& has_item)
{
    std::vector<std::string> all;
    for (const FieldEntry& field : table.fields) {
        all.push_back(field.name);
    }
    for (const ChildEntry& child : table.children) {
        if (!child.name.empty()) {
            all.push_back(child.name);
        }
        for (const ItemEntry& item : child.items) {
            if (child.items.size() > 1 && has_item(child, item)) {
                all.push_back(item.name);
            }
        }
    }
    return all;
}

}  // namespace

std::vector<std::string> FieldTable::names() const
{
    return names_of(*this, [](const ChildEntry& /*child*/, const ItemEntry& /*item*/) { return true; });
}

bool same_record(const RecordType& type, const void* a, const void* b)
{
    const FieldTable& table = type.table(a);
    if (&table != &type.table(b)) {
        return false;
    }
    for (const FieldEntry& field : table.fields) {
        if (!field.same(at(a, field.offset), at(b, field.offset))) {
            return false;
        }
    }
    for (const ChildEntry& child : table.children) {
        const void* left = at(a, child.offset);
        const void* right = at(b, child.offset);
        if (child.kind == ChildEntry::Kind::byte_range) {
            if (!(*static_cast<const SharedBytes*>(left) == *static_cast<const SharedBytes*>(right))) {
                return false;
            }
        } else if (child.kind == ChildEntry::Kind::blob) {
            if (!same_bytes(*static_cast<const Bytes*>(left), *static_cast<const Bytes*>(right))) {
                return false;
            }
        } else if (child.kind == ChildEntry::Kind::group) {
            if (!same_record(*child.items.front().type, left, right)) {
                return false;
            }
        } else {
            // NOLINTNEXTLINE: nothing is written
            const ListView lists[] = {{&child, const_cast<void*>(left), {}}, {&child, const_cast<void*>(right), {}}};
            if (child.ops->is_known_equal != nullptr && child.ops->is_known_equal(left, right)) {
                continue;
            }
            if (lists[0].size() != lists[1].size()) {
                return false;
            }
            for (std::size_t i = 0; i < lists[0].size(); ++i) {
                const RecordHandle record = lists[0].at(i);
                if (lists[0].item_number(i) != lists[1].item_number(i) ||
                    !same_record(*record.type, record.record, lists[1].at(i).record)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool is_blank(const RecordType& type, const void* record)
{
    const FieldTable& table = type.table(record);
    for (const FieldEntry& field : table.fields) {
        if (!field.is_default(at(record, field.offset))) {
            return false;
        }
    }
    return std::ranges::all_of(table.children, [&](const ChildEntry& child) {
        const void* place = at(record, child.offset);
        switch (child.kind) {
        case ChildEntry::Kind::blob: return static_cast<const Bytes*>(place)->empty();
        case ChildEntry::Kind::byte_range: return static_cast<const SharedBytes*>(place)->empty();
        case ChildEntry::Kind::group: return is_blank(*child.items.front().type, place);
        case ChildEntry::Kind::list: return child.ops->size(place) == 0;
        }
        return true;
    });
}

void append_value(std::string& out, const FieldEntry& field, const void* value, CodePage page)
{
    if (!field.info.enum_names.empty()) {
        if (const std::optional<std::int64_t> number = field.ops->get_integer(value)) {
            if (field.info.flags) {
                return append_flags(out, field.info.enum_names, *number);
            }
            if (const EnumName* word = field.enum_names.find(*number)) {
                out += word->name;
                return;
            }
        }
    }
    if (field.info.notation == Notation::hexadecimal) {
        if (const std::optional<std::int64_t> number = field.ops->get_integer(value)) {
            append_hexadecimal(out, *number, hexadecimal_digits(field.ops->type));
        }
        return;
    }
    field.ops->append(out, value, page);
}

bool parse_value(std::string_view text, const FieldEntry& field, void* value, CodePage page, std::string& expected)
{
    const bool has_words = !field.info.enum_names.empty();
    if (has_words) {
        std::uint64_t bits{};
        const bool is_flags = field.info.flags && parse_flags(text, field.enum_names, bits);
        const EnumName* const word = field.info.flags ? nullptr : field.enum_names.find(text);
        if (is_flags || word != nullptr) {
            const std::int64_t number = is_flags ? static_cast<std::int64_t>(bits) : word->value;
            if (number >= field.min && number <= field.max) {
                field.ops->set_integer(value, number);
                return true;
            }
        }
    }
    if (field.info.notation == Notation::hexadecimal) {
        std::uint64_t number{};
        if (!parse_hexadecimal(text, number) || number > static_cast<std::uint64_t>(field.max)) {
            expected = expected_words(field);
            return false;
        }
        field.ops->set_integer(value, static_cast<std::int64_t>(number));
        return true;
    }
    if (!field.ops->parse(text, value, field.info, expected, page)) {
        expected = has_words ? expected_words(field) : expected;
        return false;
    }
    return true;
}

std::size_t hexadecimal_digits(const LeafType& type)
{
    std::size_t digits = 1;
    while (digits < 16 && static_cast<std::uint64_t>(type.max) >> (4 * digits) != 0) {
        ++digits;
    }
    return digits;
}

std::string expected_words(const FieldEntry& field)
{
    std::vector<std::string_view> names;
    for (const EnumName& word : field.info.enum_names) {
        names.push_back(word.name);
    }
    const std::string number =
        field.info.notation == Notation::hexadecimal
            ? fmt::format("0x and up to {} hexadecimal digits", hexadecimal_digits(field.ops->type))
            : number_description(field.min, field.max);
    return names.empty()      ? number
           : field.info.flags ? fmt::format("any of: {}; or {}", fmt::join(names, ", "), number)
                              : fmt::format("one of: {}; or {}", fmt::join(names, ", "), number);
}

std::string FieldView::text() const
{
    std::string out;
    append_value(out, *entry, value, page);
    return out;
}

std::optional<double> FieldView::number() const
{
    if (entry->ops->get_integer != nullptr) {
        const std::optional<std::int64_t> integer = entry->ops->get_integer(value);
        return integer ? std::optional(static_cast<double>(*integer)) : std::nullopt;
    }
    if (type().kind != ValueKind::real) {
        return std::nullopt;
    }
    const std::string shown = text();
    double real{};
    const auto [end, error] = std::from_chars(shown.data(), shown.data() + shown.size(), real);
    const bool good = error == std::errc{} && end == shown.data() + shown.size();
    return good && std::isfinite(real) ? std::optional(real) : std::nullopt;
}

Status FieldView::set(std::string_view text) const
{
    if (type().derived && text.empty()) {
        entry->ops->reset(value);
        return {};
    }
    std::string expected;
    if (!parse_value(text, *entry, value, page, expected)) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("value \"{}\"", text),
                     .field = name(),
                     .hint = "expected " + expected});
    }
    return {};
}

ListView RecordHandle::list(const ChildEntry& child) const
{
    return {&child, at(child.offset), page};
}

std::vector<std::string> RecordHandle::names() const
{
    constexpr std::size_t max_items = 24;  // subrecords of plugins have some hundred types
    const ChildEntry* last = nullptr;
    std::set<std::string_view> held;
    return names_of(table(), [&](const ChildEntry& child, const ItemEntry& item) {
        if (child.kind != ChildEntry::Kind::list || child.items.size() <= max_items) {
            return true;
        }
        if (&child != last) {
            last = &child;
            held.clear();
            const ListView records = list(child);
            for (std::size_t i = 0; i < records.size(); ++i) {
                held.insert(records.item(i).name);
            }
        }
        return held.contains(item.name);
    });
}

FieldView RecordHandle::find_field(std::string_view name) const
{
    const FieldEntry* entry = table().find_field(name);
    return entry == nullptr ? FieldView{} : field(*entry);
}

ListView RecordHandle::find_list(std::string_view name) const
{
    const ChildEntry* child = table().find_child(name);
    return child == nullptr || child->kind != ChildEntry::Kind::list ? ListView{} : list(*child);
}

}  // namespace redforge
