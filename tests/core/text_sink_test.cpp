// Text in blocks: appended text comes out in order, also after appending an empty text to an empty sink.
#include <catch2/catch.hpp>

#include "core/text/text_sink.hpp"

using namespace redforge;

TEST_CASE("text sink: accepts empty text", "[core]")
{
    TextSink sink;
    CHECK(sink.reserve(0) != nullptr);
    sink.append("");
    CHECK(sink.size() == 0);
    CHECK(sink.str().empty());
}

TEST_CASE("text sink: keeps pieces longer than its blocks, in order", "[core]")
{
    TextSink sink;
    const std::string longer(3'000'000, 'x');
    sink.append("a");
    sink.append(longer);
    sink.append('b');
    CHECK(sink.size() == 3'000'002);
    CHECK(sink.str() == "a" + longer + "b");
}

TEST_CASE("text sink: appends the text of another sink", "[core]")
{
    TextSink sink;
    sink.append(TextSink());
    CHECK(sink.size() == 0);
    const std::string longer(3'000'000, 'x');
    TextSink first;
    first.append("a");
    first.append(longer);
    sink.append(std::move(first));
    CHECK(sink.str() == "a" + longer);
    sink.append("b");
    TextSink second;
    second.append("c");
    sink.append(std::move(second));
    sink.append("d");
    CHECK(sink.size() == 3'000'004);
    CHECK(sink.str() == "a" + longer + "bcd");
}
