// Record types defined by data: their tables behave like those of structs, and their bytes follow from wire types.
#include <catch2/catch.hpp>

#include <array>

#include "core/record/data_codec.hpp"
#include "core/record/data_record.hpp"
#include "core/record/describe.hpp"
#include "core/record/mixed_list.hpp"
#include "core/text/difference.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"

using namespace redforge;

namespace {

/// u8 kind, u16 count, count x { i32 x }. The record may end after `kind`.
struct Shelf {
    DataType book{"book"};
    DataType shelf{"shelf"};

    Shelf()
    {
        using describing::leaf_ops;
        book.add_field("x", leaf_ops<std::int32_t>, {}, wire_of<std::int32_t>);
        book.finish();
        shelf.add_field(std::string(stored_size_name), leaf_ops<Derived<std::uint16_t>>, {.kind = Role::derived}, {});
        shelf.add_field("kind", leaf_ops<std::uint8_t>, {.max = 9}, wire_of<std::uint8_t>);
        shelf.add_field("count", leaf_ops<Derived<std::uint16_t>>, {}, wire_of<std::uint16_t>, {},
                        {.only = {}, .may_be_missing = true});
        shelf.add_field("name", leaf_ops<Text>, {}, {Wire::zstring});
        shelf.add_list("books", "book", book, {}, {DataCount::Kind::field, 2});
        shelf.finish();
    }
};

Bytes bytes_of(std::initializer_list<unsigned> values)
{
    Bytes bytes;
    for (const unsigned value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

std::string xml_of(const RecordHandle& record)
{
    TextSink out;
    XmlWriter(out).fragment("shelf", record);
    return out.str();
}

}  // namespace

TEST_CASE("data records: read and write bytes by their wire types", "[core]")
{
    const Shelf types;
    const std::shared_ptr<void> made = types.shelf.type().make();
    const RecordHandle record{made.get(), &types.shelf.type(), CodePage::cp1252};
    const Bytes bytes = bytes_of({3, 2, 0, 'A', 'b', 0, 1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF});
    REQUIRE(read_data(bytes, types.shelf, record) == bytes.size());
    CHECK(record.find_field("kind").text() == "3");
    CHECK(record.find_field("name").text() == "Ab");
    REQUIRE(record.find_list("books").size() == 2);
    CHECK(record.find_list("books").at(1).find_field("x").text() == "-2");
    Bytes again;
    REQUIRE(write_data(types.shelf, record, again));
    CHECK(again == bytes);
}

TEST_CASE("data records: reject bytes that do not fit the layout", "[core]")
{
    const Shelf types;
    const auto read = [&](const Bytes& bytes) {
        const std::shared_ptr<void> made = types.shelf.type().make();
        return read_data(bytes, types.shelf, {made.get(), &types.shelf.type(), CodePage::cp1252});
    };
    CHECK_FALSE(read(bytes_of({3, 2, 0, 'A', 'b'})));    // a text without a NUL
    CHECK_FALSE(read(bytes_of({3, 1, 0, 0, 1, 0, 0})));  // a book of three bytes
    CHECK_FALSE(read(bytes_of({})));                     // the required first field is missing
    CHECK(read(bytes_of({3, 0, 0, 0, 7})) == 4);         // one byte is left
}

TEST_CASE("data records: a record without its optional fields is written without them", "[core]")
{
    const Shelf types;
    const std::shared_ptr<void> made = types.shelf.type().make();
    const RecordHandle record{made.get(), &types.shelf.type(), CodePage::cp1252};
    REQUIRE(read_data(bytes_of({3}), types.shelf, record) == 1);
    CHECK(record.find_field("stored_size").text() == "1");
    Bytes again;
    REQUIRE(write_data(types.shelf, record, again));
    CHECK(again == bytes_of({3}));
    REQUIRE(record.find_field("stored_size").set(""));
    again.clear();
    REQUIRE(write_data(types.shelf, record, again));
    CHECK(again == bytes_of({3, 0, 0, 0}));
}

TEST_CASE("data records: sizes are relative to the beginning of the record", "[core]")
{
    const Shelf types;
    const std::shared_ptr<void> made = types.shelf.type().make();
    const RecordHandle record{made.get(), &types.shelf.type(), CodePage::cp1252};
    REQUIRE(read_data(bytes_of({3}), types.shelf, record) == 1);
    Bytes out = bytes_of({7, 7});
    REQUIRE(write_data(types.shelf, record, out));
    CHECK(out == bytes_of({7, 7, 3}));
    REQUIRE(record.find_field("stored_size").set("4"));
    out = bytes_of({7, 7});
    REQUIRE(write_data(types.shelf, record, out));
    CHECK(out == bytes_of({7, 7, 3, 0, 0, 0}));
    REQUIRE(record.find_field("stored_size").set("0"));
    const Status status = write_data(types.shelf, record, out);
    REQUIRE_FALSE(status);
    CHECK(status.error().field == "stored_size");
    CHECK(status.error().hint == "no field of the record ends there");
}

TEST_CASE("data records: counts are fixed, stored before the list, or up to the end", "[core]")
{
    using describing::leaf_ops;
    DataType small{"small"};
    small.add_field("x", leaf_ops<std::int8_t>, {}, wire_of<std::int8_t>);
    small.finish();
    DataType all{"all"};
    all.add_list("two", "small", small, {}, {DataCount::Kind::fixed, 2});
    all.add_list("counted", "small", small, {}, {DataCount::Kind::prefixed, 2});
    all.add_numbers("words", leaf_ops<std::vector<std::uint16_t>>, {}, wire_of<std::uint16_t>,
                    {DataCount::Kind::prefixed, 1});
    all.add_numbers("pair", leaf_ops<std::vector<std::int32_t>>, {}, wire_of<std::int32_t>,
                    {DataCount::Kind::fixed, 2});
    all.add_blob("bytes", {}, {DataCount::Kind::prefixed, 1});
    all.add_list("rest", "small", small, {}, {DataCount::Kind::to_end, 0});
    all.finish();
    const auto read = [&](const std::vector<unsigned>& values) {
        Bytes bytes;
        for (const unsigned value : values) {
            bytes.push_back(static_cast<std::byte>(value));
        }
        const std::shared_ptr<void> made = all.type().make();
        const RecordHandle record{made.get(), &all.type(), CodePage::cp1252};
        const auto size = read_data(bytes, all, record);
        if (!size) {
            return std::string("rejected");
        }
        std::string shown = std::to_string(*size) + ":";
        for (const char* const name : {"two", "counted", "rest"}) {
            const ListView list = record.find_list(name);
            for (std::size_t i = 0; i < list.size(); ++i) {
                shown += " " + list.at(i).find_field("x").text();
            }
            shown += " |";
        }
        Bytes again;
        REQUIRE(write_data(all, record, again));
        CHECK(again == bytes);
        return shown + " " + record.find_field("words").text() + " | " + record.find_field("pair").text();
    };
    const std::shared_ptr<void> replacement = all.type().make();
    CHECK(RecordHandle{replacement.get(), &all.type(), CodePage::cp1252}.find_field("pair").text() == "0 0");
    const std::vector<unsigned> begin{1, 0xFE, 1, 0,    3,    2,    4,    0, 5,    1,   6,
                                      0, 0,    0, 0xF9, 0xFF, 0xFF, 0xFF, 2, 0xAA, 0xBB};
    CHECK(read(begin) == "21: 1 -2 | 3 | | 4 261 | 6 -7");
    std::vector<unsigned> more = begin;
    more.push_back(8);
    CHECK(read(more) == "22: 1 -2 | 3 | 8 | 4 261 | 6 -7");
    more.push_back(9);
    CHECK(read(more) == "23: 1 -2 | 3 | 8 9 | 4 261 | 6 -7");
    for (std::size_t size = 0; size < begin.size(); ++size) {
        INFO(size);
        CHECK(read({begin.begin(), begin.begin() + static_cast<std::ptrdiff_t>(size)}) == "rejected");
    }
}

TEST_CASE("data records: a count that does not match its list is rejected by field", "[core]")
{
    const Shelf types;
    const std::shared_ptr<void> made = types.shelf.type().make();
    const RecordHandle record{made.get(), &types.shelf.type(), CodePage::cp1252};
    REQUIRE(record.find_field("count").set("1"));
    Bytes out;
    const Status status = write_data(types.shelf, record, out);
    REQUIRE_FALSE(status);
    CHECK(status.error().field == "books");
    CHECK(status.error().message == "0 records");
    CHECK(status.error().hint == "count is 1; it is computed: leave it out");
}

TEST_CASE("data records: a text longer than its length field is rejected with its size", "[core]")
{
    using describing::leaf_ops;
    DataType named{"named"};
    named.add_field("name", leaf_ops<Text>, {}, {Wire::text, 1});
    named.finish();
    const std::shared_ptr<void> made = named.type().make();
    const RecordHandle record{made.get(), &named.type(), CodePage::cp1252};
    REQUIRE(record.find_field("name").set(std::string(255, 'x')));
    Bytes out;
    REQUIRE(write_data(named, record, out));
    CHECK(out.size() == 256);
    CHECK(out[0] == std::byte{255});
    REQUIRE(record.find_field("name").set(std::string(256, 'x')));
    const Status status = write_data(named, record, out);
    REQUIRE_FALSE(status);
    CHECK(status.error().field == "name");
    CHECK(status.error().message == "a text of 256 bytes");
    CHECK(status.error().hint == "its length has 1 bytes");
}

TEST_CASE("data records: are printed, compared and copied like structs", "[core]")
{
    const Shelf types;
    const RecordType& type = types.shelf.type();
    const std::shared_ptr<void> made = type.make();
    const RecordHandle record{made.get(), &type, CodePage::cp1252};
    REQUIRE(read_data(bytes_of({3, 1, 0, 'A', 0, 5, 0, 0, 0}), types.shelf, record));
    CHECK(xml_of(record) == "<shelf kind=\"3\" name=\"A\">\n  <book x=\"5\"/>\n</shelf>\n");

    const std::shared_ptr<void> copy = type.make();
    type.copy(copy.get(), made.get());
    CHECK(same_record(type, copy.get(), made.get()));
    const RecordHandle other{copy.get(), &type, CodePage::cp1252};
    REQUIRE(other.find_list("books").at(0).find_field("x").set("6"));
    CHECK_FALSE(same_record(type, copy.get(), made.get()));  // the copy has its own records
    CHECK(record.find_list("books").at(0).find_field("x").text() == "5");
    CHECK(find_difference(record, other)->path == "books[0].x");

    const Result<XmlDocument> xml = XmlDocument::parse(xml_of(record), "shelf.xml");
    REQUIRE(xml);
    const std::shared_ptr<void> again = type.make();
    REQUIRE(XmlReader(*xml).document("shelf", {again.get(), &type, CodePage::cp1252}));
    CHECK(same_record(type, again.get(), made.get()));

    const Result<XmlDocument> wrong = XmlDocument::parse("<shelf kind=\"12\"/>", "shelf.xml");
    REQUIRE(wrong);
    const Status error = XmlReader(*wrong).document("shelf", {again.get(), &type, CodePage::cp1252});
    REQUIRE_FALSE(error);
    CHECK(error.error().hint == "expected a whole number from 0 to 9");
}

TEST_CASE("data records: records of a mixed list keep their types when moved", "[core]")
{
    const Shelf types;
    ChildEntry child;
    child.ops = &MixedList::operations();
    child.items = {{"book", types.book.ref()}, {"shelf", types.shelf.ref()}};
    MixedList list;
    const ListView view{&child, &list, CodePage::cp1252};
    const ListOps& ops = *child.ops;
    ops.insert(&list, 0, child, 1);
    ops.grow(&list, 2, child);
    REQUIRE(view.size() == 3);
    CHECK(view.item(0).name == "shelf");
    REQUIRE(view.at(1).find_field("x").set("1"));
    REQUIRE(view.at(2).find_field("x").set("2"));
    ops.move(&list, 0, 2);
    CHECK(view.item(2).name == "shelf");

    const std::shared_ptr<void> taken = ops.make();
    const std::array<std::size_t, 2> from{0, 2};
    const std::array<std::size_t, 2> to{0, 1};
    ops.transfer(&list, from, taken.get(), to);
    REQUIRE(view.size() == 1);
    CHECK(view.at(0).find_field("x").text() == "2");
    const ListView other{&child, taken.get(), CodePage::cp1252};
    REQUIRE(other.size() == 2);
    CHECK(other.at(0).find_field("x").text() == "1");
    CHECK(other.item(1).name == "shelf");
    ops.transfer(taken.get(), to, &list, from);
    REQUIRE(view.size() == 3);
    CHECK(view.at(0).find_field("x").text() == "1");
    CHECK(view.at(1).find_field("x").text() == "2");
    CHECK(view.item(2).name == "shelf");

    const MixedList copy = list;
    CHECK(copy == list);
    REQUIRE(view.at(0).find_field("x").set("9"));
    CHECK_FALSE(copy == list);
}
