// Laws of the entries of formats: names are unique, patterns fit the files, and new documents are files of their
// format.
#include <set>

#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "support/outcome.hpp"
#include "support/sample_file.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("formats: each has a name, an extension and a root element of its own", "[edit]")
{
    std::set<std::string_view> names;
    std::set<std::string_view> roots;
    for (const Format& format : edit::formats()) {
        INFO(format.name);
        CHECK(names.insert(format.name).second);
        CHECK(roots.insert(format.root()).second);
        CHECK(edit::find_format(format.root()) == &format);
        CHECK(format.extension.starts_with('.'));
        // All logs have one name, so their extension does not identify them.
        const bool has_one_name = edit::standard_file_name(format) != fmt::format("FILE{}", format.extension);
        CHECK((edit::is_extension_of(format, format.extension) || has_one_name));
        CHECK(edit::folder_document_name(format) == std::string(format.root()) + ".xml");
    }
    CHECK(edit::find_format("nothing") == nullptr);
}

TEST_CASE("formats: an extension belongs to the formats whose patterns have it", "[edit]")
{
    for (const Format& format : edit::formats()) {
        const std::vector<std::string> patterns = edit::file_patterns(format);
        CHECK_FALSE(patterns.empty());
        for (const std::string& pattern : patterns) {
            INFO(format.name << ", " << pattern);
            const bool is_name = pattern.find('*') == std::string::npos;  // OBJECT.SAV
            CHECK((is_name || pattern.starts_with("*.") || pattern.ends_with(".*")));
            CHECK((is_name || pattern.ends_with(".*") || edit::is_extension_of(format, pattern.substr(1))));
        }
    }
    const auto patterns = [](const char* root) { return edit::file_patterns(*edit::find_format(root)); };
    using Patterns = std::vector<std::string>;
    CHECK(patterns("map") == Patterns{"*.RGM"});
    CHECK(patterns("model") == Patterns{"*.3D", "*.3DC"});
    CHECK(patterns("texture_bank") == Patterns{"TEXBSI.*"});
    CHECK(patterns("plugin") == Patterns{"*.esp", "*.esm", "*.esl"});
    CHECK(patterns("strings") == Patterns{"*.strings", "*.dlstrings", "*.ilstrings"});
    CHECK(edit::is_extension_of(*edit::find_format("texture_bank"), ".302"));
    CHECK_FALSE(edit::is_extension_of(*edit::find_format("texture_bank"), ".RGM"));
}

TEST_CASE("formats: files that git merges by records are files of the unpacked folder", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (const std::string_view pattern : format.merged_files) {
            INFO(format.name << ", " << pattern);
            CHECK(pattern.starts_with("**/"));
            const std::string_view extension = pattern.substr(pattern.rfind('.'));
            CHECK(std::ranges::any_of(format.folder_files,
                                      [&](std::string_view file) { return file.ends_with(extension); }));
        }
    }
}

TEST_CASE("formats: the texts around a record file are an empty document", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (const auto& [before, after] : format.around_record) {
            const edit::Document document = need(edit::read_text(std::string(before) + std::string(after), "around"));
            CHECK(&document.format() == &format);
        }
    }
}

TEST_CASE("formats: a new document is recognised, written and read back", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (const bool sample : {false, true}) {
            if (format.make_new == nullptr) {
                continue;
            }
            INFO(format.name);
            const edit::Document made(format, format.make_new(sample));
            const Bytes bytes = file_of(made);
            CHECK(edit::recognise(bytes) == &format);
            CHECK(file_of(need(edit::read_binary(bytes))) == bytes);
        }
    }
}
