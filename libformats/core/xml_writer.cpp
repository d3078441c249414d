// Records to XML text: the parts that do not depend on the record.
#include "core/xml_writer.hpp"

#include <algorithm>

namespace redforge {

void append_xml_escaped(std::string& out, std::string_view text)
{
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
}

void XmlWriter::text_attribute(std::string_view name, std::string_view text)
{
    std::string escaped;
    // Values are short: looking at each character is quicker than four searches.
    if (std::ranges::any_of(text, [](char c) { return c == '&' || c == '<' || c == '>' || c == '"'; })) {
        append_xml_escaped(escaped, text);
        text = escaped;
    }
    char* to = begin_attribute(name, text.size());
    std::memcpy(to, text.data(), text.size());
    to += text.size();
    *to++ = '"';
    out_.commit(to);
}

void XmlWriter::end_tag(std::string_view name)
{
    out_.append("</");
    out_.append(name);
    out_.append(">\n");
}

void XmlWriter::hex_lines(ByteView bytes, std::size_t bytes_per_line)
{
    std::string line;
    for (std::size_t at = 0; at < bytes.size(); at += bytes_per_line) {
        line.assign(2 * depth_, ' ');
        append_hex(line, bytes.subspan(at, std::min(bytes_per_line, bytes.size() - at)));
        line += '\n';
        out_.append(line);
    }
}

void XmlWriter::blob(std::string_view name, const Bytes& bytes, const BlobInfo& info, std::string_view file_name)
{
    if (bytes.empty()) {
        return;
    }
    close_start_tag();
    indent();
    out_.append('<');
    out_.append(name);
    if (files_ != nullptr && !info.folder.empty()) {
        const std::string path = files_->add(info, file_name, bytes);
        out_.append(" file=\"");
        out_.append(path);
        out_.append("\"/>\n");
        return;
    }
    out_.append('>');
    const std::size_t bytes_per_line = info.bytes_per_line == 0 ? hex_bytes_per_line : info.bytes_per_line;
    if (bytes.size() <= std::min(bytes_per_line, hex_bytes_per_line)) {
        std::string line;
        append_hex(line, bytes);
        out_.append(line);
    } else {
        out_.append('\n');
        ++depth_;
        hex_lines(bytes, bytes_per_line);
        --depth_;
        indent();
    }
    end_tag(name);
}

}  // namespace redforge
