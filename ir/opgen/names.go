package opgen

import (
	"go/token"
	"strings"

	"optc/internal/base/gonames"
	"optc/ir"
)

// goName returns the name of an operation in Go, without Op.
func goName(def *ir.OpDef) string {
	if def.GoName != "" {
		return def.GoName
	}
	_, mnemonic, _ := strings.Cut(def.Name(), ".")
	return gonames.Camel(mnemonic)
}

// accessorName returns the name of the accessor of a part. Attributes that are named like
// a method or field of every operation get another name.
func accessorName(part string) string {
	switch name := gonames.Camel(part); name {
	case "Kind", "Is", "Op", "Operation", "Ok":
		return name + "Attr"
	default:
		return name
	}
}

// parameterName returns the name of a parameter for a part.
func parameterName(part string) string {
	name := gonames.Camel(part)
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
