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

/// Returns the records of a plugin at any depth, in file order.
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
/// Returns the first part of a type in a record. The record must have one.
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

/// Returns the script properties (VMAD) of a record, or an empty handle if it has none.
inline RecordHandle properties_of(const Record& record)
{
    const MixedList& list = record.subrecords.get();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].type().element == properties_element) {
            return list[i].handle();
        }
    }
    return {};
}

/// Law 1 for bytes. Returns an empty text if they are rejected with a message, or round-trip exactly.
inline std::string law_violation(ByteView bytes, bool* accepted = nullptr)
{
    const Format format = plugin_format();
    Result<Plugin> plugin = read_plugin(bytes);
    if (accepted != nullptr) {
        *accepted = plugin.has_value();
    }
    if (!plugin) {
        return plugin.error().message.empty() ? "an error without a message" : "";
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
            return "its text is not XML: " + describe(xml.error());
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
        reader.after_each_document([&](const RecordHandle& record) {  // like edit::read_text()
            pack_record(*static_cast<Record*>(record.record), again);
        });
        const Status status = reader.document(Plugin::root, format.handle(&again));
        if (!status) {
            return "its text is rejected: " + describe(status.error());
        }
        if (!(again == *plugin)) {
            return folder ? "the folder says otherwise" : "the text says otherwise";
        }
    }
    return "";
}

}  // namespace redforge::tes::test
