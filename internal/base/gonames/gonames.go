// Package gonames converts names of operations and their parts to names of Go code.
package gonames

import (
	"strings"
	"unicode"
)

// initialisms are words that Go code spells in another way.
var initialisms = map[string]string{
	"id": "ID", "ipu": "IPU", "ipus": "IPUs", "laneid": "LaneID", "mma": "MMA", "npu": "NPU", "simd": "SIMD", "simt": "SIMT",
}

// Camel makes a Go name from words with underscores or dots between them.
func Camel(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '.' })
	for i, w := range words {
		if known := initialisms[w]; known != "" {
			words[i] = known
		} else {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// Snake makes the name of an operation from a name of Go code: insert_slice from
// InsertSlice.
func Snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
