// What forms of a plugin or save are called: by its own records, and by those of the plugins that it names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

class DataFolder;
class MasterFile;
struct Save;

/// Answers about one document, which stays where it is and as it is as long as this. Not for several threads at once.
class FormNames {
public:
    /// `data` may be null: only the document itself is known then.
    explicit FormNames(const Plugin& plugin, const DataFolder* data = nullptr);
    explicit FormNames(const Save& save, const DataFolder* data = nullptr);

    /// "Skyrim.esm:0010D9EE (IdleStop)", of a record of the document itself "01000900 (Hour)". Empty: nobody knows a name for it.
    [[nodiscard]] std::string shown(FormId form) const;
    /// The editor id alone, and the type of the record: "IdleStop", "IDLE". Empty: not known.
    struct Known {
        std::string editor_id;
        std::string type;
    };
    [[nodiscard]] Known known(FormId form) const;
    /// The form that a person's words mean: what shown() says, whose name in parentheses is not looked at, eight digits,
    /// "Skyrim.esm:10D9EE", an editor id of the document or of a plugin that it names.
    /// Errors: not_found, with what would be right.
    [[nodiscard]] Result<FormId> named(std::string_view words) const;

    /// The form with an editor id, bytes of code page 1252 in letters of either case: of the document or else of the first plugin that it names and that has
    /// one.
    [[nodiscard]] std::optional<FormId> by_editor_id(std::string_view editor_id) const;

    /// The plugin that a FormID is of; null where that is not at hand.
    [[nodiscard]] const MasterFile* master_of(FormId form) const;
    /// What a FormID in the file that `owner` is of is in this document; 0 where it is of a plugin that this one does not name.
    [[nodiscard]] FormId from_master(FormId owner, FormId form) const;

private:
    /// Records of the document itself.
    struct Own {
        std::unordered_map<std::uint32_t, Known> records;         ///< those that have an editor id
        std::unordered_map<std::string, std::uint32_t> numbers;  ///< by editor ids in lower case
    };
    [[nodiscard]] const Own& own() const;
    [[nodiscard]] std::string_view file_of(FormId form) const;

    const Plugin* plugin_{};
    const DataFolder* data_{};
    std::vector<std::string> files_;  ///< by the first byte of a FormID
    mutable std::unique_ptr<Own> own_;
};

}  // namespace redforge::tes
