// The save of Oblivion as a format of the program: its entry, and the tables of its records.
#include "tes/save_format.hpp"

#include <array>
#include <memory>

#include "core/describe.hpp"
#include "tes/record_sources.hpp"
#include "tes/save.hpp"

namespace redforge {

template const RecordType& record_type<tes::Save>(unsigned);

}  // namespace redforge

namespace redforge::tes {
namespace {

struct EncodedSave {
    Save save;
    Bytes bytes;
};

Result<Encoded> encode(void* document)
{
    const auto encoded = std::make_shared<EncodedSave>();
    encoded->save = std::move(*static_cast<Save*>(document));
    Result<Bytes> bytes = encode_save(encoded->save);
    if (!bytes) {
        return fail(bytes.error());
    }
    encoded->bytes = std::move(*bytes);
    return Encoded{std::shared_ptr<Bytes>(encoded, &encoded->bytes),
                   [encoded](ByteView written) { return verify_save_round_trip(encoded->save, written); }};
}

}  // namespace

Format save_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"actors/*.xml"};
    Format format = make_format<Save, &is_save, &read_save, &write_save>("Oblivion save", ".ess");
    format.encode = &encode;
    format.code_page = [](const void* /*document*/) { return CodePage::cp1252; };
    format.fill_computed = [](void* document) { return complete_save(*static_cast<Save*>(document)); };
    format.parts = &save_sections;
    format.locate = &locate_in_save;
    format.folder_files = folder_files;
    format.make_new = [](bool sample) -> std::shared_ptr<void> { return std::make_shared<Save>(new_save(sample)); };
    return format;
}

}  // namespace redforge::tes
