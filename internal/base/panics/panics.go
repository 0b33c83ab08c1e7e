// Package panics describes a recovered panic, for the report of the mistake: passes and servers
// continue after a panic, and both report where it happened.
package panics

import (
	"fmt"
	"strings"

	"optc/internal/base/parallel"
)

// Describe returns the value of a panic and the function and the line at which it happened.
// value and stack are from the recovering function; the value of another goroutine that
// parallel.Do passed on has its own stack.
func Describe(value any, stack []byte) (reason any, site string) {
	if p, ok := value.(*parallel.Panic); ok {
		value, stack = p.Value, p.Stack
	}
	return value, siteOf(string(stack))
}

// siteOf returns the line of a stack trace at which the panic happened.
func siteOf(stack string) string {
	_, after, _ := strings.Cut(stack, "panic(")
	lines := strings.Split(after, "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		if !strings.HasPrefix(lines[i], "runtime.") {
			return fmt.Sprintf("at %s, %s", strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1]))
		}
	}
	return "the place is unknown"
}
