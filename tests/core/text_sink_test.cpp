// Text in blocks: what was appended comes out in order, and a sink that holds nothing yet can be given nothing.
#include <catch2/catch.hpp>

#include "core/text_sink.hpp"

using namespace redforge;

TEST_CASE("A new text sink gives a place even for nothing", "[core]")
{
    TextSink sink;
    CHECK(sink.reserve(0) != nullptr);
    sink.append("");
    CHECK(sink.size() == 0);
    CHECK(sink.str().empty());
}

TEST_CASE("A text sink keeps pieces longer than its blocks, in order", "[core]")
{
    TextSink sink;
    const std::string longer(3'000'000, 'x');
    sink.append("a");
    sink.append(longer);
    sink.append('b');
    CHECK(sink.size() == 3'000'002);
    CHECK(sink.str() == "a" + longer + "b");
}
