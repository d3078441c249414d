// Checks that a text is well-formed XML of the supported subset, and locates the error if not.
#include "core/xml/xml_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"

namespace redforge {
namespace {

bool is_xml_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool begins_name(char c)
{
    return is_letter(c) || c == '_' || c == ':' || (c & 0x80) != 0;
}

bool is_in_name(char c)
{
    return begins_name(c) || is_digit(c) || c == '-' || c == '.';
}

class Checker {
public:
    explicit Checker(std::string_view text) : text_(text) {}

    std::optional<XmlFault> run()
    {
        if (begins_with("\xEF\xBB\xBF")) {
            at_ += 3;
        }
        if (text_.size() >= 2 && (text_.substr(0, 2) == "\xFF\xFE" || text_.substr(0, 2) == "\xFE\xFF" ||
                                  text_[0] == '\0' || text_[1] == '\0')) {
            return XmlFault{0, "text that is not UTF-8 but looks like UTF-16 or UTF-32", "save it as UTF-8"};
        }
        if (begins_with("<?xml") && text_.size() > at_ + 5 && is_xml_space(text_[at_ + 5])) {
            declaration();
        }
        while (!fault_ && at_ < text_.size()) {
            content();
            if (!fault_ && at_ < text_.size()) {
                markup();
            }
        }
        if (!fault_ && depth_ > 0) {
            const Open& open = open_[static_cast<std::size_t>(depth_ - 1)];
            reject(text_.size(), fmt::format("<{}> of line {} is never closed", name_of(open), line_of(open.name)),
                   fmt::format("</{}> closes it; the text seems to be cut off", name_of(open)));
        }
        if (!fault_ && roots_ == 0) {
            reject(at_, "no element", "an XML document has one root element");
        }
        return fault_;
    }

private:
    [[nodiscard]] bool begins_with(std::string_view what) const { return text_.substr(at_).starts_with(what); }

    void reject(std::size_t offset, std::string message, std::string hint = {})
    {
        if (!fault_) {
            fault_ = XmlFault{offset, std::move(message), std::move(hint)};
        }
    }

    void skip_to(std::string_view end, std::size_t from, std::string_view what)
    {
        const std::size_t found = text_.find(end, from);
        if (found == std::string_view::npos) {
            reject(at_, fmt::format("{} that never ends", what), fmt::format("it ends with {}", end));
            return;
        }
        // Skipped text must still be valid characters.
        for (at_ = from; !fault_ && at_ < found;) {
            character();
        }
        at_ = found + end.size();
    }

    void declaration()
    {
        const std::size_t begin = at_;
        for (at_ += 5; !fault_;) {
            skip_space();
            if (begins_with("?>")) {
                at_ += 2;
                return;
            }
            if (text_.find("?>", at_) == std::string_view::npos) {
                return reject(begin, "an XML declaration that never ends", "it ends with ?>");
            }
            const std::size_t name = at_;
            attribute();
            const std::string_view attribute = text_.substr(name, at_ - name);
            if (!fault_ && attribute.starts_with("encoding")) {
                const std::size_t quote = attribute.find(attribute.back());
                const std::string value = upper(attribute.substr(quote + 1, attribute.size() - quote - 2));
                if (value != "UTF-8" && value != "US-ASCII" && value != "ASCII") {
                    reject(name, fmt::format("encoding \"{}\"", value), "save it as UTF-8");
                }
            }
        }
    }

    void character()
    {
        const char c = text_[at_];
        const auto u = static_cast<unsigned char>(c);
        if (u < 0x20 && !is_xml_space(c)) {
            return reject(at_, fmt::format("control character 0x{:02X}", u), "XML cannot hold it; write \\xHH");
        }
        if (u < 0x80) {
            ++at_;
            return;
        }
        const Utf8 next = next_utf8(text_.substr(at_, 4));
        if (next.length == 0 || next.code == 0xFFFE || next.code == 0xFFFF) {
            return reject(at_, fmt::format("byte 0x{:02X}, which is not UTF-8 here", u), "save the text as UTF-8");
        }
        at_ += next.length;
    }

    void entity()
    {
        const std::size_t length = entity_length(text_.substr(at_));
        if (length == 0) {
            return reject(at_, "an & that does not begin a known entity",
                          "write &amp; for the character itself; &lt; &gt; &quot; &apos; and &#NUMBER; are the others");
        }
        at_ += length;
    }

    void content()
    {
        const std::size_t begin = at_;
        while (!fault_ && at_ < text_.size() && text_[at_] != '<') {
            if (text_[at_] == '&') {
                entity();
            } else if (begins_with("]]>")) {
                reject(at_, "]]> in text", "write ]]&gt;");
            } else {
                character();
            }
        }
        if (depth_ == 0 && !fault_) {
            const auto inside = text_.substr(begin, at_ - begin);
            const std::size_t found = inside.find_first_not_of(" \t\r\n");
            if (found != std::string_view::npos) {
                reject(begin + found, roots_ == 0 ? "text before the root element" : "text after the root element",
                       roots_ == 0 ? "a document begins with the < of its root element" : "remove it");
            }
        }
    }

    void markup()
    {
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        if (begins_name(next)) {
            return start_tag();
        }
        if (next == '/') {
            return end_tag();
        }
        if (const std::string_view marker = conflict_marker(); !marker.empty()) {
            return reject(at_, fmt::format("a merge conflict of git ({})", marker),
                          "choose one side, and remove the lines with <<<<<<<, ======= and >>>>>>>");
        }
        if (begins_with("<!--")) {
            const std::size_t dashes = text_.find("--", at_ + 4);
            if (dashes != std::string_view::npos && text_.substr(dashes, 3) != "-->") {
                return reject(dashes, "-- inside a comment", "XML comments cannot hold it");
            }
            return skip_to("-->", at_ + 4, "a comment");
        }
        if (begins_with("<![CDATA[")) {
            if (depth_ == 0) {
                return reject(at_, "text outside the root element", "remove it");
            }
            return skip_to("]]>", at_ + 9, "a CDATA section");
        }
        if (begins_with("<!")) {
            return reject(at_, "a document type declaration", "Redforge documents have none; remove it");
        }
        if (begins_with("<?")) {
            if (begins_with("<?xml") && text_.size() > at_ + 5 &&
                (is_xml_space(text_[at_ + 5]) || text_[at_ + 5] == '?')) {
                return reject(at_, "an XML declaration that is not at the start", "remove it");
            }
            if (at_ + 2 >= text_.size() || !begins_name(text_[at_ + 2])) {
                return reject(at_, "a processing instruction without a name", "it is <?NAME ...?>; remove it");
            }
            return skip_to("?>", at_ + 2, "a processing instruction");
        }
        start_tag();
    }

    /// Returns the conflict marker of `git merge` if the position is at its beginning, else an empty text.
    [[nodiscard]] std::string_view conflict_marker() const
    {
        constexpr std::string_view marker = "<<<<<<<";
        return begins_with(marker) && (at_ == 0 || text_[at_ - 1] == '\n') ? marker : std::string_view{};
    }

    void end_tag()
    {
        const std::size_t begin = at_;
        at_ += 2;
        const std::size_t name_begin = at_;
        if (!skip_name()) {
            return reject(begin, "an end tag without a name", "it is </NAME>");
        }
        const std::string_view name = text_.substr(name_begin, at_ - name_begin);
        skip_space();
        if (at_ >= text_.size() || text_[at_] != '>') {
            return reject(begin, "an end tag without >", "it is </NAME>");
        }
        if (depth_ == 0) {
            return reject(begin, fmt::format("</{}> with no element open", name), "remove it");
        }
        const Open& open = open_[static_cast<std::size_t>(--depth_)];
        if (name_of(open) != name) {
            return reject(begin, fmt::format("</{}> instead of </{}>", name, name_of(open)),
                          fmt::format("<{}> was opened in line {}", name_of(open), line_of(open.name)));
        }
        ++at_;
    }

    void skip_space()
    {
        while (at_ < text_.size() && is_xml_space(text_[at_])) {
            ++at_;
        }
    }

    bool skip_name()
    {
        if (at_ >= text_.size() || !begins_name(text_[at_])) {
            return false;
        }
        while (at_ < text_.size() && is_in_name(text_[at_])) {
            ++at_;
        }
        return true;
    }

    void start_tag()
    {
        const std::size_t begin = at_++;
        const std::size_t name = at_;
        if (!skip_name()) {
            return reject(begin, "a < that does not begin an element", "write &lt; for the character itself");
        }
        const std::size_t name_end = at_;
        if (depth_ == 0 && roots_++ > 0) {
            return reject(begin, "a second root element", "a document has one");
        }
        for (;;) {
            const std::size_t before = at_;
            skip_space();
            if (at_ >= text_.size()) {
                return reject(begin, "a start tag without >", "the text seems to be cut off");
            }
            const bool empty = text_[at_] == '/' && text_.substr(at_, 2) == "/>";
            if (text_[at_] == '>' || empty) {
                at_ += empty ? 2 : 1;
                if (empty) {
                    return;
                }
                if (depth_ == xml_depth_limit) {
                    return reject(begin, fmt::format("elements nested more than {} deep", xml_depth_limit));
                }
                open_[static_cast<std::size_t>(depth_++)] = {name, name_end - name};
                return;
            }
            if (before == at_) {
                return reject(at_, "no white space before an attribute");
            }
            attribute();
            if (fault_) {
                return;
            }
        }
    }

    void attribute()
    {
        const std::size_t begin = at_;
        if (!skip_name()) {
            return reject(begin, "a character that does not begin an attribute", "attributes are NAME=\"VALUE\"");
        }
        skip_space();
        if (at_ >= text_.size() || text_[at_] != '=') {
            return reject(begin, "an attribute without a value", "attributes are NAME=\"VALUE\"");
        }
        ++at_;
        skip_space();
        if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) {
            return reject(begin, "an attribute value without quotes", "attributes are NAME=\"VALUE\"");
        }
        const char quote = text_[at_++];
        while (!fault_ && at_ < text_.size() && text_[at_] != quote) {
            if (text_[at_] == '<') {
                reject(at_, "a < inside an attribute value", "write &lt;");
            } else if (text_[at_] == '&') {
                entity();
            } else {
                character();
            }
        }
        if (!fault_ && at_ >= text_.size()) {
            reject(begin, "an attribute value that never ends", "the closing quote is missing");
        }
        ++at_;
    }

    /// The name of an element that is open, as a part of the text.
    struct Open {
        std::size_t name{};
        std::size_t length{};
    };
    [[nodiscard]] std::string_view name_of(const Open& open) const { return text_.substr(open.name, open.length); }
    [[nodiscard]] std::size_t line_of(std::size_t offset) const
    {
        return static_cast<std::size_t>(std::ranges::count(text_.substr(0, offset), '\n')) + 1;
    }

    std::string_view text_;
    std::size_t at_{};
    int depth_{};
    std::array<Open, xml_depth_limit> open_{};
    int roots_{};
    std::optional<XmlFault> fault_;
};

}  // namespace

std::size_t entity_length(std::string_view text)
{
    const std::size_t end = text.substr(0, 13).find(';');
    const std::string_view name = end == std::string_view::npos ? std::string_view{} : text.substr(1, end - 1);
    static constexpr std::array<std::string_view, 5> known{"amp", "lt", "gt", "quot", "apos"};
    if (std::ranges::find(known, name) != known.end()) {
        return end + 1;
    }
    std::uint32_t code = 0;
    if (name.size() >= 2 && name[0] == '#') {
        const bool hex = name[1] == 'x';
        const std::string_view number = name.substr(hex ? 2 : 1);
        const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), code, hex ? 16 : 10);
        if (error != std::errc{} || stop != number.data() + number.size()) {
            code = 0;
        }
    }
    const bool blank = code == 9 || code == 10 || code == 13;
    const bool character =
        (code >= 0x20 && code < 0xD800) || (code >= 0xE000 && code < 0xFFFE) || (code >= 0x10000 && code < 0x110000);
    return blank || character ? end + 1 : 0;
}

std::optional<XmlFault> check_xml(std::string_view text)
{
    return Checker(text).run();
}

}  // namespace redforge
