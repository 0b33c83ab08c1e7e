package poplar

import (
	"slices"

	"optc/diag"
	"optc/ir"
)

// nameAttr is the optional debug name of a variable that an operation creates.
const nameAttr = "name"

var nameDef = ir.PropDef{Name: nameAttr, Type: ir.StrAttr, Optional: true, Doc: "debug name of the new variable"}

// inGraph requires an operation on tensors to be in a graph, a compute set or a
// poplar.each_tile.
var inGraph = inside{GraphOp{}, ComputeSetOp{}, EachTileOp{}}

func graphOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.graph",
			Summary: "graph: variables, views, mappings, compute sets, program",
			Description: "Passes that evaluate a graph take its operations in order. A target here overrides the target of the " +
				"module; both must have the same architecture.",
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr},
				{Name: "target", Type: targetAttrConstraint, Optional: true},
				{Name: "hidden_variables", Type: ir.UnitConstraint, Optional: true, Doc: "the host reads and writes arrays, and no variables, so that variables that are not " +
					"in use at the same time may share memory"},
			},
			Regions:       []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:        ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Assembly:      "$sym_name (`target` `(` qualified($target)^ `)`)? attr-dict-with-keyword $body",
			Verify:        verifyGraph,
			VerifyRegions: verifyGraphBody,
			Examples: []string{
				`poplar.graph @g target(#poplar.target<ipu2, tiles_per_ipu = 8>) {
  %x = poplar.variable "x" : !poplar.tensor<100xf32>
  poplar.map_linear %x min 32 grain 4 offset 2 descending
  poplar.assert_mapping %x #poplar.mapping<3: 64..100; 4: 32..64; 5: 0..32>
}`,
			},
		},
		{
			Kind:    "poplar.virtual_graph",
			Summary: "graph of a range of the tiles",
			Description: "Tile i of the virtual graph is tile lo + i of the graph. With replicas, the operation declares that " +
				"many copies of the virtual graph; clone_to_graph compares their numbers.",
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr},
				{Name: "lo", Type: ir.I64Attr, Doc: "first tile"},
				{Name: "hi", Type: ir.I64Attr, Doc: "after the last tile"},
				{Name: "replicas", Type: ir.I64Attr, Optional: true},
			},
			Traits:      ir.Symbol,
			Constraints: []ir.Constraint{ir.HasParent{GraphOp{}}},
			Assembly:    "$sym_name `tiles` custom<Range>($lo, $hi) (`replicas` $replicas^)? attr-dict",
			Custom: map[string]ir.CustomDirective{"Range": {
				Form: "#1 `..` #2",
				Parse: func(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
					lo, hi := p.Range()
					if p.Ok() {
						st.SetProp("lo", p.Context().I64Attr(lo))
						st.SetProp("hi", p.Context().I64Attr(hi))
					}
				},
				Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
					p.Int(intAttr(op, "lo")).Str("..").Int(intAttr(op, "hi"))
				},
			}},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				t, ok := TargetFor(op)
				if !ok {
					return nil
				}
				if _, err := t.Virtual(int(intAttr(op, "lo")), int(intAttr(op, "hi"))); err != nil {
					return op.OpError(Codes, err)
				}
				return nil
			},
			Examples: []string{"poplar.graph @g {\n  poplar.virtual_graph @lo tiles 0..4\n  poplar.virtual_graph @hi tiles 4..8 replicas 2\n}"},
		},
		{
			Kind:    "poplar.variable",
			New:     []string{"name", "result"},
			Summary: "variable",
			Description: "Creates storage for the elements of the tensor. Each element must be mapped to a tile before it can " +
				"be placed. The elements hold the optional initial value when a program starts. Variables of a graph " +
				"have different names; if the variable \"x\" is cloned twice, the host finds the second clone under " +
				"the name \"x.clone.2\". In a loop, the name ends in indices: \"x\"[%i] becomes \"x.0\", \"x.1\", ….",
			Operands: []ir.ValueDef{indices()},
			Results:  []ir.ValueDef{{Name: "result", Type: tensorConstraint}},
			Attrs: []ir.PropDef{
				{Name: nameAttr, Type: ir.StrAttr},
				{Name: "value", Type: ir.ElementsConstraint, Optional: true},
				suffixDef,
			},
			Constraints: []ir.Constraint{inside{GraphOp{}}, hasNumbers{suffixAttr}},
			Form:        "$name (`[` affine expressions of $indices `]`)? (`=` $value)? attr-dict `:` type($result)",
			Parse: func(p ir.OpParser, st *ir.OpState) {
				p.ResolveEach(st, p.Context().Index(), parseIndexedName(p, st))
				if p.Accept("=") {
					parseElements(p, st)
					return
				}
				p.AttrDict(st)
				p.Expect(":")
				if t := p.Type(); p.Ok() {
					st.ResultTypes = append(st.ResultTypes, t)
				}
			},
			Print: func(p *ir.Printer, op *ir.Operation) {
				printIndexedName(p.Str(" "), op)
				if v := op.Attr("value"); v != nil {
					p.Str(" = ").AttrWithoutType(v)
				}
				p.AttrDict(op, nameAttr, suffixAttr, "value").Str(" : ").Type(op.Result(0).Type())
			},
			Verify:      verifyElements,
			ResultNames: nameAfterVariable,
			Examples: []string{
				`poplar.graph @g {
  %x = poplar.variable "x" : !poplar.tensor<4x64xf16>
  %y = poplar.variable "y" = dense<[1, 2, 3]> : !poplar.tensor<3x!poplar.long>
}`,
			},
		},
		{
			Kind:        "poplar.constant",
			Summary:     "constant",
			Description: "Like a variable, but its elements never change.",
			Results:     []ir.ValueDef{{Name: "result", Type: tensorConstraint}},
			Attrs: []ir.PropDef{
				{Name: "value", Type: ir.ElementsConstraint},
				nameDef,
			},
			Constraints: []ir.Constraint{inside{GraphOp{}}},
			Form:        "$value attr-dict `:` type($result)",
			Parse:       parseElements,
			Print: func(p *ir.Printer, op *ir.Operation) {
				p.Str(" ").AttrWithoutType(op.Attr("value")).AttrDict(op, "value").Str(" : ").Type(op.Result(0).Type())
			},
			Verify:   verifyElements,
			Examples: []string{"poplar.graph @g {\n  %c = poplar.constant dense<[1, 2, 3]> : !poplar.tensor<3xui16>\n}"},
		},
	}
}

// nameAfterVariable names the result after the variable if the variable's name is a valid
// name.
func nameAfterVariable(op *ir.Operation, set func(v *ir.Value, name string)) {
	if n := strAttr(op, nameAttr); ir.IsBareIdentifier(n) {
		set(op.Result(0), n)
	}
}

// parseElements reads `dense<…> attr-dict : type`. The type of the values is the tensor's
// type, which follows them.
func parseElements(p ir.OpParser, st *ir.OpState) {
	pos := p.Pos()
	kind := p.OneOf("values", "dense", "dense_resource")
	body, at := p.Body()
	p.AttrDict(st)
	p.Expect(":")
	typePos := p.Pos()
	t, isTensor := p.Type().(*TensorType)
	switch {
	case !p.Ok():
		return
	case !isTensor || !t.IsStatic():
		p.ErrorAt(typePos, "expected a poplar tensor type of static shape")
		return
	}
	word := []string{"dense", "dense_resource"}[kind]
	if at-len(word)-1 != pos {
		p.ErrorAt(pos, "expected '<' right behind '%s'", word)
		return
	}
	// From the word to the closing bracket.
	sub := p.SubParser(pos, at+len(body)+1)
	if v := sub.Attr(t.Data()); v != nil {
		st.SetProp("value", v)
		st.ResultTypes = append(st.ResultTypes, t)
	}
}

// ElementBytes returns the bytes of constant elements in tile memory: the bytes of all elements, or
// of a single element if all are equal. The bytes are shared with the attribute. The error code is
// value-type.
func ElementBytes(value ir.Attribute) ([]byte, error) {
	switch a := value.(type) {
	case *ir.DenseAttr:
		return a.Raw, nil
	case *ir.ResourceAttr:
		r := a.Type().Context().Resources.Get(a.Key)
		if r == nil || r.Data == nil {
			return nil, diag.Errorf("value-type", "resource '%s' has no data", a.Key).
				Note("its bytes stand in the section {-# dialect_resources #-} of the file, or in the images of the folder that `optc build` wrote: give the folder")
		}
		n, _ := ir.NumElements(a.ShapedType().Shape())
		size := int64(ir.ElementBytes(a.ShapedType().ElementType()))
		if int64(len(r.Data)) != n*size {
			return nil, diag.Errorf("value-type", "expected resource '%s' to have %d bytes, but got %d", a.Key, n*size, len(r.Data)).
				Note("%d elements of %d bytes", n, size)
		}
		return r.Data, nil
	}
	return nil, diag.Errorf("value-type", "expected dense or dense_resource values, but got '%s'", value)
}

// verifyElements compares the values with the tensor.
func verifyElements(op *ir.Operation) *ir.Diagnostic {
	t := op.Result(0).Type().(*TensorType)
	if !t.IsStatic() {
		return op.Errorf("expected a static shape, but got '%s'", t).WithCode(Codes + "dim-range")
	}
	if v, ok := op.Attr("value").(ir.TypedAttr); ok && v.Type() != t.Data() {
		return op.Errorf("expected values of type '%s', but got '%s'", t.Data(), v.Type()).WithCode(Codes + "value-type")
	}
	return nil
}

// verifyGraph checks that the target of a graph is compatible with the target of the
// module.
func verifyGraph(op *ir.Operation) *ir.Diagnostic {
	own := ir.Get[*TargetAttr](op, "target")
	if own == nil || op.Parent() == nil {
		return nil
	}
	if outer, ok := TargetFor(op.Parent()); ok && outer.Arch != own.Target.Arch {
		return op.Errorf("expected a target of architecture %s as the module has, but got %s", outer.Arch, own.Target.Arch).
			WithCode(Codes + "target-bad")
	}
	return nil
}

// verifyGraphBody checks that there is at most one program, and at most one variable of
// each name.
func verifyGraphBody(op *ir.Operation) *ir.Diagnostic {
	var program *ir.Operation
	variables := map[string]*ir.Operation{}
	for o := range op.Body().Ops() {
		if variable := ir.As[VariableOp](o); variable.Ok() {
			name := variable.Name()
			if first := variables[name]; first != nil {
				return o.Errorf("there are two variables '%s'", name).WithCode(Codes+"duplicate-variable").Note(first.Loc(), "the other one is here")
			}
			variables[name] = o
			continue
		}
		if !ir.Is[ProgramOp](o) {
			continue
		}
		if program != nil {
			return o.Errorf("expected one program in graph '%s'", ir.SymbolName(op)).Note(program.Loc(), "the first one is here")
		}
		program = o
	}
	return nil
}

// graphSymbol looks up a symbol of the given kind in the graph around op. Its message lists the
// symbols of that kind.
func graphSymbol(tables *ir.SymbolTables, op *ir.Operation, attr string, kind ir.OpKind, what string) (*ir.Operation, *ir.Diagnostic) {
	name := symbolOf(op, attr)
	table := tables.Table(ir.Enclosing[GraphOp](op).Operation())
	if found := table[name]; kind.Kind().Is(found) {
		return found, nil
	}
	var known []string
	for n, o := range table {
		if kind.Kind().Is(o) {
			known = append(known, n)
		}
	}
	slices.Sort(known)
	return nil, op.Errorf("there is no %s '%s'%s", what, name, diag.DidYouMean(name, known)).WithCode(Codes + "unknown-symbol")
}
