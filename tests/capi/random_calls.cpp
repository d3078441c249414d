// Random calls of the C library: each returns a result or an error, and a failed call changes nothing.
#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "library.hpp"

using namespace redforge::test;

namespace {

bool is_known(rf_status status)
{
    return std::string(rf_status_name(status)) != "unknown" && status != RF_ERROR_INTERNAL;
}

/// Makes random calls with handles that are right, wrong and freed.
class Caller {
public:
    explicit Caller(std::uint32_t seed) : random_(seed) {}
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;
    ~Caller()
    {
        for (const rf_document each : documents_) {
            static_cast<void>(rf_close(each));
        }
    }

    void make_calls(int count)
    {
        open();
        for (int i = 0; i < count; ++i) {
            call();
        }
    }

private:
    std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }
    bool sometimes(std::size_t of) { return below(of) == 0; }

    template <class T, std::size_t N>
    const T& one_of(const std::array<T, N>& all)
    {
        return all[below(N)];
    }

    std::uint64_t wrong()
    {
        switch (below(4)) {
        case 0: return 0;
        case 1: return random_();
        case 2: return std::uint64_t{1} << 33U | below(8);
        default: return std::uint64_t{random_()} << 32U | below(64);
        }
    }
    rf_document document()
    {
        return documents_.empty() || sometimes(12) ? wrong() : documents_[below(documents_.size())];
    }
    rf_node node()
    {
        return nodes_.empty() || sometimes(12) ? wrong()
               : sometimes(3) && nodes_.size() > 3
                   ? nodes_[below(3)]
                   : nodes_[nodes_.size() - 1 - below(std::min<std::size_t>(nodes_.size(), 6))];
    }
    const char* path()
    {
        static const std::array<const char*, 40> paths{"",
                                                       "objects",
                                                       "objects[0]",
                                                       "objects[4].position.x",
                                                       "objects[*].position",
                                                       "objects[-1]",
                                                       "objects[99]",
                                                       "objects[",
                                                       "objects[script_name=DOOR*]",
                                                       "actors",
                                                       "actors[0]",
                                                       "actors[0].script",
                                                       "actors[0].strings",
                                                       "actors[0].strings[0].value",
                                                       "strings",
                                                       "script",
                                                       "lights[0]",
                                                       "lights",
                                                       "id",
                                                       "position.x",
                                                       "position",
                                                       "angle.y",
                                                       "script_name",
                                                       "value",
                                                       "walk_maps[0].nodes",
                                                       "nodes[0]",
                                                       "routes",
                                                       "records",
                                                       "records[0]",
                                                       "changes",
                                                       "faces",
                                                       "vertices[0].x",
                                                       "images",
                                                       "entries",
                                                       "lines",
                                                       "groups",
                                                       "..",
                                                       "a.b[c=d].e",
                                                       "objects[#00ff]",
                                                       "[0]"};
        return sometimes(20) ? nullptr : one_of(paths);
    }
    const char* text()
    {
        static const std::array<const char*, 10> texts{
            "", "1", "-3", "+=5", "90deg", "object", "1,2,3", "D02044", "Who goes there?", "\xFF\xFE nonsense"};
        return sometimes(20) ? nullptr : one_of(texts);
    }
    std::int64_t number()
    {
        static const std::array<std::int64_t, 9> numbers{0, 1, -1, 3, 255, 256, 70000, INT64_MAX, INT64_MIN};
        return one_of(numbers);
    }

    void open()
    {
        const char* const format = sometimes(2) ? rf_format_at(below(rf_format_count()))->root : "map";
        rf_document made{};
        if (rf_new(format, 1, &made) != RF_OK) {  // not every format has an example
            ok(rf_new(format, 0, &made));
        }
        documents_.push_back(made);
        rf_node root{};
        ok(rf_root(made, &root));
        nodes_.push_back(root);
    }

    void keep(rf_node made)
    {
        if (made != 0) {
            nodes_.push_back(made);
        }
    }
    static void drop(const void* memory) { ok(rf_free(memory)); }

    /// Makes an edit. If it fails, the document must be unchanged.
    void edit(rf_node at, const std::function<rf_status()>& make)
    {
        rf_node parent = at;
        for (rf_node up{}; rf_parent(parent, &up, nullptr, nullptr) == RF_OK;) {
            keep(up);
            parent = up;
        }
        // Only for some edits, because formatting a document takes longer than everything else.
        const bool compares = sometimes(4);
        std::vector<std::string> before;
        for (const rf_document each : documents_) {
            before.push_back(compares ? content(each) : std::string());
        }
        const rf_status status = make();
        CHECK(is_known(status));
        for (std::size_t i = 0; compares && status != RF_OK && i < documents_.size(); ++i) {
            CHECK(content(documents_[i]) == before[i]);
        }
    }
    static std::string content(rf_document document)
    {
        void* bytes{};
        std::size_t size{};
        if (rf_save_bytes(document, RF_FORM_XML, &bytes, &size) != RF_OK) {
            return {};
        }
        std::string text(static_cast<const char*>(bytes), size);
        drop(bytes);
        return text;
    }

    void call()
    {
        char* words{};
        void* bytes{};
        std::size_t size{};
        rf_node made{};
        rf_status status{};
        const rf_node at = node();
        switch (below(30)) {
        case 0:
            if (documents_.size() < 4) {
                open();
            }
            break;
        case 1: {
            const rf_document closed = document();
            status = sometimes(4) ? rf_close(closed) : RF_OK;  // its slot is used again
            break;
        }
        case 2: status = sometimes(3) ? rf_release(&at, 1) : RF_OK; break;
        case 3:
        case 4:
        case 5:
            status = rf_find(at, path(), &made);
            CHECK((status == RF_OK) == (made != 0));
            keep(made);
            break;
        case 6: {
            rf_node* found{};
            status = rf_find_all(at, path(), &found, &size);
            for (std::size_t i = 0; i < size; ++i) {
                keep(found[i]);
            }
            drop(found);
            break;
        }
        case 7: status = rf_count(at, path(), &size); break;
        case 8:
            status = rf_parent(at, &made, &words, &size);
            keep(made);
            break;
        case 9: status = rf_path(at, &words); break;
        case 10: {
            char** names{};
            status = rf_members(at, &names, &size);
            for (std::size_t i = 0; i < size; ++i) {
                rf_kind kind{};
                ok(rf_kind_of(at, names[i], &kind));
                ok(rf_describe(at, names[i], static_cast<int>(below(7)) + 1, &words));
                drop(words);
                words = nullptr;
            }
            drop(names);
            break;
        }
        case 11: status = rf_get_text(at, path(), &words, &size); break;
        case 12: {
            double real{};
            std::int64_t whole{};
            status = sometimes(2) ? rf_get_real(at, path(), &real) : rf_get_integer(at, path(), &whole);
            break;
        }
        case 13: status = rf_get_bytes(at, path(), &bytes, &size); break;
        case 14: edit(at, [&] { return rf_set_text(at, path(), text(), &size); }); break;
        case 15: edit(at, [&] { return rf_set_integer(at, path(), number()); }); break;
        case 16: edit(at, [&] { return rf_set_real(at, path(), static_cast<double>(number()) / 3); }); break;
        case 17: edit(at, [&] { return rf_set_bytes(at, path(), "\1\2\3", below(4)); }); break;
        case 18:
        case 19:
            edit(at, [&] { return rf_add(at, path(), number(), sometimes(3) ? "object" : nullptr, &made); });
            keep(made);
            break;
        case 20:
            edit(at, [&] { return rf_add_copy(at, path(), -1, node(), &made); });
            keep(made);
            break;
        case 21: edit(at, [&] { return rf_remove(at); }); break;
        case 22: edit(at, [&] { return rf_move(at, number()); }); break;
        case 23: {
            static const std::array<const char*, 5> lists{
                "<edits><remove path=\"objects[0]\"/><set path=\"objects[0].id\" value=\"x\"/></edits>",
                "<edits><add path=\"lights\"><light radius=\"3\"/></add></edits>", "<edits", "<edits patch=\"1\"/>",
                "<edits><move path=\"objects[2]\" to=\"0\"/><duplicate path=\"objects[0]\"/></edits>"};
            const rf_document of = document();
            edit(0, [&] { return rf_apply(of, one_of(lists), &size); });
            break;
        }
        case 24: status = rf_begin(document(), text()); break;
        case 25: status = sometimes(2) ? rf_commit(document()) : rf_rollback(document()); break;
        case 26: status = rf_undo(document(), &words); break;
        case 27: status = rf_redo(document(), &words); break;
        case 28: {
            const std::size_t count = below(3) == 0 ? below(4) : [&] {
                std::size_t all{};
                static_cast<void>(rf_count(at, "objects", &all));
                return all;
            }();
            std::vector<std::int64_t> values(count + 1, number());
            status = rf_get_integers(at, "objects", "position.x", values.data(), count);
            edit(at, [&] { return rf_set_integers(at, "objects", "is_active", values.data(), count); });
            break;
        }
        default: rare(); break;
        }
        CHECK(is_known(status));
        drop(words);
        drop(bytes);
    }

    /// Makes one of the slower calls.
    void rare()
    {
        char* words{};
        rf_document made{};
        rf_status status{};
        switch (below(5)) {
        case 0: status = rf_diff(document(), document(), static_cast<int>(below(3)), &words); break;
        case 1: status = rf_merge(document(), document(), document(), static_cast<int>(below(5)), &made, &words); break;
        case 2: status = rf_copy(document(), &made); break;
        case 3: {
            const rf_document of = document();
            const std::string bytes = content(of);
            status = rf_open_bytes(bytes.data(), bytes.size() / (1 + below(3)), nullptr, &made);
            break;
        }
        default: {
            char** paths{};
            std::size_t count{};
            status = rf_scripts(document(), &paths, &count);
            drop(paths);
        }
        }
        CHECK(is_known(status));
        drop(words);
        if (made != 0) {
            documents_.push_back(made);
        }
    }

    std::mt19937 random_;
    std::vector<rf_document> documents_;
    std::vector<rf_node> nodes_;
};

}  // namespace

TEST_CASE("random calls: end with a result or an error", "[capi][random]")
{
    const char* const wanted = std::getenv("REDFORGE_SEQUENCES");  // NOLINT(*mt-unsafe*)
    const std::uint32_t sequences = wanted == nullptr ? 10000 : static_cast<std::uint32_t>(std::atoi(wanted));
    for (std::uint32_t seed = 0; seed < sequences; ++seed) {
        INFO("seed " << seed);
        Caller(seed).make_calls(14);
    }
}
