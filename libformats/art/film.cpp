// .SMK: reading and writing of the header, and the format's entry.
#include "art/film.hpp"

#include <fmt/format.h>

#include "art/format.hpp"
#include "core/record/binary.hpp"
#include "core/record/describe.hpp"
#include "core/text/counts.hpp"

namespace redforge {

template const RecordType& record_type<art::Film>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::size_t film_header_size = 104;
static_assert(wire_size<FilmHeader>() == film_header_size);

}  // namespace

bool is_film(ByteView bytes)
{
    const std::string_view signature = as_text(bytes).substr(0, 4);
    return bytes.size() >= film_header_size && (signature == "SMK2" || signature == "SMK4");
}

Result<Film> read_film(const SharedBytes& file, RawFallbacks* /*kept*/)
{
    const ByteView bytes = file.view();
    if (!is_film(bytes)) {
        return fail({.code = bytes.size() < film_header_size ? ErrorCode::truncated : ErrorCode::malformed,
                     .message = "not a film: it does not begin with a header of 104 bytes with SMK2 or SMK4",
                     .offset = 0,
                     .hint = "only Smacker films are read"});
    }
    Film film;
    read_record(bytes.data(), static_cast<FilmHeader&>(film));
    const auto owner = std::make_shared<const SharedBytes>(file);
    film.content.append(owner, bytes.subspan(film_header_size));
    return film;
}

Result<SharedBytes> encode_film(Film film)
{
    Bytes head;
    append_record(head, static_cast<const FilmHeader&>(film));
    if (!is_film(head)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("the signature \"{}\"", film.signature.view()),
                     .field = "signature",
                     .hint = "SMK2 or SMK4"});
    }
    SharedBytes out(std::move(head));
    const auto owner = std::make_shared<const SharedBytes>(std::move(film.content));
    for (const ByteView piece : owner->pieces()) {
        out.append(owner, piece);
    }
    return out;
}

std::uint64_t frame_microseconds(const FilmHeader& film)
{
    constexpr std::uint64_t standard = 100000;  // default of players: 10 frames per second
    const std::int64_t timing = film.timing;
    return timing == 0 ? standard : static_cast<std::uint64_t>(timing > 0 ? timing * 1000 : -timing * 10);
}

std::uint64_t shown_height(const FilmHeader& film)
{
    constexpr std::uint32_t doubling = 2U | 4U;
    return std::uint64_t{film.height} * ((film.flags & doubling) != 0 ? 2 : 1);
}

std::string film_description(const FilmHeader& film)
{
    const double seconds = static_cast<double>(film.frames) * static_cast<double>(frame_microseconds(film)) / 1e6;
    return fmt::format("{} x {} pixels, {}, {:.1f} s", film.width, shown_height(film), counted(film.frames, "frame"),
                       seconds);
}

Format film_format()
{
    static constexpr std::array<std::string_view, 1> folder_files{"frames/*.bin"};
    Format format = make_format<Film, &is_film, &read_film, &encode_film>("Smacker film", ".SMK");
    format.folder_files = folder_files;
    return format;
}

}  // namespace redforge::art
