// A list that takes the room of a pointer: what a vector would hold, by itself and through a table.
#include <catch2/catch.hpp>

#include "core/describe.hpp"
#include "core/rare_list.hpp"

using namespace redforge;

namespace {

std::vector<int> contents(const RareList<int>& list)
{
    return {list.begin(), list.end()};
}

}  // namespace

TEST_CASE("a rare list is a pointer, and holds what a vector would", "[core]")
{
    static_assert(sizeof(RareList<int>) == sizeof(void*));
    RareList<int> list;
    CHECK(list.empty());
    CHECK(contents(list).empty());
    list.push_back(2);
    list.insert(list.begin(), 1);
    list.insert(list.end(), 3);
    CHECK(contents(list) == std::vector{1, 2, 3});

    const RareList<int> copy = list;
    list.erase(list.begin() + 1);
    CHECK(contents(list) == std::vector{1, 3});
    CHECK(contents(copy) == std::vector{1, 2, 3});
    CHECK_FALSE(copy == list);

    list.resize(0);
    CHECK(list == RareList<int>());
    list = copy;
    CHECK(list == copy);
}

TEST_CASE("records move between rare lists through their table's operations", "[core]")
{
    const ListOps& ops = describing::list_ops<RareList<int>>;
    RareList<int> from(std::vector{10, 11, 12, 13});
    RareList<int> to(std::vector{20, 21});
    const std::vector<std::size_t> taken{1, 3};
    const std::vector<std::size_t> given{0, 2};
    ops.transfer(&from, taken, &to, given);
    CHECK(contents(from) == std::vector{10, 12});
    CHECK(contents(to) == std::vector{11, 20, 13, 21});
    ops.move(&to, 3, 0);
    CHECK(contents(to) == std::vector{21, 11, 20, 13});
    ops.insert(&to, 4, ChildEntry{}, 0);
    CHECK(contents(to) == std::vector{21, 11, 20, 13, 0});

    RareList<int> none;
    ops.transfer(&none, {}, &to, {});
    CHECK(ops.size(&none) == 0);
    ops.grow(&none, 1, ChildEntry{});
    CHECK(contents(none) == std::vector{0});
}
