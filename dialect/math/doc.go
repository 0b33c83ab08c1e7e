// Package math is the math dialect: functions of floats and some of integers beyond plain
// arithmetic, on scalars and element by element on vectors and tensors. Constants fold as
// in upstream: rounding and bit operations exactly for every type, transcendental
// functions for f32 and f64.
package math
