// Package parser reads MLIR text into the IR of package ir.
//
// It is separate from ir because text is only one source of IR, and because it must be
// fast: the lexer and the parsers of operations, types and attributes are hand-written
// recursive descent over byte offsets. No dialect is mentioned here; operations, types
// and attributes are parsed by the definitions in the context. Sub-languages of dialects
// may be grammars; see [Grammar].
//
// A parser consists of layers. Each layer holds the state of one subject, is embedded by
// value in the layer above it, and uses only the layers below it:
//
//	parser          the whole source: alias definitions, file metadata
//	regionParser    regions and blocks, going on after errors
//	itemParser      isolated operations and pieces that other goroutines parse
//	opParser        operations in custom and generic form
//	formatParser    assembly formats and inherent attributes
//	groupParser     types and values of operand and result groups
//	valueParser     names of values and blocks, forward references
//	attrParser      attributes
//	locationParser  locations
//	constantParser  numbers, dense constants, resources
//	typeParser      types
//	symbolParser    names in dialects, aliases
//	tokenStream     words, literals, punctuation, lists
//	reporter        the place in the source and the errors
//	lexer           text to tokens
//
// The language is recursive in two places, where a layer calls upwards: attributeHook is called for
// the attributes in types, constants and locations, and formatParser.outer for the regions of
// operations. These are also the interfaces that dialect definitions use.
//
// The language is upstream MLIR's, LLVM 22, with upstream's messages and their positions.
// Unlike upstream, the parser continues after an error, so that one run reports all the
// mistakes of a file.
package parser

import (
	"context"
	"fmt"
	"slices"

	"optc/ir"
)

// MaxSourceBytes is the size of the largest accepted source.
const MaxSourceBytes = 1 << 31

// MaxDepth bounds the nesting depth of types, attributes, expressions and regions.
const MaxDepth = 1000

// Parse parses a whole source. The result is a builtin.module: the module in the source
// if that is its only top-level operation, and otherwise an implicit module around all
// operations. Diagnostics go to sink, which may be nil, in source order.
//
// The error is of type ir.Errors if the source is faulty; the module then holds the
// operations that could be parsed. It wraps the error of ctx if that ends before the
// source does, and is an *ir.Fault if the definition of an operation in the source is
// faulty.
//
// The result is not verified. Resources of the source's resource section are added to c; see
// ir.Context.Resources.
func Parse(ctx context.Context, c *ir.Context, src *ir.Source, sink ir.Sink, opts ...Option) (*ir.Operation, error) {
	if int64(len(src.Text)) > MaxSourceBytes {
		d := ir.Errorf(ir.At(src, 0), "source of %d bytes is larger than the limit of %d bytes", len(src.Text), int64(MaxSourceBytes))
		ir.Report(sink, d)
		return nil, ir.Errors{d}
	}
	f := newSourceFile(ctx, c, src, opts)
	module, diags := f.newParser().parse()
	if f.incomplete() {
		late, resources := f.late, f.resources
		f = newSourceFile(ctx, c, src, append(slices.Clip(opts), Threads(1)))
		f.late, f.resources = late, resources
		module, diags = f.newParser().parse()
	}
	if fault := f.faulty.Load(); fault != nil {
		return nil, fault
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("parsing of %s was stopped: %w", src.Name, err)
	}
	if f.cfg.included != nil && ir.ErrorsOf(diags) == nil {
		diags = append(diags, f.cfg.include(ctx, c, module)...)
	}
	ir.Report(sink, diags...)
	return module, ir.ErrorsOf(diags)
}

// ParseType parses a whole text as a type. The error is of type ir.Errors.
func ParseType(c *ir.Context, text string, sink ir.Sink) (t ir.Type, err error) {
	err = parseWhole(c, text, sink, func(p *attrParser) { t = p.parseType() })
	return t, err
}

// ParseAttr parses a whole text as an attribute; t, if not nil, is the type of untyped
// literals. The error is of type ir.Errors.
func ParseAttr(c *ir.Context, text string, t ir.Type, sink ir.Sink) (a ir.Attribute, err error) {
	err = parseWhole(c, text, sink, func(p *attrParser) { a = p.parseAttr(t) })
	return a, err
}

func parseWhole(c *ir.Context, text string, sink ir.Sink, parse func(*attrParser)) error {
	f := newSourceFile(context.Background(), c, &ir.Source{Name: text, Text: text}, nil)
	p := f.newAttrParser()
	p.wholeText(func() { parse(p) })
	ir.Report(sink, p.diags...)
	return ir.ErrorsOf(p.diags)
}

// sourceFile holds the state that all parsers of a source share.
type sourceFile struct {
	source
	definitions
	itemPool
	placeholder *ir.OpDef // see valueParser
}

func newSourceFile(ctx context.Context, c *ir.Context, src *ir.Source, opts []Option) *sourceFile {
	f := &sourceFile{placeholder: &ir.OpDef{Kind: "forward.reference"}}
	f.ctx, f.src, f.cfg = c, src, config{maxErrors: 20}
	f.attrAliases, f.typeAliases = map[string]alias[ir.Attribute]{}, map[string]alias[ir.Type]{}
	if ctx.Done() != nil {
		f.run = ctx
	}
	for _, o := range opts {
		o(&f.cfg)
	}
	return f
}

// newParser returns a parser of the source.
func (f *sourceFile) newParser() *parser {
	p := &parser{}
	p.begin(&f.source, &f.definitions, p)
	p.placeholder = f.placeholder
	p.builder = ir.NewBuilder(f.ctx)
	p.arena = p.builder.Arena()
	p.values.limit = len(f.src.Text)/4 + 64
	p.isValue = p.values.has
	p.outer = p
	p.plans = newPlanTable(f.ctx)
	p.dialects = []string{"builtin"}
	p.itemPool = &f.itemPool
	p.spawn = func() *itemParser { return &f.newParser().itemParser }
	return p
}

// newAttrParser returns a parser of types and attributes.
func (f *sourceFile) newAttrParser() *attrParser {
	p := &attrParser{}
	p.begin(&f.source, &f.definitions, p)
	return p
}

// begin prepares p to parse a source; outer is the whole parser that p belongs to.
func (p *attrParser) begin(src *source, defs *definitions, outer attributeHook) {
	p.lexer = lexer{text: src.src.Text, passed: src.cfg.passed}
	p.source, p.definitions, p.attributes = src, defs, outer
}

func (p *attrParser) typeAt(offset int) ir.Type {
	ahead := &attrParser{}
	ahead.begin(p.source, p.definitions, ahead)
	ahead.start(offset)
	if !ahead.accept(tokColon) {
		return nil
	}
	t := ahead.parseType()
	if ahead.failed {
		return nil
	}
	return t
}
