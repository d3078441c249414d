// Splits a model archive into files, and builds it from them.
#include "edit/archive/archive_parts.hpp"

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/archive/archive_names.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::edit {

std::string part_file_name(std::string_view label)
{
    return fmt::format("{}.3D", label);
}

Result<std::vector<ArchivePart>> take_models(const model::Rob& rob, std::span<const std::size_t> places)
{
    const std::vector<std::string> labels = segment_labels(rob);
    std::vector<ArchivePart> parts;
    for (const std::size_t place : places) {
        const model::Segment& segment = rob.segments[place];
        if (!segment.model) {
            continue;
        }
        Result<Bytes> bytes = model::write_model(*segment.model);
        if (!bytes) {
            return fail(bytes.error());
        }
        parts.push_back({part_file_name(labels[place]), std::move(*bytes)});
    }
    return parts;
}

std::string write_listing(const model::Rob& rob)
{
    model::Rob listing = rob;
    for (model::Segment& segment : listing.segments) {
        if (segment.model) {
            segment.model.emplace();
        }
    }
    TextSink text;
    XmlWriter(text).document(listing_root, listing);
    return text.str();
}

Result<model::Rob> read_listing(std::string text, const std::string& file, const PartReader& read,
                                std::vector<std::string>& used)
{
    const Result<XmlDocument> document = XmlDocument::parse(std::move(text), file);
    if (!document) {
        return fail(document.error());
    }
    model::Rob rob;
    if (const Status status = XmlReader(*document).document(listing_root, rob); !status) {
        return fail(status.error());
    }
    const std::vector<std::string> labels = segment_labels(rob);
    for (std::size_t i = 0; i < rob.segments.size(); ++i) {
        model::Segment& segment = rob.segments[i];
        if (!segment.model) {
            continue;
        }
        const std::string name = part_file_name(labels[i]);
        if (*segment.model != model::Model{}) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("segment {} has a model here", encode_text(segment.name.view())),
                         .file = file,
                         .hint = fmt::format("use an empty <model/>, because the model is in {}", name)});
        }
        const Result<Bytes> bytes = read(name);
        if (!bytes) {
            return fail(bytes.error());
        }
        Result<model::Model> model = model::read_model(*bytes);
        if (!model) {
            Error error = model.error();
            error.file = name;
            return fail(std::move(error));
        }
        segment.model = std::move(*model);
        used.push_back(name);
    }
    return rob;
}

}  // namespace redforge::edit
