// Sounds and voices: those of the game, playing one by the system's own player, and exporting it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/shared_bytes.hpp"
#include "editor/model/browser_items.hpp"
#include "editor/views/window_part.hpp"

namespace redforge::editor {

class SoundActions : public WindowPart {
public:
    using WindowPart::WindowPart;
    SoundActions(const SoundActions&) = delete;
    SoundActions& operator=(const SoundActions&) = delete;
    ~SoundActions() override { forget_sound(); }

    void play_sound();
    [[nodiscard]] bool can_play() const { return sound_record().has_value(); }

    /// Replaces the voice of the selected record with a WAV file.
    void replace_sound();
    [[nodiscard]] bool can_replace() const { return sound_place().has_value(); }

    void play_wav(const SharedBytes& wav);
    /// One of MAIN.SFX.
    void play_game_sound(std::uint32_t number);
    void export_sound(const BrowserItem& item);
    /// Returns the sounds of MAIN.SFX; empty without a game.
    [[nodiscard]] std::span<const GameSound> game_sounds();
    [[nodiscard]] std::span<const GameVoice> game_voices();
    /// Returns null if the item is not a voice.
    const GameVoice* voice_of(const BrowserItem& item);
    /// They may have been changed: they are looked for again.
    void forget_game();

private:
    /// The one selected record, if it can have a sound.
    [[nodiscard]] std::optional<NodeRef> sound_place() const;
    /// The one selected record, where it has a sound.
    [[nodiscard]] std::optional<NodeRef> sound_record() const;
    /// Ends the sound that plays, and removes the file that it is played from.
    void forget_sound();

    std::filesystem::path sounds_folder_;  ///< of the game whose sounds these are
    std::vector<GameSound> sounds_;
    std::filesystem::path voices_folder_;  ///< of the game whose voices these are
    std::vector<GameVoice> voices_;
    std::filesystem::path sound_file_{};  ///< that a sound is played from
    std::shared_ptr<long> player_{};      ///< the number of the process that plays it; 0: it has ended
};

}  // namespace redforge::editor
