// Models and archives as text and back.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge::model::test {

template <class T>
std::string text_of(const T& record)
{
    TextSink sink;
    XmlWriter writer(sink);
    writer.document(T::root, record);
    return sink.str();
}

template <class T>
Result<T> from_xml(const std::string& text)
{
    const Result<XmlDocument> document = XmlDocument::parse(text, "test.xml");
    if (!document) {
        return fail(document.error());
    }
    T record{};
    XmlReader reader(*document);
    if (const Status status = reader.document(T::root, record); !status) {
        return fail(status.error());
    }
    return record;
}

}  // namespace redforge::model::test
