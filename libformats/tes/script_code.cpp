// stub
#include "tes/script_code.hpp"
#include "core/hex.hpp"
namespace redforge::tes {
std::string to_statements(ByteView code, bool, CodePage) { std::string s; append_hex(s, code); return s; }
Result<Bytes> from_statements(std::string_view text, CodePage) { Bytes b; if(!parse_hex(text,b)) return fail({.message="hex"}); return b; }
}
