// Floats of 16 bits for compilers without them: every operation computes in float or double and
// rounds once to the nearest, as hardware does.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

template <int EXPONENT, int FRACTION> struct float_of_16_bits {
  uint16_t bits = 0;

  float_of_16_bits() = default;
  explicit float_of_16_bits(double x) : bits(encode(x)) {}
  explicit operator float() const { return float(decode(bits)); }
  explicit operator double() const { return decode(bits); }

private:
  enum { BIAS = (1 << (EXPONENT - 1)) - 1, INFINITE = ((1 << EXPONENT) - 1) << FRACTION };

  static double decode(uint16_t b) {
    int exponent = b >> FRACTION & ((1 << EXPONENT) - 1), fraction = b & ((1 << FRACTION) - 1);
    double x;
    if ((b & INFINITE) == INFINITE)
      x = fraction ? NAN : INFINITY;
    else if (exponent == 0)
      x = ldexp(fraction, 1 - BIAS - FRACTION);
    else
      x = ldexp(fraction + (1 << FRACTION), exponent - BIAS - FRACTION);
    return b >> 15 ? -x : x;
  }

  static uint16_t encode(double x) {
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x))
      return sign | INFINITE | 1 << (FRACTION - 1);
    if (isinf(x))
      return sign | INFINITE;
    if (x == 0)
      return sign;
    int exponent = 0;
    frexp(x, &exponent);
    exponent = exponent < 2 - BIAS ? 2 - BIAS : exponent; // below, numbers are denormal
    // nearbyint rounds to the nearest, and to even in the middle. A fraction that becomes too
    // large increases the exponent.
    double units = nearbyint(ldexp(fabs(x), FRACTION + 1 - exponent));
    int64_t b = (int64_t(exponent - 2 + BIAS) << FRACTION) + int64_t(units);
    return sign | uint16_t(b >= INFINITE ? int64_t(INFINITE) : b);
  }
};

typedef float_of_16_bits<5, 10> f16;
typedef float_of_16_bits<8, 7> bf16;

template <int E, int F> float_of_16_bits<E, F> operator+(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float_of_16_bits<E, F>(float(x) + float(y)); }
template <int E, int F> float_of_16_bits<E, F> operator-(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float_of_16_bits<E, F>(float(x) - float(y)); }
template <int E, int F> float_of_16_bits<E, F> operator*(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float_of_16_bits<E, F>(float(x) * float(y)); }
template <int E, int F> float_of_16_bits<E, F> operator/(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float_of_16_bits<E, F>(float(x) / float(y)); }
template <int E, int F> float_of_16_bits<E, F> operator-(float_of_16_bits<E, F> x) {
  x.bits ^= 0x8000;
  return x;
}
template <int E, int F> bool operator==(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float(x) == float(y); }
template <int E, int F> bool operator!=(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float(x) != float(y); }
template <int E, int F> bool operator<(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float(x) < float(y); }
template <int E, int F> bool operator<=(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float(x) <= float(y); }
template <int E, int F> bool operator>(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float(x) > float(y); }
template <int E, int F> bool operator>=(float_of_16_bits<E, F> x, float_of_16_bits<E, F> y) { return float(x) >= float(y); }
