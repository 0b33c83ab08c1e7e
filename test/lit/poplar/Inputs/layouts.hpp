#pragma once
#include <poplar/AvailableVTypes.h>

#if defined(__IPU__) && !defined(NO_ASSEMBLY)
#define IS_EXTERNAL(pred) static const bool isExternalCodelet = pred
#else
#define IS_EXTERNAL(pred) static const bool isExternalCodelet = false
#endif

#ifdef VECTOR_AVAIL_SCALED_PTR64
static constexpr auto PTR8 = poplar::VectorLayout::SCALED_PTR64;
#else
static constexpr auto PTR8 = poplar::VectorLayout::ONE_PTR;
#endif

#define INSTANTIATE_1(v, t) template class v<t>;
#define INSTANTIATE_2(v, t, ...) template class v<t>; INSTANTIATE_1(v, __VA_ARGS__)
#define SELECT(_1, _2, NAME, ...) INSTANTIATE##NAME
#define INSTANTIATE(v, ...) SELECT(__VA_ARGS__, _2, _1)(v, __VA_ARGS__)
