// Package cf is the cf dialect: branches between the blocks of a region. It is
// what structured control flow is lowered to, and what canonicalization makes
// shorter: see patterns.go and patterns_switch.go.
package cf
