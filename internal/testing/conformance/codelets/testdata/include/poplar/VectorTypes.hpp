// The vectors of the hardware.
#pragma once

#include <poplar/Vertex.hpp>

#define VECTOR(T, name, n) typedef T name##n __attribute__((ext_vector_type(n)));
VECTOR(float, float, 2)
VECTOR(float, float, 4)
VECTOR(half, half, 2)
VECTOR(half, half, 4)
VECTOR(half, half, 8)
VECTOR(char, char, 2)
VECTOR(char, char, 4)
VECTOR(unsigned char, uchar, 2)
VECTOR(unsigned char, uchar, 4)
VECTOR(short, short, 2)
VECTOR(short, short, 4)
VECTOR(unsigned short, ushort, 2)
VECTOR(unsigned short, ushort, 4)
VECTOR(int, int, 2)
VECTOR(int, int, 4)
VECTOR(unsigned, uint, 2)
VECTOR(unsigned, uint, 4)
VECTOR(long long, longlong, 2)
VECTOR(unsigned long long, ulonglong, 2)
#undef VECTOR
