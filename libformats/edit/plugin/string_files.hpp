// The string files of a localised plugin, to copy and merge its texts.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/fingerprint.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"

namespace redforge::tes {
class StringTexts;
struct Record;
}  // namespace redforge::tes

namespace redforge::edit {

/// The three files that each language has.
enum class StringKind : std::uint8_t { strings, dlstrings, ilstrings };

/// Returns the kind of file that has the text of a subrecord. Source: xEdit's definitions (wbLocalization).
[[nodiscard]] StringKind string_kind_of(std::string_view record, std::string_view subrecord);

/// The texts of one number, by language ("English"), in UTF-8.
using LanguageTexts = std::map<std::string, std::string>;

/// A string number that records of a localised plugin use.
struct StringUse {
    StringKind kind{};
    std::vector<std::string> records;  ///< "01000802 IronSword", in file order
};
using StringUses = std::map<std::uint32_t, StringUse>;

/// Returns the string numbers that the records of a plugin use, without 0, which means no text. Returns nothing for
/// other documents and for plugins that are not localised.
[[nodiscard]] StringUses string_uses(const Document& document);

/// A text that differs in the string files of two plugins.
struct StringChange {
    std::uint32_t id{};
    std::string language;
    std::string before;  ///< in UTF-8
    std::string after;
};

/// The string files of a plugin: next to it, in its folder `Strings`, and in its archives ("Mod.bsa"). A file in a
/// folder replaces the file of an archive.
class StringFiles {
public:
    /// Reads the files of a plugin, or of an unpacked folder. Errors: io (a folder cannot be listed); those of load();
    /// those of an archive.
    [[nodiscard]] static Result<StringFiles> of(const std::filesystem::path& plugin);

    [[nodiscard]] bool empty() const { return files_.empty(); }
    /// Returns the texts of a number.
    [[nodiscard]] LanguageTexts texts(std::uint32_t id) const;
    /// Returns the texts of all numbers.
    [[nodiscard]] std::map<std::uint32_t, LanguageTexts> all_texts() const;
    /// Returns true if a file has the number.
    [[nodiscard]] bool has(std::uint32_t id) const;
    /// Returns the largest number of a text or of reserve(), or 0.
    [[nodiscard]] std::uint32_t last_id() const;
    /// Keeps the numbers that the plugin uses from being given to new texts. Errors: mismatch (the plugin uses texts of
    /// a kind that has no file, so that a new file would hide them).
    [[nodiscard]] Status reserve(const StringUses& uses);
    /// Adds a text with a new number to the files of its kind in all languages, and returns the number. A language that
    /// is not among the texts gets the English one, or else the first. Creates missing files; without any file, those
    /// of the texts' languages. Errors: out_of_range (the code page of a file does not have a letter, or no number is
    /// free).
    [[nodiscard]] Result<std::uint32_t> add(StringKind kind, const LanguageTexts& texts);
    /// Gives texts other numbers.
    void renumber(const std::map<std::uint32_t, std::uint32_t>& numbers);

    /// Adds the changed files to the files that a write of `plugin` writes in one step, or all files if `plugin`
    /// is not the path that of() got. A file of an archive becomes a file in the folder `Strings`. `expected`, if not
    /// null, gets the contents that were read; next to an unpacked folder, the names are relative to it
    /// ("../Strings/Mod_English.STRINGS"). The contents of the files are those of this object. Errors: usage (files
    /// changed, but the plugin is "-", standard output); exists (a file of another plugin would be replaced, and
    /// options.overwrite is not `force`); those of encoding.
    [[nodiscard]] Status add_to(WriteOptions& options, const std::filesystem::path& plugin, FileSnapshot* expected);

private:
    friend Result<std::vector<Conflict>> merge_strings(const StringFiles& base, StringFiles& ours, StringFiles& theirs,
                                                       Document& document, MergeFavor prefer,
                                                       std::vector<std::string>& notes);
    friend std::vector<StringChange> string_changes(const StringFiles& from, const StringFiles& to);
    friend void keep_used_strings(StringFiles& merged, std::span<const StringFiles* const> sources,
                                  const StringUses& uses, const StringUses& before, std::vector<std::string>& notes);
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
    /// Adds the texts of numbers that are not `known` to the languages that lack them.
    [[nodiscard]] Status fill_languages(const std::set<std::uint32_t>& known, std::vector<std::string>& notes);
    [[nodiscard]] std::filesystem::path path_of(const File& file, const std::filesystem::path& plugin) const;

    std::filesystem::path plugin_;
    std::vector<File> files_;
    std::uint32_t last_used_{};   ///< largest number of reserve()
    std::deque<Bytes> contents_;  ///< contents that add_to() made; a deque does not move them
};

/// Calls `change` for each text field of a record in a localised plugin, and of its children: with the kind of its
/// file, its number and its text. The number is nullopt if the record has a text instead. Stops at the first error.
using OnString = std::function<Status(StringKind kind, std::optional<std::uint32_t>& id, FieldView text)>;
[[nodiscard]] Status for_each_string(tes::Record& record, const OnString& change);

/// Replaces the string numbers of a record by their texts, to compare it with records of other plugins. A text that
/// `texts` (may be null) does not have becomes "(text 00000001 of A.esp)". `page` returns the code page of the new
/// texts: 1252, or UTF-8 if a letter needs it. Returns false if a text is not known.
[[nodiscard]] bool replace_numbers(tes::Record& record, const tes::StringTexts* texts, std::string_view file,
                                   CodePage& page);

/// Returns the numbers whose texts differ in a language that both plugins have.
[[nodiscard]] std::vector<StringChange> string_changes(const StringFiles& from, const StringFiles& to);

/// Checks that a patch from one localised plugin to another gives no record a string number, because the patch does not
/// contain the text. Errors: unsupported.
[[nodiscard]] Status check_patch_texts(const Document& from, const Document& to);

/// A version of a localised plugin in a merge.
struct StringSide {
    std::string file;  ///< path of the plugin, for errors
    const StringFiles* files{};
    StringUses uses{};
};

/// Checks that the texts of base, ours and theirs are known, so that no record gets the text of another side. Accepts
/// three versions without string files if no two of them gave one new number to different records. Errors: mismatch (a
/// version has no string files, or lacks a text that the other side added or changed).
[[nodiscard]] Status check_strings(const std::array<StringSide, 3>& sides);

/// Merges the string files of localised plugins into `ours`. If both sides gave one new number to different texts, or
/// to texts without a common language, `theirs` and its plugin `document` get a free number, with a note. A new text
/// gets all languages of both sides, with a note: if a language does not have it, the English text or else the first.
/// Returns the conflicts. Errors: out_of_range (a
/// text has a letter that the encoding of the file that gets it lacks).
[[nodiscard]] Result<std::vector<Conflict>> merge_strings(const StringFiles& base, StringFiles& ours,
                                                          StringFiles& theirs, Document& document, MergeFavor prefer,
                                                          std::vector<std::string>& notes);

/// Adds texts to the merged files that the merged plugin uses (`uses`), and that a side removed, with notes. `sources`:
/// the files of the versions, in order of priority. Reports numbers without a text that base did not use (`before`).
void keep_used_strings(StringFiles& merged, std::span<const StringFiles* const> sources, const StringUses& uses,
                       const StringUses& before, std::vector<std::string>& notes);

}  // namespace redforge::edit
