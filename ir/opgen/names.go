package opgen

import (
	"go/token"
	"strings"

	"optc/ir"
)

// initialisms are words that Go code spells in another way.
var initialisms = map[string]string{
	"id": "ID", "ipu": "IPU", "ipus": "IPUs", "laneid": "LaneID", "mma": "MMA", "npu": "NPU", "simd": "SIMD", "simt": "SIMT",
}

// camel makes a Go name from words with underscores or dots between them.
func camel(name string) string {
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

// goName returns the name of an operation in Go, without Op.
func goName(def *ir.OpDef) string {
	if def.GoName != "" {
		return def.GoName
	}
	_, mnemonic, _ := strings.Cut(def.Name(), ".")
	return camel(mnemonic)
}

// accessorName returns the name of the accessor of a part. Attributes that are named like
// a method or field of every operation get another name.
func accessorName(part string) string {
	switch name := camel(part); name {
	case "Kind", "Is", "Op", "Operation", "Ok":
		return name + "Attr"
	default:
		return name
	}
}

// parameterName returns the name of a parameter for a part.
func parameterName(part string) string {
	name := camel(part)
	upper := 0
	for upper < len(name) && 'A' <= name[upper] && name[upper] <= 'Z' {
		upper++
	}
	if upper > 1 && upper < len(name) {
		upper-- // the last capital begins the next word
	}
	name = strings.ToLower(name[:upper]) + name[upper:]
	if token.IsKeyword(name) {
		return name + "Attr"
	}
	return name
}
