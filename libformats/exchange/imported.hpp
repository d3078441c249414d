// What an import gives.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace redforge::exchange {

struct Imported {
    model::Model model{};
    std::string name{};
    bool original{};                   ///< the numbers are those of the exported model
    std::vector<std::string> notes{};  ///< what was left out, for a person
};

}  // namespace redforge::exchange
