// Sounds (MAIN.SFX) and voices (ENGLISH.RTX) of a game for the browser: length, waveform and number of uses in a map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"
#include "soup/names/names.hpp"

namespace redforge::editor {

struct GameSound {
    std::uint32_t number{};  ///< number in maps and scripts
    double seconds{};
    std::vector<std::uint8_t> shape;  ///< waveform: maxima of equal parts, 0 to 255; empty if there are no samples

    friend bool operator==(const GameSound&, const GameSound&) = default;
};

/// A voice of the dialogue. Its bytes are a view of the mapped file, because the file has 185 MB.
struct GameVoice {
    std::string label;  ///< four characters
    SharedBytes wav;
};

/// Returns the sounds of a game folder; empty if it has no such file. Errors: those of reading the file.
[[nodiscard]] Result<std::vector<GameSound>> sounds_of(const std::filesystem::path& game);
/// Returns a sound as a WAV file. Errors: those of reading the file; not_found.
[[nodiscard]] Result<SharedBytes> wav_of_sound(const std::filesystem::path& game, std::uint32_t number);

/// Returns the voices of ENGLISH.RTX in file order, without texts that have no voice; empty if there is no such file.
/// Errors: those of reading the file.
[[nodiscard]] Result<std::vector<GameVoice>> voices_of(const std::filesystem::path& game);
/// Returns the length and waveform of a WAV; empty if it is not a WAV.
[[nodiscard]] GameSound sound_in(const SharedBytes& wav);

/// Returns the number of uses of each sound in animation commands and scripts. If `names` is null, does not count
/// scripts.
[[nodiscard]] std::map<std::uint32_t, std::size_t> sound_uses(const rgm::Map& map, const soup::Names* names);
/// Returns the number of uses of each dialogue label, by its number in scripts (soup::number_of_label). Empty if
/// `names` is null.
[[nodiscard]] std::map<std::uint32_t, std::size_t> dialogue_uses(const rgm::Map& map, const soup::Names* names);

}  // namespace redforge::editor
