// Records to XML text, written directly: an archive over the field list.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/aside.hpp"
#include "core/field.hpp"
#include "core/hex.hpp"
#include "core/leaf.hpp"
#include "core/side_files.hpp"
#include "core/text_sink.hpp"

namespace redforge {

/// Finds out whether a record holds anything that its default does not.
class BlankArchive {
public:
    template <class T>
    void field(std::string_view /*name*/, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            serialize(*this, value, 0);
        } else {
            blank_ = blank_ && same_value(value, default_of(value));
        }
    }
    template <class List>
    void list(std::string_view /*name*/, std::string_view /*item*/, List& records, const FieldInfo& /*info*/)
    {
        blank_ = blank_ && ListTraits<List>::size(records) == 0;
    }
    template <class T>
    void group(std::string_view /*name*/, T& record, const FieldInfo& /*info*/)
    {
        blank_ = blank_ && is_blank(record);
    }
    void blob(std::string_view /*name*/, Bytes& bytes, const BlobInfo& /*info*/, std::string_view /*file*/)
    {
        blank_ = blank_ && bytes.empty();
    }

    template <class T>
    static bool is_blank(T& record)
    {
        static const T defaults{};
        BlankArchive archive;
        archive.base_ = reinterpret_cast<const std::byte*>(&record);  // NOLINT: see default_of
        archive.defaults_ = reinterpret_cast<const std::byte*>(&defaults);
        serialize(archive, record, 0);
        return archive.blank_;
    }

private:
    template <class T>
    const T& default_of(const T& value) const
    {
        const auto offset = reinterpret_cast<const std::byte*>(&value) - base_;  // NOLINT: as XmlWriter::default_of
        return *reinterpret_cast<const T*>(defaults_ + offset);
    }
    const std::byte* base_{};
    const std::byte* defaults_{};
    bool blank_{true};
};

/// Writes records as elements: fields as attributes, lists and groups as elements inside, blobs as hex text.
/// A field equal to its default is left out. A long list is written by two threads, unless blobs go to files of their
/// own, which are named in the order of the text; what is written is the same.
class XmlWriter {
public:
    /// With `files`, blobs that have a folder go there instead of into the text.
    explicit XmlWriter(TextSink& out, SideFiles* files = nullptr) : out_(out), files_(files) {}

    /// Writes the XML declaration and `record` as the root element.
    template <class T>
    void document(std::string_view name, const T& record)
    {
        out_.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        element(name, record);
    }

    /// Writes one record as an element, without a declaration.
    template <class T>
    void fragment(std::string_view name, const T& record)
    {
        element(name, record);
    }

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& info)
    {
        if constexpr (Composite<T>) {
            const std::size_t length = prefix_.size();
            prefix_.append(name).push_back('.');
            serialize(*this, value, 0);
            prefix_.resize(length);
        } else if (info.always || !same_value(value, default_of(value))) {
            attribute(name, value);
        }
    }

    template <class List>
    void list(std::string_view /*name*/, std::string_view item, List& records, const FieldInfo& /*info*/)
    {
        const std::size_t size = ListTraits<List>::size(records);
        if (size == 0) {
            return;
        }
        close_start_tag();
        if constexpr (ListTraits<List>::single) {
            element(item, ListTraits<List>::at(records, 0));
        } else {
            const std::size_t alone = std::min(size, 1 + size / 16);
            const std::size_t before = out_.size();
            elements(item, records, 0, alone);
            const std::size_t left = (out_.size() - before) / alone * (size - alone);  // characters, about
            left < worth_a_thread || threads_ < 2 || files_ != nullptr ? elements(item, records, alone, size)
                                                                       : shared_part(item, records, alone);
        }
    }

    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& /*info*/)
    {
        if (!BlankArchive::is_blank(record)) {
            close_start_tag();
            element(name, record);
        }
    }

    void blob(std::string_view name, const Bytes& bytes, const BlobInfo& info, std::string_view file_name);

private:
    /// Characters that take some ten times as long to write as a thread to start.
    static constexpr std::size_t worth_a_thread = std::size_t{512} << 10U;

    template <class List>
    void elements(std::string_view item, List& records, std::size_t first, std::size_t last)
    {
        for (std::size_t i = first; i < last; ++i) {
            element(item, ListTraits<List>::at(records, i));
        }
    }

    /// Writes the records from `first` on by two threads.
    template <class List>
    void shared_part(std::string_view item, List& records, std::size_t first)
    {
        const std::size_t middle = first + (records.size() - first) / 2;
        // Its depth is told by value: ours changes while it begins.
        Aside<TextSink> second([&records, item, middle, depth = depth_] {
            TextSink rest;
            XmlWriter writer(rest);
            writer.threads_ = 1;
            writer.depth_ = depth;
            writer.elements(item, records, middle, records.size());
            return rest;
        });
        elements(item, records, first, middle);
        out_.append(second.get());
    }

    template <class T>
    void element(std::string_view name, const T& record)
    {
        static const T defaults{};
        const std::byte* const outer_base = base_;
        const std::byte* const outer_defaults = defaults_;
        const bool outer_open = start_tag_open_;
        base_ = reinterpret_cast<const std::byte*>(&record);  // NOLINT: see default_of
        defaults_ = reinterpret_cast<const std::byte*>(&defaults);
        indent();
        out_.append('<');
        out_.append(name);
        start_tag_open_ = true;
        ++depth_;
        serialize(*this, const_cast<T&>(record), 0);  // NOLINT: serialize takes what it may also read into
        --depth_;
        if (start_tag_open_) {
            out_.append("/>\n");
        } else {
            indent();
            end_tag(name);
        }
        base_ = outer_base;
        defaults_ = outer_defaults;
        start_tag_open_ = outer_open;
    }

    /// The value that the same field has in a default record: records are plain structs, so it stands at the same
    /// distance from their start. This way a default is said once, where the field is declared.
    template <class T>
    [[nodiscard]] const T& default_of(const T& value) const
    {
        const auto offset = reinterpret_cast<const std::byte*>(&value) - base_;  // NOLINT
        return *reinterpret_cast<const T*>(defaults_ + offset);                  // NOLINT
    }

    template <class T>
    void attribute(std::string_view name, const T& value)
    {
        if constexpr (Leaf<T>::type.kind == ValueKind::integer) {
            char* to = begin_attribute(name, 24);
            if constexpr (std::is_integral_v<T>) {
                to = std::to_chars(to, to + 24, value).ptr;
            } else if constexpr (Leaf<T>::type.derived) {
                to = std::to_chars(to, to + 24, *value.given).ptr;
            } else {
                to = std::to_chars(to, to + 24, value.value).ptr;
            }
            *to++ = '"';
            out_.commit(to);
        } else {
            scratch_.clear();
            Leaf<T>::append(scratch_, value);
            text_attribute(name, scratch_);
        }
    }

    /// Writes ` prefix.name="` and returns the place for the value: at least `room` characters and a quote.
    char* begin_attribute(std::string_view name, std::size_t room)
    {
        char* to = out_.reserve(prefix_.size() + name.size() + room + 4);
        *to++ = ' ';
        std::memcpy(to, prefix_.data(), prefix_.size());
        to += prefix_.size();
        std::memcpy(to, name.data(), name.size());
        to += name.size();
        *to++ = '=';
        *to++ = '"';
        return to;
    }
    void text_attribute(std::string_view name, std::string_view text);
    void hex_lines(ByteView bytes, std::size_t bytes_per_line);
    void end_tag(std::string_view name);

    void close_start_tag()
    {
        if (start_tag_open_) {
            out_.append(">\n");
            start_tag_open_ = false;
        }
    }
    void indent()
    {
        const std::size_t width = 2 * depth_;
        char* to = out_.reserve(width);
        std::memset(to, ' ', width);
        out_.commit(to + width);
    }

    TextSink& out_;
    SideFiles* files_;
    unsigned threads_{2};
    std::size_t depth_{};
    bool start_tag_open_{};
    const std::byte* base_{};
    const std::byte* defaults_{};
    std::string prefix_;
    std::string scratch_;
};

/// `text` with the characters that XML keeps for itself replaced. It must not contain control characters.
void append_xml_escaped(std::string& out, std::string_view text);

}  // namespace redforge
