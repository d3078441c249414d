// Reads a save part by part, and records the position of each part and change record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tes/save/save.hpp"
#include "tes/save/save_stream.hpp"

namespace redforge::tes {

/// Offset of the first part, in bytes.
inline constexpr std::size_t save_header_offset = 38;

class SaveReader {
public:
    /// Precondition: the bytes begin like a save, and there are at least save_header_offset.
    SaveReader(ByteView bytes, RawFallbacks* kept) : bytes_(bytes), kept_(kept) {}

    [[nodiscard]] Save read();
    /// Same as read(), but only counts the change records.
    [[nodiscard]] Save survey();
    [[nodiscard]] std::vector<Part>& parts() { return parts_; }

private:
    [[nodiscard]] StreamReader rest() const { return StreamReader(bytes_.subspan(at_, limit_ - at_)); }
    void advance(const StreamReader& reader) { at_ = static_cast<std::size_t>(reader.at() - bytes_.data()); }
    void keep(std::string place, std::string reason, std::size_t size);
    void stop(SavePart part);
    [[nodiscard]] bool has_form_table_at(std::size_t offset) const;
    [[nodiscard]] bool read_part(SavePart part);
    [[nodiscard]] bool header();
    [[nodiscard]] bool plugins();
    [[nodiscard]] bool globals();
    [[nodiscard]] bool created();
    [[nodiscard]] bool changes();
    [[nodiscard]] bool temporary_effects();
    [[nodiscard]] bool forms(std::vector<FormEntry>& forms);
    [[nodiscard]] bool block(ByteView& block);
    [[nodiscard]] bool block(Bytes& bytes);
    [[nodiscard]] bool statistics();
    [[nodiscard]] bool quick_keys();
    [[nodiscard]] bool regions();
    void canonicalize_derived(std::size_t forms_at);

    ByteView bytes_;
    RawFallbacks* kept_;
    Save save_;
    std::vector<Part> parts_;
    std::size_t at_{save_header_offset};
    std::size_t limit_{};  ///< parts before the FormIDs end no later
    bool is_survey_{};
    std::uint32_t count_{};  ///< number of records that the current list announces
};

}  // namespace redforge::tes
