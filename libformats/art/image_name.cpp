// Parses and formats names of images and of their PNG files.
#include "art/image_name.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "art/texture_bank.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::art {
namespace {

constexpr std::uint32_t banks_per_letter = 100;
constexpr std::size_t digits_of_image = 3;
constexpr std::string_view frame_mark = "-f";
constexpr std::string_view extension = ".png";

/// Parses a text that consists of digits. Returns nullopt for other texts.
std::optional<std::uint32_t> number(std::string_view text)
{
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && !text.empty() ? std::optional(value) : std::nullopt;
}

Error no_such_image(const std::vector<std::string>& labels, std::string_view word)
{
    const std::string_view guess = nearest(word, labels);
    return {.code = ErrorCode::not_found,
            .message = fmt::format("the bank has no image {}", word),
            .hint = guess.empty()
                        ? fmt::format("it has {} images; give a number, as 44, or a name, as D02044", labels.size())
                        : fmt::format("did you mean {}?", guess)};
}

}  // namespace

std::string image_name(ImageNumber number)
{
    return fmt::format("{}{:02}{:03}", static_cast<char>('A' + number.bank / banks_per_letter),
                       number.bank % banks_per_letter, number.image);
}

std::optional<ImageNumber> image_number(std::string_view name)
{
    constexpr std::size_t size_of_name = 6;
    if (name.size() != size_of_name) {
        return std::nullopt;
    }
    const char letter = to_upper(name[0]);
    const std::optional<std::uint32_t> digits = number(name.substr(1));
    if (letter < 'A' || letter > 'Z' || !digits) {
        return std::nullopt;
    }
    return ImageNumber{banks_per_letter * static_cast<std::uint32_t>(letter - 'A') + *digits / (max_image + 1),
                       *digits % (max_image + 1)};
}

std::optional<ImageNumber> image_number_of_label(std::string_view label)
{
    const std::size_t dash = std::min(label.find('-'), label.size());
    const std::optional<std::uint32_t> bank = number(label.substr(0, dash));
    const std::optional<std::uint32_t> image = number(label.substr(std::min(dash + 1, label.size())));
    const bool fits = bank && image && *bank <= max_bank && *image <= max_image;
    return fits ? std::optional(ImageNumber{*bank, *image}) : std::nullopt;
}

std::optional<std::uint32_t> bank_number(std::string_view file_name)
{
    constexpr std::string_view stem = "TEXBSI.";
    if (!equals_ignore_case(file_name.substr(0, stem.size()), stem)) {
        return std::nullopt;
    }
    file_name.remove_prefix(stem.size());
    const std::optional<std::uint32_t> bank = number(file_name.substr(0, file_name.find('.')));
    return bank && *bank <= max_bank ? bank : std::nullopt;
}

std::vector<std::string> image_labels(const TextureBank& bank)
{
    std::vector<std::string> labels;
    std::set<ImageNumber> known;
    for (const Image& image : bank.images) {
        const std::optional<ImageNumber> number = image_number(image.name.view());
        const bool first = number && known.insert(*number).second;
        labels.push_back(first ? fmt::format("{:03}-{:03}", number->bank, number->image)
                               : fmt::format("at-{:03}", labels.size()));
    }
    return labels;
}

std::string picture_file_name(std::string_view label, std::size_t frame, std::size_t frame_count)
{
    return frame_count > 1 ? fmt::format("{}{}{:02}{}", label, frame_mark, frame, extension)
                           : fmt::format("{}{}", label, extension);
}

std::optional<PictureName> parse_picture_name(std::string_view file_name)
{
    if (file_name.size() <= extension.size() ||
        !equals_ignore_case(file_name.substr(file_name.size() - extension.size()), extension)) {
        return std::nullopt;
    }
    file_name.remove_suffix(extension.size());
    const std::size_t mark = file_name.rfind(frame_mark);
    if (mark == std::string_view::npos) {
        return PictureName{std::string(file_name), std::nullopt};
    }
    const std::optional<std::uint32_t> frame = number(file_name.substr(mark + frame_mark.size()));
    return frame ? std::optional(PictureName{std::string(file_name.substr(0, mark)), *frame}) : std::nullopt;
}

Result<std::size_t> find_image_place(const TextureBank& bank, const std::vector<std::string>& labels,
                                     std::string_view word)
{
    if (const auto label =
            std::ranges::find_if(labels, [&](const auto& each) { return equals_ignore_case(each, word); });
        label != labels.end()) {
        return static_cast<std::size_t>(label - labels.begin());
    }
    if (const auto image =
            std::ranges::find_if(bank.images,
                                 [&](const Image& each) { return equals_ignore_case(each.name.view(), word); });
        image != bank.images.end()) {
        return static_cast<std::size_t>(image - bank.images.begin());
    }
    const std::optional<std::uint32_t> wanted = word.size() <= digits_of_image ? number(word) : std::nullopt;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; wanted && i < labels.size(); ++i) {
        const std::optional<ImageNumber> number = image_number_of_label(labels[i]);
        if (!number || number->image != *wanted) {
            continue;
        }
        if (found) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("{} is {} as well as {}", word, labels[*found], labels[i]),
                         .hint = "name one of them"});
        }
        found = i;
    }
    return found ? Result<std::size_t>(*found) : fail(no_such_image(labels, word));
}

}  // namespace redforge::art
