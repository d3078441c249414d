// Converts the Markdown that docs/ uses to HTML.
#include "editor/model/text/help_html.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"

namespace redforge::editor {
namespace {

std::string escaped_html(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        default: out += c; break;
        }
    }
    return out;
}

/// Converts code, bold text, links and pictures in a line.
std::string inline_html(std::string_view text)
{
    std::string out;
    bool bold = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const std::size_t code = rest.front() == '`' ? rest.find('`', 1) : std::string_view::npos;
        const bool picture = rest.starts_with("![");
        const std::size_t middle = picture || rest.front() == '[' ? rest.find("](") : std::string_view::npos;
        const std::size_t end = middle == std::string_view::npos ? middle : rest.find(')', middle);
        if (code != std::string_view::npos) {
            out += "<code>" + escaped_html(rest.substr(1, code - 1)) + "</code>";
            at += code + 1;
        } else if (rest.starts_with("**")) {
            out += bold ? "</b>" : "<b>";
            bold = !bold;
            at += 2;
        } else if (end != std::string_view::npos) {
            const std::string_view target = rest.substr(middle + 2, end - middle - 2);
            const std::string words = inline_html(rest.substr(1, middle - 1));
            const bool works = target.starts_with("#") || target.starts_with("http");
            out += picture ? "" : works ? fmt::format("<a href=\"{}\">{}</a>", escaped_html(target), words) : words;
            at += end + 1;
        } else {
            out += escaped_html(rest.substr(0, 1));
            ++at;
        }
    }
    return bold ? out + "</b>" : out;
}

std::string_view without_spaces(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

/// Returns the number of characters of a list marker such as "* " or "12. "; 0 if there is none.
std::size_t marker_size(std::string_view line)
{
    if (line.starts_with("* ") || line.starts_with("- ")) {
        return 2;
    }
    std::size_t digits = 0;
    while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') {
        ++digits;
    }
    return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

std::string table_row(std::string_view line, bool heading)
{
    std::string row = "<tr>";
    line = without_spaces(line);
    line.remove_prefix(1);
    while (!line.empty()) {
        const std::size_t end = line.find('|');
        const std::string_view cell = line.substr(0, end);
        row += fmt::format("<{0} align=\"left\" valign=\"top\">{1}</{0}>", heading ? "th" : "td",
                           inline_html(without_spaces(cell)));
        line = end == std::string_view::npos ? std::string_view{} : line.substr(end + 1);
    }
    return row + "</tr>\n";
}

/// Builds a page from lines. At most one paragraph, list item, table or code block is open.
class Page {
public:
    void add(std::string_view line)
    {
        const std::string_view words = without_spaces(line);
        if (words.starts_with("```")) {
            in_code_ ? close("</pre>\n") : open("<pre>");
            in_code_ = !in_code_;
            return;
        }
        if (in_code_) {
            text_ += escaped_html(line.substr(std::min(line.size(), code_indent(line)))) + "\n";
            return;
        }
        if (words.starts_with("|")) {
            add_to_table(words);
            return;
        }
        end_table();
        if (words.empty()) {
            end_paragraph();
        } else if (words.starts_with("<!--")) {
            return;
        } else if (line.starts_with("#")) {
            add_heading(line);
        } else if (const std::size_t marker = line.front() == ' ' ? 0 : marker_size(line); marker > 0) {
            add_item(line, marker);
        } else {
            add_text(line, words);
        }
    }
    [[nodiscard]] std::string finish()
    {
        end_table();
        end_list();
        return contents_.empty() ? text_ : fmt::format("<ul>\n{}</ul>\n{}", contents_, text_);
    }

private:
    static std::size_t code_indent(std::string_view line) { return line.starts_with("   ") ? 3 : 0; }
    void open(const char* tag)
    {
        end_paragraph();
        text_ += tag;
    }
    void close(const char* tag) { text_ += tag; }
    void add_heading(std::string_view line)
    {
        end_list();
        std::size_t level = 0;
        while (level < line.size() && line[level] == '#') {
            ++level;
        }
        const std::string_view words = without_spaces(line.substr(level));
        const std::string anchor = help_anchor(words);
        text_ += fmt::format("<a name=\"{0}\"></a><h{1}>{2}</h{1}>\n", anchor, level, inline_html(words));
        if (level == 2) {
            contents_ += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", anchor, inline_html(words));
        }
    }
    void add_item(std::string_view line, std::size_t marker)
    {
        end_paragraph();
        const char* const list = line.front() == '*' || line.front() == '-' ? "ul" : "ol";
        if (list_ != list) {
            end_list();
            list_ = list;
            text_ += fmt::format("<{}>\n", list);
        } else {
            text_ += "</li>\n";
        }
        text_ += "<li>" + inline_html(without_spaces(line.substr(marker)));
        in_text_ = true;
    }
    void add_text(std::string_view line, std::string_view words)
    {
        if (in_text_) {
            text_ += "\n" + inline_html(words);
            return;
        }
        if (line.front() != ' ') {
            end_list();
        }
        text_ += "<p>" + inline_html(words);
        in_text_ = true;
        paragraph_ = true;
    }
    void add_to_table(std::string_view words)
    {
        if (!in_table_) {
            end_list();
            text_ += "<table cellpadding=\"3\">\n" + table_row(words, true);
            in_table_ = true;
        } else if (words.find_first_not_of("|- ") != std::string_view::npos) {
            text_ += table_row(words, false);
        }
    }
    void end_table()
    {
        text_ += in_table_ ? "</table>\n" : "";
        in_table_ = false;
    }
    void end_paragraph()
    {
        text_ += paragraph_ ? "</p>\n" : "";
        in_text_ = paragraph_ = false;
    }
    void end_list()
    {
        end_paragraph();
        text_ += list_.empty() ? "" : fmt::format("</li></{}>\n", list_);
        list_.clear();
    }

    std::string text_;
    std::string contents_;
    std::string list_;  ///< element of the open list; empty if none
    bool in_text_{};    ///< the next line continues a paragraph or an item
    bool paragraph_{};
    bool in_table_{};
    bool in_code_{};
};

/// Joins lines that are wrapped within code, bold text or a link, which inline_html() needs whole.
std::vector<std::string> whole_lines(std::string_view markdown)
{
    std::vector<std::string> lines;
    bool code = false;
    bool joins = false;
    while (!markdown.empty()) {
        const std::size_t end = markdown.find('\n');
        const std::string_view line = markdown.substr(0, end);
        markdown = end == std::string_view::npos ? std::string_view{} : markdown.substr(end + 1);
        const std::string_view words = without_spaces(line);
        const bool fence = words.starts_with("```");
        code = code != fence;
        const bool plain = !fence && !code && !words.empty() && words.front() != '|' && words.front() != '#';
        if (joins && plain && marker_size(line) == 0) {
            lines.back() += " " + std::string(words);
        } else {
            lines.emplace_back(line);
        }
        joins = plain;
    }
    return lines;
}

}  // namespace

std::string help_anchor(std::string_view heading)
{
    std::string anchor;
    for (const char c : heading) {
        const char lower = to_lower(c);
        if (lower == ' ' || lower == '-') {
            anchor += '-';
        } else if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
            anchor += lower;
        }
    }
    return anchor;
}

std::string help_html(std::string_view markdown)
{
    Page page;
    for (const std::string& line : whole_lines(markdown)) {
        page.add(line);
    }
    return page.finish();
}

}  // namespace redforge::editor
