// VMAD to records and back: one walk over a VMAD's parts, for a stream that reads and for one that writes.
//
// Fragments and the values of properties are visited by their descriptions in vmad.hpp. This file has the parts that
// depend on the version, the object format and the type of the record.
#include "tes/plugin/vmad.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace redforge::tes {
namespace {

/// Maximum depth of nested structs; known files have one level.
constexpr unsigned max_struct_depth = 32;

/// The type numbers in the order of Property::alternatives().
constexpr std::array<PropertyType, 14> alternative_types{PropertyType::none,      PropertyType::string,
                                                         PropertyType::object,    PropertyType::integer,
                                                         PropertyType::real,      PropertyType::boolean,
                                                         PropertyType::objects,   PropertyType::strings,
                                                         PropertyType::integers,  PropertyType::reals,
                                                         PropertyType::booleans,  PropertyType::variables,
                                                         PropertyType::structure, PropertyType::structures};
/// The index in Property::alternatives() by type number; 0 for types without a value and unknown types.
constexpr auto alternative_numbers = [] {
    std::array<std::uint8_t, 18> numbers{};
    for (std::size_t i = 0; i < alternative_types.size(); ++i) {
        numbers[static_cast<std::size_t>(alternative_types[i])] = static_cast<std::uint8_t>(i);
    }
    return numbers;
}();

/// Returns the kind of fragments in records of a type.
enum class FragmentKind : std::uint8_t { none, events, scene, perk, quest };

FragmentKind kind_of(std::string_view record_type)
{
    return record_type == "INFO" || record_type == "PACK" ? FragmentKind::events
           : record_type == "SCEN"                        ? FragmentKind::scene
           : record_type == "PERK"                        ? FragmentKind::perk
           : record_type == "QUST"                        ? FragmentKind::quest
                                                          : FragmentKind::none;
}

/// Returns the minimum size of a record of a list, in bytes.
template <class T>
constexpr std::size_t min_size = 0;
template <>
constexpr std::size_t min_size<ObjectValue> = 8;
template <>
constexpr std::size_t min_size<StringValue> = 2;
template <>
constexpr std::size_t min_size<FloatValue> = 4;
template <>
constexpr std::size_t min_size<Property> = 3;
template <>
constexpr std::size_t min_size<Structure> = 4;
template <>
constexpr std::size_t min_size<AttachedScript> = 4;
template <>
constexpr std::size_t min_size<PhaseFragment> = 10;
template <>
constexpr std::size_t min_size<PerkFragment> = 9;
template <>
constexpr std::size_t min_size<QuestFragment> = 13;
template <>
constexpr std::size_t min_size<Alias> = 14;

/// Reads until something does not fit; from then on there are no bytes left.
class VmadReader {
public:
    static constexpr bool reads = true;

    explicit VmadReader(ByteView bytes) : begin_(bytes.data()), at_(begin_), end_(begin_ + bytes.size()) {}

    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    [[nodiscard]] Status end()
    {
        if (!failed() && left() != 0) {
            make_error(fmt::format("{} bytes after the end", left()), "");
        }
        return failed() ? Status(fail(std::move(*error_))) : Status{};
    }
    void make_error(std::string what, std::string hint)
    {
        if (!error_) {
            error_ = Error{.code = ErrorCode::malformed,
                           .message = std::move(what),
                           .offset = static_cast<std::size_t>(at_ - begin_),
                           .section = "VMAD",
                           .hint = std::move(hint)};
        }
        end_ = at_;
    }
    bool need(std::size_t size)
    {
        if (size > left()) {
            make_error(fmt::format("{} bytes wanted, {} left", size, left()), "");
            return false;
        }
        return true;
    }
    template <std::integral T>
    void number(T& value)
    {
        if (need(sizeof(T))) {
            value = load_le<T>(at_);
            at_ += sizeof(T);
        }
    }
    /// Reads a number with the width of T.
    template <std::integral T>
    void number_as(std::int32_t& value)
    {
        T stored{};
        number(stored);
        value = stored;
    }
    void number(float& value)
    {
        std::uint32_t bits{};
        number(bits);
        value = std::bit_cast<float>(bits);
    }
    /// Returns a number that is `distance` bytes ahead.
    template <std::integral T>
    void number_ahead(std::size_t distance, T& value)
    {
        if (need(distance + sizeof(T))) {
            value = load_le<T>(at_ + distance);
        }
    }
    void text(Text& value)
    {
        std::uint16_t size{};
        number(size);
        if (need(size)) {
            value.bytes.assign(as_text({at_, size}));
            at_ += size;
        }
    }
    /// Returns the number of elements that follow. Each takes at least `least` bytes.
    template <std::integral T>
    std::size_t count(std::size_t /*size*/, std::size_t least, std::string_view /*what*/)
    {
        T size{};
        number(size);
        return need(size * least) ? size : 0;
    }
    template <class List, class Walk>
    void elements(List& list, std::size_t size, const Walk& walk)
    {
        for (std::size_t i = 0; i < size && !failed(); ++i) {
            walk(list.emplace_back());
        }
    }

private:
    const std::byte* begin_;
    const std::byte* at_;
    const std::byte* end_;
    std::optional<Error> error_;
};

/// Appends parts of a VMAD to bytes.
class VmadWriter {
public:
    static constexpr bool reads = false;

    explicit VmadWriter(Bytes& out) : out_(out) {}

    [[nodiscard]] static bool failed() { return false; }
    [[nodiscard]] static std::size_t left() { return 0; }
    [[nodiscard]] Status end() { return error_ ? Status(fail(std::move(*error_))) : Status{}; }
    void make_error(std::string what, std::string hint)
    {
        if (!error_) {
            error_ = Error{.code = ErrorCode::out_of_range,
                           .message = std::move(what),
                           .section = "VMAD",
                           .hint = std::move(hint)};
        }
    }
    template <std::integral T>
    void number(T value)
    {
        append_le(out_, value);
    }
    template <std::integral T>
    void number_as(std::int32_t value)
    {
        append_le(out_, static_cast<T>(value));
    }
    void number(float value) { append_le(out_, std::bit_cast<std::uint32_t>(value)); }
    template <std::integral T>
    void number_ahead(std::size_t /*distance*/, T /*value*/)
    {
    }
    void text(const Text& value)
    {
        count<std::uint16_t>(value.bytes.size(), 1, "bytes of text");
        append(out_, as_bytes(value.bytes));
    }
    template <std::integral T>
    std::size_t count(std::size_t size, std::size_t /*least*/, std::string_view what)
    {
        if (size > std::numeric_limits<T>::max()) {
            make_error(fmt::format("{} {}", size, what),
                       fmt::format("at most {} have room", std::numeric_limits<T>::max()));
        }
        append_le(out_, static_cast<T>(size));
        return size;
    }
    template <class List, class Walk>
    void elements(List& list, std::size_t /*size*/, const Walk& walk)
    {
        for (auto& each : list) {
            walk(each);
        }
    }

private:
    Bytes& out_;
    std::optional<Error> error_;
};

/// Visits a VMAD in file order. Also an archive for parts that are described in this order.
template <class Stream>
class VmadWalk {
public:
    using wire = void;

    explicit VmadWalk(Stream& stream) : stream_(stream) {}

    void properties(Properties& all, std::string_view record_type)
    {
        stream_.number(all.version);
        stream_.number(all.object_format);
        if (is_known("", all.version, all.object_format)) {
            version_ = all.version;
            format_ = all.object_format;
            scripts(all.scripts);
            fragments(all, record_type);
        }
    }

    template <class T>
    void field(std::string_view /*name*/, T& value, const FieldInfo& info)
    {
        if constexpr (std::is_arithmetic_v<T>) {
            stream_.number(value);
        } else if constexpr (std::is_same_v<T, Text>) {
            stream_.text(value);
        } else if (info.max <= 0xFF) {
            numbers<std::uint8_t>(value);
        } else {
            numbers<std::int32_t>(value);
        }
    }
    /// Visits the lists of a property's value.
    template <class List>
    void list(std::string_view name, std::string_view /*item*/, List& list, const FieldInfo& /*info*/)
    {
        using T = typename List::value_type;
        const std::size_t size = stream_.template count<std::uint32_t>(list.size(), min_size<T>, name);
        if constexpr (std::is_same_v<T, Property>) {
            if (size != 0 && depth_ == max_struct_depth) {
                return stream_.make_error("structs too deep inside each other",
                                          fmt::format("at most {}", max_struct_depth));
            }
            ++depth_;
            records(list, size);
            --depth_;
        } else {
            records(list, size);
        }
    }
    void object(ObjectValue& object)
    {
        if (format_ == 1) {
            stream_.number(object.form_id.value);
            stream_.number(object.alias);
            stream_.number(object.unused);
        } else {
            stream_.number(object.unused);
            stream_.number(object.alias);
            stream_.number(object.form_id.value);
        }
    }

private:
    bool is_known(std::string_view what, std::int16_t version, std::int16_t format)
    {
        const bool known = version >= 2 && version <= 6 && format >= 1 && format <= 2;
        if (!known && !stream_.failed()) {
            stream_.make_error(fmt::format("{}version {}, object format {}", what, version, format),
                               "known are 2 to 6, and 1 and 2");
        }
        return known;
    }
    /// Visits integers with the width of T.
    template <class T, class List>
    void numbers(List& list)
    {
        const std::size_t size = stream_.template count<std::uint32_t>(list.size(), sizeof(T), "values");
        stream_.elements(list, size, [&](auto& each) { stream_.template number_as<T>(each); });
    }
    template <class List>
    void records(List& list, std::size_t size)
    {
        stream_.elements(list, size, [&](auto& each) { record(each); });
    }
    template <class T>
    void counted(std::vector<T>& list, std::string_view what)
    {
        records(list, stream_.template count<std::uint16_t>(list.size(), min_size<T>, what));
    }

    void scripts(std::vector<AttachedScript>& all) { counted(all, "scripts"); }
    template <class T>
    void status_and_properties(T& script)
    {
        if (version_ >= 4) {
            stream_.number(script.status);
        }
        counted(script.properties, "properties");
    }
    void file(FragmentFile& file)
    {
        stream_.text(file.file);
        if (file.version >= 3 && !file.file.bytes.empty()) {
            status_and_properties(file);
        }
    }
    void fragments(Properties& all, std::string_view record_type)
    {
        const FragmentKind kind = Stream::reads && stream_.left() == 0 ? FragmentKind::none : kind_of(record_type);
        const auto walk = [&]<class T>(FragmentKind own, std::optional<T>& part) {
            if (Stream::reads && kind == own) {
                part.emplace();
            }
            if (part && kind != own) {
                stream_.make_error(fmt::format("{} in a {} record", T::element, record_type),
                                   "its type has no such fragments");
            }
            if (part) {
                record(*part);
            }
        };
        walk(FragmentKind::events, all.event_fragments);
        walk(FragmentKind::scene, all.scene_fragments);
        walk(FragmentKind::perk, all.perk_fragments);
        walk(FragmentKind::quest, all.quest_fragments);
    }

    /// Visits single fragments, and elements of arrays.
    template <class T>
    void record(T& record)
    {
        serialize(*this, record, 0);
    }
    void record(Property& property)
    {
        stream_.text(property.name);
        stream_.number(property.type);
        if (version_ >= 4) {
            stream_.number(property.status);
        }
        const std::size_t alternative = property.alternative();
        if (alternative == 0 && property.type != static_cast<std::uint8_t>(PropertyType::none) &&
            property.type != static_cast<std::uint8_t>(PropertyType::variable)) {
            return stream_.make_error(fmt::format("a property of type {}", property.type),
                                      "known are 0 to 7 and 11 to 17");
        }
        value_fields(*this, property, alternative);
    }
    void record(AttachedScript& script)
    {
        stream_.text(script.name);
        status_and_properties(script);  // also for a script without a name
    }
    void record(EventFragments& all)
    {
        const auto wanted = static_cast<std::size_t>(std::popcount(all.events));
        if (!Stream::reads && wanted != all.fragments.size()) {
            stream_.make_error(fmt::format("{} events, but {} fragments", wanted, all.fragments.size()),
                               "each event has one fragment");
        }
        stream_.number(all.version);
        stream_.number(all.events);
        file(all);
        records(all.fragments, static_cast<std::size_t>(std::popcount(all.events)));
    }
    void record(SceneFragments& all)
    {
        record(static_cast<EventFragments&>(all));
        counted(all.phases, "phases");
    }
    void record(PerkFragments& all)
    {
        stream_.number(all.version);
        file(all);
        counted(all.fragments, "fragments");
    }
    void record(QuestFragments& all)
    {
        stream_.number(all.version);
        const std::size_t size =
            stream_.template count<std::uint16_t>(all.fragments.size(), min_size<QuestFragment>, "fragments");
        file(all);
        records(all.fragments, size);
        counted(all.aliases, "aliases");
    }
    void record(Alias& alias)
    {
        stream_.number_ahead(8, alias.version);
        stream_.number_ahead(10, alias.object_format);
        if (!is_known("an alias of ", alias.version, alias.object_format)) {
            return;
        }
        version_ = alias.version;  // the aliases are the last part of a record
        format_ = alias.object_format;
        object(alias.object);
        stream_.number(alias.version);
        stream_.number(alias.object_format);
        scripts(alias.scripts);
    }

    Stream& stream_;
    std::int16_t version_{};
    std::int16_t format_{};
    unsigned depth_{};
};

}  // namespace

bool operator==(const Structure& a, const Structure& b)
{
    return a.members == b.members;
}

bool operator==(const Property& a, const Property& b)
{
    return a.name == b.name && a.type == b.type && a.status == b.status && a.boolean == b.boolean &&
           a.object == b.object && a.integer == b.integer && same_value(a.real, b.real) && a.string == b.string &&
           a.objects == b.objects && a.strings == b.strings && a.reals == b.reals && a.integers == b.integers &&
           a.members == b.members && a.structures == b.structures;
}

std::vector<Property> Property::alternatives()
{
    std::vector<Property> all(alternative_types.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].type = static_cast<std::uint8_t>(alternative_types[i]);
    }
    return all;
}

std::size_t Property::alternative() const
{
    return type < alternative_numbers.size() ? alternative_numbers[type] : 0;
}

Result<Properties> read_properties(ByteView bytes, std::string_view record_type)
{
    VmadReader reader(bytes);
    Properties all;
    VmadWalk(reader).properties(all, record_type);
    if (Status status = reader.end(); !status) {
        return fail(status.error());
    }
    return all;
}

Status write_properties(Bytes& out, const Properties& properties, std::string_view record_type)
{
    VmadWriter writer(out);
    VmadWalk(writer).properties(const_cast<Properties&>(properties), record_type);  // NOLINT: it is only read
    return writer.end();
}

}  // namespace redforge::tes
