// The rules for threads in redforge.h: any function from any thread, and calls on one document wait for each other.
#include <atomic>
#include <thread>

#include "library.hpp"

using namespace redforge::test;

TEST_CASE("threads: several threads edit one document without losing edits", "[capi][threads]")
{
    const Opened map("map");
    const std::size_t before = map.count("objects");
    constexpr int threads = 4;
    constexpr int records = 50;
    std::atomic<int> wrong{};
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) {
        all.emplace_back([&, t] {
            for (int i = 0; i < records; ++i) {
                rf_node node{};
                std::int64_t x{};
                // Other threads insert records before it meanwhile. The node still refers to its record.
                const bool good = rf_add(map.root, "objects", 0, nullptr, &node) == RF_OK &&
                                  rf_set_integer(node, "position.x", t * 1000 + i + 1) == RF_OK &&
                                  rf_get_integer(node, "position.x", &x) == RF_OK && x == t * 1000 + i + 1;
                wrong += good ? 0 : 1;
            }
        });
    }
    for (std::thread& each : all) {
        each.join();
    }
    CHECK(wrong == 0);
    CHECK(map.count("objects") == before + threads * records);
    for (int i = 0; i < 2 * threads * records; ++i) {
        ok(rf_undo(map.document, nullptr));
    }
    CHECK(map.count("objects") == before);
}

TEST_CASE("threads: a thread has its own last error", "[capi][threads]")
{
    rf_node node{};
    CHECK(rf_root(0, &node) == RF_ERROR_HANDLE);
    std::string other;
    std::thread([&] {
        other = rf_last_error()->text;
        static_cast<void>(rf_new("nothing", 0, nullptr));
    }).join();
    CHECK(other.empty());
    CHECK(rf_last_error()->status == RF_ERROR_HANDLE);
}

TEST_CASE("threads: documents are closed and records removed during use", "[capi][threads]")
{
    constexpr int rounds = 60;
    std::atomic<int> wrong{};
    const auto is_right = [](rf_status status) {
        return status == RF_OK || status == RF_ERROR_HANDLE || status == RF_ERROR_GONE || status == RF_ERROR_NOT_FOUND;
    };
    for (int round = 0; round < rounds; ++round) {
        rf_document first{};
        rf_document second{};
        ok(rf_new("map", 1, &first));
        ok(rf_new("map", 1, &second));
        rf_node root{};
        rf_node object{};
        ok(rf_root(first, &root));
        ok(rf_find(root, "objects[2]", &object));
        std::vector<std::thread> all;
        all.emplace_back([&] {
            for (int i = 0; i < 40; ++i) {
                wrong += is_right(rf_set_integer(object, "position.x", i)) ? 0 : 1;
                wrong += is_right(rf_undo(first, nullptr)) ? 0 : 1;
            }
        });
        all.emplace_back([&] {
            for (int i = 0; i < 10; ++i) {
                char* text{};
                // Pass the two documents in both orders.
                wrong += is_right(i % 2 == 0 ? rf_diff(first, second, RF_DIFF_LINES, &text)
                                             : rf_diff(second, first, RF_DIFF_LINES, &text))
                             ? 0
                             : 1;
                static_cast<void>(rf_free(text));
            }
        });
        all.emplace_back([&] {
            for (int i = 0; i < 20; ++i) {
                rf_node* nodes{};
                std::size_t count{};
                wrong += is_right(rf_find_all(root, "objects", &nodes, &count)) ? 0 : 1;
                static_cast<void>(rf_release(nodes, count));
                static_cast<void>(rf_free(nodes));
            }
        });
        all.emplace_back([&] {
            wrong += is_right(rf_remove(object)) ? 0 : 1;
            wrong += is_right(rf_close(first)) ? 0 : 1;
        });
        for (std::thread& each : all) {
            each.join();
        }
        CHECK(rf_close(first) == RF_ERROR_HANDLE);
        ok(rf_close(second));
    }
    CHECK(wrong == 0);
}
