package ir

import "fmt"

// Position is a place in a file. Line and Col count from 1, columns in bytes.
type Position struct{ Line, Col int }

// Range is a part of a file; End is after its last character.
type Range struct {
	File       string
	Begin, End Position
}

// Range returns the range of a location attribute; ok is false when the location names no
// file, or is the beginning of a construct in a source (see parser.RangeOf).
func (l Location) Range() (r Range, ok bool) {
	f := fileLoc(l.explicit())
	if f == nil {
		return Range{}, false
	}
	return Range{f.File, Position{f.StartLine, f.StartCol}, Position{f.EndLine, f.EndCol}}, true
}

// Range returns the range of the bytes [begin, end).
func (s *Source) Range(begin, end int) Range {
	r := Range{File: s.Name}
	r.Begin.Line, r.Begin.Col = s.Position(begin)
	r.End.Line, r.End.Col = s.Position(end)
	return r
}

// String renders the range as file:line:col-line:col.
func (r Range) String() string {
	return fmt.Sprintf("%s:%d:%d-%d:%d", r.File, r.Begin.Line, r.Begin.Col, r.End.Line, r.End.Col)
}
