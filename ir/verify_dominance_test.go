package ir

import (
	"strings"
	"testing"
)

// TestVerifyOperands: values must be defined before they are used, in the isolated
// operation or, from a block of another operation, where control comes first; this is
// also checked deep inside of a large block.
func TestVerifyOperands(t *testing.T) {
	t.Parallel()
	use := func(c *Context, b *Builder, vs ...*Value) {
		b.Create(&OpState{Def: c.UnregisteredOpDef("foo.use"), Operands: vs})
	}
	const outside, late = "op using value defined outside the region", "does not dominate this use"
	for _, test := range []struct {
		name, err string
		// build receives values from outside the function, of the block, and of the end
		// of the block, and appends to a region in the middle of the block.
		build func(c *Context, b *Builder, far, near, end *Value)
	}{
		{"before", "", func(c *Context, b *Builder, far, near, end *Value) { use(c, b, near) }},
		{"outside", outside, func(c *Context, b *Builder, far, near, end *Value) { use(c, b, near, far) }},
		{"outside behind late", outside, func(c *Context, b *Builder, far, near, end *Value) {
			use(c, b, end)
			use(c, b, far)
		}},
		{"late", late, func(c *Context, b *Builder, far, near, end *Value) { use(c, b, near, end) }},
		{"late in an isolated operation", outside, func(c *Context, b *Builder, far, near, end *Value) {
			b.NewBlock(b.Op(Kind("test.island"), nil, nil).Region(0), nil, Location{})
			b.Op(Kind("test.return"), []*Value{end}, nil)
		}},
		{"late operand of an isolated operation", late, func(c *Context, b *Builder, far, near, end *Value) {
			island := b.Create(&OpState{Def: c.MustOpDef(Kind("test.closed")), Operands: []*Value{end}, NumRegions: 1})
			b.NewBlock(island.Region(0), nil, Location{})
			b.Op(Kind("test.return"), nil, nil)
		}},
		{"own result, in an operation that may have a graph", "", func(c *Context, b *Builder, far, near, end *Value) {
			op := b.Op(Kind("test.add"), []*Value{near, near}, []Type{c.I32()})
			op.OpOperand(1).Set(op.Result(0))
		}},
		{"of a region of the operation before", late, func(c *Context, b *Builder, far, near, end *Value) {
			scope := b.Create(&OpState{Def: c.UnregisteredOpDef("foo.scope"), NumRegions: 1})
			b.NewBlock(scope.Region(0), nil, Location{})
			inner := i32(c, b)
			b.After(scope)
			use(c, b, inner)
		}},
		{"of an operation that is nowhere", "'foo.use' op operand #0 is not in the program: it is a result of 'test.add', which was erased", func(c *Context, b *Builder, far, near, end *Value) {
			op := b.Op(Kind("test.add"), []*Value{near, near}, []Type{c.I32()})
			use(c, b, op.Result(0))
			op.Remove()
		}},
		{"of another block", "", func(c *Context, b *Builder, far, near, end *Value) {
			v, next := i32(c, b), NewBlock(nil, nil)
			br := b.Create(&OpState{Def: c.MustOpDef(Kind("test.br")), Successors: []*Block{next}})
			br.ParentRegion().Append(next)
			b.AtEnd(next)
			use(c, b, v)
		}},
	} {
		c, m, b := newModule()
		c.AllowUnregistered = true
		far := i32(c, b)
		f := b.Op(Kind("test.func"), nil, nil, NamedAttr{"sym_name", c.Str("f")})
		b.NewBlock(f.Region(0), nil, Location{})
		near := i32(c, b)
		var scope *Operation
		for i := range 3 * partOps {
			b.Op(Kind("test.add"), []*Value{near, near}, []Type{c.I32()})
			if i == 3*partOps/2 {
				scope = b.Create(&OpState{Def: c.UnregisteredOpDef("foo.scope"), NumRegions: 1})
			}
		}
		end := i32(c, b)
		b.Op(Kind("test.return"), nil, nil)
		b.NewBlock(scope.Region(0), nil, Location{})
		test.build(c, b, far, near, end)
		for _, threads := range []int{1, 4} {
			var ds Diagnostics
			err := VerifyContext(t.Context(), m, &ds, threads)
			if got := ds.String(); (err == nil) != (test.err == "") || !strings.Contains(got, test.err) {
				t.Errorf("%s, %d threads: got %q, want %q", test.name, threads, got, test.err)
			}
		}
	}
}
