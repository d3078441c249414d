// String files as a format of the program: the entry, and the tables of its records.
#include <array>

#include "core/record/describe.hpp"
#include "tes/strings/strings.hpp"
#include "tes/strings/strings_format.hpp"

namespace redforge {

template const RecordType& record_type<tes::StringTable>(unsigned);

}  // namespace redforge

namespace redforge::tes {

Format strings_format()
{
    static constexpr std::array<std::string_view, 3> file_names{"*.strings", "*.dlstrings", "*.ilstrings"};
    static constexpr std::array<std::string_view, 1> folder_files{"unread/*.bin"};
    Format format =
        make_format<StringTable, &is_string_table, &read_string_table, &write_string_table>("strings of a plugin",
                                                                                            ".STRINGS");
    format.can_begin = &can_begin_string_table;
    format.file_names = file_names;
    format.folder_files = folder_files;
    format.code_page = [](const void* /*document*/) { return CodePage::cp1252; };
    format.guess_page = [](const void* document, const LoadContext& /*context*/) {
        return guess_page_of(*static_cast<const StringTable*>(document));
    };
    format.page_of_file = [](const void* document, const std::filesystem::path& file) {
        return tes::page_of_file(*static_cast<const StringTable*>(document), file);
    };
    format.can_be_named = [](ByteView bytes) { return bytes.empty(); };
    return format;
}

}  // namespace redforge::tes
