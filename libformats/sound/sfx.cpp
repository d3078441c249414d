// Reads and writes SFX files.
#include "sound/sfx.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace redforge::sound {
namespace {

constexpr std::size_t header_size = 36;  // size of FXHD
constexpr std::size_t data_begin = 8 + header_size + 8;
constexpr std::string_view end_tag_of_effects = "END ";

Bytes copied_bytes(ByteView view)
{
    return {view.begin(), view.end()};
}

}  // namespace

std::string Effect::stem() const
{
    return fmt::format("{:03}", number);
}

void update_dependents(const Effects& /*before*/, Effects& after)
{
    for (std::size_t i = 0; i < after.effects.size(); ++i) {
        after.effects[i].number = static_cast<std::uint32_t>(i);
    }
}

bool is_effects(ByteView bytes)
{
    return bytes.size() >= 8 && as_text(bytes.first(4)) == "FXHD" && load_be32(bytes.data() + 4) == header_size;
}

std::optional<std::uint32_t> effect_count(ByteView head)
{
    return is_effects(head) && head.size() >= effects_head_size
               ? std::optional(load_le<std::uint32_t>(head.data() + effects_head_size - 4))
               : std::nullopt;
}

Result<Effects> read_effects(const SharedBytes& file, RawFallbacks* kept)
{
    const ByteView bytes = file.view();
    if (!is_effects(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "not a file of sound effects: it does not begin with FXHD of 36 bytes",
                     .offset = 0,
                     .hint = "MAIN.SFX begins with FXHD"});
    }
    if (bytes.size() < data_begin) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the file ends after {} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .hint = "FXHD and the head of FXDT have 52"});
    }
    const std::size_t data_size = load_be32(bytes.data() + data_begin - 4);
    if (as_text(bytes.subspan(data_begin - 8, 4)) != "FXDT" || data_size > bytes.size() - data_begin) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("FXDT with {} bytes is not in the file", data_size),
                     .offset = data_begin - 8,
                     .section = "FXDT",
                     .hint = fmt::format("{} bytes follow", bytes.size() - data_begin)});
    }
    Effects effects;
    effects.description = as_text(bytes.subspan(8, 32));
    const auto owner = std::make_shared<const SharedBytes>(file);
    ByteView data = bytes.subspan(data_begin, data_size);
    while (data.size() >= sound_header_size) {
        const ByteView header = data.first(sound_header_size);
        const ByteView rest = data.subspan(sound_header_size);
        const std::size_t size = sound_length(header);
        if (size > rest.size()) {
            break;
        }
        Effect& effect = effects.effects.emplace_back();
        effect.number = static_cast<std::uint32_t>(effects.effects.size() - 1);
        effect.wav = read_sound(header, owner, rest.first(size), effect.sound);
        data = rest.subspan(size);
    }
    effects.rest = copied_bytes(data);
    effects.count = effect_count(bytes).value_or(0);
    effects.count.clear_if_equal(static_cast<std::uint32_t>(effects.effects.size()));
    ByteView tail = bytes.subspan(data_begin + data_size);
    effects.no_end = as_text(tail).starts_with(end_tag_of_effects) ? 0 : 1;
    tail = tail.subspan(effects.no_end == 0 ? end_tag_of_effects.size() : 0);
    effects.tail = copied_bytes(tail);
    if (kept != nullptr && !data.empty()) {
        kept->push_back({"FXDT", fmt::format("{} bytes after the last complete effect", data.size()), data.size()});
    }
    return effects;
}

Result<Effects> read_effects(ByteView bytes, RawFallbacks* kept)
{
    return read_effects(SharedBytes(copied_bytes(bytes)), kept);
}

Result<SharedBytes> encode_effects(Effects effects)
{
    Bytes head;
    SharedBytes data;
    for (std::size_t i = 0; i < effects.effects.size(); ++i) {
        Effect& effect = effects.effects[i];
        if (effect.number != i) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("the effect at place {} has the number {}", i, effect.number),
                         .field = fmt::format("effects[{}].number", i),
                         .hint = "effects are numbered from 0 without a gap, in their order"});
        }
        const Derived<std::uint32_t> length = std::exchange(effect.sound.length, {});
        Result<WrittenSound> sound = write_sound(effect.sound, effect.wav);
        if (!sound) {
            Error error = sound.error();
            error.field = fmt::format("effects[{}].{}", i, error.field.empty() ? "wav" : error.field);
            return fail(std::move(error));
        }
        const std::uint32_t size = sound_length(sound->header);
        if (length.value_or(size) != size) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("a length of {}", *length.stored),
                         .field = fmt::format("effects[{}].length", i),
                         .hint = fmt::format("the next effect begins after it, so it can only be {}", size)});
        }
        const auto header = std::make_shared<const decltype(sound->header)>(sound->header);
        data.append(header, *header);
        const auto owner = std::make_shared<const SharedBytes>(std::move(sound->samples));
        for (const ByteView piece : owner->pieces()) {
            data.append(owner, piece);
        }
    }
    if (data.size() + effects.rest.size() > std::numeric_limits<std::uint32_t>::max()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "effects of more than 4 GiB",
                     .field = "effects",
                     .hint = "FXDT counts its bytes in 32 bits"});
    }
    if (effects.rest.size() >= sound_header_size &&
        sound_length(effects.rest) <= effects.rest.size() - sound_header_size) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the bytes after the last effect are an effect",
                     .field = "rest",
                     .hint = "remove them, or make them an effect"});
    }
    const auto count = static_cast<std::uint32_t>(effects.effects.size());
    append(head, as_bytes("FXHD"));
    head.resize(8);
    store_be32(head.data() + 4, header_size);
    append(head, as_bytes({effects.description.bytes.data(), effects.description.bytes.size()}));
    append_le(head, effects.count.value_or(count));
    effects.count.clear_if_equal(count);
    append(head, as_bytes("FXDT"));
    head.resize(data_begin);
    store_be32(head.data() + data_begin - 4, static_cast<std::uint32_t>(data.size() + effects.rest.size()));
    SharedBytes out(std::move(head));
    const auto owner = std::make_shared<const SharedBytes>(std::move(data));
    for (const ByteView piece : owner->pieces()) {
        out.append(owner, piece);
    }
    if (effects.no_end != 0 && as_text(effects.tail).starts_with(end_tag_of_effects)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "END at the beginning of the tail although no_end is set",
                     .field = "no_end",
                     .hint = "set it to 0"});
    }
    Bytes end = effects.rest;
    append(end, as_bytes(effects.no_end == 0 ? end_tag_of_effects : std::string_view()));
    append(end, effects.tail);
    const auto end_owner = std::make_shared<const Bytes>(std::move(end));
    out.append(end_owner, *end_owner);
    return out;
}

Result<Bytes> write_effects(const Effects& effects)
{
    const Result<SharedBytes> encoded = encode_effects(effects);
    return encoded ? Result<Bytes>(encoded->joined()) : fail(encoded.error());
}

}  // namespace redforge::sound
