package linalg

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/memref"
	"optc/ir"
	"optc/ir/affine"
)

// Operand groups of structured operations, as upstream names them.
func structuredOperands() []ir.ValueDef {
	return []ir.ValueDef{
		{Name: "inputs", Type: ir.AnyType, Kind: ir.Variadic},
		{Name: "outputs", Type: ir.AnyShaped, Kind: ir.Variadic},
	}
}

const structuredTraits = ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects

// structured completes the definition of a structured operation with two groups of operands.
func structured(d *ir.OpDef, loops *Loops) *ir.OpDef {
	d.Operands = structuredOperands()
	d.Results = []ir.ValueDef{{Name: "result_tensors", Type: ir.AnyRankedTensor, Kind: ir.Variadic}}
	d.Regions = []ir.RegionDef{{Name: "region"}}
	d.Traits |= ir.AttrSizedOperandSegments
	d.New = ir.ByHand
	d.Fold = memref.FoldCasts
	return loopNest(d, loops, func(op *ir.Operation) (lo, hi int) { return op.OperandRange(1) })
}

// loopNest completes the definition of a structured operation.
func loopNest(d *ir.OpDef, loops *Loops, inits func(*ir.Operation) (lo, hi int)) *ir.OpDef {
	d.Traits |= structuredTraits
	d.Interfaces.Terminator = YieldOp{}
	d.Interfaces.DestStyle = &ir.DestStyle{Inits: inits}
	d.Implements = append(d.Implements, Structured.By(loops))
	d.Effects, d.Speculatable = effects, speculatable
	own := d.VerifyRegions
	d.VerifyRegions = func(op *ir.Operation) *ir.Diagnostic {
		if diag := verifyLoops(op, loops); diag != nil || own == nil {
			return diag
		}
		return own(op)
	}
	return d
}

var typeFn = wordAttr("type_fn", "cast_signed", "cast_unsigned")

func castAttr() ir.PropDef {
	return ir.PropDef{Name: "cast", Type: typeFn.constraint, Optional: true, Go: ir.GoAttr[ir.Attribute](), Default: func(c *ir.Context) ir.Attribute { return typeFn.Of(c, 0) }}
}

const namedForm = "attr-dict (`ins` `(` $inputs `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)` (`->` type($result_tensors))?"

// namedOps are the definitions of the rows.
func namedOps() (defs []*ir.OpDef) {
	for i := range rows {
		defs = append(defs, rows[i].def())
	}
	for _, e := range elementwiseRows {
		defs = append(defs, e.def())
	}
	return defs
}

func (r *row) def() *ir.OpDef {
	s := shapes()[r.name]
	d := &ir.OpDef{
		Kind:        ir.Kind("linalg." + r.name),
		Summary:     r.summary(),
		Description: s.describe(),
		Form:        namedForm,
		Parse:       func(p ir.OpParser, st *ir.OpState) { parseNamed(p, st, len(s.templates), r.body) },
		Print:       func(p *ir.Printer, op *ir.Operation) { printNamed(p, op) },
		Examples:    []string{s.example()},
	}
	if s.windows > 0 {
		for _, name := range []string{"strides", "dilations"} {
			d.Attrs = append(d.Attrs, windowProp(name, s.windows))
		}
	}
	if strings.HasSuffix(r.name, "mat") || strings.HasSuffix(r.name, "vec") || strings.HasSuffix(r.name, "mmt4d") || r.name == "dot" {
		d.VerifyRegions = verifyContraction
	}
	if strings.Contains(r.name, "conv_") || strings.HasPrefix(r.name, "pooling_") {
		d.VerifyRegions = verifyConvolution
	}
	return structured(d, &Loops{
		Maps: func(op *ir.Operation) []affine.Map {
			if given := op.Attr(memoizedMaps); given != nil {
				return ir.ReadMaps(given) // upstream believes the attribute, which a person may have written
			}
			return s.mapsOf(op)
		},
		Iterators: func(*ir.Operation) []Iterator { return s.iterators },
		Build:     func(b *body, _ *ir.Operation) *ir.Value { return r.body(b) },
		memoizes:  true,
	})
}

// describe explains the loops.
func (s *shape) describe() string {
	lines := []string{fmt.Sprintf("Loops: `%s`, outermost first; a loop in upper case is a reduction. Indices of the operands:", s.loops), ""}
	for i, m := range s.maps {
		if m == "-" {
			m = "a scalar"
		}
		lines = append(lines, fmt.Sprintf("- operand %d: `%s`", i, m))
	}
	if s.windows > 0 {
		lines = append(lines, "", "At `h:H` the loop `h` is multiplied by a stride, the loop `H` by a dilation, and the products are added.")
	}
	return strings.Join(lines, "\n")
}

// windowProp is the attribute of strides or dilations for some windows.
func windowProp(name string, windows int) ir.PropDef {
	return ir.PropDef{Name: name, Optional: true, Type: &ir.AttrConstraint{
		Summary: fmt.Sprintf("64-bit signless int elements attribute of shape [%d]", windows),
		Go:      ir.GoAttr[ir.Attribute](),
		Stores: func(a ir.Attribute) bool {
			d, ok := a.(*ir.DenseAttr)
			return ok && (ir.IndexConstraint.Check(d.ShapedType().ElementType()) || ir.AnyInteger.Check(d.ShapedType().ElementType()))
		},
		Check: func(a ir.Attribute) bool {
			d, ok := a.(*ir.DenseAttr)
			return ok && ir.I64Constraint.Check(d.ShapedType().ElementType()) && len(d.ShapedType().Shape()) == 1 && d.ShapedType().Shape()[0] == int64(windows)
		},
	}}
}

// elementwiseRow is a named operation that applies a function to elements of the same index.
type elementwiseRow struct {
	name, kind, summary string
}

var elementwiseRows = []elementwiseRow{
	{"exp", "exp", "Applies exp(x) elementwise"},
	{"log", "log", "Applies log(x) elementwise"},
	{"abs", "abs", "Applies abs(x) elementwise"},
	{"ceil", "ceil", "Applies ceil(x) elementwise"},
	{"floor", "floor", "Applies floor(x) elementwise"},
	{"negf", "negf", "Applies negf(x) elementwise"},
	{"reciprocal", "reciprocal", "Applies reciprocal(x) elementwise"},
	{"round", "round", "Applies round(x) elementwise"},
	{"sqrt", "sqrt", "Applies sqrt(x) elementwise"},
	{"rsqrt", "rsqrt", "Applies rsqrt(x) elementwise"},
	{"square", "square", "Applies square(x) elementwise"},
	{"tanh", "tanh", "Applies tanh(x) elementwise"},
	{"erf", "erf", "Applies erf(x) elementwise"},
	{"add", "add", "Adds two tensors elementwise"},
	{"sub", "sub", "Subtracts two tensors elementwise"},
	{"mul", "mul", "Multiplies two tensors elementwise"},
	{"div", "div", "Divides the first tensor by the second tensor, elementwise"},
	{"div_unsigned", "div_unsigned", "Divides the first tensor by the second tensor, elementwise; integers are unsigned"},
	{"max", "max_signed", "Takes the max (signed) between two inputs, elementwise"},
	{"min", "min_signed", "Takes the min (signed) between two inputs, elementwise"},
	{"powf", "powf", "Takes the powf(lhs, rhs) between two inputs, elementwise"},
	{"select", "select", "Chooses one value based on a binary condition supplied as its first operand"},
	{"copy", "", "Copies the tensor elementwise, with a numeric cast"},
	{"fill", "", "Fills the output tensor with the given value"},
}

var elementwiseBodies = map[string]func(*body) *ir.Value{
	"copy": func(b *body) *ir.Value { return b.input(0) },
	"fill": func(b *body) *ir.Value { return b.args[0] },
}

func (e elementwiseRow) def() *ir.OpDef {
	build, args := elementwiseBodies[e.name], 2
	if build == nil {
		k := kindNamed(e.kind)
		args = k.arity + 1
		build = func(b *body) *ir.Value { return k.build(b, b.args[:k.arity]) }
	}
	d := &ir.OpDef{
		Kind:        ir.Kind("linalg." + e.name),
		Summary:     e.summary,
		Description: e.summary + ". All loops are parallel; scalars are the same for all elements.",
		Form:        namedForm,
		Print:       func(p *ir.Printer, op *ir.Operation) { printNamed(p, op) },
	}
	types := slices.Repeat([]string{"tensor<4x8xf32>"}, args)
	switch e.name {
	case "copy":
		d.Attrs = []ir.PropDef{castAttr()}
		d.Patterns = []*ir.Pattern{eraseIdentity(CopyOp{})}
	case "fill":
		types[0] = "f32"
		d.Verify = verifyFill
		d.Patterns = fillPatterns()
	case "div_unsigned":
		types = slices.Repeat([]string{"tensor<4x8xi32>"}, args)
	case "select":
		types[0] = "tensor<4x8xi1>"
	case "powf":
		d.GoName = "PowF"
	case "negf":
		d.GoName = "NegF"
	}
	d.Examples = []string{exampleOf(e.name, types)}
	cast := func(b *body, a ir.Attribute) *ir.Value {
		b.unsigned = a != nil && a == ir.Attribute(typeFn.Of(b.Context(), 1))
		return build(b)
	}
	d.Parse = func(p ir.OpParser, st *ir.OpState) {
		parseNamed(p, st, args, func(b *body) *ir.Value { return cast(b, propOf(st, "cast")) })
	}
	return structured(d, &Loops{
		Maps: elementwiseMaps, Iterators: elementwiseIterators,
		Build: func(b *body, op *ir.Operation) *ir.Value { return cast(b, op.Attr("cast")) },
	})
}

// propOf returns an inherent attribute of an operation that is being parsed, or nil.
func propOf(st *ir.OpState, name string) ir.Attribute {
	if st.Def.AttrIndex(name) < 0 {
		return nil
	}
	return st.Prop(name)
}

func verifyFill(op *ir.Operation) *ir.Diagnostic {
	fill := ir.Cast[FillOp](op)
	if len(fill.Inputs()) != 1 || len(fill.Outputs()) != 1 {
		return op.Errorf("expected op with 1 input and 1 output")
	}
	out := fill.Outputs()[0]
	if isIndexed(fill.Inputs()[0].Type()) {
		return op.Errorf("expected op with scalar input")
	}
	if from, to := fill.Inputs()[0].Type(), ir.ElementOrSelf(out.Type()); from != to {
		return op.Errorf("expected fill value type ('%s') to match output element type ('%s')", from, to)
	}
	return nil
}
