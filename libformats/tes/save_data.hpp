// The data of actors' change records: a row of parts, by the bits of the change flags.
#pragma once

#include <string>
#include <string_view>

#include "core/boxed.hpp"
#include "tes/save_actor.hpp"
#include "tes/save_stream.hpp"

namespace redforge::tes {

/// Change records of earlier versions are not looked into: actors had no form flags in them.
inline constexpr std::uint8_t first_known_version = 0x6D;

/// The bit of a part; 0 for what is none.
constexpr std::uint32_t part_bit(std::string_view name)
{
    for (const EnumName& part : actor_parts) {
        if (part.name == name) {
            return static_cast<std::uint32_t>(part.value);
        }
    }
    return 0;
}

inline constexpr std::uint32_t all_actor_parts = [] {
    std::uint32_t all = 0;
    for (const EnumName& part : actor_parts) {
        all |= static_cast<std::uint32_t>(part.value);
    }
    return all;
}();

/// Reads the parts that `flags` announces, up to the first that does not fit.
class PartReader {
public:
    using wire = void;

    PartReader(ByteView bytes, std::uint32_t flags) : rest_(bytes), left_(flags & all_actor_parts) {}

    /// The parts that were not read, and the bytes that are left.
    [[nodiscard]] std::uint32_t unread_parts() const { return left_; }
    [[nodiscard]] ByteView rest() const { return rest_; }
    /// The part that did not fit; empty when all did.
    [[nodiscard]] std::string_view failed() const { return failed_; }

    template <class... Args>
    void field(const Args&... /*args*/)
    {
    }
    template <class T>
    void list(std::string_view name, std::string_view /*item*/, OptionalBox<T>& part, const FieldInfo& /*info*/)
    {
        const std::uint32_t bit = part_bit(name);
        if ((left_ & bit) == 0 || !failed_.empty()) {
            return;
        }
        StreamReader reader(rest_);
        serialize(reader, part.emplace(), 0);
        if (!reader.good()) {
            part.reset();
            failed_ = name;
            return;
        }
        left_ &= ~bit;
        rest_ = rest_.last(reader.left());
    }
    void list(std::string_view /*name*/, std::string_view /*item*/, OptionalBox<UnreadParts>&, const FieldInfo&) {}

private:
    ByteView rest_;
    std::uint32_t left_;
    std::string_view failed_;
};

/// Appends the parts that are there, and collects their bits.
class PartWriter {
public:
    using wire = void;

    explicit PartWriter(Bytes& to) : to_(to) {}

    [[nodiscard]] std::uint32_t flags() const { return flags_; }
    /// The part that is too long for its count; empty when all was well.
    [[nodiscard]] std::string_view too_long() const { return too_long_; }

    template <class... Args>
    void field(const Args&... /*args*/)
    {
    }
    template <class T>
    void list(std::string_view name, std::string_view /*item*/, OptionalBox<T>& part, const FieldInfo& /*info*/)
    {
        const std::uint32_t bit = part_bit(name);
        if (!part) {
            return;
        }
        StreamWriter writer(to_);
        serialize(writer, *part, 0);
        flags_ |= bit;
        too_long_ = writer.too_long().empty() ? too_long_ : name;
    }
    void list(std::string_view /*name*/, std::string_view /*item*/, OptionalBox<UnreadParts>& unread,
              const FieldInfo& /*info*/)
    {
        if (unread) {
            append(to_, unread->data);
            flags_ |= unread->parts;
        }
    }

private:
    Bytes& to_;
    std::uint32_t flags_{};
    std::string_view too_long_;
};

/// Reads the parts that a change record says it has, up to the first that does not fit.
template <class Change>
class FlaggedReader {
public:
    using wire = void;

    FlaggedReader(ByteView bytes, const Change& change) : rest_(bytes), change_(change) {}

    /// The part that did not fit; empty when all did.
    [[nodiscard]] std::string_view failed() const { return failed_; }
    [[nodiscard]] ByteView rest() const { return rest_; }

    template <class T>
    void list(std::string_view name, std::string_view /*item*/, OptionalBox<T>& part, const FieldInfo& /*info*/)
    {
        if (!failed_.empty() || !change_.has(name)) {
            return;
        }
        StreamReader reader(rest_);
        serialize(reader, part.emplace(), 0);
        if (!reader.good()) {
            part.reset();
            failed_ = name;
            return;
        }
        rest_ = rest_.last(reader.left());
    }

private:
    ByteView rest_;
    const Change& change_;
    std::string_view failed_;
};

/// Appends the parts that are there, and looks whether they are those that the record says it has.
template <class Change>
class FlaggedWriter {
public:
    using wire = void;

    FlaggedWriter(Bytes& to, const Change& change) : to_(to), change_(change) {}

    /// The first part that the record says it has and that is not there; empty: all are.
    [[nodiscard]] std::string_view missing() const { return missing_; }
    /// A part that is there although the record says that it is not, or behind one that is missing.
    [[nodiscard]] std::string_view surplus() const { return surplus_; }
    [[nodiscard]] std::string_view too_long() const { return too_long_; }

    template <class T>
    void list(std::string_view name, std::string_view /*item*/, OptionalBox<T>& part, const FieldInfo& /*info*/)
    {
        const bool is_said = change_.has(name);
        if (!part) {
            missing_ = is_said && missing_.empty() ? name : missing_;
            return;
        }
        if (!is_said || !missing_.empty()) {
            surplus_ = surplus_.empty() ? name : surplus_;
            return;
        }
        StreamWriter writer(to_);
        serialize(writer, *part, 0);
        too_long_ = writer.too_long().empty() ? too_long_ : name;
    }

private:
    Bytes& to_;
    const Change& change_;
    std::string_view missing_;
    std::string_view surplus_;
    std::string_view too_long_;
};

}  // namespace redforge::tes
