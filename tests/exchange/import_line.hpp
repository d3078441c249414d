// The result of importing another program's file, as a line for approved pages.
#pragma once

#include <string>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "exchange/mesh/imported.hpp"
#include "support/outcome.hpp"

namespace redforge::test {

inline std::string import_line(const Result<exchange::Imported>& imported)
{
    if (!imported) {
        return describe(imported.error());
    }
    const model::Model& model = imported->model;
    const Result<Bytes> bytes = model::write_model(model);
    std::string line =
        fmt::format("{}{}, {} vertices, {} faces, {} frames, {}", imported->is_original ? "the original " : "",
                    model.version.bytes, model.vertices.size(), model.faces.size(), model.frames.size(),
                    bytes ? fmt::format("{:04x}", fingerprint_of(*bytes).first & 0xFFFF) : describe(bytes.error()));
    for (const std::string& note : imported->notes) {
        line += "; " + note;
    }
    return line;
}

}  // namespace redforge::test
