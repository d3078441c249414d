// Names of the forms of a plugin or save, from its own records and from those of its masters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

class DataFolder;
class MasterFile;
struct Save;

/// The names of one document, which must outlive this object and must not change or move. Not thread-safe.
class FormNames {
public:
    /// `data` may be null; then only records of the document have names.
    explicit FormNames(const Plugin& plugin, const DataFolder* data = nullptr);
    explicit FormNames(const Save& save, const DataFolder* data = nullptr);

    /// Returns the name of a form for the user: "Skyrim.esm:0010D9EE (IdleStop)", or "01000900 (Hour)" for a record of
    /// the document itself. Empty if its name is not known.
    [[nodiscard]] std::string shown(FormId form) const;
    /// Editor ID and type of a record: "IdleStop", "IDLE". Empty if not known.
    struct Known {
        std::string editor_id;
        std::string type;
    };
    [[nodiscard]] Known known(FormId form) const;
    /// Parses the user's name of a form: the text of shown() (ignoring the part in parentheses), eight digits,
    /// "Skyrim.esm:10D9EE", or an editor ID of the document or of a plugin that it names. The document's own forms have
    /// priority. Errors: not_found, with a hint; usage (several forms have the editor ID).
    [[nodiscard]] Result<FormId> named(std::string_view words) const;

    /// Finds a form by its editor ID (code page 1252), ignoring case: in the document, or else in the first plugin that
    /// it names and that has one. Returns nullopt if there is none.
    [[nodiscard]] std::optional<FormId> by_editor_id(std::string_view editor_id) const;

    /// Returns the master that contains a form. Returns null if it is not available, or for the document's own forms.
    [[nodiscard]] const MasterFile* master_of(FormId form) const;
    /// Converts a FormID in the file of `owner` to this document's numbering. Returns 0 if this document does not name
    /// its plugin.
    [[nodiscard]] FormId from_master(FormId owner, FormId form) const;

private:
    /// Records of the document itself.
    struct Own {
        std::unordered_map<std::uint32_t, Known> records;                     ///< records with an editor ID
        std::unordered_map<std::string, std::vector<std::uint32_t>> numbers;  ///< by editor ID in lower case
    };
    [[nodiscard]] const Own& own() const;
    [[nodiscard]] std::string_view file_of(FormId form) const;
    /// Returns the document's own forms with an editor ID (code page 1252), or else those of all plugins that it names.
    [[nodiscard]] std::vector<FormId> all_by_editor_id(std::string_view editor_id) const;

    const Plugin* plugin_{};
    const DataFolder* data_{};
    std::vector<std::string> files_;  ///< by the first byte of a FormID
    mutable std::unique_ptr<Own> own_;
};

}  // namespace redforge::tes
