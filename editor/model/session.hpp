// An open document with its history: every change goes through here, is one step, has a name and can be undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/kept.hpp"
#include "edit/document.hpp"
#include "editor/model/place.hpp"
#include "editor/model/snapshot.hpp"

namespace redforge::editor {

/// Paths of places; see Place.
using Paths = std::vector<std::string>;

/// An open document. A refused change leaves it as it was.
class Session {
public:
    /// Errors: those of edit::load(); unsupported for a format that the editor cannot change.
    [[nodiscard]] static Result<Session> open(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] edit::Storage storage() const { return storage_; }
    /// What the reader could not lay out when the document was opened.
    [[nodiscard]] const KeptParts& kept() const { return kept_; }
    [[nodiscard]] const Format& format() const { return document_.format(); }
    [[nodiscard]] const edit::Document& document() const { return document_; }
    [[nodiscard]] Result<Place> locate(std::string_view path) const;

    /// Whether the document differs from what was last opened or saved, however it came to be so.
    [[nodiscard]] bool modified() const { return now_ != saved_; }
    /// Changes with every change of what stands where: paths and Places from before are stale then.
    [[nodiscard]] std::uint64_t structure() const { return structure_; }

    /// Sets a field or bytes of several records, as one step. `name` is that of RecordView: `position.x`.
    /// An empty text gives a derived field back to computing. Errors: out_of_range, malformed, unknown_name.
    Status set(std::span<const std::string> records, std::string_view name, std::string_view text);
    /// Adds a record of default values: behind the place when it is a record, at the end of a section or list.
    /// Returns its path. Errors: usage (no list there), exists (there can be only one).
    Result<std::string> add(std::string_view place);
    /// Puts a copy behind the last of the records, in their order. Returns the paths of the copies.
    Result<Paths> duplicate(std::span<const std::string> records);
    Status remove(std::span<const std::string> records);
    /// Moves records of one list up (-1) or down (1) by one place. Returns their new paths.
    /// Errors: out_of_range (the first or last is there already), usage (records of several lists).
    Result<Paths> move(std::span<const std::string> records, int step);

    [[nodiscard]] bool can_undo() const { return done_ > 0; }
    [[nodiscard]] bool can_redo() const { return done_ < steps_.size(); }
    /// Name of the step that would be undone or redone: "Set Position X of 3 records"; empty without one.
    [[nodiscard]] std::string undo_name() const { return can_undo() ? steps_[done_ - 1].name : std::string{}; }
    [[nodiscard]] std::string redo_name() const { return can_redo() ? steps_[done_].name : std::string{}; }
    /// These do nothing when there is no such step.
    void undo();
    void redo();

    /// Writes to where it came from, keeping what was there as a backup; refuses to write over what another program
    /// changed since it was opened or saved (`exists`).
    Result<Written> save();
    /// Writes to another place, which becomes the document's own.
    Result<Written> save_as(const std::filesystem::path& path, edit::Storage storage);

private:
    struct Step {
        std::string name;
        Patch patch;
        bool structural{};
    };
    enum class Kind : std::uint8_t { values, structure };

    Session() = default;
    Status make_step(std::string name, Kind kind, const std::function<Status()>& change);
    void show(const Step& step);
    /// The records of the paths, which must stand in lists; sorted by place, each once.
    [[nodiscard]] Result<std::vector<Place>> listed(std::span<const std::string> records, bool one_list) const;

    edit::Document document_;
    std::filesystem::path path_;
    edit::Storage storage_{};
    KeptParts kept_;
    Seen seen_;    ///< what is on the disk, as far as we know
    Bytes now_;    ///< snapshot of document_
    Bytes saved_;  ///< snapshot of what is on the disk
    std::vector<Step> steps_;
    std::size_t done_{};  ///< steps_ before this one are done, the others undone
    std::uint64_t structure_{};
};

/// How a file of that name is written by "save as": .xml as text, everything else as the game's own file.
[[nodiscard]] edit::Storage storage_for(const std::filesystem::path& path);

}  // namespace redforge::editor
