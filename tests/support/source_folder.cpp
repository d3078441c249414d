// The folder of Redforge's sources, for tests that read files of it.
#include "support/source_folder.hpp"

namespace redforge::test {

std::filesystem::path source_folder()
{
    return REDFORGE_SOURCE;
}

}  // namespace redforge::test
