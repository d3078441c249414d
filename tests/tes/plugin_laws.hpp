// The laws on bytes of plugins.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "tes/plugin/format.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes::test {

/// The records of a plugin in the order of the file, wherever they stand.
inline std::vector<Record*> records_of(const Plugin& plugin)
{
    std::vector<Record*> all;
    find_records(
        plugin, [](const RecordHead&) { return true; },
        [&](Record& record, const auto&) {
            all.push_back(&record);
            return true;
        });
    return all;
}
/// The first part of a type that a record has; it must have one.
template <class T>
T& part_of(const Record& record)
{
    const MixedList& list = record.subrecords.get();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (T* part = list.get_if<T>(i)) {
            return *part;
        }
    }
    throw std::runtime_error("the record has no such part");
}
template <class T>
bool has_part(const Record& record)
{
    const MixedList& list = record.subrecords.get();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list.get_if<T>(i) != nullptr) {
            return true;
        }
    }
    return false;
}

/// Law 1 on bytes: empty when they are refused with words, or written and unpacked exactly.
inline std::string law_violation(ByteView bytes, bool* accepted = nullptr)
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
        XmlReader reader(*xml, beside);
        reader.after_each_document([&](const RecordHandle& record) {  // as edit::read_text does
            pack_record(*static_cast<Record*>(record.record), again);
        });
        const Status status = reader.document(Plugin::root, format.handle(&again));
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
