package gpgpusim

import (
	"fmt"
	"strconv"
	"strings"
)

// floats holds the bits of the types of floats that registers of 32 or 64 bits hold.
var floats = map[string]int{"f32": 32, "f64": 64}

// bits returns the type of registers of a width.
func bits(width int) string { return fmt.Sprint("b", width) }

// signBit returns a register whose highest bit alone is set.
func (s *speller) signBit(width int) string {
	if width == 32 {
		return s.compute("b32", "mov.b32", "0x80000000")
	}
	return s.compute("b64", "shl.b64", s.compute("b64", "mov.b64", 1), 63)
}

// rest returns a register with all bits but the highest.
func (s *speller) rest(width int) string {
	return s.compute(bits(width), "not."+bits(width), s.signBit(width))
}

// signed returns the number y with the sign of x.
func (s *speller) signed(width int, x, y string) string {
	sign := s.compute(bits(width), "and."+bits(width), x, s.signBit(width))
	return s.compute(bits(width), "or."+bits(width), sign, s.compute(bits(width), "and."+bits(width), y, s.rest(width)))
}

// classify writes testp: a number is finite if its magnitude is below the infinity's.
func (s *speller) classify(class string, width int, x []string) {
	magnitude := s.compute(bits(width), "and."+bits(width), x[1], s.rest(width))
	infinity := "0f7F800000"
	if width == 64 {
		infinity = "0d7FF0000000000000"
	}
	relation := map[string]string{"finite": "lt", "infinite": "eq"}[class]
	s.write("setp."+relation+".u"+strconv.Itoa(width), x[0], magnitude, s.compute(bits(width), "mov."+bits(width), infinity))
}

// leadingZeros writes clz of 64 bits.
func (s *speller) leadingZeros(x []string) {
	high := s.compute("b32", "cvt.u32.u64", s.compute("b64", "shr.u64", x[1], 32))
	low := s.compute("b32", "cvt.u32.u64", x[1])
	none := s.compute("pred", "setp.eq.s32", high, 0)
	further := s.compute("b32", "add.s32", s.compute("b32", "clz.b32", low), 32)
	s.write("selp.b32", x[0], further, s.compute("b32", "clz.b32", high), none)
}

// shuffle writes shfl.sync, whose predicate says whether the other lane is one of the subgroup.
func (s *speller) shuffle(mode string, x []string, predicate string) error {
	from := s.compute("b32", "shfl."+mode+".b32", x[1], x[2], x[3])
	s.write("mov.b32", x[0], from)
	if predicate == "" {
		return nil
	}
	lane := s.compute("b32", "and.b32", s.compute("b32", "mov.u32", "%tid.x"), 31)
	switch {
	case mode == "up" && x[3] == "0":
		s.write("setp.ge.s32", predicate, s.compute("b32", "sub.s32", lane, x[2]), 0)
	case mode == "down" && x[3] == "31":
		s.write("setp.lt.s32", predicate, s.compute("b32", "add.s32", lane, x[2]), 32)
	default:
		return ErrNoForm
	}
	return nil
}

// convert writes cvt.
func (s *speller) convert(op string, parts, x []string) error {
	to, from := parts[len(parts)-2], parts[len(parts)-1]
	isFloat := func(t string) bool { return strings.Contains(t, "f") }
	switch {
	case !isFloat(to) && !isFloat(from), op == "cvt.f32.f16":
		s.write(op, anyOf(x)...)
	case !isFloat(from) && from[1:] == "64", !isFloat(to) && from == "f64", !isFloat(to) && to[1:] == "64":
		return ErrNoForm
	case to == from && from == "f64":
		return ErrNoForm
	case to == from: // to a whole number
		wide := x[1]
		if from == "f16" {
			wide = s.widened(from, wide)
		}
		whole := s.whole(parts[1], wide)
		if to == "f16" {
			s.rounded(to, x[0], whole)
		} else {
			s.write("mov.b32", x[0], whole)
		}
	case to == "f16" || to == "bf16":
		switch {
		case parts[1] != "rn":
			return ErrNoForm
		case from == "f64":
			s.rounded(to, x[0], s.roundedToOdd(x[1]))
		case from == "f32":
			s.rounded(to, x[0], x[1])
		default:
			s.rounded(to, x[0], s.compute("f32", "cvt.rn.f32."+from, x[1]))
		}
	case from == "f16" && to == "f64":
		s.write("cvt.f64.f32", x[0], s.widened(from, x[1]))
	case from == "f16":
		s.write("cvt.rzi."+to+".f32", x[0], s.widened(from, x[1]))
	case op == "cvt.rz.f32.f64":
		nearest, _, excess := s.narrowed(x[1])
		s.write("sub.s32", x[0], nearest, excess)
	default:
		s.write(op, anyOf(x)...)
	}
	return nil
}

// whole rounds a number in f32 to a whole number, which has its sign. The simulator takes numbers below the least normal one for 0.
func (s *speller) whole(mode, x string) string {
	truncated := s.compute("f32", "cvt.rzi.f32.f32", x)
	r := truncated
	switch mode {
	case "rni":
		r = s.compute("f32", "cvt.rni.f32.f32", x)
	case "rpi":
		next := s.compute("f32", "add.rn.f32", truncated, "0f3F800000")
		r = s.compute("b32", "selp.b32", next, truncated, s.compute("pred", "setp.lt.f32", truncated, x))
	case "rmi":
		next := s.compute("f32", "add.rn.f32", truncated, "0fBF800000")
		r = s.compute("b32", "selp.b32", next, truncated, s.compute("pred", "setp.gt.f32", truncated, x))
	}
	return s.signed(32, x, r)
}

// narrowed rounds a number in f64 to f32: the nearest number, whether it differs, and 1 if it is greater in magnitude, or else 0.
func (s *speller) narrowed(x string) (nearest, inexact, excess string) {
	nearest = s.compute("f32", "cvt.rn.f32.f64", x)
	back := s.compute("f64", "cvt.f64.f32", nearest)
	magnitudes := [2]string{}
	for i, v := range []string{back, x} {
		magnitudes[i] = s.compute("b64", "and.b64", v, s.rest(64))
	}
	isNaN := s.compute("pred", "setp.nan.f64", x, x)
	differs := s.compute("b32", "selp.b32", 1, 0, s.compute("pred", "setp.neu.f64", back, x))
	inexact = s.compute("b32", "selp.b32", 0, differs, isNaN)
	greater := s.compute("b32", "selp.b32", 1, 0, s.compute("pred", "setp.gt.f64", magnitudes[0], magnitudes[1]))
	return nearest, inexact, s.compute("b32", "selp.b32", 0, greater, isNaN)
}

// roundedToOdd rounds a number in f64 to f32 so that a second rounding to fewer bits is right: the last bit of an inexact number is 1.
func (s *speller) roundedToOdd(x string) string {
	nearest, inexact, excess := s.narrowed(x)
	return s.compute("b32", "or.b32", s.compute("b32", "sub.s32", nearest, excess), inexact)
}
