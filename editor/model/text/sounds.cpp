// Reads the sounds and voices of a game, and counts their uses.
#include "editor/model/text/sounds.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "rgm/animation.hpp"
#include "sound/rtx.hpp"
#include "sound/sfx.hpp"
#include "sound/wav.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/disassemble/meanings.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t shape_columns = 40;

Result<sound::Effects> effects_of(const fs::path& game)
{
    const fs::path file = find_entry(find_entry(game, "SOUND"), "MAIN.SFX");
    if (file.empty()) {
        return sound::Effects{};
    }
    const Result<Bytes> bytes = read_file(file);
    return bytes ? sound::read_effects(*bytes) : fail(bytes.error());
}

/// Returns the absolute amplitude of a sample, 0 to 255.
int loudness(ByteView samples, std::size_t at, std::uint16_t bits)
{
    constexpr int silence = 128;  // centre of 8-bit samples, which are unsigned
    constexpr int half = 128;     // 2 * half scales 16-bit samples to 8 bits
    const int value = bits == 8 ? std::to_integer<int>(samples[at]) - silence
                                : load_le<std::int16_t>(samples.data() + at) / (2 * half);
    return std::min(2 * std::abs(value), 255);
}

GameSound described(const sound::Effect& effect)
{
    GameSound described = sound_in(effect.wav);
    described.number = effect.number;
    return described;
}

/// Adds the number of uses of each number of an argument type in the scripts of a map.
void add_uses(std::map<std::uint32_t, std::size_t>& uses, const rgm::Map& map, const soup::Names* names,
              soup::ArgumentType wanted)
{
    for (const rgm::Actor& actor : map.actors.records) {
        if (names != nullptr) {
            soup::each_number(soup::decode(actor.script), names,
                              [&](std::size_t /*statement*/, soup::ArgumentType meaning, std::uint32_t number) {
                                  if (meaning == wanted) {
                                      ++uses[number];
                                  }
                              });
        }
    }
}

}  // namespace

GameSound sound_in(const SharedBytes& bytes)
{
    GameSound described;
    const Result<sound::Wav> wav = sound::read_wav(bytes);
    if (!wav) {
        return described;
    }
    const sound::SampleFormat& format = wav->format;
    const Bytes samples = wav->samples.joined();
    const std::size_t step = format.bits / 8U;
    const std::size_t count = samples.size() / step;
    described.seconds = static_cast<double>(count) / format.channels / std::max(format.rate, 1U);
    described.shape.assign(count == 0 ? 0 : shape_columns, 0);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint8_t& column = described.shape[i * shape_columns / count];
        column = static_cast<std::uint8_t>(std::max<int>(column, loudness(samples, i * step, format.bits)));
    }
    return described;
}

Result<std::vector<GameVoice>> voices_of(const fs::path& game)
{
    const fs::path file = find_entry(game, "ENGLISH.RTX");
    if (file.empty()) {
        return std::vector<GameVoice>{};
    }
    const Result<edit::Loaded> loaded = edit::load(file, Pipes::reject, {}, edit::Purpose::look);
    if (!loaded) {
        return fail(loaded.error());
    }
    std::vector<GameVoice> voices;
    if (const auto* const dialogue = edit::get_if<sound::Dialogue>(loaded->document)) {
        for (const sound::Entry& entry : dialogue->entries) {
            if (entry.voice.size() > 0) {
                voices.push_back({std::string(entry.label.view()), entry.voice});
            }
        }
    }
    return voices;
}

Result<std::vector<GameSound>> sounds_of(const fs::path& game)
{
    const Result<sound::Effects> effects = effects_of(game);
    if (!effects) {
        return fail(effects.error());
    }
    std::vector<GameSound> sounds;
    std::ranges::transform(effects->effects, std::back_inserter(sounds), described);
    return sounds;
}

Result<SharedBytes> wav_of_sound(const fs::path& game, std::uint32_t number)
{
    const Result<sound::Effects> effects = effects_of(game);
    if (!effects) {
        return fail(effects.error());
    }
    const auto found = std::ranges::find(effects->effects, number, &sound::Effect::number);
    if (found == effects->effects.end()) {
        return fail({.code = ErrorCode::not_found, .message = fmt::format("MAIN.SFX has no sound {}", number)});
    }
    return found->wav;
}

std::map<std::uint32_t, std::size_t> sound_uses(const rgm::Map& map, const soup::Names* names)
{
    std::map<std::uint32_t, std::size_t> uses;
    for (const rgm::Actor& actor : map.actors.records) {
        for (const rgm::AnimationGroup& group : actor.groups) {
            for (const rgm::Command& command : group.commands) {
                if (command.kind().name == "PlaySound" && command.parameter(0) >= 0) {
                    ++uses[static_cast<std::uint32_t>(command.parameter(0))];
                }
            }
        }
    }
    add_uses(uses, map, names, soup::ArgumentType::sound);
    return uses;
}

std::map<std::uint32_t, std::size_t> dialogue_uses(const rgm::Map& map, const soup::Names* names)
{
    std::map<std::uint32_t, std::size_t> uses;
    add_uses(uses, map, names, soup::ArgumentType::dialogue);
    return uses;
}

}  // namespace redforge::editor
