// The save of Oblivion as a format of the program: its entry, and the tables of its records.
#include "tes/save/save_format.hpp"

#include <array>
#include <memory>
#include <utility>

#include "core/record/describe.hpp"
#include "tes/save/save.hpp"
#include "tes/strings/text_page.hpp"

namespace redforge {

template const RecordType& record_type<tes::Save>(unsigned);
template const RecordType& record_type<tes::QuickKey>(unsigned);

}  // namespace redforge

namespace redforge::tes {
Format save_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"actors/*.xml"};
    Format format = make_format<Save, &is_save, &read_save, &write_save>("Oblivion save", ".ess");
    format.code_page = [](const void* /*document*/) { return CodePage::cp1252; };
    format.guess_page = [](const void* document, const LoadContext& /*context*/) {
        return guess_page_of(*static_cast<const Save*>(document));
    };
    format.can_be_partial = true;
    format.fill_computed = [](void* document) { return complete_save(*static_cast<Save*>(document)); };
    format.parts = &save_sections;
    format.locate = &locate_in_save;
    format.folder_files = folder_files;
    static constexpr std::array<std::string_view, 1> merged_files{"**/actors/*.xml"};
    format.merged_files = merged_files;
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 1> around{
        {{"<save encoding=\"UTF-8\">", "</save>"}}};  // which has the letters of every code page
    format.around_record = around;
    format.make_new = [](bool sample) -> std::shared_ptr<void> { return std::make_shared<Save>(new_save(sample)); };
    return format;
}

}  // namespace redforge::tes
