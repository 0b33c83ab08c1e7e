// Package cf is the cf dialect: branches between the blocks of a region. Structured
// control flow is lowered to these branches, and canonicalization simplifies them: see
// patterns.go and patterns_switch.go.
package cf
