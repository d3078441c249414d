// The string files of a localised plugin, to copy and merge its texts.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/fingerprint.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"

namespace redforge::tes {
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

/// The three files that each language has.
enum class StringKind : std::uint8_t { strings, dlstrings, ilstrings };

/// Returns the kind of file that has the text of a subrecord. Source: xEdit's definitions (wbLocalization).
[[nodiscard]] StringKind string_kind_of(std::string_view record, std::string_view subrecord);

/// The texts of one number, by language ("English"), in UTF-8.
using LanguageTexts = std::map<std::string, std::string>;

/// The string files next to a plugin and in its folder `Strings`.
class StringFiles {
public:
    /// Reads the files of a plugin, or of an unpacked folder. Errors: io (a folder cannot be listed); those of load().
    [[nodiscard]] static Result<StringFiles> of(const std::filesystem::path& plugin);

    [[nodiscard]] bool empty() const { return files_.empty(); }
    /// Returns the texts of a number.
    [[nodiscard]] LanguageTexts texts(std::uint32_t id) const;
    /// Returns the largest number of a text, or 0.
    [[nodiscard]] std::uint32_t last_id() const;
    /// Adds a text with a new number to the files of its kind in all languages, and returns the number. A language that
    /// is not among the texts gets the English one, or else the first. Creates missing files; without any file, those
    /// of the texts' languages. Errors: out_of_range (the code page of a file does not have a letter, or no number is
    /// free).
    [[nodiscard]] Result<std::uint32_t> add(StringKind kind, const LanguageTexts& texts);
    /// Gives texts other numbers.
    void renumber(const std::map<std::uint32_t, std::uint32_t>& numbers);

    /// Adds the changed files to the files that a write of `plugin` writes in one step, or all files if `plugin` is
    /// another path than that of of(). `expected`, if not null, gets the contents that were read; next to an unpacked
    /// folder, the names are relative to it ("../Strings/Mod_English.STRINGS"). The contents of the files are those of
    /// this object. Errors: usage (files changed, but the plugin is "-", standard output); those of encoding.
    [[nodiscard]] Status add_to(WriteOptions& options, const std::filesystem::path& plugin, FileSnapshot* expected);

private:
    friend Result<std::vector<Conflict>> merge_strings(const StringFiles& base, StringFiles& ours, StringFiles& theirs,
                                                       Document& document, MergeFavor prefer,
                                                       std::vector<std::string>& notes);
    struct File {
        std::filesystem::path folder;  ///< "" or "Strings", relative to the plugin
        std::string language;          ///< as in the name of the file
        StringKind kind{};
        Document document;
        std::optional<Fingerprint> seen{};  ///< of the file that was read
        bool is_changed{};
    };
    [[nodiscard]] File* find(std::string_view language, StringKind kind);
    [[nodiscard]] File& make(const std::string& language, StringKind kind);
    [[nodiscard]] std::filesystem::path path_of(const File& file, const std::filesystem::path& plugin) const;

    std::filesystem::path plugin_;
    std::vector<File> files_;
    std::deque<Bytes> contents_;  ///< of add_to(); a deque does not move them
};

/// Calls `change` for each text field of a record in a localised plugin, and of its children: with the kind of its
/// file, its number and its text. The number is nullopt if the record has a text instead. Stops at the first error.
using OnString = std::function<Status(StringKind kind, std::optional<std::uint32_t>& id, FieldView text)>;
[[nodiscard]] Status for_each_string(tes::Record& record, const OnString& change);

/// Merges the string files of localised plugins into `ours`. If both sides gave one new number to different texts,
/// `theirs` and its plugin `document` get a free number, with a note. Returns the conflicts. Errors: out_of_range (a
/// text has a letter that the encoding of the file that gets it lacks).
[[nodiscard]] Result<std::vector<Conflict>> merge_strings(const StringFiles& base, StringFiles& ours,
                                                          StringFiles& theirs, Document& document, MergeFavor prefer,
                                                          std::vector<std::string>& notes);

}  // namespace redforge::edit
