package diag

import (
	"strconv"
	"strings"
)

// Counted writes a number with a regular noun: "1 cycle", "2 cycles", "0 copies". A number
// without a fraction is written without a point.
func Counted[N int | int64 | float64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if head, ok := strings.CutSuffix(noun, "y"); ok && !strings.ContainsAny(head[len(head)-1:], "aeiou") {
		noun = head + "ie"
	}
	number := strconv.FormatInt(int64(n), 10)
	if f, ok := any(n).(float64); ok {
		number = strconv.FormatFloat(f, 'f', -1, 64)
	}
	return number + " " + noun + "s"
}
