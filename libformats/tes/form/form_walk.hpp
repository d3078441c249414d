// Visits all FormIDs of a plugin or save, and the undecoded bytes that may contain some.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "core/record/record_type.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

struct Header;
struct Save;

/// Calls `form` for each FormID, which it may change, and `bytes` for undecoded bytes. A callback returns false to
/// stop.
class FormIdWalk {
public:
    using OnForm = std::function<bool(FormId& form)>;
    using OnBytes = std::function<bool(ByteView bytes)>;

    FormIdWalk(OnForm form, OnBytes bytes) : form_(std::move(form)), bytes_(std::move(bytes)) {}

    /// Return false if a callback stopped the walk.
    bool plugin(Plugin& plugin);
    bool save(Save& save);
    /// Visits one record with everything below it.
    bool record(const RecordHandle& record);

    /// Returns the current record, "WEAP 02000801 (Sword)"; after a stop, the record that stopped the walk. The FormID
    /// is the one before the walk.
    [[nodiscard]] std::string record() const;
    /// Returns the current record; null outside records.
    [[nodiscard]] const RecordHandle& owner() const { return owner_; }
    [[nodiscard]] std::string_view field() const { return field_; }
    /// A callback must call this after it changed a FormID: the decoded record is then kept. Other decoded records are
    /// released.
    void changed() { ++changes_; }

private:
    bool header(Header& header);
    bool all(const RecordHandle& root);
    bool field(const RecordHandle& record, const FieldEntry& field);
    bool child(const RecordHandle& record, const ChildEntry& child);
    bool form_or_number(FormOrNumber& value);
    bool list(const ListView& list);
    bool has_forms(const ChildEntry& child);
    bool has_forms(const RecordType& type);
    /// Returns true if bytes of unknown meaning may contain FormIDs. In a save, only those of created records can: the
    /// other parts refer to forms by their positions in a list.
    [[nodiscard]] bool may_contain_form_ids() const { return !in_save_ || part_ == "created"; }

    OnForm form_;
    OnBytes bytes_;
    RecordHandle owner_{};
    FormId form_id_;  ///< FormID of the owner before renumbering
    std::string_view part_;
    std::string_view field_;
    bool in_save_{};
    std::size_t changes_{};
    std::map<const RecordType*, bool> known_;
    std::map<std::uint32_t, bool> is_faction_;  ///< the actors and factions of the plugin, by their FormIDs
    FormId previous_;                           ///< the FormID that was visited last, before renumbering
};

/// Returns true if the value of a field with a FormID is one: a FormOrNumber can be a number.
[[nodiscard]] bool is_form(const FieldView& field);
/// Returns true if a text is a value of a field with a FormID. Other texts can be names of forms.
[[nodiscard]] bool is_form_text(const FieldEntry& field, std::string_view text);

}  // namespace redforge::tes
