package ir

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Source is the text of a file. Positions in it are byte offsets; lines and columns are
// computed only for messages.
type Source struct {
	Name string // file name as given, "-" for standard input
	Text string
	// FirstLine is added to line numbers, and Before precedes the first line, because the
	// later parts of a split input begin after a marker.
	FirstLine int
	Before    string
	// Places, if not empty, are the locations for positions in the source, which are then indices into
	// Places instead of byte offsets in Text. They are for text from a file that is not available
	// here.
	Places []LineCol

	place atomic.Pointer[origin] // see origin
	once  sync.Once
	lines []int32 // offset of the first byte of every line
}

// LineCol is a line and a column of a file.
type LineCol struct{ Line, Col uint32 }

// Position returns the line and column of a byte offset, both from 1. Columns count
// bytes, as in mlir-opt.
func (s *Source) Position(offset int) (line, col int) {
	if s.Places != nil {
		return int(s.Places[offset].Line), int(s.Places[offset].Col)
	}
	s.findLines()
	i, _ := slices.BinarySearch(s.lines, int32(offset+1))
	i--
	col = offset - int(s.lines[i]) + 1
	if i == 0 {
		col += len(s.Before)
	}
	return i + 1 + s.FirstLine, col
}

// Offset returns the byte offset of a position; a column beyond the line becomes the end
// of the line.
func (s *Source) Offset(p Position) int {
	s.findLines()
	i := min(max(p.Line-s.FirstLine-1, 0), len(s.lines)-1)
	end := len(s.Text)
	if i+1 < len(s.lines) {
		end = int(s.lines[i+1]) - 1
	}
	col := p.Col - 1
	if i == 0 {
		col -= len(s.Before)
	}
	return min(int(s.lines[i])+max(col, 0), end)
}

func (s *Source) findLines() {
	s.once.Do(func() {
		s.lines = make([]int32, 1, 1+strings.Count(s.Text, "\n"))
		for i := 0; ; {
			j := strings.IndexByte(s.Text[i:], '\n')
			if j < 0 {
				break
			}
			i += j + 1
			s.lines = append(s.lines, int32(i))
		}
	})
}

// Line returns the text of the line that contains offset, without its end.
func (s *Source) Line(offset int) string {
	lo := strings.LastIndexByte(s.Text[:offset], '\n') + 1
	line, _, _ := strings.Cut(s.Text[lo:], "\n")
	if lo == 0 {
		return s.Before + line
	}
	return line
}

// Start returns the line and column of the whole source: 0:0, or the beginning of the
// part of a split input.
func (s *Source) Start() (line, col int) {
	if s.FirstLine == 0 && s.Before == "" {
		return 0, 0
	}
	return s.FirstLine + 1, len(s.Before) + 1
}

// Location is the origin of an operation or a block argument: a place in a parsed source,
// or a location attribute written in the text. The zero Location is unknown.
//
// Every operation has a location, so that it must be small: sources are shorter than 2
// GiB.
type Location struct {
	from *origin
	pos  int32
}

// origin is a source or a location attribute; each has a single origin, made with its first
// location. Or it is a source together with the call that an operation was inlined for; see
// Inlining. Or it is several locations; see FusedAt.
type origin struct {
	src   *Source
	attr  LocationAttr
	call  *callSite // the call that inlining replaced by the operation, or nil
	fused *fusion   // or nil
}

// callSite is the place of a call.
type callSite struct {
	ctx  *Context
	at   Location
	once sync.Once
	made LocationAttr
}

func (s *callSite) attr() LocationAttr {
	s.once.Do(func() { s.made = s.at.Attr(s.ctx) })
	return s.made
}

// At returns the location of a byte offset in a source, or of one of the source's Places.
func At(src *Source, offset int) Location {
	from := src.place.Load()
	if from == nil {
		src.place.CompareAndSwap(nil, &origin{src: src})
		from = src.place.Load()
	}
	return Location{from: from, pos: int32(offset)}
}

// LocationOf returns the location that a location attribute describes.
func LocationOf(a LocationAttr) Location {
	if a == nil {
		return Location{}
	}
	return Location{from: a.origin(a)}
}

// explicit returns the location attribute that l was made from or fused into, or nil.
func (l Location) explicit() LocationAttr {
	if l.from == nil {
		return nil
	}
	if l.from.fused != nil {
		return l.from.fused.attr()
	}
	return l.from.attr
}

// source returns the source that contains l, or nil.
func (l Location) source() *Source {
	if l.from == nil {
		return nil
	}
	return l.from.src
}

// Source returns the file and byte offset of the location, if it is in a text.
func (l Location) Source() (src *Source, offset int, ok bool) {
	if src = l.source(); src == nil || src.Places != nil {
		return nil, 0, false
	}
	return src, int(l.pos), true
}

// Word returns the first place of a word after l on its line, with the sigil and the quote
// before the word; or l, if the rest of the line lacks the word. Of several words it returns
// the place of the last: "dim 2" is the place of the 2.
func (l Location) Word(word string) Location {
	src, at, ok := l.Source()
	if !ok || word == "" || at > len(src.Text) {
		return l
	}
	line, _, _ := strings.Cut(src.Text[at:], "\n")
	for from := 0; ; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return l
		}
		begin, end := from+i, from+i+len(word)
		from = end
		if begin > 0 && isWordByte(line[begin-1]) && isWordByte(word[0]) || end < len(line) && isWordByte(line[end]) && isWordByte(word[len(word)-1]) {
			continue // a part of a longer word
		}
		begin += strings.LastIndexByte(word, ' ') + 1
		for begin > 0 && strings.IndexByte(`@"%#!^`, line[begin-1]) >= 0 {
			begin--
		}
		return At(src, at+begin)
	}
}

// isWordByte reports whether names have the byte.
func isWordByte(b byte) bool {
	return b == '_' || b == '$' || b == '-' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// IsKnown reports whether the location is not unknown.
func (l Location) IsKnown() bool {
	if l.from != nil && l.from.fused != nil {
		return true
	}
	_, unknown := l.explicit().(*UnknownLoc)
	return l.from != nil && !unknown
}

// Attr returns the location as an attribute of the context.
func (l Location) Attr(c *Context) LocationAttr {
	if a := l.explicit(); a != nil {
		return a
	}
	if src := l.source(); src != nil {
		line, col := src.Position(int(l.pos))
		file := c.FileLoc(src.Name, line, col)
		if l.from.call != nil {
			return c.CallSiteLoc(file, l.from.call.attr())
		}
		return file
	}
	return c.unknownLoc
}

// FileLineCol returns the first file position inside the location; ok is false when there
// is none.
func (l Location) FileLineCol() (file string, line, col int, ok bool) {
	if src := l.source(); src != nil {
		line, col = src.Position(int(l.pos))
		return src.Name, line, col, true
	}
	if f := fileLoc(l.explicit()); f != nil {
		return f.File, f.StartLine, f.StartCol, true
	}
	return "", 0, 0, false
}

// Place returns the position in a file if the location is a single position and has no attribute yet.
func (l Location) Place() (file string, line, col int, ok bool) {
	src := l.source()
	if src == nil || l.explicit() != nil || l.from.call != nil {
		return "", 0, 0, false
	}
	line, col = src.Position(int(l.pos))
	return src.Name, line, col, true
}

// LinesOf returns the lines of a file that the location names, counted from 1, in
// ascending order; fused locations and calls name several lines.
func (l Location) LinesOf(file string) (lines []int) {
	for l.source() != nil {
		if name, line, _, ok := l.FileLineCol(); ok && name == file && line > 0 {
			lines = append(lines, line)
		}
		l = l.caller()
	}
	seen := map[LocationAttr]bool{}
	var visit func(a LocationAttr)
	visit = func(a LocationAttr) {
		if seen[a] {
			return
		}
		seen[a] = true
		switch l := a.(type) {
		case *FileLoc:
			if l.File == file && l.StartLine > 0 {
				lines = append(lines, l.StartLine)
			}
		case *NameLoc:
			visit(l.Child)
		case *CallSiteLoc:
			visit(l.Callee)
			visit(l.Caller)
		case *FusedLoc:
			for _, child := range l.Locs {
				visit(child)
			}
		}
	}
	if a := l.explicit(); a != nil {
		visit(a)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// caller returns the location of the call that inlining replaced by the operation at l, unless that
// call is part of the attribute from which l was made.
func (l Location) caller() Location {
	if l.from.call == nil {
		return Location{}
	}
	return l.from.call.at
}

// Inlining assigns locations to the operations that replace a call. The location
// attributes are made only when they are needed, which is rare.
type Inlining struct {
	call callSite
	// few and by map origins in the callee to origins of inlined operations; by is for
	// more origins than few has room for.
	few    [4]struct{ from, to *origin }
	numFew int
	by     map[*origin]*origin
}

// InlinedAt returns the locations of operations that are inlined in place of a call at
// the given location.
func InlinedAt(c *Context, call Location) *Inlining {
	return &Inlining{call: callSite{ctx: c, at: call}}
}

// Of returns the location of an operation of the callee after inlining: callsite(l at
// call). If l already has call sites, the new one becomes the outermost.
func (i *Inlining) Of(l Location) Location {
	if l.source() == nil {
		return LocationOf(i.ofAttr(l.Attr(i.call.ctx)))
	}
	return Location{from: i.originOf(l), pos: l.pos}
}

func (i *Inlining) originOf(l Location) *origin {
	for _, known := range i.few[:i.numFew] {
		if known.from == l.from {
			return known.to
		}
	}
	if to := i.by[l.from]; to != nil {
		return to
	}
	var to *origin
	if before := l.caller(); before != (Location{}) {
		called := &struct {
			origin
			site callSite
		}{site: callSite{ctx: i.call.ctx, at: i.Of(before)}}
		to = &called.origin
		to.call = &called.site
	} else {
		to = &origin{call: &i.call}
	}
	to.src = l.from.src
	switch {
	case i.numFew < len(i.few):
		i.few[i.numFew].from, i.few[i.numFew].to = l.from, to
		i.numFew++
	case i.by == nil:
		i.by = map[*origin]*origin{l.from: to}
	default:
		i.by[l.from] = to
	}
	return to
}

func (i *Inlining) ofAttr(l LocationAttr) LocationAttr {
	if site, ok := l.(*CallSiteLoc); ok {
		return i.call.ctx.CallSiteLoc(site.Callee, i.ofAttr(site.Caller))
	}
	return i.call.ctx.CallSiteLoc(l, i.call.attr())
}

// fileLoc returns the first file position inside a location, or nil.
func fileLoc(a LocationAttr) *FileLoc {
	for {
		switch l := a.(type) {
		case *FileLoc:
			return l
		case *NameLoc:
			a = l.Child
		case *CallSiteLoc:
			a = l.Callee
		case *FusedLoc:
			return l.first
		default:
			return nil
		}
	}
}

// LocationAttr is an attribute that describes a location, spelled loc(…).
type LocationAttr interface {
	Attribute
	// origin returns the origin of the location l, which is the receiver.
	origin(l LocationAttr) *origin
}

// locBase is embedded in every location attribute.
type locBase struct {
	AttrBase
	from atomic.Pointer[origin] // made when an operation is given the location
}

func (b *locBase) origin(l LocationAttr) *origin {
	if b.from.Load() == nil {
		b.from.CompareAndSwap(nil, &origin{attr: l})
	}
	return b.from.Load()
}

type (
	// UnknownLoc is loc(unknown).
	UnknownLoc struct{ locBase }
	// FileLoc is loc("file":line:col) or a range, loc("file":l:c to l2:c2).
	FileLoc struct {
		locBase
		File                                 string
		StartLine, StartCol, EndLine, EndCol int
	}
	// NameLoc is loc("name"(child)).
	NameLoc struct {
		locBase
		Name  string
		Child LocationAttr
	}
	// CallSiteLoc is loc(callsite(callee at caller)).
	CallSiteLoc struct {
		locBase
		Callee, Caller LocationAttr
	}
	// FusedLoc is loc(fused<metadata>[locs...]); Metadata may be nil.
	FusedLoc struct {
		locBase
		Locs     []LocationAttr
		Metadata Attribute
		first    *FileLoc // see fileLoc
	}
)

// FileLoc returns loc("file":line:col).
func (c *Context) FileLoc(file string, line, col int) *FileLoc {
	return c.FileRangeLoc(file, line, col, line, col)
}

// FileRangeLoc returns a location that spans a range of text.
func (c *Context) FileRangeLoc(file string, line, col, endLine, endCol int) *FileLoc {
	s := Spell(c).Str("loc(").Bytes(func(b []byte) []byte {
		return appendPosition(AppendQuoted(b, file), line, col, endLine, endCol)
	})
	return s.Str(")").internAttr(func(b AttrBase) Attribute {
		return &FileLoc{locBase: locBase{AttrBase: b}, File: file, StartLine: line, StartCol: col, EndLine: endLine,
			EndCol: endCol}
	}).(*FileLoc)
}

// NameLoc returns loc("name"(child)); child may be unknown.
func (c *Context) NameLoc(name string, child LocationAttr) *NameLoc {
	if child == nil {
		child = c.unknownLoc
	}
	s := Spell(c).Str("loc(").Bytes(func(b []byte) []byte { return AppendQuoted(b, name) })
	if child != LocationAttr(c.unknownLoc) {
		s.Str("(").loc(child).Str(")")
	}
	return s.Str(")").internAttr(func(b AttrBase) Attribute { return &NameLoc{locBase{AttrBase: b}, name, child} }).(*NameLoc)
}

// CallSiteLoc returns loc(callsite(callee at caller)).
func (c *Context) CallSiteLoc(callee, caller LocationAttr) *CallSiteLoc {
	s := Spell(c).Str("loc(callsite(").loc(callee).Str(" at ").loc(caller).Str("))")
	return s.internAttr(func(b AttrBase) Attribute { return &CallSiteLoc{locBase{AttrBase: b}, callee, caller} }).(*CallSiteLoc)
}

// FusedLoc fuses locations as upstream does: nested fused locations with the same
// metadata are flattened, unknown locations and repetitions are dropped, and a single
// location without metadata is returned as it is.
func (c *Context) FusedLoc(locs []LocationAttr, metadata Attribute) LocationAttr {
	var flat []LocationAttr
	seen := map[LocationAttr]bool{c.unknownLoc: true}
	add := func(l LocationAttr) {
		if !seen[l] {
			seen[l] = true
			flat = append(flat, l)
		}
	}
	for _, l := range locs {
		if f, ok := l.(*FusedLoc); ok && f.Metadata == metadata {
			for _, inner := range f.Locs {
				add(inner)
			}
			continue
		}
		add(l)
	}
	if metadata == nil {
		switch len(flat) {
		case 0:
			return c.unknownLoc
		case 1:
			return flat[0]
		}
	} else if len(flat) == 0 {
		flat = []LocationAttr{c.unknownLoc}
	}
	s := Spell(c).Str("loc(fused")
	if metadata != nil {
		s.Str("<").Node(metadata).Str(">")
	}
	s.Str("[")
	var first *FileLoc
	for i, l := range flat {
		if i > 0 {
			s.Str(", ")
		}
		if s.loc(l); first == nil {
			first = fileLoc(l)
		}
	}
	return s.Str("])").internAttr(func(b AttrBase) Attribute {
		return &FusedLoc{locBase: locBase{AttrBase: b}, Locs: flat,
			Metadata: metadata, first: first}
	}).(*FusedLoc)
}

// UnknownLoc returns loc(unknown).
func (c *Context) UnknownLoc() LocationAttr { return c.unknownLoc }

// loc appends a nested location without its loc( ).
func (s *Spelling) loc(l LocationAttr) *Spelling { return s.ref(l.storage(), locationForm) }

// appendPosition appends :line:col and, if it is a range, its end.
func appendPosition(dst []byte, line, col, endLine, endCol int) []byte {
	dst = appendLineCol(dst, ":", line, col)
	switch {
	case endLine == line && endCol == col:
		return dst
	case endLine == line:
		return strconv.AppendInt(append(dst, " to :"...), int64(endCol), 10)
	}
	return appendLineCol(dst, " to ", endLine, endCol)
}

func appendLineCol(dst []byte, before string, line, col int) []byte {
	dst = strconv.AppendInt(append(dst, before...), int64(line), 10)
	return strconv.AppendInt(append(dst, ':'), int64(col), 10)
}
