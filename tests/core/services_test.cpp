// Objects that modules provide for documents, by type.
#include <catch2/catch.hpp>

#include <memory>
#include <string>

#include "core/services.hpp"

using namespace redforge;

namespace {

struct Colours {
    int count{};
};

}  // namespace

TEST_CASE("services: find an object by its type", "[core]")
{
    const Colours colours{3};
    const std::string text = "a";
    Services services;
    CHECK(services.find<Colours>() == nullptr);
    CHECK_FALSE(services.has<Colours>());
    CHECK_FALSE(services.finder<Colours>());
    services.set(&colours);
    services.set(&text);
    CHECK(services.find<Colours>() == &colours);
    CHECK(services.find<std::string>() == &text);
    services.set(static_cast<const Colours*>(nullptr));
    CHECK_FALSE(services.has<Colours>());
    CHECK(services.find<std::string>() == &text);
}

TEST_CASE("services: load an object at its first use; has() is true even if that fails", "[core]")
{
    int loads = 0;
    Services services;
    services.set<Colours>([&]() -> const Colours* {
        ++loads;
        return nullptr;
    });
    CHECK(services.has<Colours>());
    CHECK(loads == 0);
    CHECK(services.find<Colours>() == nullptr);
    CHECK(services.share<Colours>() == nullptr);
    CHECK(loads == 2);
}

TEST_CASE("services: a shared object outlives the services", "[core]")
{
    std::shared_ptr<const Colours> shared;
    std::function<const Colours*()> finder;
    {
        Services services;
        services.set(std::make_shared<const Colours>(Colours{5}));
        shared = services.share<Colours>();
        finder = services.finder<Colours>();
    }
    CHECK(shared->count == 5);
    CHECK(finder()->count == 5);
}

TEST_CASE("services: copy() replaces one service, also by none", "[core]")
{
    const Colours first{1};
    const Colours second{2};
    Services services;
    services.set(&first);
    Services others;
    others.set(&second);
    services.copy<Colours>(others);
    CHECK(services.find<Colours>() == &second);
    services.copy<Colours>(Services());
    CHECK_FALSE(services.has<Colours>());
}

TEST_CASE("services: add_missing() keeps existing services", "[core]")
{
    const Colours first{1};
    const Colours second{2};
    const std::string text = "b";
    Services services;
    services.set(&first);
    Services others;
    others.set(&second);
    others.set(&text);
    services.add_missing(others);
    CHECK(services.find<Colours>() == &first);
    CHECK(services.find<std::string>() == &text);
}
