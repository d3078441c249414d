// Game text to readable text and back, reversibly: code pages and escapes.
#include "core/text/code_page.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "core/platform/code_pages.hpp"
#include "core/text/language_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/words.hpp"

namespace redforge {
namespace {

// Upper halves, from the Unicode consortium's mapping tables. 0 means undefined, and is always escaped. 0xFF of code
// page 437 (no-break space) is escaped deliberately: it looks like a space.
constexpr std::array<char16_t, 128> upper_437{
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF, 0x00EE,
    0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9, 0x00FF, 0x00D6,
    0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA,
    0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB, 0x2591, 0x2592, 0x2593, 0x2502,
    0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255D, 0x255C, 0x255B, 0x2510, 0x2514,
    0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550,
    0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C,
    0x2588, 0x2584, 0x258C, 0x2590, 0x2580, 0x03B1, 0x00DF, 0x0393, 0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4,
    0x03A6, 0x0398, 0x03A9, 0x03B4, 0x221E, 0x03C6, 0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320,
    0x2321, 0x00F7, 0x2248, 0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0};

constexpr std::array<char16_t, 32> upper_1252{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                              0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                              0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                              0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr char32_t to_unicode(unsigned char byte, CodePage page)
{
    if (byte < 0x20 || byte == 0x7F) {
        return 0;
    }
    if (byte < 0x80) {
        return byte;
    }
    if (page == CodePage::cp437) {
        return upper_437[byte - 0x80U];
    }
    if (byte < 0xA0) {
        return upper_1252[byte - 0x80U];
    }
    return byte == 0xA0 || byte == 0xAD ? 0 : byte;  // no-break space and soft hyphen are invisible: escape them
}

/// Returns true if a character above ASCII is visibly distinct: not a control, format or private-use character.
constexpr bool can_be_seen(char32_t code)
{
    const auto is_in = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
    return code >= 0xA1 && code != 0xAD && !is_in(0x200B, 0x200F) && !is_in(0x2028, 0x202F) && !is_in(0x2060, 0x206F) &&
           !is_in(0xD800, 0xF8FF) && code != 0xFEFF && !is_in(0xFFF0, 0xFFFF) && code <= 0x10FFFF;
}

/// A code page of the system: characters of one or two bytes.
class SystemPage {
public:
    explicit SystemPage(unsigned number)
    {
        for (const platform::PageCharacter& each : platform::characters_of_page(number)) {
            if (can_be_seen(each.code)) {
                codes_[each.bytes] = each.code;
                bytes_[each.code] = each.bytes;
            }
        }
    }
    [[nodiscard]] bool empty() const { return codes_.empty(); }

    /// Returns the first character of a text, which is not ASCII, and its length in bytes; length 0 if it is not
    /// printable.
    [[nodiscard]] Utf8 first(std::string_view text) const
    {
        const unsigned one = static_cast<unsigned char>(text[0]);
        if (const auto found = codes_.find(static_cast<std::uint16_t>(one)); found != codes_.end()) {
            return {1, found->second};
        }
        const unsigned two = text.size() < 2 ? 0 : one * 256U + static_cast<unsigned char>(text[1]);
        const auto found = codes_.find(static_cast<std::uint16_t>(two));
        return two == 0 || found == codes_.end() ? Utf8{} : Utf8{2, found->second};
    }
    /// Returns the bytes of a character. Empty if the page has no such character.
    [[nodiscard]] std::string bytes_of(char32_t code) const
    {
        const auto found = bytes_.find(code);
        if (found == bytes_.end()) {
            return {};
        }
        const std::string last(1, static_cast<char>(found->second & 0xFFU));
        return found->second < 0x100 ? last : static_cast<char>(found->second >> 8U) + last;
    }

private:
    std::unordered_map<std::uint16_t, char32_t> codes_;
    std::unordered_map<char32_t, std::uint16_t> bytes_;
};

/// Returns null if the page is one of our own tables, or UTF-8.
const SystemPage* system_page(CodePage page)
{
    switch (page) {
    case CodePage::cp1250: {
        static const SystemPage table(1250);
        return &table;
    }
    case CodePage::cp1251: {
        static const SystemPage table(1251);
        return &table;
    }
    case CodePage::cp932: {
        static const SystemPage table(932);
        return &table;
    }
    case CodePage::cp936: {
        static const SystemPage table(936);
        return &table;
    }
    case CodePage::cp949: {
        static const SystemPage table(949);
        return &table;
    }
    default: return nullptr;
    }
}

/// Returns the first character of a text. Precondition: it is not ASCII.
Utf8 first_character(std::string_view text, CodePage page)
{
    if (page == CodePage::utf8) {
        const Utf8 next = next_utf8(text);
        return can_be_seen(next.code) ? next : Utf8{};
    }
    if (const SystemPage* const table = system_page(page)) {
        return table->first(text);
    }
    const char32_t code = to_unicode(static_cast<unsigned char>(text[0]), page);
    return code == 0 ? Utf8{} : Utf8{1, code};
}

/// Returns the bytes of a non-ASCII character. Empty if the page has no such character.
std::string bytes_of(char32_t code, std::string_view spelt, CodePage page)
{
    if (page == CodePage::utf8) {
        return can_be_seen(code) ? std::string(spelt) : std::string();
    }
    if (const SystemPage* const table = system_page(page)) {
        return table->bytes_of(code);
    }
    for (int b = 0x80; b < 0x100 && code != 0; ++b) {
        if (to_unicode(static_cast<unsigned char>(b), page) == code) {
            return std::string(1, static_cast<char>(b));
        }
    }
    return {};
}

void append_utf8(std::string& out, char32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code >= 0x10000) {
        out += static_cast<char>(0xF0 | (code >> 18));
        out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

constexpr int hex_digit(char c)
{
    if (is_digit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Returns true if `text` starts with an escape: `\x` and two hexadecimal digits.
constexpr bool is_escape(std::string_view text)
{
    return text.size() >= 4 && text[0] == '\\' && text[1] == 'x' && hex_digit(text[2]) >= 0 && hex_digit(text[3]) >= 0;
}

}  // namespace

void append_encoded(std::string& out, std::string_view bytes, CodePage page)
{
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t plain = plain_length(bytes.substr(i));
        out.append(bytes, i, plain);
        i += plain;
        if (i == bytes.size()) {
            return;
        }
        const char c = bytes[i];
        const auto byte = static_cast<unsigned char>(c);
        const Utf8 next = byte >= 0x80 ? first_character(bytes.substr(i), page)
                          : byte < 0x20 || byte == 0x7F || (c == '\\' && is_escape(bytes.substr(i))) ? Utf8{}
                                                                                                     : Utf8{1, byte};
        if (next.length == 0) {
            fmt::format_to(std::back_inserter(out), "\\x{:02X}", byte);
        } else {
            append_utf8(out, next.code);
            i += next.length - 1;
        }
    }
}

Utf8 next_utf8(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) {
        return {};
    }
    const unsigned char first = byte(0);
    if (first < 0x80) {
        return {1, first};
    }
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) {
        return {};
    }
    char32_t code = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) {
            return {};
        }
        code = code << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    return overlong || surrogate || code > 0x10FFFF ? Utf8{} : Utf8{length, code};
}

Result<std::string> decode_text(std::string_view utf8, CodePage page)
{
    // Fast path: copy the plain beginning, which usually is the whole text.
    std::string out(utf8.substr(0, plain_length(utf8)));
    utf8.remove_prefix(out.size());
    while (!utf8.empty()) {
        if (is_escape(utf8)) {
            out += static_cast<char>(hex_digit(utf8[2]) << 4 | hex_digit(utf8[3]));
            utf8.remove_prefix(4);
            continue;
        }
        const Utf8 next = next_utf8(utf8);
        if (next.length == 0) {
            return fail({.code = ErrorCode::malformed, .message = "text that is not UTF-8"});
        }
        if (next.code >= 0x20 && next.code < 0x7F) {
            out += utf8.front();
        } else {
            const std::string bytes = bytes_of(next.code, utf8.substr(0, next.length), page);
            if (bytes.empty()) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("character U+{:04X} is not in code page {}",
                                                    static_cast<std::uint32_t>(next.code), page_name(page)),
                             .hint = "write a byte of the game's text as \\xHH"});
            }
            out += bytes;
        }
        utf8.remove_prefix(next.length);
    }
    return out;
}

std::string_view page_name(CodePage page)
{
    static constexpr std::array<std::string_view, 8> names{"437", "1252", "1250", "1251", "932", "936", "949", "UTF-8"};
    return names.at(static_cast<std::size_t>(page));
}

Result<CodePage> page_named(std::string_view name)
{
    std::string_view plain = name;
    if (lower(plain.substr(0, 2)) == "cp") {
        plain.remove_prefix(2);
    }
    for (const CodePage page : {CodePage::cp1252, CodePage::cp1251, CodePage::cp1250, CodePage::cp932, CodePage::cp936,
                                CodePage::cp949, CodePage::utf8}) {
        if (!equals_ignore_case(plain, page_name(page)) &&
            !(page == CodePage::utf8 && equals_ignore_case(plain, "utf8"))) {
            continue;
        }
        return has_table(page)
                   ? Result<CodePage>(page)
                   : fail({.code = ErrorCode::unsupported,
                           .message = fmt::format("this system has no table of code page {}", page_name(page))});
    }
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("encoding \"{}\"", name),
                 .hint = "there are: 1252, 1251, 1250, 932, 936, 949, UTF-8"});
}

bool has_table(CodePage page)
{
    const SystemPage* const table = system_page(page);
    return table == nullptr || !table->empty();
}

namespace {

/// Statistics of texts decoded with a code page.
struct PageReading {
    std::size_t characters{};  ///< above ASCII
    std::size_t unread{};      ///< undecodable bytes
    std::size_t fitting{};     ///< letters of the languages that use the code page
};

bool fits_languages(char32_t code, CodePage page)
{
    const auto is_in = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
    switch (page) {
    case CodePage::cp1251: {  // letters of Russian, Ukrainian, Belarusian and Bulgarian
        constexpr std::u32string_view others = U"\u0401\u0404\u0406\u0407\u040E\u0451\u0454\u0456\u0457\u045E";
        return is_in(0x410, 0x44F) || others.find(code) != std::u32string_view::npos;
    }
    case CodePage::cp932: return is_in(0x3040, 0x30FF) || is_in(0x4E00, 0x9FFF);
    case CodePage::cp936: return is_in(0x4E00, 0x9FFF);
    case CodePage::cp949: return is_in(0xAC00, 0xD7A3);
    default: return is_in(0xC0, 0x24F) && code != 0xD7 && code != 0xF7;
    }
}

PageReading read_as(std::span<const std::string_view> texts, CodePage page)
{
    PageReading reading;
    for (const std::string_view text : texts) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (static_cast<unsigned char>(text[i]) < 0x80) {
                continue;
            }
            const Utf8 next = first_character(text.substr(i), page);
            if (next.length == 0) {
                ++reading.unread;
                continue;
            }
            ++reading.characters;
            reading.fitting += fits_languages(next.code, page) ? 1U : 0U;
            i += next.length - 1;
        }
    }
    return reading;
}

/// Returns true if most runs of two or more bytes above ASCII follow a lower-case Latin letter of a word. A letter
/// after a byte above ASCII may be the second byte of a character.
bool are_runs_in_latin_words(std::span<const std::string_view> texts)
{
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    std::size_t runs = 0;
    std::size_t in_words = 0;
    for (const std::string_view text : texts) {
        for (std::size_t begin = 0; begin < text.size();) {
            std::size_t end = begin;
            while (end < text.size() && is_high(text[end])) {
                ++end;
            }
            if (end >= begin + 2) {
                ++runs;
                const bool has_letter = begin > 0 && is_small(text[begin - 1]);
                in_words += has_letter && (begin < 2 || !is_high(text[begin - 2])) ? 1U : 0U;
            }
            begin = std::max(end, begin + 1);
        }
    }
    return in_words * 2 > runs;
}

/// Lower-case letters above ASCII of a language.
struct Alphabet {
    CodePage page;
    std::u32string_view letters;
};

constexpr std::array<Alphabet, 12> latin_alphabets{{
    {CodePage::cp1252, U"\u00E4\u00F6\u00FC\u00DF\u00E9"},  // German
    {CodePage::cp1252,
     U"\u00E0\u00E2\u00E6\u00E7\u00E8\u00E9\u00EA\u00EB\u00EE\u00EF\u00F4\u0153\u00F9\u00FB\u00FC\u00FF"},  // French
    {CodePage::cp1252, U"\u00E1\u00E9\u00ED\u00F3\u00FA\u00FC\u00F1\u00BF\u00A1\u00AA\u00BA"},              // Spanish
    {CodePage::cp1252, U"\u00E0\u00E8\u00E9\u00EC\u00ED\u00EE\u00F2\u00F3\u00F9\u00FA"},                    // Italian
    {CodePage::cp1252,
     U"\u00E0\u00E1\u00E2\u00E3\u00E7\u00E9\u00EA\u00ED\u00F3\u00F4\u00F5\u00FA\u00FC\u00AA\u00BA"},  // Portuguese
    {CodePage::cp1252, U"\u00E5\u00E4\u00F6\u00E6\u00F8\u00E9"},                          // Nordic languages
    {CodePage::cp1252, U"\u00E1\u00E9\u00ED\u00F3\u00FA\u00FD\u00F0\u00FE\u00E6\u00F6"},  // Icelandic, in many names
    {CodePage::cp1250,
     U"\u00E1\u010D\u010F\u00E9\u011B\u00ED\u0148\u00F3\u0159\u0161\u0165\u00FA\u016F\u00FD\u017E"},  // Czech
    {CodePage::cp1250,
     U"\u00E1\u00E4\u010D\u010F\u00E9\u00ED\u013A\u013E\u0148\u00F3\u00F4\u0155\u0161\u0165\u00FA\u00FD"
     U"\u017E"},                                                                    // Slovak
    {CodePage::cp1250, U"\u0105\u0107\u0119\u0142\u0144\u00F3\u015B\u017A\u017C"},  // Polish
    {CodePage::cp1250, U"\u00E1\u00E9\u00ED\u00F3\u00F6\u0151\u00FA\u00FC\u0171"},  // Hungarian
    {CodePage::cp1250, U"\u010D\u0107\u0111\u0161\u017E"},                          // Croatian, Slovene
}};

/// Returns the lower-case form of a letter of these alphabets.
char32_t to_lower_letter(char32_t code)
{
    const bool is_latin_1 = code >= 0xC0 && code <= 0xDE && code != 0xD7;
    // From U+0100 on, a capital is followed by its small letter: even codes, and odd ones in two ranges.
    const bool is_odd_pair = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
    const bool is_capital = code >= 0x100 && code <= 0x17F && ((code % 2 == 0) != is_odd_pair);
    return is_latin_1 ? code + 0x20 : is_capital ? code + 1 : code;
}

/// Returns the number of letters of the language that has most of them, of those written in a page. Letters that 1250
/// and 1252 read alike do not count.
std::size_t best_language(std::span<const std::string_view> texts, CodePage page)
{
    std::array<std::size_t, latin_alphabets.size()> counts{};
    for (const std::string_view text : texts) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (static_cast<unsigned char>(text[i]) < 0x80) {
                continue;
            }
            const Utf8 western = first_character(text.substr(i), CodePage::cp1252);
            const Utf8 central = first_character(text.substr(i), CodePage::cp1250);
            const Utf8& next = page == CodePage::cp1250 ? central : western;
            if (next.length == 0 || western.code == central.code) {
                continue;
            }
            for (std::size_t n = 0; n < counts.size(); ++n) {
                const Alphabet& language = latin_alphabets[n];
                const bool is_letter = language.letters.find(to_lower_letter(next.code)) != std::u32string_view::npos;
                counts[n] += language.page == page && is_letter ? 1U : 0U;
            }
        }
    }
    return *std::ranges::max_element(counts);
}

/// Returns 1250 or 1252, by the language with most of the letters. In 1252, most Czech, Polish and Hungarian letters
/// are letters of western languages, but no western language has all of them.
CodePage latin_page(std::span<const std::string_view> texts)
{
    return best_language(texts, CodePage::cp1250) > best_language(texts, CodePage::cp1252) ? CodePage::cp1250
                                                                                           : CodePage::cp1252;
}

}  // namespace

CodePage guess_page(std::span<const std::string_view> texts)
{
    if (texts.empty()) {
        return CodePage::cp1252;
    }
    if (read_as(texts, CodePage::utf8).unread == 0) {
        return CodePage::utf8;
    }
    // In western languages, non-ASCII letters are between ASCII letters. Words of other scripts have no ASCII letters.
    std::size_t in_runs = 0;
    for (const std::string_view text : texts) {
        for (std::size_t i = 1; i < text.size(); ++i) {
            in_runs +=
                (static_cast<unsigned char>(text[i - 1]) & static_cast<unsigned char>(text[i]) & 0x80U) != 0 ? 1U : 0U;
        }
    }
    // A run inside a word of Latin letters ("Größe") is western, whatever its bytes mean elsewhere.
    if (are_runs_in_latin_words(texts)) {
        return latin_page(texts);
    }
    // A text with two-byte characters is almost completely readable in its own page. In another page, its letters
    // belong to no language.
    for (const CodePage page : {CodePage::cp932, CodePage::cp949, CodePage::cp936}) {
        const PageReading reading = read_as(texts, page);
        const std::size_t min_tenths = page == CodePage::cp949 ? 9 : 7;  // tenths; Chinese is often valid Hangul
        if (in_runs * 2 > reading.characters && reading.unread * 50 <= reading.characters &&
            reading.fitting * 10 >= reading.characters * min_tenths) {
            return page;
        }
    }
    const PageReading cyrillic = read_as(texts, CodePage::cp1251);
    if (cyrillic.fitting * 10 >= cyrillic.characters * 9 && in_runs * 2 > cyrillic.characters) {
        return CodePage::cp1251;
    }
    return latin_page(texts);
}

bool fits_both_latin_pages(std::span<const std::string_view> texts)
{
    const CodePage page = guess_page(texts);
    return !texts.empty() && (page == CodePage::cp1250 || page == CodePage::cp1252) &&
           best_language(texts, CodePage::cp1250) == best_language(texts, CodePage::cp1252);
}

std::optional<CodePage> page_of_language(std::string_view language, std::span<const std::string_view> texts)
{
    constexpr std::array<std::pair<std::string_view, CodePage>, 16> pages{{{"english", CodePage::cp1252},
                                                                           {"french", CodePage::cp1252},
                                                                           {"german", CodePage::cp1252},
                                                                           {"italian", CodePage::cp1252},
                                                                           {"spanish", CodePage::cp1252},
                                                                           {"portuguese", CodePage::cp1252},
                                                                           {"danish", CodePage::cp1252},
                                                                           {"swedish", CodePage::cp1252},
                                                                           {"norwegian", CodePage::cp1252},
                                                                           {"czech", CodePage::cp1250},
                                                                           {"polish", CodePage::cp1250},
                                                                           {"hungarian", CodePage::cp1250},
                                                                           {"russian", CodePage::cp1251},
                                                                           {"japanese", CodePage::cp932},
                                                                           {"chinese", CodePage::cp936},
                                                                           {"korean", CodePage::cp949}}};
    const auto is_language = [&](const auto& each) { return equals_ignore_case(each.first, language); };
    const auto* const found = std::ranges::find_if(pages, is_language);
    if (found == pages.end()) {
        return std::nullopt;
    }
    const bool is_utf8 = !texts.empty() && read_as(texts, CodePage::utf8).unread == 0;
    return is_utf8 ? CodePage::utf8 : found->second;
}

}  // namespace redforge
