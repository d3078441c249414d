// Codecs for the text forms of scripts.
#pragma once

namespace redforge {

struct SideCodec;

}  // namespace redforge

namespace redforge::tes {

extern const SideCodec source_codec;  ///< SCTX as lines of text
extern const SideCodec code_codec;    ///< SCDA as statements

}  // namespace redforge::tes
