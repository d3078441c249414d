// Result of an import.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace redforge::exchange {

struct Imported {
    model::Model model{};
    std::string name{};
    bool is_original{};                ///< true if the model is the exported one, with its order of faces and vertices
    std::vector<std::string> notes{};  ///< messages for the user about dropped parts
};

}  // namespace redforge::exchange
