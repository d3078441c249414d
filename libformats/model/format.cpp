// Format entries of Redguard models and model archives, and the record tables of archives.
#include "model/format.hpp"

#include <array>

#include "core/record/describe.hpp"
#include "model/dependents.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge {

template const RecordType& record_type<model::Model>(unsigned);
template const RecordType& record_type<model::Rob>(unsigned);

}  // namespace redforge

namespace redforge::model {

Format model_format()
{
    Format format = make_format<Model, &is_model, &read_model, &write_model>("Redguard model", ".3D");
    static constexpr std::array<std::string_view, 2> file_names{"*.3D", "*.3DC"};
    format.file_names = file_names;
    return format;
}

Format rob_format()
{
    return make_format<Rob, &is_rob, &read_rob, &write_rob>("Redguard model archive", ".ROB");
}

}  // namespace redforge::model
