// Fixed-size records to bytes and back: archives over the field list that never check bounds.
//
// Fixed-size records are bounds-checked once for their whole table, so a field costs only its bytes. A section builds
// records of variable size (walk maps, animation groups) from fixed-size ones.
#pragma once

#include <array>
#include <cstring>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/record/field.hpp"

namespace redforge {

/// Base of archives that skip everything except the fixed fields of a record: files store lists, groups and bytes
/// elsewhere.
class FixedFields {
public:
    template <class... Args>
    constexpr void list(const Args&... /*args*/)
    {
    }
    template <class... Args>
    constexpr void group(const Args&... /*args*/)
    {
    }
    template <class... Args>
    constexpr void blob(const Args&... /*args*/)
    {
    }
    template <class... Args>
    constexpr void byte_range(const Args&... /*args*/)
    {
    }
};

/// Counts the bytes of a record's fixed fields.
class SizeArchive : public FixedFields {
public:
    using wire = void;

    template <class T>
    constexpr void field(std::string_view /*name*/, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else {
            size_ += width(value);
        }
    }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }

    template <class T>
    static constexpr std::size_t width(const T& /*value*/)
    {
        if constexpr (std::is_same_v<T, I24> || std::is_same_v<T, U24>) {
            return 3;
        } else {
            return sizeof(T);
        }
    }
    template <class T>
    static constexpr std::size_t width(const Derived<T>& /*value*/)
    {
        return sizeof(T);
    }
    template <class T, std::size_t N>
    static constexpr std::size_t width(const std::array<T, N>& values)
    {
        return N * width(values[0]);
    }

private:
    std::size_t size_{};
};

/// Returns the size of the fixed fields of T in a file, in bytes.
template <class T>
[[nodiscard]] constexpr std::size_t wire_size()
{
    SizeArchive archive;
    T record{};
    serialize(archive, record, 0);
    return archive.size();
}

/// Reads the fixed fields of records. The caller must check the size.
class BinaryReader : public FixedFields {
public:
    using wire = void;

    explicit constexpr BinaryReader(const std::byte* from) : at_(from) {}

    template <class T>
    [[gnu::always_inline]] constexpr void field(std::string_view /*name*/, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else {
            get(value);
        }
    }

private:
    template <std::integral T>
    [[gnu::always_inline]] constexpr void get(T& value)
    {
        value = load_le<T>(at_);
        at_ += sizeof(T);
    }
    [[gnu::always_inline]] void get(float& value)
    {
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
    }
    [[gnu::always_inline]] constexpr std::uint32_t get24()
    {
        const std::uint32_t value = load_le<std::uint16_t>(at_) | static_cast<std::uint32_t>(at_[2]) << 16;
        at_ += 3;
        return value;
    }
    [[gnu::always_inline]] constexpr void get(U24& value) { value.stored = Low24(get24()); }
    [[gnu::always_inline]] constexpr void get(I24& value) { value.stored = Low24(get24()); }
    template <std::size_t N>
    [[gnu::always_inline]] void get(FixedText<N>& value)
    {
        std::memcpy(value.bytes.data(), at_, N);
        at_ += N;
    }
    template <class T, std::size_t N>
    [[gnu::always_inline]] constexpr void get(std::array<T, N>& values)
    {
        for (T& value : values) {
            get(value);
        }
    }
    template <class T>
    [[gnu::always_inline]] constexpr void get(Derived<T>& value)
    {
        get(value.stored.emplace());
    }

    const std::byte* at_;
};

/// Writes the fixed fields of records into a buffer, which must be large enough.
class BinaryWriter : public FixedFields {
public:
    using wire = void;

    explicit constexpr BinaryWriter(std::byte* to) : at_(to) {}

    template <class T>
    [[gnu::always_inline]] constexpr void field(std::string_view /*name*/, const T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, const_cast<T&>(value), 0);  // NOLINT: serialize takes a non-const reference
        } else {
            put(value);
        }
    }

private:
    template <std::integral T>
    [[gnu::always_inline]] constexpr void put(const T& value)
    {
        store_le(at_, value);
        at_ += sizeof(T);
    }
    [[gnu::always_inline]] void put(const float& value)
    {
        std::memcpy(at_, &value, sizeof value);
        at_ += sizeof value;
    }
    [[gnu::always_inline]] constexpr void put24(std::uint32_t bits)
    {
        store_le(at_, static_cast<std::uint16_t>(bits));
        at_[2] = static_cast<std::byte>(bits >> 16);
        at_ += 3;
    }
    [[gnu::always_inline]] constexpr void put(const I24& value) { put24(value.stored.bits()); }
    [[gnu::always_inline]] constexpr void put(const U24& value) { put24(value.stored.bits()); }
    template <std::size_t N>
    [[gnu::always_inline]] void put(const FixedText<N>& value)
    {
        std::memcpy(at_, value.bytes.data(), N);
        at_ += N;
    }
    template <class T, std::size_t N>
    [[gnu::always_inline]] constexpr void put(const std::array<T, N>& values)
    {
        for (const T& value : values) {
            put(value);
        }
    }
    template <class T>
    [[gnu::always_inline]] constexpr void put(const Derived<T>& value)
    {
        put(value.value_or(T{}));
    }

    std::byte* at_;
};

/// Reads one record; `from` holds at least wire_size<T>() bytes.
template <class T>
constexpr void read_record(const std::byte* from, T& record)
{
    BinaryReader archive(from);
    serialize(archive, record, 0);
}

/// Writes one record; `to` has room for wire_size<T>() bytes.
template <class T>
constexpr void write_record(std::byte* to, const T& record)
{
    BinaryWriter archive(to);
    serialize(archive, const_cast<T&>(record), 0);  // NOLINT: as in BinaryWriter::field
}

/// Appends one record's fixed fields.
template <class T>
void append_record(Bytes& to, const T& record)
{
    const std::size_t at = to.size();
    to.resize(at + wire_size<T>());
    write_record(to.data() + at, record);
}

/// Reads records laid end to end; `from` holds them all.
template <class T>
void read_table(const std::byte* from, std::span<T> records)
{
    const std::size_t stride = wire_size<T>();
    for (T& record : records) {
        read_record(from, record);
        from += stride;
    }
}

/// Writes records end to end.
template <class T>
void write_table(std::byte* to, std::span<const T> records)
{
    const std::size_t stride = wire_size<T>();
    for (const T& record : records) {
        write_record(to, record);
        to += stride;
    }
}

/// Finds the field of a record that contains a byte.
class LocateArchive : public FixedFields {
public:
    using wire = void;

    explicit LocateArchive(std::size_t offset) : offset_(offset) {}

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            const std::size_t length = prefix_.size();
            prefix_.append(name).push_back('.');
            serialize(*this, value, 0);
            prefix_.resize(length);
        } else {
            const std::size_t width = SizeArchive::width(value);
            if (path_.empty() && offset_ >= at_ && offset_ < at_ + width) {
                path_ = prefix_ + std::string(name);
            }
            at_ += width;
        }
    }
    /// Returns the field's path; empty if the byte is after the fixed fields.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::size_t offset_;
    std::size_t at_{};
    std::string prefix_;
    std::string path_;
};

/// Returns the path of the field that contains byte `offset` of a record of type T. Empty if there is none.
template <class T>
[[nodiscard]] std::string locate_field(std::size_t offset)
{
    LocateArchive archive(offset);
    T record{};
    serialize(archive, record, 0);
    return archive.path();
}

}  // namespace redforge
