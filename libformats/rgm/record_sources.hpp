// What is compiled in the sources of a map's records, and nowhere else, so that a change of one compiles little again.
#pragma once

#include "core/optional_record.hpp"
#include "core/record_list.hpp"
#include "core/record_type.hpp"
#include "rgm/counted.hpp"
#include "rgm/map_fwd.hpp"
#include "rgm/section_codec.hpp"

namespace redforge {

extern template class RecordList<rgm::Actor>;
extern template class RecordList<rgm::ActorString>;
extern template class RecordList<rgm::AnimationFile>;
extern template class RecordList<rgm::AnimationGroup>;
extern template class RecordList<rgm::Attribute>;
extern template class RecordList<rgm::CollisionSphere>;
extern template class RecordList<rgm::Command>;
extern template class RecordList<rgm::Flat>;
extern template class RecordList<rgm::Hook>;
extern template class RecordList<rgm::Light>;
extern template class RecordList<rgm::Location>;
extern template class RecordList<rgm::Marker>;
extern template class RecordList<rgm::Object>;
extern template class RecordList<rgm::Placement>;
extern template class RecordList<rgm::RawPart>;
extern template class RecordList<rgm::Rope>;
extern template class RecordList<rgm::Size>;
extern template class RecordList<rgm::StaticObject>;
extern template class RecordList<rgm::Variable>;
extern template class RecordList<rgm::WalkMap>;

extern template class OptionalRecord<rgm::ExtraData>;

extern template const RecordType& record_type<rgm::Actors>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Flat>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Light>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Marker>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Object>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Rope>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::StaticObject>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::WalkMap>>(unsigned);
extern template const RecordType& record_type<rgm::Uncounted<rgm::Size>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

extern template const SectionCodec<Counted<Flat>>& codec_of();
extern template const SectionCodec<Counted<Light>>& codec_of();
extern template const SectionCodec<Counted<Marker>>& codec_of();
extern template const SectionCodec<Counted<Object>>& codec_of();
extern template const SectionCodec<Counted<Rope>>& codec_of();
extern template const SectionCodec<Counted<StaticObject>>& codec_of();
extern template const SectionCodec<Counted<WalkMap>>& codec_of();
extern template const SectionCodec<Uncounted<Size>>& codec_of();

}  // namespace redforge::rgm
