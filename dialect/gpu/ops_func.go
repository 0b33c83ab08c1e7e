package gpu

import (
	fn "optc/dialect/func"
	"optc/ir"
	"optc/sim"
)

func module() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.module",
		Summary: "code of a device",
		Description: `A symbol table of kernels that are compiled together. The list names the targets;
the attribute in angle brackets translates the compiled module for the host.`,
		Attrs: []ir.PropDef{
			{Name: "sym_name", Type: ir.SymbolNameAttr},
			{Name: "targets", Type: targetsConstraint, Optional: true},
			{Name: "offloadingHandler", Type: handlerConstraint, Optional: true},
		},
		Regions:  []ir.RegionDef{{Name: "bodyRegion", SingleBlock: true}},
		Traits:   ir.IsolatedFromAbove | ir.NoRegionArguments | ir.SymbolTable | ir.Symbol | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion,
		Assembly: "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion",
		Examples: []string{`gpu.module @kernels {
  gpu.func @copy(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %y[%i] : memref<64xf32>
    gpu.return
  }
}`},
	}
}

var (
	targetsConstraint = &ir.AttrConstraint{
		Summary: "array of GPU target attributes with at least 1 elements",
		Stores:  ir.ArrayConstraint.Check,
		Check: func(a ir.Attribute) bool {
			arr, ok := a.(*ir.ArrayAttr)
			return ok && len(arr.Elems) > 0 && ir.IsArrayOf(isTarget)(a)
		},
		Parse: func(p ir.AsmParser) ir.Attribute {
			if !p.Peek("[") {
				return nil
			}
			return p.Attr(nil)
		},
	}
	handlerConstraint = &ir.AttrConstraint{
		Summary: "any attribute with the `OffloadingTranslationAttrTrait` trait.",
		Check: func(a ir.Attribute) bool {
			_, ok := a.(*SelectObjectAttr)
			return ok || isTarget(a)
		},
		Print: func(p *ir.Printer, a ir.Attribute) { p.Attr(a) },
	}
	objectsConstraint = &ir.AttrConstraint{
		Summary: "an array of GPU object attributes with at least 1 elements",
		Stores:  ir.ArrayConstraint.Check,
		Check: func(a ir.Attribute) bool {
			arr, ok := a.(*ir.ArrayAttr)
			return ok && len(arr.Elems) > 0 && ir.IsArrayOf(func(e ir.Attribute) bool { _, is := e.(*ObjectAttr); return is })(a)
		},
	}
)

func binary() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "gpu.binary",
		Summary:     "compiled module",
		Description: "The objects compiled from a gpu.module for its targets, and the attribute that selects one of them.",
		Attrs: []ir.PropDef{
			{Name: "sym_name", Type: ir.SymbolNameAttr},
			{Name: "offloadingHandler", Type: handlerConstraint, Optional: true},
			{Name: "objects", Type: objectsConstraint},
		},
		Traits:   ir.Symbol,
		Assembly: "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects",
		Custom: map[string]ir.CustomDirective{"OffloadingHandler": {
			Form: "(`<` #1 `>`)?",
			Parse: func(p ir.OpParser, st *ir.OpState, _ []ir.FormatArg) {
				var handler ir.Attribute = selectObject(p.Context(), nil)
				if p.Accept("<") {
					handler = p.Attr(nil)
					p.Expect(">")
				}
				if p.Ok() {
					st.SetProp("offloadingHandler", handler)
				}
			},
			Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
				if h := op.Attr("offloadingHandler"); h != nil && h != ir.Attribute(selectObject(p.Context(), nil)) {
					p.Str("<").Attr(h).Str(">")
				}
			},
		}},
	}
}

// Attributes of gpu.func and gpu.launch that are not properties.
const (
	symName      = "sym_name"
	attributions = "workgroup_attributions"
)

// sizeHint accepts arrays of three numbers.
var sizeHint = &ir.AttrConstraint{
	Go:        ir.GoDenseI32,
	Summary:   "i32 dense array attribute with 3 elements (if present)",
	Check:     func(a ir.Attribute) bool { return ir.DenseI32ArrayAttr.Check(a) && a.(*ir.DenseArrayAttr).Len == 3 },
	Stores:    ir.DenseI32ArrayAttr.Check,
	ValueType: ir.DenseI32ArrayAttr.ValueType, Array: true,
}

func function() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "gpu.func",
		Summary: "function of a device",
		Description: `A function of a gpu.module. The arguments of the entry block are the function's
arguments, followed by its buffers: workgroup memory, which the threads of a block
share, then private memory of each thread. A function with the keyword kernel can
be launched.`,
		Attrs: []ir.PropDef{
			{Name: "function_type", Type: ir.FunctionTypeAttr},
			{Name: "arg_attrs", Type: fn.DictArray, Optional: true},
			{Name: "res_attrs", Type: fn.DictArray, Optional: true},
			{Name: workgroupAttrs, Type: fn.DictArray, Optional: true},
			{Name: privateAttrs, Type: fn.DictArray, Optional: true},
			{Name: "known_block_size", Type: sizeHint, Optional: true, Doc: "threads of a block in x, y and z"},
			{Name: "known_grid_size", Type: sizeHint, Optional: true, Doc: "blocks of the grid in x, y and z"},
			{Name: "known_cluster_size", Type: sizeHint, Optional: true, Doc: "blocks of a cluster in x, y and z"},
		},
		Regions:     []ir.RegionDef{{Name: "body"}},
		Traits:      ir.Symbol | ir.IsolatedFromAbove | ir.AffineScope | ir.AutomaticAllocationScope,
		Constraints: []ir.Constraint{ir.HasParent{ModuleOp{}}},
		Form: "name `(` (argument, …)? `)` (`->` results)? (`workgroup` `(` argument, … `)`)? (`private` `(` argument, … `)`)? `kernel`? attr-dict-with-keyword $body\n" +
			"argument ::= %name `:` type attributes?\n" +
			"results ::= type | `(` type attributes?, … `)`",
		Parse:      parseFunc,
		Print:      printFunc,
		Verify:     verifyFunc,
		Implements: []ir.Implementation{inferExtents},
		Interfaces: ir.Interfaces{Callable: &ir.Callable{
			Region: func(op *ir.Operation) *ir.Region { return op.Region(0) },
			Type:   typeOf,
		}},
		Examples: []string{`gpu.module @m {
  gpu.func @sum(%x: memref<64xf32>) workgroup(%w : memref<64xf32, #gpu.address_space<workgroup>>) private(%p : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
}`},
	}
}

// Attributes of the buffers of a function.
const (
	workgroupAttrs = "workgroup_attrib_attrs"
	privateAttrs   = "private_attrib_attrs"
)

func typeOf(op *ir.Operation) *ir.FunctionType { return fn.TypeOf(op) }

// IsKernel reports whether a function can be launched.
func IsKernel(op *ir.Operation) bool {
	_, ok := op.Attr(kernelAttr).(*ir.UnitAttr)
	return ok
}

// numWorkgroup returns how many buffers of workgroup memory an operation has. A negative
// count, which only the generic form can contain, is treated as too large.
func numWorkgroup(op *ir.Operation) int { return int(uint32(ir.IntOr(op.Attr(attributions), 0))) }

// Attributions returns the buffers of a gpu.func or gpu.launch: the arguments of its
// entry block for workgroup and private memory.
func Attributions(op *ir.Operation) (workgroup, private []*ir.Value) {
	args := op.Body().Args()
	first := numConfigArgs(op)
	if ir.Is[FuncOp](op) {
		first = len(typeOf(op).Inputs)
	}
	shared := first + numWorkgroup(op)
	return args[first:shared], args[shared:]
}

// parseAttributions reads `word(%a : type {attrs}, …)` if it comes next.
func parseAttributions(p ir.OpParser, word string) []ir.Argument {
	if !p.AcceptKeyword(word) {
		return nil
	}
	return p.Arguments("()", true)
}

func printAttributions(p *ir.Printer, word string, buffers []*ir.Value, attrs *ir.ArrayAttr) {
	if len(buffers) == 0 {
		return
	}
	p.Str(" ").Str(word).Str("(")
	for i, b := range buffers {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(b).Str(" : ").Type(b.Type())
		if attrs != nil && i < len(attrs.Elems) {
			if d, ok := attrs.Elems[i].(*ir.DictAttr); ok {
				p.Attrs(d.Entries)
			}
		}
	}
	p.Str(")")
}

// setAttributionAttrs records the attributes of buffers unless all are empty.
func setAttributionAttrs(c *ir.Context, st *ir.OpState, name string, buffers []ir.Argument) {
	some := false
	elems := make([]ir.Attribute, len(buffers))
	for i := range buffers {
		d := buffers[i].Attrs
		some = some || d.Len() > 0
		if d == nil {
			d = c.Dict(nil)
		}
		elems[i] = d
	}
	if some {
		st.SetProp(name, c.Array(elems))
	}
}

func parseFunc(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetAttr(symName, c.Str(p.SymbolName()))
	pos := p.Pos()
	s := fn.ParseSignature(p)
	if !p.Ok() {
		return
	}
	if len(s.Args) > 0 && !s.Named {
		p.ErrorAt(pos, "gpu.func requires named arguments")
		return
	}
	fn.SetSignature(c, st, s)
	workgroup := parseAttributions(p, "workgroup")
	private := parseAttributions(p, "private")
	if !p.Ok() {
		return
	}
	st.SetAttr(attributions, c.Int(c.Integer(64), int64(len(workgroup))))
	setAttributionAttrs(c, st, workgroupAttrs, workgroup)
	setAttributionAttrs(c, st, privateAttrs, private)
	if p.AcceptKeyword("kernel") {
		st.SetAttr(kernelAttr, c.Unit())
	}
	p.AttrDictWithKeyword(st)
	args := append(append(s.Args, workgroup...), private...)
	st.Regions = append(st.Regions, p.Region(args, true))
}

func printFunc(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").SymbolName(ir.SymbolName(op))
	fn.PrintSignature(p, op)
	workgroup, private := Attributions(op)
	printAttributions(p, "workgroup", workgroup, ir.Get[*ir.ArrayAttr](op, workgroupAttrs))
	printAttributions(p, "private", private, ir.Get[*ir.ArrayAttr](op, privateAttrs))
	if IsKernel(op) {
		p.Str(" kernel")
	}
	p.AttrDictWithKeyword(op, attributions, kernelAttr, symName, "function_type", "arg_attrs", "res_attrs", workgroupAttrs, privateAttrs)
	p.Str(" ").Region(op.Region(0), false, true)
}

func verifyFunc(op *ir.Operation) *ir.Diagnostic {
	t := typeOf(op)
	if IsKernel(op) && len(t.Results) > 0 {
		return op.Errorf("expected void return type for kernel function")
	}
	if d := fn.VerifyAttrs(op); d != nil {
		return d
	}
	if op.Region(0).Empty() {
		return op.Errorf("expected body with at least one block")
	}
	entry := op.Body()
	if want := len(t.Inputs) + numWorkgroup(op); entry.NumArgs() < want {
		return op.Errorf("expected at least %d arguments to body region", want)
	}
	for i, want := range t.Inputs {
		if got := entry.Arg(i).Type(); got != want {
			return op.Errorf("expected body region argument #%d to be of type '%s', got '%s'", i, want, got)
		}
	}
	return verifyAttributions(op)
}

// verifyAttributions checks that the buffers of an operation are memrefs in workgroup or
// private memory, as their position among the arguments requires.
func verifyAttributions(op *ir.Operation) *ir.Diagnostic {
	workgroup, private := Attributions(op)
	for _, part := range [...]struct {
		buffers []*ir.Value
		space   AddressSpace
	}{{workgroup, Workgroup}, {private, Private}} {
		for _, b := range part.buffers {
			t, ok := b.Type().(*ir.MemRefType)
			if !ok {
				return op.Errorf("expected memref type in attribution")
			}
			if is, known := inSpace(t.Space, part.space); known && !is {
				return op.Errorf("expected memory space %s in attribution", part.space)
			}
		}
	}
	return nil
}

func returnOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "gpu.return",
		Summary:     "return from a gpu.func",
		Description: "Ends the thread's execution of the enclosing gpu.func and gives its results.",
		Implements:  []ir.Implementation{lowered, sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{FuncOp{}}},
		Assembly:    "attr-dict ($operands^ `:` type($operands))?",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			f := op.Parent()
			results := typeOf(f).Results
			if len(results) != op.NumOperands() {
				return op.Errorf("expected %d result operands", len(results)).Note(f.Loc(), "return type declared here")
			}
			for i, t := range results {
				if got := op.Operand(i).Type(); got != t {
					return op.Errorf("unexpected type `'%s'' for operand #%d", got, i)
				}
			}
			return nil
		},
	}
}

func terminator() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "gpu.terminator",
		Summary:     "end of a launched kernel",
		Description: "Ends the thread's execution of the body of gpu.launch.",
		Traits:      ir.Pure | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{LaunchOp{}}},
		Assembly:    "attr-dict",
	}
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "gpu.yield",
		New:         []string{"values..."},
		Summary:     "values of a region",
		Description: "Ends a region and gives values to the enclosing operation of the dialect.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "values", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Assembly:    "attr-dict ($values^ `:` type($values))?",
	}
}

func printf() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "gpu.printf",
		Summary:     "print from a thread",
		Description: "Writes values by a format as printf of C does.",
		Implements:  []ir.Implementation{lowered},
		Operands:    []ir.ValueDef{{Name: "args", Type: printable, Kind: ir.Variadic}},
		Attrs:       []ir.PropDef{{Name: "format", Type: ir.StrAttr}},
		Assembly:    "$format attr-dict (`,` $args^ `:` type($args))?",
		Effects:     writes,
	}
}
