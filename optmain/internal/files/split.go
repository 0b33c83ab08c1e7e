package files

import (
	"strings"

	"optc/ir"
)

// Split divides a source at the markers as mlir-opt does: at any place in a line, and the
// rest of the marker's line belongs to the next part. Text that begins like the marker
// but lacks the last two characters, and a marker at the very end or before a '0', are
// near misses. A marker at the very beginning separates nothing; the text after its first
// characters is read.
func Split(src *ir.Source, marker string) (parts []*ir.Source, misses []int) {
	text := src.Text
	suffix := marker[max(0, len(marker)-2):]
	prefix := strings.TrimSuffix(marker, suffix)
	if prefix == "" {
		prefix, suffix = marker, ""
	}
	start := 0
	add := func(end int) {
		line, col := src.Position(start)
		parts = append(parts, &ir.Source{Name: src.Name, Text: text[start:end], FirstLine: line - 1, Before: src.Line(start)[:col-1]})
	}
	for at := 0; ; {
		i := strings.Index(text[at:], prefix)
		if i < 0 {
			break
		}
		i += at
		at = i + len(prefix)
		rest, ok := strings.CutPrefix(text[at:], suffix)
		switch {
		case i == start:
			start = at
		case ok && rest != "" && rest[0] != '0':
			add(i)
			at += len(suffix)
			start = at
		default:
			misses = append(misses, at)
		}
	}
	if start < len(text) {
		add(len(text))
	}
	return parts, misses
}
