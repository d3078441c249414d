// Record files of an unpacked plugin or save: reads a single one, and renumbers its FormIDs for another list of
// plugins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/document/document.hpp"

namespace redforge::edit {

/// Text to put before and after the text of a record file to make it a document. Both are empty if it is a document
/// already.
using RecordFrame = std::pair<std::string_view, std::string_view>;

/// Reads a single record file. The content of each side file is replaced by its name. Errors: those of reading a text.
[[nodiscard]] Result<Document> read_record_file(const std::string& text, const RecordFrame& around,
                                                const std::string& name);
/// Returns true if the record of a document that has only this record is a file of its own in a folder: a save may have
/// created records that look like records of a plugin, and are in its own text.
[[nodiscard]] bool is_record_file(const Document& document);
/// Returns the text of a document that read_record_file() returned; `is_record`: only the text of its record.
[[nodiscard]] std::string record_text(const Document& document, bool is_record);

/// Returns the list of plugins in a record file, or nullopt if it has none. A record file begins with <?plugins
/// Skyrim.esm|Update.esm?>, the list by which its FormIDs are numbered. Git merges the files of a folder one by one, so
/// the main document of the folder can have another list afterwards.
[[nodiscard]] std::optional<std::string> plugin_list_in(std::string_view text);
/// Returns a text with this list instead of its own; an empty list removes the line.
[[nodiscard]] std::string with_plugin_list(std::string text, const std::optional<std::string>& list);
/// Returns the list of a document, for its record files. Returns nullopt if it has none.
[[nodiscard]] std::optional<std::string> plugin_list_of(const RecordHandle& root);

/// Renumbers a record file from its own list to another one. Errors: mismatch, with the file and the plugin that the
/// other list does not have.
[[nodiscard]] Result<std::string> renumber_record_file(const std::string& text, const std::string& list,
                                                       const std::string& name);

/// Returns a reader that renumbers record files for the main document. Errors of the reader: those of `files` and of
/// renumber_record_file().
[[nodiscard]] SideFileReader with_numbers_of(const XmlDocument& main, SideFileReader files);

}  // namespace redforge::edit
