// Reads single records of a plugin into its lists.
#pragma once

#include <cstdint>
#include <string>

#include "core/bytes.hpp"
#include "core/raw_fallback.hpp"
#include "core/record_list.hpp"
#include "tes/plugin_fwd.hpp"
#include "tes/record_codec.hpp"

namespace redforge::tes {

/// Takes records into lists, each only when it is seen to write its own bytes again.
class RecordReader {
public:
    /// `kept` gets a line for each record and VMAD that is kept as bytes; null: nobody wants to know.
    explicit RecordReader(RawFallbacks* kept) : kept_(kept) {}

    enum class Outcome : std::uint8_t {
        taken,
        left,       ///< it would be written otherwise, and stays where it is
        no_script,  ///< it does not begin as a script, and is to be read as any other
    };
    Outcome read(const RecordBytes& bytes, RecordList<Script>& scripts);
    Outcome read(const RecordBytes& bytes, RecordList<Record>& records);
    /// Notes that a record stays as it is.
    void keep(const RecordBytes& bytes, std::string reason);

private:
    template <class T>
    bool is_written_same(T& record, const RecordBytes& bytes);
    template <class T>
    bool survives(T& record, const RecordBytes& bytes);

    RawFallbacks* kept_;
    Bytes again_;
};

}  // namespace redforge::tes
