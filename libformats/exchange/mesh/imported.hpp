// Result of an import.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace redforge::exchange {

struct Imported {
    model::Model model{};
    std::string name{};
    bool original{};                   ///< the numbers are those of the exported model
    std::vector<std::string> notes{};  ///< messages for the user about dropped parts
};

}  // namespace redforge::exchange
