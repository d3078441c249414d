// Finds start and end tags of a text, and skips comments, declarations and CDATA.
#include "lsp/xml_scanner.hpp"

#include <algorithm>
#include <utility>

namespace redforge::lsp {
namespace {

/// Finds start and end tags of a text as far as possible, including an incomplete last tag.
class XmlScanner {
public:
    explicit XmlScanner(std::string_view text) : text_(text) {}

    /// Returns the elements of the text. `max_elements`: maximum number of elements.
    std::vector<XmlElement> scan(std::size_t max_elements)
    {
        for (at_ = text_.find('<'); at_ < text_.size() && elements_.size() < max_elements; at_ = text_.find('<', at_)) {
            if (skipped("<!--", "-->") || skipped("<![CDATA[", "]]>") || skipped("<?", "?>") || skipped("<!", ">")) {
                continue;
            }
            if (text_.substr(at_).starts_with("</")) {
                at_ = std::min(text_.find('>', at_), text_.size());
                close(at_ + 1);
            } else {
                start_tag();
            }
        }
        while (!open_.empty()) {
            close(text_.size());
        }
        return std::move(elements_);
    }

private:
    bool skipped(std::string_view opening, std::string_view closing)
    {
        if (!text_.substr(at_).starts_with(opening)) {
            return false;
        }
        const std::size_t end = text_.find(closing, at_ + opening.size());
        at_ = end == std::string_view::npos ? text_.size() : end + closing.size();
        return true;
    }
    void close(std::size_t end)
    {
        if (!open_.empty()) {
            elements_[open_.back()].end = std::min(end, text_.size());
            open_.pop_back();
        }
    }
    std::size_t name_end(std::size_t from) const
    {
        return std::min(text_.find_first_of(" \t\r\n=/<>\"'", from), text_.size());
    }
    void start_tag()
    {
        XmlElement element;
        const std::size_t begin = at_;
        const std::size_t end = name_end(begin + 1);
        element.name = text_.substr(begin + 1, end - begin - 1);
        element.name_range = {begin + 1, end};
        element.parent = open_.empty() ? elements_.size() : open_.back();
        at_ = end;
        bool is_empty = false;
        while (at_ < text_.size() && text_[at_] != '>' && text_[at_] != '<') {
            if (text_[at_] == '/' || text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' ||
                text_[at_] == '\n') {
                is_empty = text_[at_] == '/';
                ++at_;
                continue;
            }
            is_empty = false;
            attribute(element);
        }
        at_ = at_ < text_.size() && text_[at_] == '>' ? at_ + 1 : at_;
        element.tag = {begin, at_};
        element.end = at_;
        elements_.push_back(std::move(element));
        if (!is_empty) {
            open_.push_back(elements_.size() - 1);
        }
    }
    void attribute(XmlElement& element)
    {
        const std::size_t end = std::max(name_end(at_), at_ + 1);
        XmlAttribute attribute{text_.substr(at_, end - at_), {at_, end}, {end, end}};
        at_ = end;
        if (at_ + 1 < text_.size() && text_[at_] == '=' && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\'')) {
            const std::size_t first = at_ + 2;
            std::size_t last = text_.find(text_[at_ + 1], first);
            if (last == std::string_view::npos) {  // the tag is incomplete
                last = std::min(text_.find('\n', first), text_.size());
            }
            attribute.value_range = {first, last};
            at_ = std::min(last + 1, text_.size());
        } else if (at_ < text_.size() && text_[at_] == '=') {
            ++at_;
        }
        element.attributes.push_back(attribute);
    }

    std::string_view text_;
    std::size_t at_{};
    std::vector<XmlElement> elements_;
    std::vector<std::size_t> open_;
};

}  // namespace

std::vector<XmlElement> scan_xml(std::string_view text, std::size_t max_elements)
{
    return XmlScanner(text).scan(max_elements);
}

}  // namespace redforge::lsp
