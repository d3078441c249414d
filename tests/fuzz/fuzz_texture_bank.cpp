// Fuzz target: any bytes as a TEXBSI file, and its pictures exported and imported.
#include <algorithm>
#include <span>

#include "art/bank_export.hpp"
#include "art/bank_import.hpp"
#include "art/image.hpp"
#include "art/image_name.hpp"
#include "art/texture_bank.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

/// Maximum number of pixels of an exported picture, for speed.
constexpr std::uint64_t enough_pixels = 100000;

std::uint64_t pixels_of(const art::TextureBank& bank)
{
    std::uint64_t pixels = 0;
    for (const art::Image& image : bank.images) {
        const auto width = static_cast<std::uint64_t>(std::max<int>(image.header.width, 0));
        const auto height = static_cast<std::uint64_t>(std::max<int>(image.header.height, 0));
        pixels += width * height * art::frame_count(image);
    }
    return pixels;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto bank =
        fuzz::check_two_laws<art::TextureBank, art::is_texture_bank, art::read_texture_bank, art::write_texture_bank>(
            std::as_bytes(std::span(data, size)));
    if (!bank || pixels_of(*bank) > enough_pixels) {
        return 0;
    }
    std::vector<art::IncomingPicture> pictures;
    for (art::ExportedPicture& picture : art::export_pictures(*bank, {}).pictures) {
        const auto name = art::parse_picture_name(picture.file_name);
        fuzz::require(name.has_value());
        pictures.push_back({picture.file_name, name->label, name->frame, std::move(picture.png)});
    }
    art::TextureBank again = *bank;
    fuzz::require(art::import_pictures(again, pictures, {}) && again == *bank);
    return 0;
}
