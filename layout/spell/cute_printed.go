package spell

import (
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"optc/internal/base/lazyre"
	"optc/layout"
)

// constantPrinted matches a compile-time constant as CuTe prints it: _4, _-1 or Int<4>{}.
var constantPrinted = lazyre.New(`\b_(-?\d+)\b|\bInt<(-?\d+)>(?:\{\})?`)

// pointerPrinted is a pointer, or the first coordinate, before a layout, and the swizzle before it.
var pointerPrinted = lazyre.New(`(?:(?:Swizzle|Sw|S)<(-?\d+),(-?\d+),(-?\d+)>o)?(?:(?:[a-z]+_)?ptr\[(\d+)b\]\([^()]*\)|ArithTuple\([0,]*\))o`)

// printed returns a text as CuTe prints it in the spelling that [EvalCuTe] reads. A swizzle before a pointer exchanges bytes,
// and is written for the elements after it (include/cute/pointer_flagged.hpp, as_position_independent_swizzle_layout).
//
//	Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)  =  Swizzle<3,3,3>o(8,64):(64,1)
func printed(text string) string {
	if strings.Contains(text, "_") || strings.Contains(text, "Int<") {
		text = constantPrinted().ReplaceAllString(text, "$1$2")
	}
	if !strings.Contains(text, "ptr[") && !strings.Contains(text, "ArithTuple(") {
		return text
	}
	text = withoutSpaces(text)
	return replaceMatches(pointerPrinted(), text, func(m []string) string {
		if m[1] == "" {
			return ""
		}
		var s layout.Swizzle
		for i, n := range []*int64{&s.Bits, &s.Base, &s.Shift} {
			*n, _ = strconv.ParseInt(m[i+1], 10, 16) // a number that is too large is refused together with the swizzle
		}
		width, err := strconv.ParseUint(m[4], 10, 16)
		if err != nil || width == 0 {
			return m[0]
		}
		// An element of 16 bits is 2 bytes, so that the lowest bit of its number is bit 1 of its address.
		s.Base -= int64(bits.Len64(width)) - 4
		if s.Base < 0 {
			s.Bits, s.Base = max(s.Bits+s.Base, 0), 0
		}
		return s.String() + "o"
	})
}

// replaceMatches replaces each match of an expression by the result of f for its groups.
func replaceMatches(re *regexp.Regexp, text string, f func(groups []string) string) string {
	return re.ReplaceAllStringFunc(text, func(match string) string { return f(re.FindStringSubmatch(match)) })
}
