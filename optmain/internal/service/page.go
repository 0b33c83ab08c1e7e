package service

import (
	"fmt"
	"reflect"
	"strings"
)

// Page is the page of the reference about the methods.
func Page() string {
	var b strings.Builder
	b.WriteString("# Methods of the service\n\n" +
		"What `optc serve` answers, `optc mcp` offers as tools, and the Python package calls. [service.md](../service.md) shows how they are used, and\n" +
		"[service.schema.json](service.schema.json) has the schemas.\n")
	structs := map[string]bool{}
	for _, m := range Methods() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n", m.Name, strings.ToUpper(m.Title[:1])+m.Title[1:])
		writeFields(&b, "parameter", m.Params, structs)
		writeFields(&b, "result", m.Result, structs)
	}
	return b.String()
}

// writeFields writes a table of the fields of a struct, and of the structs in it that have
// no table yet.
func writeFields(b *strings.Builder, title string, t reflect.Type, known map[string]bool) {
	var inner []reflect.Type
	first := true
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		if first {
			fmt.Fprintf(b, "\n| %s | type | |\n|---|---|---|\n", title)
			first = false
		}
		name, optional := jsonName(f)
		doc := f.Tag.Get("doc")
		if optional && title == "parameter" {
			doc = "optional; " + doc
		}
		spelled, of := spell(f.Type)
		if of != nil && !known[of.Name()] {
			known[of.Name()] = true
			inner = append(inner, of)
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, spelled, strings.TrimSuffix(doc, "; "))
	}
	for _, of := range inner {
		writeFields(b, typeName(of), of, known)
	}
}

// spell returns the name of a type; of is the struct in it, if there is one.
func spell(t reflect.Type) (name string, of reflect.Type) {
	switch {
	case t == rawMessage:
		return "any JSON", nil
	case t.Kind() == reflect.Pointer:
		return spell(t.Elem())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "bytes in base64", nil
	case t.Kind() == reflect.Slice:
		name, of = spell(t.Elem())
		return "list of " + name, of
	case t.Kind() == reflect.Map:
		name, of = spell(t.Elem())
		return "object of " + name + " by name", of
	case t.Kind() == reflect.Struct:
		return typeName(t), t
	}
	return map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Int: "integer", reflect.Int64: "integer", reflect.Float64: "number"}[t.Kind()], nil
}

// typeName is the name of a struct in words: "built file".
func typeName(t reflect.Type) string {
	var b strings.Builder
	for i, c := range t.Name() {
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte(' ')
			}
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}
