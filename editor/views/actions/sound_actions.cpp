// Sounds and voices: those of the game, playing one by the system's own player, and exporting it.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/sound_actions.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <wx/filefn.h>
#include <wx/filename.h>
#include <wx/process.h>
#include <wx/utils.h>
#ifdef __WXMSW__
#include <wx/sound.h>
#endif

#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/game_files.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/browser.hpp"
#include "sound/wav.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

/// Returns the description of the WAV of a record, or null if its records have none.
const ChildEntry* wav_entry(const RecordHandle& record)
{
    const auto& children = record.table().children;
    const auto found = std::ranges::find_if(children, [](const ChildEntry& child) {
        return child.kind == ChildEntry::Kind::byte_range && child.blob.extension == ".wav";
    });
    return found == children.end() ? nullptr : &*found;
}

/// Returns the WAV of a record, or null if it has none.
const SharedBytes* wav_of(const RecordHandle& record)
{
    const ChildEntry* const entry = wav_entry(record);
    return entry != nullptr && record.byte_range(*entry).size() > 0 ? &record.byte_range(*entry) : nullptr;
}

#ifndef __WXMSW__

/// Commands of the sound players: those of common sound servers, and that of ALSA.
const std::vector<std::vector<const char*>>& players()
{
    static const std::vector<std::vector<const char*>> known{{"pw-play"},
                                                             {"paplay"},
                                                             {"aplay", "-q"},
                                                             {"play", "-q", "-t", "wav"}};
    return known;
}

/// Process of a player. Sets the shared process id to 0 when it ends.
class Playing : public wxProcess {
public:
    explicit Playing(std::shared_ptr<long> number) : number_(std::move(number)) {}
    void OnTerminate(int /*pid*/, int /*status*/) override
    {
        *number_ = 0;
        delete this;  // NOLINT(*owning-memory*): as wx requires of OnTerminate()
    }

private:
    std::shared_ptr<long> number_;
};

bool is_program(const char* name)
{
    wxPathList path;
    path.AddEnvList("PATH");
    return !path.FindAbsoluteValidPath(name).empty();
}

/// Starts the first available player. Returns false if there is none.
bool play_file(const fs::path& file, std::shared_ptr<long>& running)
{
    const std::string name = file.string();
    for (std::vector<const char*> words : players()) {
        if (!is_program(words.front())) {
            continue;
        }
        words.push_back(name.c_str());
        words.push_back(nullptr);
        running = std::make_shared<long>(0);
        auto* const process = new Playing(running);  // NOLINT(*owning-memory*): it deletes itself
        *running = wxExecute(words.data(), wxEXEC_ASYNC, process);
        if (*running != 0) {
            return true;
        }
        delete process;  // NOLINT(*owning-memory*)
    }
    return false;
}

#endif

}  // namespace

std::span<const GameSound> SoundActions::game_sounds()
{
    const scene::GameFolder* const game = part<GameFiles>().game_files();
    if (game == nullptr) {
        return {};
    }
    if (game->root != sounds_folder_) {
        Result<std::vector<GameSound>> sounds = sounds_of(game->root);
        if (!sounds) {
            report("Sounds", sounds.error());
        }
        sounds_ = sounds ? std::move(*sounds) : std::vector<GameSound>{};
        sounds_folder_ = game->root;
    }
    return sounds_;
}

/// Returns the voices of the open game. They are searched at the first call.
std::span<const GameVoice> SoundActions::game_voices()
{
    const scene::GameFolder* const game = part<GameFiles>().game_files();
    if (game == nullptr) {
        return {};
    }
    if (game->root != voices_folder_) {
        Result<std::vector<GameVoice>> voices = voices_of(game->root);
        if (!voices) {
            report("Voices", voices.error());
        }
        voices_ = voices ? std::move(*voices) : std::vector<GameVoice>{};
        voices_folder_ = game->root;
        frame().browser().grid().clear_voices();
    }
    return voices_;
}

const GameVoice* SoundActions::voice_of(const BrowserItem& item)
{
    if (item.kind != BrowserKind::voices) {
        return nullptr;
    }
    const std::span<const GameVoice> voices = game_voices();
    const auto found =
        std::ranges::find(voices, item.name, [](const GameVoice& voice) { return encode_text(voice.label); });
    return found == voices.end() ? nullptr : &*found;
}

/// Writes a sound or a voice to a WAV file.
void SoundActions::export_sound(const BrowserItem& item)
{
    const GameVoice* const voice = voice_of(item);
    const scene::GameFolder* const game = part<GameFiles>().game_files();
    const Result<SharedBytes> wav =
        voice != nullptr ? Result<SharedBytes>(voice->wav)
                         : wav_of_sound(game == nullptr ? std::filesystem::path{} : game->root, item.sound.number);
    if (!wav) {
        report("Export", wav.error());
        return;
    }
    const auto path =
        dialogs().where_to_export_sound ? dialogs().where_to_export_sound(frame(), item.name) : std::nullopt;
    if (!path) {
        return;
    }
    const Result<Written> written = write_file(*path, wav->joined(), {.overwrite = Overwrite::allow, .backup = true});
    if (!written) {
        report("Export", written.error());
        return;
    }
    show_status(fmt::format("Exported {}", path->filename().string()));
}

std::optional<NodeRef> SoundActions::sound_place() const
{
    if (!session() || session()->selection().size() != 1) {
        return std::nullopt;
    }
    const NodeRef& ref = session()->selection().front();
    const std::optional<NodeInfo> info = session()->find(ref);
    return info && info->is_record() && wav_entry(info->record) != nullptr ? std::optional(ref) : std::nullopt;
}

std::optional<NodeRef> SoundActions::sound_record() const
{
    const std::optional<NodeRef> ref = sound_place();
    return ref && wav_of(session()->find(*ref)->record) != nullptr ? ref : std::nullopt;
}

void SoundActions::replace_sound()
{
    const std::optional<NodeRef> ref = sound_place();
    if (!ref || !commit() || !dialogs().which_sound) {
        return;
    }
    const std::string name = session()->called({*ref});
    const std::optional<fs::path> file = dialogs().which_sound(frame(), name);
    Result<Bytes> bytes = file ? read_file(*file) : fail({});
    if (!file) {
        return;
    }
    SharedBytes wav = bytes ? SharedBytes(std::move(*bytes)) : SharedBytes();
    const Result<sound::Wav> read = bytes ? sound::read_wav(wav) : fail(bytes.error());
    if (!read) {
        Error error = read.error();
        error.file = file->string();
        report("Replace Sound", error);
        return;
    }
    const Result<edit::Changes> made =
        session()->make("Replace the sound of " + name, [&](edit::Recorder& recorder) -> Status {
            const NodeInfo info = *session()->find(*ref);
            recorder.set_byte_range(ref->node, *wav_entry(info.record), std::move(wav));
            return {};
        });
    if (!made) {
        report("Replace Sound", made.error());
        return;
    }
    show_status(fmt::format("Replaced the sound of {} with {}", name, file->filename().string()));
}

void SoundActions::play_sound()
{
    const std::optional<NodeRef> ref = sound_record();
    if (!ref || !commit()) {
        return;
    }
    play_wav(*wav_of(session()->find(*ref)->record));
}

void SoundActions::play_game_sound(std::uint32_t number)
{
    const scene::GameFolder* const game = part<GameFiles>().game_files();
    const Result<SharedBytes> wav = wav_of_sound(game == nullptr ? fs::path{} : game->root, number);
    if (!wav) {
        report("Play Sound", wav.error());
        return;
    }
    play_wav(*wav);
}

void SoundActions::play_wav(const SharedBytes& wav)
{
    stop_sound();
    sound_file_ = to_path(wxFileName::CreateTempFileName("redforge"));
    if (sound_file_.empty()) {
        report("Play Sound", {.code = ErrorCode::io,
                              .message = "cannot make a temporary file",
                              .hint = "check the free space in the folder of temporary files"});
        return;
    }
    const Result<Written> written = write_file(sound_file_, wav.joined(), {.overwrite = Overwrite::allow});
    if (!written) {
        stop_sound();
        report("Play Sound", written.error());
        return;
    }
#ifdef __WXMSW__
    const bool plays = wxSound::Play(to_wx(sound_file_.string()), wxSOUND_ASYNC);
#else
    const bool plays = play_file(sound_file_, player_);
#endif
    show_status(plays ? fmt::format("Playing {}", sound::describe_wav(wav.first(64), wav.size()))
                      : "No player for sounds was found: install pipewire-bin, pulseaudio-utils, alsa-utils or sox");
}

void SoundActions::clear_game_sounds()
{
    sounds_folder_.clear();
    voices_folder_.clear();
}

void SoundActions::stop_sound()
{
#ifdef __WXMSW__
    wxSound::Stop();
#else
    if (player_ && *player_ != 0) {
        wxKill(*player_, wxSIGTERM);
    }
#endif
    std::error_code ignored;
    if (!sound_file_.empty()) {
        fs::remove(sound_file_, ignored);
        sound_file_.clear();
    }
}

}  // namespace redforge::editor
