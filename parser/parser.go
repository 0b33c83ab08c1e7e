// Package parser reads MLIR text into the IR of package ir.
//
// It exists apart from ir because text is one way among others to come to an
// IR, and because it must be fast: the lexer, the operations, the types and the
// attributes are hand-written recursive descent over byte offsets. Dialects do
// not appear here; their operations, types and attributes are parsed by what
// the definitions in the context declare. Sub-languages of dialects may be
// grammars, see [Grammar].
//
// The language is that of upstream MLIR, LLVM 22, with upstream's messages at
// upstream's places. Unlike upstream, the parser goes on after an error, so that
// one run reports all the mistakes of a file.
package parser

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"optc/internal/parallel"
	"optc/ir"
)

// MaxSourceBytes is the largest source that is accepted.
const MaxSourceBytes = 1 << 31

// MaxDepth is how deep types, attributes, expressions and regions may nest in
// one another.
const MaxDepth = 1000

// config is what the options of Parse say.
type config struct {
	threads   int
	maxErrors int
	external  func(section string, e ResourceEntry)
	bare      bool
	passed    func(from, to int)
	ranges    *OpRanges
	names     *Names
	folder    fs.FS // see AliasesIn
}

// Option changes how Parse works.
type Option func(*config)

// Threads bounds the number of goroutines that parse function bodies; 0, the
// default, means as many as the machine has. The result does not depend on it.
func Threads(n int) Option { return func(c *config) { c.threads = n } }

func (c *config) maxThreads() int {
	if c.threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return c.threads
}

// MaxErrors bounds the errors that are reported; the default is 20. With 1 it
// reports exactly what upstream reports.
func MaxErrors(n int) Option { return func(c *config) { c.maxErrors = n } }

// ExternalResources hands the entries of the external_resources sections of the
// file to f. Without it, such sections are ignored with a warning.
func ExternalResources(f func(section string, e ResourceEntry)) Option {
	return func(c *config) { c.external = f }
}

// NoImplicitModule makes Parse return the only top-level operation, whatever it
// is; several or none are an error.
func NoImplicitModule() Option { return func(c *config) { c.bare = true } }

// Passed tells f from time to time that a part of the source was read and is not needed
// soon: most of it never, except for messages and as names of values.
func Passed(f func(from, to int)) Option { return func(c *config) { c.passed = f } }

// Parse reads a whole source. The result is a builtin.module: the one in the
// source if that is its only top-level operation, and otherwise an implicit one
// around all of them. Diagnostics go to sink, which may be nil, in source order.
//
// The error is of type ir.Errors if the source is wrong; the module then holds what
// could be understood. It wraps the error of ctx if that ends before the source, and
// is an *ir.Fault if the definition of an operation in the source is wrong.
//
// Nothing is verified. Resources of the source's resource section are added to
// c, see ir.Context.Resources.
func Parse(ctx context.Context, c *ir.Context, src *ir.Source, sink ir.Sink, opts ...Option) (*ir.Operation, error) {
	if int64(len(src.Text)) > MaxSourceBytes {
		d := ir.Errorf(ir.At(src, 0), "source of %d bytes is larger than the limit of %d bytes", len(src.Text), int64(MaxSourceBytes))
		ir.Report(sink, d)
		return nil, ir.Errors{d}
	}
	f := newFile(ctx, c, src, opts)
	module, diags := f.parse()
	if f.incomplete() {
		late, resources := f.late, f.resources
		f = newFile(ctx, c, src, append(slices.Clip(opts), Threads(1)))
		f.late, f.resources = late, resources
		module, diags = f.parse()
	}
	if fault := f.faulty.Load(); fault != nil {
		return nil, fault
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("parsing of %s was stopped: %w", src.Name, err)
	}
	ir.Report(sink, diags...)
	return module, ir.ErrorsOf(diags)
}

// ParseType reads a type that is the whole text. The error is of type ir.Errors.
func ParseType(c *ir.Context, text string, sink ir.Sink) (t ir.Type, err error) {
	err = parseWhole(c, text, sink, func(p *parser) { t = p.parseType() })
	return t, err
}

// ParseAttr reads an attribute that is the whole text; t, if not nil, is the
// type of untyped literals. The error is of type ir.Errors.
func ParseAttr(c *ir.Context, text string, t ir.Type, sink ir.Sink) (a ir.Attribute, err error) {
	err = parseWhole(c, text, sink, func(p *parser) { a = p.parseAttr(t) })
	return a, err
}

func parseWhole(c *ir.Context, text string, sink ir.Sink, parse func(*parser)) error {
	f := newFile(context.Background(), c, &ir.Source{Name: text, Text: text}, nil)
	p := f.newParser()
	p.wholeText(parse)
	ir.Report(sink, p.diags...)
	return ir.ErrorsOf(p.diags)
}

// file is what all parsers of one source share.
type file struct {
	ctx *ir.Context
	src *ir.Source
	cfg config
	run context.Context // nil if it never ends
	// placeholder defines the operations that stand for values that are used
	// before they are defined.
	placeholder *ir.OpDef
	attrAliases map[string]alias[ir.Attribute]
	typeAliases map[string]alias[ir.Type]

	mu        sync.Mutex
	distinct  map[uint64]*ir.DistinctAttr
	resources map[string]*ir.Resource // by key in the source
	external  []externalEntry         // for config.external

	// unordered tells that items are parsed at the same time. Then nobody knows which
	// of two mentions of a distinct attribute comes first in the source, so that an
	// error about them is only noted as a conflict, and everything is parsed in order.
	unordered bool
	conflict  atomic.Bool
	freeItems chan []item // memory of batches that were taken over
	freeNames chan *pieceNames
	refused   atomic.Int32 // number of pieces that were not taken

	// late are the offsets of alias definitions that the outline missed. If there is
	// an undefined location, everything is parsed again with these known.
	late              []int
	undefinedLocation atomic.Bool

	faulty atomic.Pointer[ir.Fault] // the first mistake in a definition that was met
}

type externalEntry struct {
	section string
	entry   ResourceEntry
}

// alias is the meaning of #name or !name. It holds from its definition on;
// location aliases hold everywhere.
type alias[N ir.Node] struct {
	node N
	pos  int
}

func newFile(ctx context.Context, c *ir.Context, src *ir.Source, opts []Option) *file {
	f := &file{
		ctx: c, src: src,
		cfg:         config{maxErrors: 20},
		placeholder: &ir.OpDef{Kind: ir.Kind("forward.reference")},
		attrAliases: map[string]alias[ir.Attribute]{},
		typeAliases: map[string]alias[ir.Type]{},
	}
	if ctx.Done() != nil {
		f.run = ctx
	}
	for _, o := range opts {
		o(&f.cfg)
	}
	return f
}

// parser is a position in a source with everything that one goroutine needs to
// parse from there.
type parser struct {
	lexer
	*file
	tok     token // the next token
	prevEnd int   // end of the token before

	// failed says that an error was reported and not recovered from: tokens no
	// longer match anything and no further error is reported.
	failed bool
	lost   bool // no place to go on after the last error was found
	errs   int
	diags  []*ir.Diagnostic
	parent *parser // of a sub-parser, which fails with it

	triedAt    int      // offset of the token that tried and triedValue are about
	tried      []string // words that could have stood there
	triedValue bool     // the name of a value could have stood there

	depth  int    // of nested types, attributes, expressions and regions
	opName string // the operation whose custom form is parsed; messages name it

	builder *ir.Builder
	arena   *ir.Arena
	values  values
	blocks  []blockScope // of the regions around, innermost last
	// dialects is the stack of default dialects.
	dialects []string
	frames   []*frame // of the operations around, reused
	level    int      // number of frames in use

	plans          map[string]*plan // by full name
	shortPlans     map[shortName]*plan
	types          memo[string, ir.Type] // by exact spelling
	attrs          memo[string, ir.Attribute]
	dicts          memo[string, *dictionary]
	dict           dictionary     // the one that was parsed last
	entries        []ir.NamedAttr // of the dictionaries being parsed
	arrays         []ir.Attribute // elements of the arrays being parsed
	recent         [2]recentType  // the types that were parsed last
	fields         memo[field, ir.Attribute]
	uses           []ir.Unresolved // results of Operands of the operations being parsed
	typeLists      []ir.Type       // results of Types of the operations, and the function types, being parsed
	sizes          []int           // of operand groups
	affineNames    []affineName    // memory for those of affineParser
	indexes        []int64         // of the lists and shapes being parsed
	raw            []byte          // of the dense array being parsed
	affineOfValues affineParser    // see affineParserOfValues
	spare          []values        // name tables to use again
	regions        []*ir.Region    // empty ones

	polls         int       // calls of poll
	passed        int       // offset that was reported, see Passed
	batches       []batch   // of the items that may come next
	nextItem      int       // index in the first of them
	itemBlock     *ir.Block // empty, where items are parsed into
	worker        *parser   // parses the items when there is one thread
	workers       *parallel.Group
	forward       []*ir.Diagnostic // uses of what is not defined in the items
	undefinedLocs []*ir.Diagnostic
	undefined     int // number of aliases that were not defined
}

func (f *file) newParser() *parser {
	b := ir.NewBuilder(f.ctx)
	p := &parser{
		lexer:      lexer{text: f.src.Text, passed: f.cfg.passed},
		file:       f,
		builder:    b,
		arena:      b.Arena(),
		dialects:   []string{"builtin"},
		plans:      map[string]*plan{},
		shortPlans: map[shortName]*plan{},
	}
	p.values.limit = len(f.src.Text)/4 + 64
	return p
}

// start makes the token at or after offset the next one.
func (p *parser) start(offset int) {
	p.tok = token{tokWord, offset, offset}
	p.next()
}

// next advances to the next token.
func (p *parser) next() {
	if p.failed {
		return
	}
	p.prevEnd = p.tok.hi
	p.tok = p.lex(p.tok.hi)
	if p.tok.kind == tokError {
		p.report(p.tok.lo, p.msg)
	}
}

// spelling is the text of the next token.
func (p *parser) spelling() string { return p.text[p.tok.lo:p.tok.hi] }

// accept consumes the next token if it is of kind k.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// expect consumes a token of kind k or reports msg.
func (p *parser) expect(k kind, msg string) bool {
	if p.tok.kind == k {
		p.next()
		return true
	}
	p.wrongToken(msg)
	return false
}

// peekWord tells whether the next token is that word.
func (p *parser) peekWord(w string) bool {
	switch {
	case p.tok.kind != tokWord:
		return false
	case p.spelling() == w:
		return true
	}
	p.tryHere()
	p.tried = append(p.tried, w)
	return false
}

// peekValue tells whether the next token is the name of a value.
func (p *parser) peekValue() bool {
	if p.tok.kind == tokWord {
		p.tryHere()
		p.triedValue = true
	}
	return p.tok.kind == tokValue
}

// tryHere begins the notes of what could stand in place of the next token, a word.
func (p *parser) tryHere() {
	if p.triedAt != p.tok.lo {
		p.triedAt, p.tried, p.triedValue = p.tok.lo, p.tried[:0], false
	}
}

// acceptWord consumes that word if it comes next.
func (p *parser) acceptWord(w string) bool {
	if !p.peekWord(w) {
		return false
	}
	p.next()
	return true
}

// list parses elements separated by commas until the closing token. context
// completes the messages about the delimiters.
func (p *parser) list(open, end kind, context string, element func()) {
	if p.tok.kind != open {
		p.wrongToken("expected '" + punctuation[open] + "'" + context)
		return
	}
	if p.next(); p.accept(end) {
		return
	}
	p.commaSeparated(element)
	if p.tok.kind != end {
		p.wrongToken("expected '" + punctuation[end] + "'" + context)
		return
	}
	p.next()
}

// listUntil parses elements separated by commas until the closing token, after
// the opening one was consumed.
func (p *parser) listUntil(end kind, allowEmpty bool, element func()) {
	if p.tok.kind == end {
		if !allowEmpty {
			p.wrongToken("expected list element")
			return
		}
		p.next()
		return
	}
	p.commaSeparated(element)
	if p.tok.kind != end {
		p.wrongToken("expected ',' or '" + punctuation[end] + "'")
		return
	}
	p.next()
}

func (p *parser) commaSeparated(element func()) {
	for element(); p.accept(tokComma); {
		p.poll()
		element()
	}
}

// enter counts one more level of nesting and reports when it is too much;
// every enter is followed by a leave.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > MaxDepth {
		p.error("nesting is deeper than the limit of %d", MaxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// fits tells whether a node that is not read here, but known from before, nests no
// deeper than the limit.
func (p *parser) fits(n ir.Node) bool { return p.depth+ir.Depth(n) <= MaxDepth }

// aliased returns what an alias stands for, which is reported if it nests too deep.
func aliased[N ir.Node](p *parser, pos int, n N) (_ N) {
	if !p.fits(n) {
		p.errorAt(pos, fmt.Sprintf("nesting is deeper than the limit of %d", MaxDepth))
		return
	}
	return n
}
