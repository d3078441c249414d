// Identifies records by content: fingerprints, sketches and selectors.
#include "edit/merge/identity.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge::edit {
namespace {

std::string fingerprint_text(std::span<const std::byte> bytes)
{
    return fmt::format("{:012x}", fingerprint_of(bytes).first >> 16U);
}

/// Returns true for values that a selector can contain without quotes.
bool is_plain_word(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text.substr(text.front() == '-' ? 1 : 0), is_word_letter);
}

/// Returns one hash byte of a value; 00 for a default value.
std::string byte_of(std::string_view text)
{
    return text.empty() ? "00" : fmt::format("{:02x}", 1 + fingerprint_of(std::as_bytes(std::span(text))).first % 255);
}

/// Returns the share of equal values among the values that are in either sketch, 0 to 1.
double similarity(std::string_view a, std::string_view b)
{
    if (a.size() != b.size()) {
        return 0;
    }
    std::size_t all = 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i + 1 < a.size(); i += 2) {
        const std::string_view left = a.substr(i, 2);
        const std::string_view right = b.substr(i, 2);
        all += left == "00" && right == "00" ? 0U : 1U;
        same += left == right && left != "00" ? 1U : 0U;
    }
    return all == 0 ? 0 : static_cast<double>(same) / static_cast<double>(all);
}

std::optional<std::size_t> number_in(std::string_view text)
{
    std::size_t number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::vector<std::string_view> split_conditions(std::string_view text)
{
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

}  // namespace

std::string short_fingerprint(std::string_view element, const RecordHandle& record)
{
    TextSink sink;
    XmlWriter(sink).fragment(element, record);
    const std::string text = sink.str();
    return fingerprint_text(std::as_bytes(std::span(text)));
}

std::string short_fingerprint(ByteView bytes)
{
    return fingerprint_text(bytes);
}

void Identities::compute_fingerprints()
{
    for (std::size_t i = fingerprints_.size(); i < list_.size(); ++i) {
        fingerprints_.push_back(short_fingerprint(list_.item(i).name, list_.at(i)));
        by_fingerprint_[fingerprints_.back()].push_back(i);
    }
}

const std::string& Identities::fingerprint(std::size_t index)
{
    compute_fingerprints();
    return fingerprints_[index];
}

std::string Identities::neighbour_fingerprint(std::size_t index, int step)
{
    if (step < 0 && index == 0) {
        return "start";
    }
    const std::size_t other = step < 0 ? index - 1 : index + 1;
    return other == list_.size() ? "end" : fingerprint(other);
}

/// Returns a selector by key, like "id=8401", that no other record of the list matches. Empty if there is none. Prefers
/// numbers, because names change more often. A type, such as that
/// of a group, comes last, because other copies can have several records of the type.
std::string Identities::key_selector(std::size_t index)
{
    enum class KeyKind : std::uint8_t { number, name, kind };
    const auto kind_of = [](const FieldEntry& field) {
        return !field.info.enum_names.empty() ? KeyKind::kind : field.ops->bitwise ? KeyKind::number : KeyKind::name;
    };
    const RecordHandle record = list_.at(index);
    for (const KeyKind kind : {KeyKind::number, KeyKind::name, KeyKind::kind}) {
        for (const FieldEntry& field : record.table().fields) {
            if (!field.info.key || kind_of(field) != kind) {
                continue;
            }
            auto [counts, is_new] = key_counts_.try_emplace(field.name);
            for (std::size_t i = 0; is_new && i < list_.size(); ++i) {
                if (const FieldView value = list_.at(i).find_field(field.name)) {
                    const std::string text = upper(value.text());
                    ++counts->second[text];
                    const auto get = value.entry->ops->get_integer;  // a selector can name an enumerator by its number
                    const auto number = get != nullptr ? get(value.value) : std::nullopt;
                    const std::string digits = number ? fmt::format("{}", *number) : text;
                    counts->second[digits] += digits == text ? 0U : 1U;
                }
            }
            const std::string text = record.field(field).text();
            if (is_plain_word(text) && counts->second[upper(text)] == 1) {
                return fmt::format("{}={}", field.name, text);
            }
        }
    }
    return {};
}

std::string Identities::sketch(std::size_t index) const
{
    const RecordHandle record = list_.at(index);
    std::string text;
    for (const FieldEntry& field : record.table().fields) {
        const FieldView value = record.field(field);
        text += field.is_default(value.value) ? "00" : byte_of(value.text());
    }
    for (const ChildEntry& child : record.table().children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob: text += byte_of(as_text(record.blob(child))); break;
        case ChildEntry::Kind::byte_range: text += byte_of(fmt::format("{}", record.byte_range(child).size())); break;
        case ChildEntry::Kind::group: {
            const RecordHandle group = record.group(child);
            text += is_blank(*group.type, group.record) ? "00" : byte_of(short_fingerprint(child.name, group));
            break;
        }
        case ChildEntry::Kind::list: {
            const ListView list = record.list(child);
            std::string all;
            for (std::size_t i = 0; i < list.size(); ++i) {
                all += short_fingerprint(list.item(i).name, list.at(i));
            }
            text += byte_of(all);
            break;
        }
        }
    }
    return text;
}

std::string Identities::selector_of(std::size_t index)
{
    if (std::string key = key_selector(index); !key.empty()) {
        return key;
    }
    const Places& same = (compute_fingerprints(), by_fingerprint_[fingerprints_[index]]);
    std::string text = "#" + fingerprints_[index];
    if (same.size() > 1) {
        text += fmt::format(" {} of {}", std::ranges::find(same, index) - same.begin() + 1, same.size());
        return text;
    }
    return text + fmt::format(" like {} between {} {}", sketch(index), neighbour_fingerprint(index, -1),
                              neighbour_fingerprint(index, 1));
}

Result<std::vector<std::size_t>> Identities::find(std::string_view selector, bool by_similarity)
{
    compute_fingerprints();
    const std::vector<std::string_view> words = split_conditions(selector.substr(1));
    const auto found = words.empty() ? by_fingerprint_.end() : by_fingerprint_.find(std::string(words.front()));
    Places places = found == by_fingerprint_.end() ? Places{} : found->second;
    if (words.size() == 1) {
        return places;
    }
    if (words.size() == 4 && words[2] == "of") {
        const auto which = number_in(words[1]);
        const auto count = number_in(words[3]);
        if (which && count && *which > 0 && *which <= *count) {
            if (places.size() != *count && !places.empty()) {
                return fail({.code = ErrorCode::not_found,
                             .message = fmt::format("{} records match; the patch expects {}", places.size(), *count),
                             .hint = "the patch does not identify one of them"});
            }
            return places.empty() ? places : Places{places[*which - 1]};
        }
    } else if (words.size() == 6 && words[1] == "like" && words[3] == "between") {
        constexpr double least = 0.5;
        for (std::size_t i = 0; by_similarity && found == by_fingerprint_.end() && i < list_.size(); ++i) {
            if (neighbour_fingerprint(i, -1) == words[4] && neighbour_fingerprint(i, 1) == words[5] &&
                similarity(sketch(i), words[2]) >= least) {
                places.push_back(i);
            }
        }
        return places;
    }
    return fail({.code = ErrorCode::usage,
                 .message = fmt::format("selector \"{}\"", selector),
                 .hint = "a fingerprint has 12 digits, as `diff --xml` writes it"});
}

std::string stable_path(const RecordHandle& root, const NodePath& node)
{
    return path_text(root, node, [](const ListView& list, std::string path, std::size_t index) {
        std::string by_number = record_path(list, path, index);
        if (by_number != fmt::format("{}[{}]", path, index)) {
            return by_number;
        }
        const std::string selector = Identities(list).selector_of(index);
        return fmt::format("{}[{}]", path, std::string_view(selector).substr(0, selector.find(" like ")));
    });
}

}  // namespace redforge::edit
