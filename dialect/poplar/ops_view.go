package poplar

import (
	"slices"
	"sync"

	"optc/diag"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/ir"
	"optc/ir/affine"
)

// viewOp declares an operation that makes a view: its textual form, and the function of
// the tensor model that computes the view. Type inference, verification and evaluation
// all use this function.
type viewOp struct {
	kind                 ir.OpKind
	summary, description string
	form                 string // assembly format
	attrs                []ir.PropDef
	numbers              []string // attributes that may depend on the indices of loops
	// show makes the view; get reads the attributes; result is the stated type of the
	// result, or nil.
	show func(in []graph.Tensor, get attrs, result *TensorType) (graph.Tensor, error)
	// shape returns the shape of the view of a tensor with the given shape, without making the view. A
	// program has several slices for each vertex; other views are made to infer their types.
	shape   func(in []int64, get attrs) ([]int64, error)
	example string
}

// viewFormat ends the format of a view of one tensor with the types; they may be omitted
// if the type of the result follows from the operand's.
const viewFormat = "attr-dict (`:` type($source)^ `to` type($result))?"

func numbers(name string) []ir.PropDef {
	return []ir.PropDef{{Name: name, Type: ir.DenseI64ArrayAttr}}
}

// attrs reads the inherent attributes of an operation or of its state.
type attrs func(name string) ir.Attribute

func (get attrs) int(name string) int64 { return ir.IntOr(get(name), 0) }
func (get attrs) dim(name string) int   { return int(get.int(name)) }

func (get attrs) ints(name string) []int {
	vs, _ := ir.Int64s(get(name))
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = int(v)
	}
	return out
}

// viewTable lists the operations that make a tensor from tensors (Poplar C++ API,
// Tensor.hpp).
var viewTable = sync.OnceValue(func() []viewOp {
	return []viewOp{
		{
			kind: SliceOp{}, summary: "indices [from, to) of a dimension",
			form:    "$source `from` custom<Index>($indices, $begin) `to` custom<Index>(ref($indices), $end) `dim` $dim " + viewFormat,
			numbers: []string{"begin", "end"},
			attrs:   integers("dim"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Slice(get.int("begin"), get.int("end"), get.dim("dim"))
			},
			shape: func(in []int64, get attrs) ([]int64, error) {
				return graph.SliceShape(in, get.int("begin"), get.int("end"), get.dim("dim"))
			},
			example: "%r = poplar.slice %x from 1 to 2 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<1x64xf16>",
		},
		{
			kind: ConcatOp{}, summary: "tensors, one after the other along a dimension",
			form:  "$inputs `dim` $dim attr-dict (`:` type($result)^)?",
			attrs: integers("dim"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return graph.Concat(get.dim("dim"), in...)
			},
			example: "%r = poplar.concat %x, %x dim 1 : !poplar.tensor<4x128xf16>",
		},
		{
			kind: ReshapeOp{}, summary: "another shape of the same size",
			description: "The flattened order is unchanged. The result type gives the new shape.",
			form:        "$source " + viewFormat,
			show: func(in []graph.Tensor, _ attrs, result *TensorType) (graph.Tensor, error) {
				return in[0].Reshape(result.Shape)
			},
			example: "%r = poplar.reshape %x : !poplar.tensor<4x64xf16> to !poplar.tensor<16x16xf16>",
		},
		{
			kind: FlattenOp{}, summary: "the elements as a single dimension",
			form: "$source " + viewFormat,
			show: func(in []graph.Tensor, _ attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Flatten(), nil
			},
			example: "%r = poplar.flatten %x : !poplar.tensor<4x64xf16> to !poplar.tensor<256xf16>",
		},
		{
			kind: DimShuffleOp{}, summary: "dimensions in another order",
			description: "Dimension permutation[i] of the source becomes dimension i.",
			form:        "$source $permutation " + viewFormat,
			attrs:       numbers("permutation"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].DimShuffle(get.ints("permutation"))
			},
			example: "%r = poplar.dim_shuffle %x [1, 0] : !poplar.tensor<4x64xf16> to !poplar.tensor<64x4xf16>",
		},
		{
			kind: DimRollOp{}, summary: "a dimension moved to another place",
			form:  "$source $from `to` $to " + viewFormat,
			attrs: integers("from", "to"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].DimRoll(get.dim("from"), get.dim("to"))
			},
			example: "%r = poplar.dim_roll %x 0 to 1 : !poplar.tensor<4x64xf16> to !poplar.tensor<64x4xf16>",
		},
		{
			kind: ReverseOp{}, summary: "a dimension mirrored",
			form:  "$source `dim` $dim " + viewFormat,
			attrs: integers("dim"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Reverse(get.dim("dim"))
			},
			example: "%r = poplar.reverse %x dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<4x64xf16>",
		},
		{
			kind: BroadcastOp{}, summary: "the tensor several times along a dimension",
			form:  "$source $count `dim` $dim " + viewFormat,
			attrs: integers("count", "dim"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Broadcast(get.int("count"), get.dim("dim"))
			},
			example: "%r = poplar.broadcast %x 3 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<12x64xf16>",
		},
		{
			kind: IndexOp{}, summary: "an index of a dimension, without that dimension",
			form:    "$source custom<Index>($indices, $index) `dim` $dim " + viewFormat,
			numbers: []string{"index"},
			attrs:   integers("dim"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Index(get.int("index"), get.dim("dim"))
			},
			example: "%r = poplar.index %x 3 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<64xf16>",
		},
		{
			kind: SubsampleOp{}, summary: "every step-th index of a dimension",
			form:  "$source `step` $step `dim` $dim " + viewFormat,
			attrs: integers("step", "dim"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Subsample(get.int("step"), get.dim("dim"))
			},
			example: "%r = poplar.subsample %x step 3 dim 0 : !poplar.tensor<4x64xf16> to !poplar.tensor<2x64xf16>",
		},
		{
			kind: ExpandOp{}, summary: "dimensions of size 1 added",
			description: "A dimension before each of the named dimensions of the source; the rank stands for the end.",
			form:        "$source $before " + viewFormat,
			attrs:       numbers("before"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Expand(get.ints("before")...)
			},
			example: "%r = poplar.expand %x [0, 2] : !poplar.tensor<4x64xf16> to !poplar.tensor<1x4x64x1xf16>",
		},
		{
			kind: SqueezeOp{}, summary: "dimensions of size 1 removed",
			form:  "$source $dims " + viewFormat,
			attrs: numbers("dims"),
			show: func(in []graph.Tensor, get attrs, _ *TensorType) (graph.Tensor, error) {
				return in[0].Squeeze(get.ints("dims")...)
			},
			example: "%r = poplar.squeeze %x [] : !poplar.tensor<4x64xf16> to !poplar.tensor<4x64xf16>",
		},
	}
})

func viewOps() (defs []*ir.OpDef) {
	for i := range viewTable() {
		defs = append(defs, viewTable()[i].def())
	}
	return defs
}

func (v *viewOp) def() *ir.OpDef {
	operand := tensorOperand("source")
	if v.kind == (ConcatOp{}) {
		operand = ir.ValueDef{Name: "inputs", Type: tensorConstraint, Kind: ir.Variadic}
	}
	var parameters []string
	if v.kind == (ReshapeOp{}) {
		parameters = []string{"source", "result"}
	}
	operands, constraints, props := []ir.ValueDef{operand}, []ir.Constraint{inGraphOrProgram}, v.attrs
	var custom map[string]ir.CustomDirective
	if v.numbers != nil {
		parameters = []string{}
		operands, constraints = append(operands, indices()), append(constraints, hasNumbers(v.numbers))
		custom = map[string]ir.CustomDirective{"Index": indexDirective}
		props = nil
		for _, name := range v.numbers {
			props = append(props, indexNumber(name))
		}
		props = append(props, v.attrs...)
	}
	return &ir.OpDef{
		Kind:        v.kind.Kind(),
		New:         parameters,
		Summary:     v.summary,
		Description: v.description,
		Operands:    operands,
		Attrs:       props,
		Custom:      custom,
		Assembly:    v.form,
		Results:     []ir.ValueDef{{Name: "result", Type: tensorConstraint}},
		Traits:      ir.Pure,
		Constraints: constraints,
		Infer: func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			if v.kind == (ReshapeOp{}) {
				return nil, ir.Errorf(st.Loc, "'%s' op expected the types of source and result", v.kind.Kind())
			}
			t, err := v.resultType(st.Operands, st.Prop, nil)
			if err != nil {
				return nil, notInferred(st, err)
			}
			return []ir.Type{t}, nil
		},
		Verify: v.verify,
		Implements: []ir.Implementation{View.By(func(op *ir.Operation, in []graph.Tensor, number KnownNumber) (graph.Tensor, error) {
			get := attrs(op.Attr)
			if v.numbers != nil && op.NumOperands() > 1 {
				var err error
				if get, err = evaluated(op, v.numbers, number); err != nil {
					return graph.Tensor{}, err
				}
			}
			return v.show(in, get, op.Result(0).Type().(*TensorType))
		})},
		Examples: []string{"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<4x64xf16>\n  " + v.example + "\n}"},
	}
}

// evaluated reads the attributes of a view whose named numbers depend on indices. The
// error codes are not-constant and index-value.
func evaluated(op *ir.Operation, names []string, number KnownNumber) (attrs, error) {
	values := map[string]ir.Attribute{}
	for _, name := range names {
		n, known, err := NumberOf(number).Evaluate(op, readNumber(op.Attr(name)))
		if err == nil && !known {
			err = diag.Errorf("not-constant", "expected the indices of '%s' to be known when the graph is evaluated", name)
		}
		if err != nil {
			return nil, err
		}
		values[name] = op.Attr(name).Context().I64Attr(n[0])
	}
	return func(name string) ir.Attribute {
		if a := values[name]; a != nil {
			return a
		}
		return op.Attr(name)
	}, nil
}

// assumed reads the attributes of a view for the type of its result: numbers that depend on indices
// are replaced by numbers for which the view is valid. open reports that the extent of the result
// in dimension dim is unknown.
func (v *viewOp) assumed(get attrs) (_ attrs, open bool) {
	var values map[string]int64
	for _, name := range v.numbers {
		if _, isMap := get(name).(*ir.AffineMapAttr); isMap {
			if values == nil {
				values = map[string]int64{}
			}
			values[name] = 0
		}
	}
	if values == nil {
		return get, false
	}
	if v.kind == (SliceOp{}) {
		size, known := distance(readNumber(get("begin")), readNumber(get("end")))
		values["begin"], values["end"], open = 0, size, !known
	}
	return func(name string) ir.Attribute {
		if n, ok := values[name]; ok {
			return get("dim").Context().I64Attr(n)
		}
		return get(name)
	}, open
}

// distance returns the difference of two numbers, if it is the same for all indices.
func distance(from, to affine.Map) (n int64, known bool) {
	dims := max(from.NumDims, to.NumDims)
	a, c, okA := from.Results[0].Linear(dims, 0)
	b, d, okB := to.Results[0].Linear(dims, 0)
	if !okA || !okB || !slices.Equal(a, b) {
		return 0, false
	}
	return d - c, true
}

func (v *viewOp) verify(op *ir.Operation) *ir.Diagnostic {
	stated := op.Result(0).Type().(*TensorType)
	t, err := v.resultType(op.OperandList(), op.Attr, stated)
	if err != nil {
		return Diagnose(op, err)
	}
	if t != stated {
		return op.Errorf("expected result type '%s', but got '%s'", t, stated).WithCode(Codes + "shape-mismatch")
	}
	return nil
}

// resultType infers the type of the view. An extent of the result is unknown exactly when
// it changes with the unknown extents of the operands. Therefore the view is made for two
// choices of these extents. The errors of the tensor model.
func (v *viewOp) resultType(operands []*ir.Value, get attrs, stated *TensorType) (*TensorType, error) {
	if len(operands) == 0 {
		_, err := graph.Concat(0)
		return nil, err
	}
	if v.numbers != nil {
		operands = operands[:1] // the other operands are indices
	}
	get, open := v.assumed(get)
	dynamic := false
	for _, o := range operands {
		t, ok := o.Type().(*TensorType)
		if !ok { // if there are several operands, their types have not been compared with the definition yet
			return nil, diag.Errorf("type-mismatch", "expected a poplar tensor, but got '%s'", o.Type())
		}
		dynamic = dynamic || !t.IsStatic()
	}
	c := operands[0].Type().Context()
	if dynamic && v.kind == (ReshapeOp{}) {
		return stated, nil // the evaluation compares the sizes
	}
	if stated != nil && v.kind == (ReshapeOp{}) && !stated.IsStatic() {
		return TensorOf(c, staticPart(stated.Shape), stated.Elem), nil
	}
	// Extents, far apart from each other, that no slice of a real tensor exceeds.
	large, elem, err := v.applyTo(operands, get, stated, 1<<30)
	if err == nil && open {
		shape := slices.Clone(operands[0].Type().(*TensorType).Shape)
		shape[get.dim("dim")] = ir.Dynamic
		return TensorOf(c, shape, elem), nil
	}
	switch {
	case err != nil:
		return nil, err
	case !dynamic && stated != nil && stated.Elem == elem && slices.Equal(stated.Shape, large):
		return stated, nil
	case !dynamic:
		return TensorOf(c, large, elem), nil
	}
	small, _, err := v.applyTo(operands, get, stated, 1<<20)
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(large)
	for i := range shape {
		if shape[i] != small[i] {
			shape[i] = ir.Dynamic
		}
	}
	return TensorOf(c, shape, elem), nil
}

// applyTo returns the shape and the element type of the view of fresh variables, with unknown in
// place of unknown extents.
func (v *viewOp) applyTo(operands []*ir.Value, get attrs, stated *TensorType, unknown int64) ([]int64, scalar.Type, error) {
	if v.shape != nil {
		t := operands[0].Type().(*TensorType)
		in := t.sized(unknown)
		_, err := tilemap.CountElems(in)
		if err != nil {
			return nil, t.Elem, err
		}
		shape, err := v.shape(in, get)
		return shape, t.Elem, err
	}
	g := graph.New(target.Target{})
	in := make([]graph.Tensor, len(operands))
	for i, o := range operands {
		t := o.Type().(*TensorType)
		var err error
		if in[i], err = g.AddVariable("", t.Elem, t.sized(unknown)); err != nil {
			return nil, t.Elem, err
		}
	}
	t, err := v.show(in, get, stated)
	return t.Shape(), t.Elem(), err
}

// sized returns the shape of t with a size in place of unknown extents.
func (t *TensorType) sized(unknown int64) []int64 {
	if t.IsStatic() {
		return t.Shape
	}
	shape := slices.Clone(t.Shape)
	for k := range shape {
		if shape[k] == ir.Dynamic {
			shape[k] = unknown
		}
	}
	return shape
}

// viewOf returns the view that op makes, or nil.
func viewOf(op *ir.Operation) *viewOp {
	for i := range viewTable() {
		if v := &viewTable()[i]; v.kind.Kind().Is(op) {
			return v
		}
	}
	return nil
}

// RefineViews infers the types of all views inside op again, after the types of some of
// their operands became more precise. A type without unknown extents is final.
func RefineViews(rw *ir.Rewriter, op *ir.Operation) {
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		if v := viewOf(o); v != nil {
			was := o.Result(0).Type().(*TensorType)
			if was.IsStatic() {
				return ir.Advance
			}
			if t, err := v.resultType(o.OperandList(), o.Attr, was); err == nil {
				rw.Modify(o, func() { o.Result(0).SetType(t) })
			}
		}
		return ir.Advance
	})
}
