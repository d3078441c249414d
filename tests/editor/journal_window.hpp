// A document with a journal, as a window has it, for the tests of journals.
#pragma once

#include <catch2/catch.hpp>

#include "edit/edits.hpp"
#include "editor/model/journal.hpp"
#include "rgm/map.hpp"

namespace redforge::test::journals {

using editor::Journal;

inline edit::Document sample()
{
    return {*edit::find_format("map"), std::make_shared<rgm::Map>(rgm::sample_map())};
}

/// A document with a history that is kept in a journal, as a window has it.
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
        history.push(recorder.finish("Set " + std::string(path)));
    }
    void apply(const std::string& edits)
    {
        const XmlDocument text = XmlDocument::parse("<edits>" + edits + "</edits>", "edits").value();
        edit::Recorder recorder(document);
        REQUIRE(edit::apply(recorder, text));
        history.push(recorder.finish("Apply"));
    }
};

}  // namespace redforge::test::journals
