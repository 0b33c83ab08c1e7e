package bytecode

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"optc/ir"
	"optc/parser"
)

// Options changes how Read works.
type Options struct {
	// Threads bounds the number of goroutines; 0 means the number of processors. The
	// result does not depend on it.
	Threads int
	// NoImplicitModule makes Read return the only top-level operation, whatever it is.
	NoImplicitModule bool
	// External receives the resources that other tools have stored in the file, in order.
	External func(section string, e parser.ResourceEntry)
}

// Read reads a file of bytecode whose contents are src.Text. The result is a
// builtin.module: the module in the file if that is its only top-level operation, and
// otherwise an implicit module around all of them. Resources are added to the context.
// Nothing is verified. The error is an *Error if the file is wrong, and wraps the error
// of ctx if ctx ends before the file.
//
// The text must not change as long as the module is in use: strings of the module
// may be parts of it.
func Read(ctx context.Context, c *ir.Context, src *ir.Source, opts Options) (*ir.Operation, error) {
	r := &reader{run: ctx, ctx: c, opts: opts, name: src.Name}
	module, err := r.file(bytesOf(src.Text))
	if stopped := ctx.Err(); stopped != nil {
		return nil, fmt.Errorf("reading of %s was stopped: %w", src.Name, stopped)
	}
	if err != nil {
		err.File = src.Name
		return nil, err
	}
	return module, nil
}

// reader holds the sections of a file.
type reader struct {
	run     context.Context
	ctx     *ir.Context
	opts    Options
	name    string
	version uint64

	sections [numSections]*cursor

	strings  []string
	dialects []string
	ops      []opName
	nodes
	properties []cursor
	resources  []*ir.Resource          // resources of the dialects, in the order of their handles
	byKey      map[string]*ir.Resource // resources by key in the file
}

// opName is an operation of the file.
type opName struct {
	def *ir.OpDef
	// registered reports that the writer knew the operation, so that its properties are
	// in the encoding of its definition.
	registered bool
	sorted     []int          // see sortedAttrs
	absent     []ir.Attribute // inherent attributes if the file does not list them
	err        string         // why the operation cannot be read
}

func (r *reader) file(data []byte) (*ir.Operation, *Error) {
	c := &cursor{data: data}
	if !Is(textOf(data)) {
		c.fail("expected bytecode to begin with %q", Magic)
		return nil, c.err
	}
	c.pos = len(Magic)
	at := c.pos
	if r.version = c.varint(); r.version > MaxVersion {
		c.failAt(at, "bytecode version %d is newer than %d", r.version, MaxVersion)
	}
	c.terminated("name of the producer")
	for c.err == nil && c.left() > 0 {
		at := c.pos
		number, body := c.section()
		switch {
		case c.err != nil:
		case r.sections[number] != nil:
			c.failAt(at, "section %d is there twice", number)
		default:
			r.sections[number] = &body
		}
	}
	if c.err != nil {
		return nil, c.err
	}
	for _, step := range []struct {
		section byte
		read    func(*cursor)
		missing string // "" for sections that may be left out
	}{
		{stringSection, r.readStrings, "strings"},
		{dialectSection, r.readDialects, "dialects"},
		{resourceOffsetSection, r.readResources, ""},
		{nodeOffsetSection, r.readNodes, "offsets of attributes and types"},
		{propertiesSection, r.readProperties, ""},
	} {
		s := r.sections[step.section]
		switch {
		case s == nil && step.missing != "":
			c.fail("there is no section of %s", step.missing)
			return nil, c.err
		case s == nil:
			continue
		}
		if step.read(s); s.err == nil && s.left() > 0 {
			s.fail("%d bytes behind the end of the contents of the section", s.left())
		}
		if s.err != nil {
			return nil, s.err
		}
	}
	if r.sections[irSection] == nil {
		c.fail("there is no section of operations")
		return nil, c.err
	}
	return r.readIR(r.sections[irSection])
}

func (r *reader) readStrings(c *cursor) {
	r.strings = make([]string, c.count("strings"))
	total := uint64(0)
	sizes := make([]int, len(r.strings))
	for i := len(sizes) - 1; i >= 0; i-- {
		at := c.pos
		n := c.varint()
		if n == 0 || n > uint64(len(c.data)) {
			c.failAt(at, "string of %d bytes", n)
		}
		if c.err != nil {
			return
		}
		sizes[i] = int(n)
		total += n
	}
	if total != uint64(c.left()) {
		c.fail("strings of %d bytes, but the section has %d", total, c.left())
		return
	}
	for i, n := range sizes {
		r.strings[i] = textOf(c.data[c.pos : c.pos+n-1]) // without the zero byte
		c.pos += n
	}
}

// str reads a reference to a string.
func (r *reader) str(c *cursor) string {
	if i := c.index(len(r.strings), "string"); c.err == nil {
		return r.strings[i]
	}
	return ""
}

func (r *reader) readDialects(c *cursor) {
	r.dialects = make([]string, 0, c.count("dialects"))
	for range cap(r.dialects) {
		at := c.pos
		name, versioned := c.varint(), false
		if r.version >= dialectVersions {
			versioned, name = name&1 != 0, name>>1
		}
		if name >= uint64(len(r.strings)) {
			c.failAt(at, "reference to string %d, but there are %d", name, len(r.strings))
		}
		if versioned {
			if number, _ := c.section(); c.err == nil && number != dialectVersionSection {
				c.failAt(at, "expected the version of a dialect, but got section %d", number)
			}
		}
		if c.err != nil {
			return
		}
		r.dialects = append(r.dialects, r.strings[name])
	}
	if r.version >= elidedArgLocations {
		r.ops = make([]opName, 0, c.count("names of operations"))
	}
	for c.err == nil && c.left() > 0 {
		dialect := c.index(len(r.dialects), "dialect")
		for range c.count("names of operations") {
			r.readOpName(c, dialect)
		}
	}
}

func (r *reader) readOpName(c *cursor, dialect int) {
	at := c.pos
	name, registered := c.varint(), false
	if r.version >= nativeProperties {
		registered, name = name&1 != 0, name>>1
	}
	if name >= uint64(len(r.strings)) {
		c.failAt(at, "reference to string %d, but there are %d", name, len(r.strings))
	}
	if c.err != nil {
		return
	}
	full := r.dialects[dialect]
	if r.strings[name] != "" {
		full += "." + r.strings[name]
	}
	o := opName{def: r.ctx.OpDef(full), registered: registered}
	switch {
	case full == "" || strings.IndexByte(full, 0) >= 0:
		c.failAt(at, "operation without a proper name")
		return
	case o.def != nil:
		o.sorted = sortedAttrs(o.def)
		o.absent = r.completed(&ir.OpState{Def: o.def})
	case (r.ctx.Dialect(r.dialects[dialect]) == nil || r.ctx.Dialect(r.dialects[dialect]).Partial) && !r.ctx.AllowUnregistered:
		o.err = fmt.Sprintf("operation '%s' of an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used", full)
	default:
		o.def = r.ctx.UnregisteredOpDef(full)
	}
	r.ops = append(r.ops, o)
}

// threads is the number of goroutines that may be used.
func (r *reader) threads() int {
	if r.opts.Threads > 0 {
		return r.opts.Threads
	}
	return runtime.GOMAXPROCS(0)
}
