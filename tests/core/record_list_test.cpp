// Lists of records of one data type: edits keep every value, also if records move in memory.
#include <catch2/catch.hpp>

#include <array>
#include <string>

#include "core/record/data_codec.hpp"
#include "core/record/data_record.hpp"
#include "core/record/describe.hpp"
#include "core/record/record_list.hpp"

using namespace redforge;

namespace {

/// A shelf of books, each with a title, a number, and a list of pages.
struct Library {
    DataType page{"page"};
    DataType book{"book"};
    DataType shelf{"shelf"};
    std::shared_ptr<void> made;

    Library()
    {
        using describing::leaf_ops;
        page.add_field("number", leaf_ops<std::uint8_t>, {}, wire_of<std::uint8_t>);
        page.finish();
        book.add_field("title", leaf_ops<Text>, {}, {Wire::zstring});
        book.add_list("pages", "page", page, {}, {DataCount::Kind::prefixed, 1});
        book.finish();
        shelf.add_list("books", "book", book, {}, {DataCount::Kind::prefixed, 1});
        shelf.finish();
        made = shelf.type().make();
    }
    [[nodiscard]] RecordHandle handle(const std::shared_ptr<void>& record) const
    {
        return {record.get(), &shelf.type(), CodePage::cp1252};
    }
    [[nodiscard]] ListView books() const { return handle(made).find_list("books"); }
    void add(const std::string& title) const
    {
        const ListView list = books();
        list.child->ops->grow(list.list, 1, *list.child);
        const RecordHandle record = list.at(list.size() - 1);
        REQUIRE(record.find_field("title").set(title));
        const ListView pages = record.find_list("pages");
        pages.child->ops->grow(pages.list, title.size(), *pages.child);
    }
};

/// Returns the titles of books, each with its number of pages.
std::string titles(const ListView& books)
{
    std::string all;
    for (std::size_t i = 0; i < books.size(); ++i) {
        const RecordHandle book = books.at(i);
        all += book.find_field("title").text() + std::to_string(book.find_list("pages").size()) + ' ';
    }
    return all;
}

const std::string long_title = "a title that is too long for the text itself";

}  // namespace

TEST_CASE("record lists: records keep their values when the list grows", "[core]")
{
    Library library;
    for (int i = 0; i < 100; ++i) {
        library.add(i % 2 == 0 ? "ab" : long_title);
    }
    const ListView books = library.books();
    REQUIRE(books.size() == 100);
    CHECK(books.at(0).find_field("title").text() == "ab");
    CHECK(books.at(1).find_field("title").text() == long_title);
    CHECK(books.at(1).find_list("pages").size() == long_title.size());
    CHECK(books.at(98).find_list("pages").size() == 2);
}

TEST_CASE("record lists: insert and move put records at the requested positions", "[core]")
{
    Library library;
    library.add("a");
    library.add("bb");
    library.add("ccc");
    const ListView books = library.books();
    const ListOps& ops = *books.child->ops;
    ops.insert(books.list, 1, *books.child, 0);
    CHECK(titles(books) == "a1 0 bb2 ccc3 ");
    ops.insert(books.list, 4, *books.child, 0);
    CHECK(titles(books) == "a1 0 bb2 ccc3 0 ");
    ops.move(books.list, 3, 0);
    CHECK(titles(books) == "ccc3 a1 0 bb2 0 ");
    ops.move(books.list, 0, 4);
    CHECK(titles(books) == "a1 0 bb2 0 ccc3 ");
}

TEST_CASE("record lists: transfer moves records into a new list and back", "[core]")
{
    Library library;
    for (const char* const title : {"a", "bb", "ccc", "dddd"}) {
        library.add(title);
    }
    const ListView books = library.books();
    const ListOps& ops = *books.child->ops;
    const std::shared_ptr<void> taken = ops.make();
    const std::array<std::size_t, 2> from{1, 3};
    const std::array<std::size_t, 2> first{0, 1};
    ops.transfer(books.list, from, taken.get(), first);
    CHECK(titles(books) == "a1 ccc3 ");
    CHECK(titles({books.child, taken.get(), CodePage::cp1252}) == "bb2 dddd4 ");
    const std::array<std::size_t, 2> back{0, 3};
    ops.transfer(taken.get(), first, books.list, back);
    CHECK(titles(books) == "bb2 a1 ccc3 dddd4 ");
    CHECK(ops.size(taken.get()) == 0);
}

TEST_CASE("record lists: a copy is independent of its original", "[core]")
{
    Library library;
    library.add("a");
    library.add(long_title);
    const ListView books = library.books();
    books.child->ops->append_copy(books.list, books.list, 1);
    CHECK(titles(books) == "a1 " + long_title + "44 " + long_title + "44 ");
    REQUIRE(books.at(2).find_field("title").set("z"));
    CHECK(books.at(1).find_field("title").text() == long_title);

    const std::shared_ptr<void> copy = library.shelf.type().make();
    library.shelf.type().copy(copy.get(), library.made.get());
    REQUIRE(books.at(0).find_field("title").set("changed"));
    CHECK(titles(library.handle(copy).find_list("books")) == "a1 " + long_title + "44 z44 ");
}

TEST_CASE("record lists: reads a list with more records than one allocation", "[core]")
{
    Library library;
    Bytes bytes{std::byte{200}};
    for (int i = 0; i < 200; ++i) {
        bytes.insert(bytes.end(), {std::byte{0}, std::byte{1}, static_cast<std::byte>(i)});
    }
    CHECK(read_data(bytes, library.shelf, library.handle(library.made)) == bytes.size());
    REQUIRE(library.books().size() == 200);
    CHECK(library.books().at(199).find_list("pages").at(0).find_field("number").text() == "199");
    Bytes again;
    REQUIRE(write_data(library.shelf, library.handle(library.made), again));
    CHECK(again == bytes);
    bytes.pop_back();
    CHECK_FALSE(read_data(bytes, library.shelf, library.handle(library.shelf.type().make())));
}
