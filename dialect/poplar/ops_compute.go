package poplar

import (
	"optc/diag"
	"optc/dialect/memref"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

func computeOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:       ComputeOp{}.Kind(),
			Implements: []ir.Implementation{inferCompute, uniformCompute},
			Summary:    "code of a vertex",
			Description: `An argument per field, in order, of the field's memory type:

    edge to a scalar        in: the scalar; out, inout: memref<T>
    vector                  memref<?xT> or memref<nxT>
    list, array of edges    !poplar.rows<T>
    plain scalar, array     the scalar, memref<nxT>

Integers are signless. A MultiVertex also gets the id of the worker that executes
it, counted from 0. The size of a memref is read from the state if the layout
stores a count; otherwise the code must know it.

The code of a vertex template is generic if it mentions parameters: $T for the type of
elements in memory, $n for a number, $Op for the name of a class, and $(n * 2 + 1) for an
expression. In a quoted name such as @"$Op::update<$T>" a type is its C++ name. Generic
code is text that is read for every instance.`,
			Attrs: []ir.PropDef{
				{Name: "has_worker", Type: ir.UnitConstraint, Optional: true, Doc: "the last argument is the worker id"},
				{Name: "signature", Type: ir.StrAttr, Optional: true, Doc: "text of the arguments of generic code"},
				{Name: "code", Type: ir.StrAttr, Optional: true, Doc: "text of generic code, without the braces"},
				whenAttr,
			},
			Regions:     []ir.RegionDef{{Name: "body"}},
			Traits:      ir.IsolatedFromAbove | ir.AffineScope | ir.AutomaticAllocationScope,
			Constraints: []ir.Constraint{inVertex},
			Form:        "`generic`? `(` (%name `:` type, …)? `)` (`worker` `(` %id `:` `index` `)`)? (`when` `(` predicate `)`)? attr-dict-with-keyword $body",
			Parse:       parseCompute,
			Print:       printCompute,
			Verify:      verifyCompute,
			Interfaces:  ir.Interfaces{SymbolUser: verifyCode},
			BlockArgNames: func(r *ir.Region, set func(v *ir.Value, name string)) {
				if v := ComputeOf(r.Parent()).Worker(); v != nil {
					set(v, "worker")
				}
			},
			Examples: []string{
				`poplar.vertex @"demo::Double" multi {
  poplar.field @x : !poplar.inout<vec<ui32>>
  poplar.compute (%x : memref<?xi32>) worker(%w : index) {
    %n = poplar.num_workers : index
    poplar.compute_return
  }
}`,
				`poplar.vertex_template @"demo::First" params(T : type) worker {
  poplar.field @x : !poplar.in<vec<$T>>
  poplar.field @out : !poplar.out<$T>
  poplar.compute generic (%x : memref<?x$T>, %out : memref<$T>) {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<?x$T>
    memref.store %0, %out[] : memref<$T>
    poplar.compute_return
  }
}`,
			},
		},
		{
			Kind:        "poplar.compute_return",
			Summary:     "end of the code of a vertex",
			Traits:      ir.Terminator | ir.Pure,
			Constraints: []ir.Constraint{ir.HasParent{ComputeOp{}}},
			Assembly:    "attr-dict",
			Examples:    []string{"poplar.vertex @\"demo::Nop\" worker {\n  poplar.compute () {\n    poplar.compute_return\n  }\n}"},
		},
		{
			Kind:     "poplar.num_workers",
			Summary:  "number of workers that run a MultiVertex",
			Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
			Traits:   ir.Pure,
			Assembly: "attr-dict `:` type($result)",
			ResultNames: func(op *ir.Operation, set func(v *ir.Value, name string)) {
				set(op.Result(0), "workers")
			},
			Examples: []string{"poplar.vertex @\"demo::Nop\" multi {\n  poplar.compute () worker(%w : index) {\n    %n = poplar.num_workers : index\n    poplar.compute_return\n  }\n}"},
		},
		{
			Kind:    "poplar.part",
			Summary: "elements of an output that a worker of a MultiVertex writes",
			Description: `Divides the elements of a field among the workers as the field's contiguous
poplar.split specifies: begin is the first element of the worker's part, end the
element after its last. Parts are multiples of the grain, which is rounded up so
that no two parts share a word that the target stores at once; the last part may
be shorter, and the last workers may have no part. The target determines the size
of a word, so that the code does not depend on it. Workers get the parts of
splitRegionsBetweenWorkers (PopLibs, poputil/Util.hpp).`,
			Operands: []ir.ValueDef{
				{Name: "size", Type: ir.IndexConstraint, Doc: "number of elements"},
				{Name: "worker", Type: ir.IndexConstraint, Doc: "id of the worker"},
			},
			Results: []ir.ValueDef{
				{Name: "begin", Type: ir.IndexConstraint},
				{Name: "end", Type: ir.IndexConstraint},
			},
			Attrs:       []ir.PropDef{{Name: "field", Type: rootAttr}},
			Assembly:    "$field `of` $size `by` $worker attr-dict",
			Constraints: []ir.Constraint{inCompute{}},
			Verify:      verifyPart,
			Examples:    []string{partExample},
		},
		{
			Kind:     "poplar.list_size",
			Summary:  "number of rows of a list",
			Operands: []ir.ValueDef{{Name: "list", Type: rowsConstraint}},
			Results:  []ir.ValueDef{{Name: "result", Type: ir.IndexConstraint}},
			Traits:   ir.Pure,
			Assembly: "$list attr-dict `:` type($list)",
			Examples: []string{listExample},
		},
		{
			Kind:    "poplar.list_row",
			Summary: "row of a list",
			Description: "The row has the length that the list stores for it; code for a list of equally long rows may " +
				"state it. An index outside the list is undefined.",
			Operands: []ir.ValueDef{
				{Name: "list", Type: rowsConstraint},
				{Name: "row", Type: ir.IndexConstraint},
			},
			Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyMemRef}},
			Traits:   ir.NoMemoryEffect,
			Assembly: "$list `[` $row `]` attr-dict `:` type($list) `to` type($result)",
			Verify:   verifyListRow,
			Examples: []string{listExample},
		},
	}
}

const partExample = `poplar.vertex @"demo::Fill<half>" multi {
  poplar.field @out : !poplar.out<vec<f16>>
  poplar.split @out contiguous grain 1
  poplar.compute (%out : memref<?xf16>) worker(%w : index) {
    // An element per worker: on ipu2, three workers get the two halves of a word each.
    %n = poplar.num_workers : index
    %begin, %end = poplar.part @out of %n by %w
    poplar.compute_return
  }
}`

const listExample = `poplar.vertex @"demo::Rows" worker {
  poplar.field @rows : !poplar.inout<vec_list<ui16, COMPACT_DELTAN>>
  poplar.compute (%rows : !poplar.rows<i16>) {
    %n = poplar.list_size %rows : !poplar.rows<i16>
    %row = poplar.list_row %rows[%n] : !poplar.rows<i16> to memref<?xi16>
    poplar.compute_return
  }
}`

func parseCompute(p ir.OpParser, st *ir.OpState) {
	if p.AcceptKeyword("generic") {
		parseGeneric(p, st)
		return
	}
	args := p.Arguments("()", true)
	if p.AcceptKeyword("worker") {
		pos := p.Pos()
		worker := p.Arguments("()", true)
		if p.Ok() && len(worker) != 1 {
			p.ErrorAt(pos, "expected one worker id, but got %d arguments", len(worker))
			return
		}
		args = append(args, worker...)
		st.SetProp("has_worker", p.Context().Unit())
	}
	parseWhen(p, st)
	p.AttrDictWithKeyword(st)
	st.Regions = append(st.Regions, p.Region(args, true))
}

func printCompute(p *ir.Printer, op *ir.Operation) {
	if g := GenericOf(op); g.IsGeneric() {
		g.print(p)
		return
	}
	args := op.Body().Args()
	worker := ComputeOf(op).Worker()
	if worker != nil {
		args = args[:len(args)-1]
	}
	p.Str(" (")
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.RegionArgument(a, nil, false)
	}
	p.Str(")")
	if worker != nil {
		p.Str(" worker(").RegionArgument(worker, nil, false).Str(")")
	}
	printWhen(p, op)
	p.AttrDictWithKeyword(op, "has_worker", "when").Str(" ").Region(op.Region(0), false, true)
}

// ComputeView is typed access to a poplar.compute.
type ComputeView struct{ *ir.Operation }

// ComputeOf returns the view of a poplar.compute.
func ComputeOf(op *ir.Operation) ComputeView { return ComputeView{op} }

// Worker returns the argument that holds the id of the worker, or nil.
func (c ComputeView) Worker() *ir.Value {
	if c.Attr("has_worker") == nil || c.Body() == nil || c.Body().NumArgs() == 0 {
		return nil
	}
	return c.Body().Arg(c.Body().NumArgs() - 1)
}

// FieldArgs returns the arguments that hold the fields, in order.
func (c ComputeView) FieldArgs() []*ir.Value {
	args := c.Body().Args()
	if c.Worker() != nil {
		args = args[:len(args)-1]
	}
	return args
}

// ArgType is the type of the argument for a field; a vector has the dynamic size.
func ArgType(c *ir.Context, f vertex.FieldType) ir.Type {
	elem := MemoryType(c, f.Elem)
	switch f.Kind {
	case vertex.ScalarField:
		return elem
	case vertex.ArrayField:
		return ir.MemRef([]int64{int64(f.Len)}, elem, nil, nil)
	case vertex.ScalarEdge:
		if f.Dir == vertex.In {
			return elem
		}
		return ir.MemRef(nil, elem, nil, nil)
	case vertex.VectorField, vertex.VectorEdge:
		return ir.MemRef([]int64{ir.Dynamic}, elem, nil, nil)
	}
	return Rows(elem)
}

// verifyCompute compares the arguments with the fields. A template has no memory types
// yet; only its instances are verified.
func verifyCompute(op *ir.Operation) *ir.Diagnostic {
	c := ComputeOf(op)
	if generic := GenericOf(op).IsGeneric(); !generic && op.Attr("code") == nil && op.Region(0).Empty() {
		return op.Errorf("expected code that ends with '%s', but got an empty body", ComputeReturnOp{}.Kind())
	} else if generic != op.Region(0).Empty() || generic != (op.Attr("code") != nil) {
		return op.Errorf("expected either a region or a signature and code")
	} else if generic {
		if ir.Is[VertexOp](op.Parent()) {
			return op.Errorf("expected generic code only in a template").WithCode(Codes + "template-param")
		}
		return nil
	}
	if c.Attr("has_worker") != nil {
		if w := c.Worker(); w == nil || w.Type() != w.Type().Context().Index() {
			return op.Errorf("expected the worker id to be the last argument, of type 'index'").WithCode(Codes + "compute-type")
		}
	}
	if !ir.Is[VertexOp](op.Parent()) {
		return nil
	}
	v := VertexOf(op.Parent())
	if c.Attr("has_worker") != nil && v.Codelet().Kind != vertex.Multi {
		return op.Errorf("expected a worker id only in a multi vertex, but '%s' is a %s vertex", v.Codelet().Name, v.Codelet().Kind).
			WithCode(Codes + "compute-type")
	}
	args, fields := c.FieldArgs(), v.FieldOps()
	if len(args) != len(fields) {
		return op.Errorf("expected an argument for each of the %d fields, but got %d", len(fields), len(args)).WithCode(Codes + "compute-type")
	}
	for i, f := range fields {
		t, ok := f.Type()
		if !ok {
			return nil // the field was reported
		}
		want := ArgType(f.IRType().Context(), t)
		got := args[i].Type()
		if got != want && !isSizedVector(got, want) {
			d := op.Errorf("expected argument %d, field '%s', to be '%s', but got '%s'", i, f.Name(), want, got).WithCode(Codes + "compute-type")
			return d.Note(f.Loc(), "the field has type '%s'", f.IRType())
		}
		if d := verifySizeKnown(f, t, args[i]); d != nil {
			return d
		}
	}
	return nil
}

// isSizedVector reports whether got is a vector argument with a size in the code: only
// vectors are memrefs of dynamic size.
func isSizedVector(got, want ir.Type) bool {
	g, ok := got.(*ir.MemRefType)
	return ok && len(g.Dims) == 1 && ir.Type(ir.MemRef([]int64{ir.Dynamic}, g.Elem, g.Layout, g.Space)) == want
}

// verifyCode checks the code of compute together with the functions that it calls.
func verifyCode(compute *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	if !ir.Is[VertexOp](compute.Parent()) || compute.Region(0).Empty() {
		return nil
	}
	if d := VerifyStores(compute, tables); d != nil {
		return d
	}
	return verifySteps(compute, tables)
}

// CheckExtent returns an error if a vector of n elements, given to field i of a class,
// contradicts the size that the code of the class gives to the field. The error code is
// static-extent.
func CheckExtent(class *ir.Operation, i int, n int64) error {
	v := VertexOf(class)
	if v.Compute() == nil {
		return nil
	}
	args := ComputeOf(v.Compute()).FieldArgs()
	if i >= len(args) {
		return nil // the code was reported
	}
	m, ok := args[i].Type().(*ir.MemRefType)
	if !ok || len(m.Dims) != 1 || m.Dims[0] == ir.Dynamic || m.Dims[0] == n {
		return nil
	}
	return diag.Errorf("static-extent", "expected %d elements for field '%s', but got %d", m.Dims[0], v.FieldOps()[i].Name(), n).
		Note("the code of '%s' has the field as '%s'; use a dynamic size for vectors of other sizes", ir.SymbolName(class), m)
}

// verifySizeKnown refuses a query of the size of a vector whose layout stores no count.
func verifySizeKnown(f FieldView, t vertex.FieldType, arg *ir.Value) *ir.Diagnostic {
	m, ok := arg.Type().(*ir.MemRefType)
	if !ok || ir.HasStaticShape(m) || t.Vec.Layout.HasCount() {
		return nil
	}
	for u := arg.FirstUse(); u != nil; u = u.Next() {
		if ir.Is[memref.DimOp](u.Owner()) {
			return u.Owner().Errorf("expected a vector that knows its size, but layout %s of field '%s' stores no count", t.Vec.Layout, f.Name()).
				WithCode(Codes+"no-count").Note(f.Loc(), "the field is declared here")
		}
	}
	return nil
}

func verifyListRow(op *ir.Operation) *ir.Diagnostic {
	rows, row := op.Operand(0).Type().(*RowsType), op.Result(0).Type().(*ir.MemRefType)
	if len(row.Dims) != 1 || row.Elem != rows.Elem || row.Layout != nil || row.Space != nil {
		return op.Errorf("expected a row to be '%s', but got '%s'", ir.MemRef([]int64{ir.Dynamic}, rows.Elem, nil, nil), row)
	}
	return nil
}
