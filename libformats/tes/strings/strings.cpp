// Reads and writes string files.
#include "tes/strings/strings.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/text/language_page.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t header_size = 8;
constexpr std::size_t entry_size = 8;
constexpr std::size_t length_size = 4;
/// Maximum total size of texts, as a multiple of the file size. A shared text counts once for each of its numbers.
constexpr std::size_t max_growth = 16;

std::uint32_t word(ByteView bytes, std::size_t at)
{
    return load_le<std::uint32_t>(bytes.data() + at);
}

/// Index of the text of each entry; texts are in file order.
using Rows = std::vector<std::uint32_t>;

/// Returns the order of the texts from the rows of the document.
Rows rows_of(const StringTable& table)
{
    std::vector<std::size_t> order(table.strings.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
        const auto& row = table.strings[i].row.stored;
        return row ? std::pair(0, *row) : std::pair(1, std::uint32_t{0});
    });
    Rows rows(table.strings.size());
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const StringEntry& entry = table.strings[order[k]];
        std::optional<std::uint32_t> shared;
        for (std::size_t other = k; entry.row.stored && other-- > 0 && !shared;) {
            const StringEntry& before = table.strings[order[other]];
            if (before.row.stored != entry.row.stored) {
                break;
            }
            shared = before.text == entry.text ? std::optional(rows[order[other]]) : std::nullopt;
        }
        rows[order[k]] = shared ? *shared : next++;
    }
    return rows;
}

/// Returns the rows to store: all except those at the end that equal the default.
std::vector<Derived<std::uint32_t>> stored_rows(const Rows& rows)
{
    const std::size_t count = rows.empty() ? 0 : std::size_t{*std::ranges::max_element(rows)} + 1;
    std::vector<std::size_t> users(count);
    std::vector<std::size_t> entry(count);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ++users[rows[i]];
        entry[rows[i]] = i;
    }
    std::size_t first = count;  // the first row that need not be stored
    while (first > 0 && users[first - 1] == 1 && (first == count || entry[first - 1] < entry[first])) {
        --first;
    }
    std::vector<Derived<std::uint32_t>> stored(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] < first) {
            stored[i] = rows[i];
        }
    }
    return stored;
}

/// A text, and its size in the data, in bytes. piece_at() returns nullopt if there is no text at the offset.
struct Piece {
    std::string_view text;
    std::size_t size{};
};
std::optional<Piece> piece_at(ByteView data, std::size_t offset, bool is_sized)
{
    if (offset >= data.size()) {
        return std::nullopt;
    }
    const std::string_view rest = as_text(data.subspan(offset));
    if (!is_sized) {
        const std::size_t end = rest.find('\0');
        return end == std::string_view::npos ? std::nullopt : std::optional(Piece{rest.substr(0, end), end + 1});
    }
    if (rest.size() < length_size) {
        return std::nullopt;
    }
    const std::size_t length = word(data, offset);
    const bool fits = length > 0 && length <= rest.size() - length_size && rest[length_size + length - 1] == '\0';
    return fits ? std::optional(Piece{rest.substr(length_size, length - 1), length_size + length}) : std::nullopt;
}

/// Reads all entries. Returns nullopt unless the texts are contiguous, and are not shared so often that a small file
/// would need much memory.
std::optional<StringTable> read_entries(ByteView bytes, bool is_sized)
{
    const std::size_t count = word(bytes, 0);
    const ByteView data = bytes.subspan(header_size + count * entry_size);
    struct Place {
        Piece piece;
        std::uint32_t row{};
        std::size_t users{};
    };
    std::map<std::size_t, Place> places;  // by offsets
    for (std::size_t i = 0; i < count; ++i) {
        ++places[word(bytes, header_size + i * entry_size + 4)].users;
    }
    std::size_t end = 0;
    std::uint64_t size_of_all = 0;
    std::uint32_t next = 0;
    for (auto& [offset, place] : places) {
        const std::optional<Piece> piece = piece_at(data, offset, is_sized);
        if (!piece || offset != end) {
            return std::nullopt;
        }
        end += piece->size;
        size_of_all += std::uint64_t{piece->text.size()} * place.users;
        place.piece = *piece;
        place.row = next++;
        if (size_of_all > std::uint64_t{bytes.size()} * max_growth) {
            return std::nullopt;
        }
    }
    if (end != data.size()) {
        return std::nullopt;
    }
    StringTable table;
    table.kind = is_sized ? 1 : 0;
    Rows rows;
    for (std::size_t i = 0; i < count; ++i) {
        const Place& place = places.at(word(bytes, header_size + i * entry_size + 4));
        StringEntry& entry = table.strings.emplace_back();
        entry.id = word(bytes, header_size + i * entry_size);
        entry.text = place.piece.text;
        rows.push_back(place.row);
    }
    const std::vector<Derived<std::uint32_t>> stored = stored_rows(rows);
    for (std::size_t i = 0; i < count; ++i) {
        table.strings[i].row = stored[i];
    }
    return table;
}

}  // namespace

bool is_string_table(ByteView bytes)
{
    if (bytes.size() < header_size) {
        return false;
    }
    const std::uint64_t count = word(bytes, 0);
    const std::uint64_t size = word(bytes, 4);
    // A file without texts is 8 zero bytes.
    return (count > 0 || bytes.size() == header_size) && header_size + count * entry_size + size == bytes.size();
}

bool can_begin_string_table(ByteView first)
{
    if (first.size() == header_size) {
        return is_string_table(first);
    }
    if (first.size() < header_size + entry_size) {
        return false;
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 30U;
    const std::uint64_t count = word(first, 0);
    const std::uint64_t size = word(first, 4);
    return count > 0 && count <= size && header_size + count * entry_size + size < most &&
           word(first, header_size + 4) < size;
}

Result<StringTable> read_string_table(ByteView bytes, RawFallbacks* kept)
{
    if (bytes.empty()) {
        StringTable none;
        none.kind = empty_string_table;
        return none;
    }
    if (!is_string_table(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "the number of texts and the size of all do not fit the file",
                     .offset = 0});
    }
    // Try the kind with sizes first, because plain texts are hardly ever valid as such.
    for (const bool is_sized : {true, false}) {
        if (std::optional<StringTable> table = read_entries(bytes, is_sized)) {
            return std::move(*table);
        }
    }
    StringTable table;
    table.unread.assign(bytes.begin(), bytes.end());
    if (kept != nullptr) {
        kept->push_back({"strings", "the texts are not adjacent, or too many numbers share them", bytes.size()});
    }
    return table;
}

Result<Bytes> write_string_table(const StringTable& table)
{
    const auto make_error = [](ErrorCode code, std::size_t i, std::string_view field, std::string message) {
        return fail({.code = code, .message = std::move(message), .field = fmt::format("strings[{}].{}", i, field)});
    };
    if (!table.unread.empty()) {
        Result<StringTable> again = table.strings.empty() ? read_string_table(table.unread) : fail({});
        return again && *again == table ? Result<Bytes>(table.unread)
                                        : fail({.code = ErrorCode::mismatch,
                                                .message = "bytes that would be read as something else",
                                                .field = "unread"});
    }
    if (table.kind == empty_string_table) {
        return table.strings.empty() ? Result<Bytes>(Bytes{})
                                     : fail({.code = ErrorCode::mismatch,
                                             .message = "texts in a file of no bytes",
                                             .field = "kind",
                                             .hint = "set it to plain for .STRINGS, to sized for other files"});
    }
    const Rows rows = rows_of(table);
    const std::vector<Derived<std::uint32_t>> stored = stored_rows(rows);
    std::map<std::uint32_t, const StringEntry*> texts;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StringEntry& entry = table.strings[i];
        if (stored[i] != entry.row) {
            return make_error(ErrorCode::mismatch, i, "row", "this row would be read as another; leave it out");
        }
        if (table.kind == 0 && entry.text.bytes.find('\0') != std::string::npos) {
            return make_error(ErrorCode::mismatch, i, "text", "a NUL inside a text that ends with the first");
        }
        texts[rows[i]] = &entry;
    }
    Bytes data;
    std::vector<std::uint32_t> offsets;
    for (const auto& [row, entry] : texts) {
        offsets.push_back(static_cast<std::uint32_t>(data.size()));
        if (table.kind == 1) {
            append_le(data, static_cast<std::uint32_t>(entry->text.bytes.size() + 1));
        }
        append(data, as_bytes(entry->text.bytes));
        data.push_back(std::byte{});
        if (data.size() > std::numeric_limits<std::uint32_t>::max()) {
            return fail({.code = ErrorCode::out_of_range, .message = "more than 4 GiB of texts", .field = "strings"});
        }
    }
    Bytes bytes;
    append_le(bytes, static_cast<std::uint32_t>(table.strings.size()));
    append_le(bytes, static_cast<std::uint32_t>(data.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        append_le(bytes, table.strings[i].id);
        append_le(bytes, offsets[rows[i]]);
    }
    append(bytes, data);
    const Result<StringTable> again = read_string_table(bytes);
    if (!again || !(*again == table)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "texts that would be read as something else",
                     .field = table.strings.empty() ? "strings" : "kind",
                     .hint = table.strings.empty() ? "a file has one text at least" : ""});
    }
    return bytes;
}

namespace {

/// Returns the texts with bytes above ASCII.
std::vector<std::string_view> texts_above_ascii(const StringTable& table)
{
    std::vector<std::string_view> texts;
    for (const StringEntry& entry : table.strings) {
        const std::string& text = entry.text.bytes;
        if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
            texts.push_back(text);
        }
    }
    return texts;
}

}  // namespace

CodePage guess_page_of(const StringTable& table)
{
    return guess_page(texts_above_ascii(table));
}

CodePage page_of_file(const StringTable& table, const std::filesystem::path& file)
{
    const std::string stem = file.stem().string();
    const std::size_t at = stem.rfind('_');
    const std::vector<std::string_view> texts = texts_above_ascii(table);
    const auto page =
        at == std::string::npos ? std::nullopt : page_of_language(std::string_view(stem).substr(at + 1), texts);
    return page && has_table(*page) ? *page : guess_page(texts);
}

void update_dependents(const StringTable& /*before*/, StringTable& after)
{
    const std::vector<Derived<std::uint32_t>> stored = stored_rows(rows_of(after));
    for (std::size_t i = 0; i < stored.size(); ++i) {
        after.strings[i].row = stored[i];
    }
}

}  // namespace redforge::tes
