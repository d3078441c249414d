// The laws on bytes of plugins.
#pragma once

#include <string>

#include "core/text_sink.hpp"
#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"
#include "tes/format.hpp"
#include "tes/plugin.hpp"

namespace redforge::tes::test {

/// Law 1 on bytes: empty when they are refused with words, or written and unpacked exactly.
inline std::string broken_law(ByteView bytes, bool* accepted = nullptr)
{
    const Format format = plugin_format();
    Result<Plugin> plugin = read_plugin(bytes);
    if (accepted != nullptr) {
        *accepted = plugin.has_value();
    }
    if (!plugin) {
        return plugin.error().message.empty() ? "a refusal without a message" : "";
    }
    const Result<Bytes> written = write_plugin(*plugin);
    if (!written) {
        return "not written: " + describe(written.error());
    }
    if (!same_bytes(*written, bytes)) {
        return "written otherwise at " + std::to_string(first_difference(*written, bytes));
    }
    for (const bool folder : {false, true}) {
        SideFiles files;
        TextSink sink;
        XmlWriter(sink, folder ? &files : nullptr).document(Plugin::root, format.handle(&*plugin));
        const Result<XmlDocument> xml = XmlDocument::parse(sink.str(), "plugin.xml");
        if (!xml) {
            return "its text is no XML: " + describe(xml.error());
        }
        const SideFileReader beside = [&](const std::string& path) -> Result<std::string> {
            for (const SideFile& file : files.files()) {
                if (file.path == path) {
                    return file.bytes.empty() ? file.text : std::string(as_text(file.bytes.joined()));
                }
            }
            return fail({.message = "no file " + path});
        };
        Plugin again;
        const Status status = XmlReader(*xml, beside).document(Plugin::root, format.handle(&again));
        if (!status) {
            return "its text is refused: " + describe(status.error());
        }
        if (!(again == *plugin)) {
            return folder ? "the folder says otherwise" : "the text says otherwise";
        }
    }
    return "";
}

}  // namespace redforge::tes::test
