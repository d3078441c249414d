// A document with a journal, like in a window, for tests of journals.
#pragma once

#include <catch2/catch.hpp>

#include "core/bytes/fingerprint.hpp"
#include "core/files/files.hpp"
#include "edit/patch/edits.hpp"
#include "editor/model/session/journal.hpp"
#include "editor/model/session/journal_entry.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"

namespace redforge::test::journals {

using editor::Journal;

inline edit::Document sample()
{
    return {*edit::find_format("map"), std::make_shared<rgm::Map>(rgm::sample_map())};
}

/// A document whose history is stored in a journal, like in a window.
struct Window {
    edit::Document document = sample();
    edit::History history;
    Journal journal;

    explicit Window(const std::filesystem::path& folder)
        : journal(Journal::begin(folder, {folder / "X.RGM", edit::Storage::binary, {}}, *document.root().type).value())
    {
        history.keep([this](edit::History::Movement movement, edit::Transaction& last) {
            REQUIRE(journal.add(document.root(), movement, last));
        });
    }
    void set(std::string_view path, std::string_view value)
    {
        edit::Recorder recorder(document);
        REQUIRE(edit::set(recorder, path, value));
        history.push(test::need(recorder.finish("Set " + std::string(path))));
    }
    void apply(const std::string& edits)
    {
        const XmlDocument text = XmlDocument::parse("<edits>" + edits + "</edits>", "edits").value();
        edit::Recorder recorder(document);
        REQUIRE(edit::apply(recorder, text));
        history.push(test::need(recorder.finish("Apply")));
    }
};

/// Writes a journal of a map with these entries, like that of a killed window.
inline void put_journal(const std::filesystem::path& path, const editor::JournalHead& head,
                        const std::vector<Bytes>& entries)
{
    Bytes first(as_bytes("redforge journal 2\n").begin(), as_bytes("redforge journal 2\n").end());
    append(first, to_bytes(head));
    std::vector<Bytes> all{first};
    all.insert(all.end(), entries.begin(), entries.end());
    Bytes bytes;
    for (const Bytes& entry : all) {
        const Fingerprint print = fingerprint_of(entry);
        append_le(bytes, static_cast<std::uint32_t>(entry.size()));
        append_le(bytes, print.size);
        append_le(bytes, print.first);
        append_le(bytes, print.second);
        append(bytes, entry);
    }
    REQUIRE(write_file(path, bytes, {.overwrite = Overwrite::allow}));
}

inline editor::JournalHead head_of_map()
{
    editor::JournalHead head;
    head.format = "map";
    head.path = "/maps/X.RGM";
    return head;
}

}  // namespace redforge::test::journals
