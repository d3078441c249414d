// How the bytes of scripts are written as text.
#pragma once

namespace redforge {

struct SideCodec;

}  // namespace redforge

namespace redforge::tes {

extern const SideCodec source_codec;  ///< SCTX as lines of text
extern const SideCodec code_codec;    ///< SCDA as statements

}  // namespace redforge::tes
