// The source of a run, of a script that was found.
#pragma once

#include "cli/script/script_files.hpp"
#include "soup/run/run_source.hpp"

namespace redforge::cli {

[[nodiscard]] inline soup::RunSource run_source(const FoundScript& found, const LoadContext& context)
{
    return soup::run_source(found.whole_text.empty() ? source_of(found, context).text : found.whole_text, found.file,
                            context.services.find<soup::Names>());
}

}  // namespace redforge::cli
