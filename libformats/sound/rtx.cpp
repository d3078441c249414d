// Reads and writes RTX files.
#include "sound/rtx.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/bytes/mapped_file.hpp"
#include "core/text/code_page.hpp"

namespace redforge::sound {
namespace {

constexpr std::size_t chunk_header_size = 8;
constexpr std::size_t text_header_size = 6;
constexpr std::size_t row_size = 12;
constexpr std::size_t footer_size = 12;
constexpr std::string_view end_tag = "END ";
constexpr std::string_view footer_tag = "RNAV";
/// Number of bytes that are read first of each entry. Most texts are shorter.
constexpr std::size_t entry_beginning = 512;

/// Text of a payload that has the standard layout.
struct Payload {
    bool has_voice{};
    std::size_t text_size{};
    /// Returns the size of the payload before the samples.
    [[nodiscard]] std::size_t head_size() const
    {
        return text_header_size + text_size + (has_voice ? sound_header_size : 0);
    }
};

/// Parses a payload of `size` bytes from its first bytes, which include at least `text_header_size` bytes if it has
/// them.
std::optional<Payload> payload_of(ByteView first, std::size_t size)
{
    if (size < text_header_size || first[0] != std::byte{} || std::to_integer<unsigned>(first[1]) > 1) {
        return std::nullopt;
    }
    const Payload payload{first[1] == std::byte{1}, load_le<std::uint32_t>(first.data() + 2)};
    const bool fits = payload.has_voice ? payload.head_size() <= size : payload.head_size() == size;
    return fits ? std::optional(payload) : std::nullopt;
}

/// Location of an entry's payload.
struct Extent {
    std::uint32_t offset{};
    std::uint32_t size{};
};

/// Returns the entry number of each row of an index. `begin`: offset of the index in the file. Returns nullopt unless
/// the index has exactly one row for each entry, in any order, and a footer.
std::optional<std::vector<std::uint32_t>> rows_of(ByteView index, std::size_t begin, const std::vector<Entry>& entries,
                                                  const std::vector<Extent>& extents)
{
    const std::size_t count = entries.size();
    if (index.size() != count * row_size + footer_size) {
        return std::nullopt;
    }
    const ByteView footer = index.subspan(count * row_size);
    if (as_text(footer.first(4)) != footer_tag || load_le<std::uint32_t>(footer.data() + 4) != begin ||
        load_le<std::uint32_t>(footer.data() + 8) != count) {
        return std::nullopt;
    }
    std::vector<std::uint32_t> entry_of_row(count);
    std::vector<bool> seen(count);
    for (std::size_t row = 0; row < count; ++row) {
        const std::byte* const at = index.data() + row * row_size;
        const auto offset = load_le<std::uint32_t>(at + 4);
        // Payloads are consecutive, so a binary search finds the entry of an offset.
        const auto found = std::ranges::lower_bound(extents, offset, {}, &Extent::offset);
        const auto number = static_cast<std::size_t>(found - extents.begin());
        if (found == extents.end() || found->offset != offset || found->size != load_le<std::uint32_t>(at + 8) ||
            seen[number] || !std::ranges::equal(as_text(ByteView(at, 4)), entries[number].label.bytes)) {
            return std::nullopt;
        }
        seen[number] = true;
        entry_of_row[row] = static_cast<std::uint32_t>(number);
    }
    return entry_of_row;
}

/// Returns true if a complete entry begins here.
bool holds_entry(ByteView bytes)
{
    return bytes.size() >= chunk_header_size && load_be32(bytes.data() + 4) <= bytes.size() - chunk_header_size;
}

/// Returns true if each entry begins where the one before it ends, and `END ` follows the last one at this offset.
bool are_entries_consecutive(ByteView bytes, std::size_t end)
{
    std::size_t at = 0;
    while (at < end && end - at >= chunk_header_size && as_text(bytes.subspan(at, 4)) != end_tag) {
        at += chunk_header_size + load_be32(bytes.data() + at + 4);
    }
    return at == end;
}

/// Index of a file whose entries have gaps between them.
struct GappedIndex {
    std::size_t begin{};            ///< offset in the file
    std::vector<Extent> extents{};  ///< of the entries, in file order
};

/// Returns the index of a file if its entries have gaps. Returns nullopt if they have none, or if a row of the index
/// does not name an entry.
std::optional<GappedIndex> find_gapped_index(ByteView bytes)
{
    if (bytes.size() < footer_size || as_text(bytes.last(footer_size).first(4)) != footer_tag) {
        return std::nullopt;
    }
    const ByteView footer = bytes.last(footer_size);
    GappedIndex index{.begin = load_le<std::uint32_t>(footer.data() + 4)};
    const std::size_t count = load_le<std::uint32_t>(footer.data() + 8);
    if (count == 0 || index.begin < end_tag.size() || index.begin > bytes.size() - footer_size ||
        bytes.size() - footer_size - index.begin != std::uint64_t{count} * row_size ||
        as_text(bytes.subspan(index.begin - end_tag.size(), end_tag.size())) != end_tag ||
        are_entries_consecutive(bytes, index.begin - end_tag.size())) {
        return std::nullopt;
    }
    for (std::size_t row = 0; row < count; ++row) {
        const std::byte* const at = bytes.data() + index.begin + row * row_size;
        const Extent extent{load_le<std::uint32_t>(at + 4), load_le<std::uint32_t>(at + 8)};
        if (extent.offset < chunk_header_size || extent.offset > index.begin ||
            extent.size > index.begin - extent.offset ||
            !same_bytes(ByteView(at, 4), bytes.subspan(extent.offset - chunk_header_size, 4)) ||
            load_be32(bytes.data() + extent.offset - 4) != extent.size) {
            return std::nullopt;
        }
        index.extents.push_back(extent);
    }
    std::ranges::sort(index.extents, {}, &Extent::offset);
    std::size_t end = 0;
    for (const Extent& extent : index.extents) {
        if (extent.offset - chunk_header_size < end) {
            return std::nullopt;
        }
        end = std::size_t{extent.offset} + extent.size;
    }
    return index.extents.front().offset == chunk_header_size && end <= index.begin - end_tag.size()
               ? std::optional(std::move(index))
               : std::nullopt;
}

class Reader {
public:
    Reader(const SharedBytes& file, RawFallbacks* kept) : file_(file), bytes_(file.view()), kept_(kept)
    {
        owner_ = std::make_shared<const SharedBytes>(file);
    }

    Result<Dialogue> read()
    {
        if (!is_dialogue(bytes_)) {
            return fail(
                {.code = ErrorCode::malformed,
                 .message = "not a dialogue file: it does not begin with a label, a size and a text of that size",
                 .offset = 0,
                 .hint = "an .RTX file begins with them"});
        }
        dialogue_.file = file_;
        for (std::size_t at = 0;;) {
            const ByteView first = look(at, entry_beginning);
            if (as_text(first).starts_with(end_tag)) {
                if (at == 0 && !read_index(bytes_.subspan(end_tag.size()), end_tag.size())) {
                    return fail({.code = ErrorCode::malformed,
                                 .message = "no entries, and no empty index after END",
                                 .offset = end_tag.size(),
                                 .hint = "in a file without entries, RNAV and the numbers 4 and 0 follow END"});
                }
                return finish(at + end_tag.size());
            }
            if (first.size() < chunk_header_size ||
                load_be32(first.data() + 4) > bytes_.size() - at - chunk_header_size) {
                if (at == 0) {
                    return fail({.code = ErrorCode::truncated,
                                 .message = "the first entry is longer than the file",
                                 .offset = 4,
                                 .hint = "a file of dialogue has at least one whole entry, or only END and an index"});
                }
                dialogue_.no_end = 1;
                return finish(at);
            }
            at = read_entry(at, first);
        }
    }

private:
    /// Reads all entries again, with the gaps between them.
    Result<Dialogue> read_with_gaps(const GappedIndex& index)
    {
        dialogue_ = {};
        dialogue_.file = file_;
        extents_.clear();
        if (kept_ != nullptr) {
            kept_->resize(kept_before_);
        }
        std::size_t at = 0;
        const auto take_gap = [&](Bytes& gap, std::size_t end) {
            const ByteView bytes = bytes_.subspan(at, end - at);
            gap.assign(bytes.begin(), bytes.end());
            if (!gap.empty()) {
                keep("gap", fmt::format("bytes at {:#x} that are not an entry", at), gap.size());
            }
        };
        for (const Extent& extent : index.extents) {
            Bytes gap;
            const std::size_t begin = extent.offset - chunk_header_size;
            take_gap(gap, begin);
            at = read_entry(begin, look(begin, entry_beginning));
            dialogue_.entries.back().gap = std::move(gap);
        }
        take_gap(dialogue_.gap, index.begin - end_tag.size());
        (void)read_index(bytes_.subspan(index.begin), index.begin);  // succeeds: find_gapped_index() compared each row
        return std::move(dialogue_);
    }

    /// Returns a copy of up to `size` bytes from offset `at`. The view is valid until the next call.
    ByteView look(std::size_t at, std::size_t size)
    {
        const ByteView from = bytes_.subspan(at, std::min(size, bytes_.size() - at));
        beginning_.resize(std::max(beginning_.size(), from.size()));
        peek(from, beginning_);
        return ByteView(beginning_).first(from.size());
    }

    std::size_t read_entry(std::size_t at, ByteView first)
    {
        const std::size_t size = load_be32(first.data() + 4);
        const std::size_t begin = at + chunk_header_size;
        Entry& entry = dialogue_.entries.emplace_back();
        entry.label = as_text(first.first(4));
        extents_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size)});
        if (const auto payload = payload_of(first.subspan(chunk_header_size), size)) {
            const std::size_t head_size = payload->head_size();
            if (chunk_header_size + head_size > first.size()) {
                first = look(at, chunk_header_size + head_size);
            }
            const ByteView head = first.subspan(chunk_header_size, head_size);
            entry.text = as_text(head.subspan(text_header_size, payload->text_size));
            if (payload->has_voice) {
                entry.voice = read_sound(head.last(sound_header_size), owner_,
                                         bytes_.subspan(begin + head_size, size - head_size), entry.sound);
            }
        } else {
            entry.no_text = 1;
            const ByteView content = bytes_.subspan(begin, size);
            entry.payload.assign(content.begin(), content.end());
            keep(fmt::format("entry {}", encode_text(entry.label.significant())),
                 "neither a text nor a text with a voice", size);
        }
        return begin + size;
    }

    Result<Dialogue> finish(std::size_t end)
    {
        const ByteView index = bytes_.subspan(end);
        if (dialogue_.no_end != 0 || !read_index(index, end)) {
            if (const std::optional<GappedIndex> gapped = find_gapped_index(bytes_)) {
                return read_with_gaps(*gapped);
            }
            dialogue_.index.assign(index.begin(), index.end());
            dialogue_.no_index = dialogue_.no_end == 0 && index.empty() ? 1 : 0;
            if (!index.empty() || dialogue_.no_end != 0) {
                keep("index",
                     dialogue_.no_end != 0 ? "the file ends within an entry" : "the index does not match the entries",
                     index.size());
            }
        }
        return std::move(dialogue_);
    }

    /// Reads the index after `END `. Returns false unless it has one row for each entry, and a footer.
    bool read_index(ByteView index, std::size_t begin)
    {
        const auto entry_of_row = rows_of(index, begin, dialogue_.entries, extents_);
        if (!entry_of_row) {
            return false;
        }
        if (!std::ranges::is_sorted(*entry_of_row)) {
            for (std::size_t row = 0; row < entry_of_row->size(); ++row) {
                dialogue_.entries[(*entry_of_row)[row]].row = static_cast<std::uint32_t>(row);
            }
        }
        return true;
    }

    void keep(std::string place, std::string reason, std::size_t size)
    {
        if (kept_ != nullptr) {
            kept_->push_back({std::move(place), std::move(reason), size});
        }
    }

    const SharedBytes& file_;
    ByteView bytes_;
    RawFallbacks* kept_;
    std::size_t kept_before_{kept_ != nullptr ? kept_->size() : 0};
    std::shared_ptr<const void> owner_;
    std::vector<Extent> extents_;
    Bytes beginning_;  ///< first bytes of the current entry
    Dialogue dialogue_;
};

/// Returns the entries in index order. Sets the row of each entry, or clears it if the order is the entry order.
std::vector<std::size_t> order_index(std::vector<Entry>& entries)
{
    constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return entries[i].row.value_or(last); });
    const bool own_order = std::ranges::is_sorted(order);
    for (std::size_t row = 0; row < order.size(); ++row) {
        Derived<std::uint32_t>& value = entries[order[row]].row;
        value = own_order ? Derived<std::uint32_t>() : Derived(static_cast<std::uint32_t>(row));
    }
    return order;
}

Status make_error(std::string message, std::string field, std::string hint, ErrorCode code = ErrorCode::mismatch)
{
    return fail({.code = code, .message = std::move(message), .field = std::move(field), .hint = std::move(hint)});
}

/// Checks that an entry reads back unchanged.
Status check(const Entry& entry)
{
    if (as_text(as_bytes({entry.label.bytes.data(), entry.label.bytes.size()})) == end_tag) {
        return make_error("the label END ends the file", "label", "use another label");
    }
    if (entry.no_text == 0 && !entry.payload.empty()) {
        return make_error("both a text and bytes", "payload", "remove the bytes, or set no_text");
    }
    if (entry.no_text != 0 &&
        (!entry.text.bytes.empty() || !entry.voice.empty() || payload_of(entry.payload, entry.payload.size()))) {
        return make_error("a text although no_text is set", "no_text", "set it to 0");
    }
    if (entry.voice.empty() && entry.sound != SoundHeader()) {
        return make_error("the entry has voice settings but no voice", "voice",
                          "add the voice, or remove its settings");
    }
    return {};
}

class Writer {
public:
    explicit Writer(Dialogue& dialogue) : dialogue_(dialogue), entries_(dialogue.entries) {}

    Result<SharedBytes> write()
    {
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (const Status status = check(entries_[i]).and_then([&] { return add(entries_[i]); }); !status) {
                Error error = status.error();
                error.field = fmt::format("entries[{}].{}", i, error.field.empty() ? "voice" : error.field);
                return fail(std::move(error));
            }
        }
        if (!entries_.empty() && entries_.front().no_text != 0) {
            return fail(
                make_error("the first entry has no text", "entries[0].no_text", "move it after another entry").error());
        }
        if (entries_.empty() && (dialogue_.no_end != 0 || !dialogue_.index.empty())) {
            return fail(make_error("bytes without an entry", "index", "add an entry, or remove the bytes").error());
        }
        if (dialogue_.no_index != 0 && (entries_.empty() || dialogue_.no_end != 0 || !dialogue_.index.empty())) {
            return fail(make_error("no_index is set, but the file has no entry, no END, or bytes of an index",
                                   "no_index", "set it to 0")
                            .error());
        }
        append(between_, dialogue_.gap);
        if (dialogue_.no_end == 0) {
            append(between_, as_bytes(end_tag));
        }
        if (const Status status = add_index(); !status) {
            return fail(status.error());
        }
        flush();
        if (const Status status = check_gaps(); !status) {
            return fail(status.error());
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] std::size_t size() const { return out_.size() + between_.size(); }

    /// Checks that the file reads back with its gaps. They need an index that names each entry.
    [[nodiscard]] Status check_gaps() const
    {
        const bool has_gap = !dialogue_.gap.empty() ||
                             std::ranges::any_of(entries_, [](const Entry& entry) { return !entry.gap.empty(); });
        if (!has_gap) {
            return {};
        }
        const std::optional<GappedIndex> index = find_gapped_index(out_.joined());
        return index && std::ranges::equal(index->extents, extents_, {}, &Extent::offset, &Extent::offset)
                   ? Status{}
                   : make_error("bytes between entries that would read back as entries", "gap",
                                "remove the gaps; files with gaps have a standard index, and no gap before the first "
                                "entry");
    }

    Status add(Entry& entry)
    {
        WrittenSound sound;
        if (!entry.voice.empty()) {
            Result<WrittenSound> written = write_sound(entry.sound, entry.voice);
            if (!written) {
                return fail(written.error());
            }
            sound = std::move(*written);
        }
        const std::string& text = entry.text.bytes;
        const std::size_t voice_size = entry.voice.empty() ? 0 : sound_header_size + sound.samples.size();
        const std::size_t payload_size =
            entry.no_text != 0 ? entry.payload.size() : text_header_size + text.size() + voice_size;
        append(between_, entry.gap);
        const std::size_t offset = size() + chunk_header_size;
        if (offset + payload_size > std::numeric_limits<std::uint32_t>::max()) {
            return make_error("the file would have more than 4 GiB here", "voice", "its index counts bytes in 32 bits",
                              ErrorCode::out_of_range);
        }
        extents_.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(payload_size)});
        append(between_, as_bytes({entry.label.bytes.data(), entry.label.bytes.size()}));
        between_.resize(between_.size() + 4);
        store_be32(between_.data() + between_.size() - 4, static_cast<std::uint32_t>(payload_size));
        if (entry.no_text != 0) {
            append(between_, entry.payload);
            return {};
        }
        between_.push_back(std::byte{});
        between_.push_back(entry.voice.empty() ? std::byte{} : std::byte{1});
        append_le(between_, static_cast<std::uint32_t>(text.size()));
        append(between_, as_bytes(text));
        if (!entry.voice.empty()) {
            append(between_, sound.header);
            flush();
            const auto owner = std::make_shared<const SharedBytes>(sound.samples);
            for (const ByteView piece : sound.samples.pieces()) {
                out_.append(owner, piece);
            }
        }
        return {};
    }

    Status add_index()
    {
        const bool has_rows =
            std::ranges::any_of(entries_, [](const Entry& each) { return each.row.stored.has_value(); });
        if (dialogue_.no_index != 0 && !has_rows) {
            return {};
        }
        if (dialogue_.index.empty() && dialogue_.no_end == 0 && dialogue_.no_index == 0) {
            const auto begin = static_cast<std::uint32_t>(size());
            for (const std::size_t number : order_index(entries_)) {
                append(between_, as_bytes({entries_[number].label.bytes.data(), 4}));
                append_le(between_, extents_[number].offset);
                append_le(between_, extents_[number].size);
            }
            append(between_, as_bytes(footer_tag));
            append_le(between_, begin);
            append_le(between_, static_cast<std::uint32_t>(entries_.size()));
            return {};
        }
        const ByteView index = dialogue_.index;
        if (has_rows || (dialogue_.no_end == 0 && rows_of(index, size(), entries_, extents_))) {
            return make_error("entries have rows, but the index is stored as bytes or missing", "index",
                              "remove the bytes and no_index; Redforge then computes the index");
        }
        if (dialogue_.no_end != 0 && (as_text(index).starts_with(end_tag) || holds_entry(index))) {
            return make_error("the bytes after the entries are an entry", "index", "set no_end to 0");
        }
        append(between_, index);
        return {};
    }

    void flush()
    {
        if (!between_.empty()) {
            const auto owned = std::make_shared<const Bytes>(std::move(between_));
            out_.append(owned, *owned);
            between_ = {};
        }
    }

    Dialogue& dialogue_;
    std::vector<Entry>& entries_;
    std::vector<Extent> extents_;
    SharedBytes out_;
    Bytes between_;  ///< bytes between two voices
};

}  // namespace

bool is_dialogue(ByteView bytes)
{
    if (as_text(bytes).starts_with("END RNAV")) {
        return true;  // a file without entries
    }
    if (bytes.size() < chunk_header_size + text_header_size || as_text(bytes.first(4)) == end_tag) {
        return false;
    }
    const std::size_t size = load_be32(bytes.data() + 4);
    const std::byte* const payload = bytes.data() + chunk_header_size;
    const std::size_t length = load_le<std::uint32_t>(payload + 2);
    const bool has_voice = payload[1] == std::byte{1};
    return payload[0] == std::byte{} && std::to_integer<unsigned>(payload[1]) <= 1 && size >= text_header_size &&
           (has_voice ? length + sound_header_size <= size - text_header_size : length == size - text_header_size);
}

Result<Dialogue> read_dialogue(const SharedBytes& file, RawFallbacks* kept)
{
    return Reader(file, kept).read();
}

Result<Dialogue> read_dialogue(ByteView bytes, RawFallbacks* kept)
{
    return read_dialogue(SharedBytes(Bytes(bytes.begin(), bytes.end())), kept);
}

Result<SharedBytes> encode_dialogue(Dialogue dialogue)
{
    return Writer(dialogue).write();
}

Result<Bytes> write_dialogue(const Dialogue& dialogue)
{
    const Result<SharedBytes> encoded = encode_dialogue(dialogue);
    return encoded ? Result<Bytes>(encoded->joined()) : fail(encoded.error());
}

}  // namespace redforge::sound
