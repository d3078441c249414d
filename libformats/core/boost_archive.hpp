// Boost.Serialization's binary archives over the same field lists: for private data such as undo snapshots.
//
// What they write is for the program that wrote it: it follows the host's byte order and this version's records, and
// reading trusts it. Files that people keep go through binary.hpp and xml_*.hpp. To be included in one translation
// unit of a program, with the archives that it uses: they compile slowly.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/field.hpp"
#include "core/leaf.hpp"
#include "core/values.hpp"

namespace redforge {

/// Takes fields, lists, groups and blobs to one of Boost's archives. An archive_exception means that the data ended
/// early: a bug in the one who kept it.
template <class Archive>
struct ForeignArchive {
    static constexpr bool saving = Archive::is_saving::value;

    template <class T>
    static void value(Archive& ar, T& value)
    {
        if constexpr (std::is_arithmetic_v<T>) {
            raw(ar, &value, sizeof value);
        } else if constexpr (requires { value.given; }) {
            ForeignArchive::value(ar, value.given);
        } else if constexpr (LeafValue<T>) {
            leaf(ar, value);
        } else {
            serialize(ar, value, 0);
        }
    }
    template <class T>
    static void value(Archive& ar, std::optional<T>& value)
    {
        auto there = static_cast<std::uint8_t>(value.has_value());
        raw(ar, &there, sizeof there);
        if constexpr (!saving) {
            value.reset();
            if (there != 0) {
                value.emplace();
            }
        }
        if (value) {
            ForeignArchive::value(ar, *value);
        }
    }
    template <class T>
    static void value(Archive& ar, std::vector<T>& values)
    {
        resize(ar, values);
        if constexpr (std::has_unique_object_representations_v<T> && (std::is_integral_v<T> || std::is_enum_v<T>)) {
            raw(ar, values.data(), values.size() * sizeof(T));
        } else {
            for (T& each : values) {
                ForeignArchive::value(ar, each);
            }
        }
    }
    static void value(Archive& ar, std::string& text)
    {
        resize(ar, text);
        raw(ar, text.data(), text.size());
    }

private:
    static void raw(Archive& ar, void* bytes, std::size_t size)
    {
        if constexpr (saving) {
            ar.save_binary(bytes, size);
        } else {
            ar.load_binary(bytes, size);
        }
    }
    template <class Range>
    static void resize(Archive& ar, Range& range)
    {
        std::uint64_t size = range.size();
        raw(ar, &size, sizeof size);
        if constexpr (!saving) {
            range.clear();  // records of their defaults, not what was there before
            range.resize(size);
        }
    }
    /// I24, FixedText, Opcode and their like are their bytes; Text is its string; the rest has a text form.
    template <class T>
    static void leaf(Archive& ar, T& value)
    {
        if constexpr (std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>) {
            raw(ar, &value, sizeof value);
        } else if constexpr (std::is_same_v<T, Text>) {
            ForeignArchive::value(ar, value.bytes);
        } else {
            std::string text;
            if constexpr (saving) {
                Leaf<T>::append(text, value);
            }
            ForeignArchive::value(ar, text);
            if constexpr (!saving) {
                std::string expected;
                static_cast<void>(Leaf<T>::parse(text, value, {}, expected));  // its own text always fits
            }
        }
    }
};

}  // namespace redforge
