package gpu

import (
	"optc/dialect/arith"
	"optc/ir"
)

// Operand groups of gpu.launch_func and gpu.launch.
const (
	_ = iota
	launchGrid
	_
	_
	launchBlock
	_
	_
	launchCluster
	_
	_
	launchDynamicMemory
	launchFuncArgs
	launchFuncAsyncObject
)

// launchOperands are the sizes of a launch, three for each kind of size.
func launchOperands(t *ir.TypeConstraint) []ir.ValueDef {
	var defs []ir.ValueDef
	for _, what := range [...]string{"gridSize", "blockSize", "clusterSize"} {
		kind := ir.Single
		if what == "clusterSize" {
			kind = ir.Optional
		}
		for _, axis := range [...]string{"X", "Y", "Z"} {
			defs = append(defs, ir.ValueDef{Name: what + axis, Type: t, Kind: kind})
		}
	}
	return append(defs, ir.ValueDef{Name: "dynamicSharedMemorySize", Type: ir.I32Constraint, Kind: ir.Optional})
}

// HasClusters reports whether a launch gives the size of clusters.
func HasClusters(op *ir.Operation) bool {
	for g := launchCluster; g < launchCluster+3; g++ {
		if op.OptionalOperand(g) == nil {
			return false
		}
	}
	return true
}

func launchFunc() *ir.OpDef {
	return async(&ir.OpDef{
		Kind:    "gpu.launch_func",
		Summary: "launch of a kernel",
		Description: `Runs the named kernel for every thread of a grid of blocks. Sizes are in clusters,
blocks and threads; dynamic_shared_memory_size is in bytes.`,
		Operands: append(launchOperands(launchIndex),
			ir.ValueDef{Name: "kernelOperands", Type: ir.AnyType, Kind: ir.Variadic},
			ir.ValueDef{Name: "asyncObject", Type: ir.AnyType, Kind: ir.Optional}),
		Attrs:       []ir.PropDef{{Name: calleeAttr, Type: ir.SymbolAttr}},
		Traits:      ir.AttrSizedOperandSegments,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"}},
		Assembly: "(`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel " +
			"(`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? " +
			"`blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` " +
			"`threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` " +
			"custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ)) " +
			"(`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? " +
			"custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict",
		Custom: map[string]ir.CustomDirective{"LaunchDimType": dimTypeDirective, "LaunchFuncOperands": launchArgsDirective},
		Verify: verifyLaunchFunc,
		Examples: []string{`module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %x: f32) {
    %t = gpu.wait async
    gpu.launch_func [%t] @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : f32)
    return
  }
}`},
	})
}

// dimTypeDirective is the type of the sizes; the default is index.
var dimTypeDirective = ir.CustomDirective{
	Form: "(`:` #1)?",
	Parse: func(p ir.OpParser, _ *ir.OpState, args []ir.FormatArg) {
		var t ir.Type = p.Context().Index()
		if p.Accept(":") {
			t = p.Type()
		}
		p.BindTypes(args[0], t)
		if len(p.Bound(args[1])) > 0 {
			for _, cluster := range args[2:] {
				p.BindTypes(cluster, t)
			}
		}
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
		if t := ir.Cast[LaunchFuncOp](op).GridSizeX().Type(); t != ir.Type(p.Context().Index()) {
			p.Str(": ").Type(t)
		}
	},
}

// launchArgsDirective is args(%a : type, …), or nothing if there are no arguments.
var launchArgsDirective = ir.CustomDirective{
	Form: "(`args` `(` #1 `:` #2, … `)`)?",
	Parse: func(p ir.OpParser, _ *ir.OpState, args []ir.FormatArg) {
		if !p.AcceptKeyword("args") {
			return
		}
		var operands []ir.Unresolved
		var types []ir.Type
		p.ListIn("()", " in argument list", func() {
			operands = append(operands, p.Operand())
			p.Expect(":")
			types = append(types, p.Type())
		})
		if p.Ok() {
			p.BindOperands(args[0], operands...)
			p.BindTypes(args[1], types...)
		}
	},
	Print: func(p *ir.Printer, op *ir.Operation, _ []ir.FormatArg) {
		args := ir.Cast[LaunchFuncOp](op).KernelOperands()
		if len(args) == 0 {
			return
		}
		p.Str("args(")
		for i, a := range args {
			if i > 0 {
				p.Str(", ")
			}
			p.Operand(a).Str(" : ").Type(a.Type())
		}
		p.Str(")")
	},
}

func verifyLaunchFunc(op *ir.Operation) *ir.Diagnostic {
	m := ir.Enclosing[ir.ModuleOp](op).Operation()
	if m == nil {
		return op.Errorf("expected to belong to a module")
	}
	if _, ok := m.Attr(containerModule).(*ir.UnitAttr); !ok {
		return op.Errorf("expected the closest surrounding module to have the '%s' attribute", containerModule)
	}
	if HasClusters(op) {
		t := op.OptionalOperand(launchCluster).Type()
		for g := launchCluster + 1; g < launchCluster+3; g++ {
			if op.OptionalOperand(g).Type() != t {
				return op.Errorf("expects types of the cluster dimensions must be the same")
			}
		}
	}
	return nil
}

func launch() *ir.OpDef {
	return async(&ir.OpDef{
		Kind:    "gpu.launch",
		Summary: "kernel in place",
		Description: `Runs the region for every thread of a grid of blocks. The arguments of its entry
block are the ids of block and thread, the sizes of grid and block, the ids and
sizes of clusters if there are clusters, and then buffers of workgroup and private
memory.`,
		Operands: launchOperands(ir.IndexConstraint),
		Attrs: []ir.PropDef{
			{Name: "module", Type: ir.FlatSymbolAttr, Optional: true},
			{Name: "function", Type: ir.FlatSymbolAttr, Optional: true},
		},
		Regions: []ir.RegionDef{{Name: "body"}},
		Traits:  ir.AffineScope | ir.AutomaticAllocationScope | ir.AttrSizedOperandSegments | ir.RecursiveMemoryEffects,
		Form: "`async`? (`[` $asyncDependencies `]`)? (`clusters` ids `in` sizes)? `blocks` ids `in` sizes `threads` ids `in` sizes (`dynamic_shared_memory_size` $dynamicSharedMemorySize)? (`module` `(` $module `)`)? (`function` `(` $function `)`)? (`workgroup` `(` buffer, … `)`)? (`private` `(` buffer, … `)`)? $body attr-dict\n" +
			"ids ::= `(` %x `,` %y `,` %z `)`\n" +
			"sizes ::= `(` %size_x `=` value `,` %size_y `=` value `,` %size_z `=` value `)`\n" +
			"buffer ::= %name `:` type attributes?",
		Parse: parseLaunch,
		Print: printLaunch,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			some := false
			for g := launchCluster; g < launchCluster+3; g++ {
				some = some || op.OptionalOperand(g) != nil
			}
			if some && !HasClusters(op) {
				return op.Errorf("cluster size must be all present")
			}
			return nil
		},
		VerifyRegions: verifyLaunchBody,
		Implements:    []ir.Implementation{uniformLaunch},
		Patterns:      []*ir.Pattern{{Name: "fold-launch-arguments", Root: LaunchOp{}, Rewrite: foldLaunchArguments}},
		Examples: []string{`func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w : memref<8xf32, #gpu.address_space<workgroup>>) {
    gpu.terminator
  }
  return
}`},
	})
}

// The entry block of gpu.launch has four groups of three arguments.
const (
	argBlockID = 3 * iota
	argThreadID
	argGridSize
	argBlockSize
	argClusterID
	argClusterSize
)

// numConfigArgs returns the number of arguments of the body before the buffers.
func numConfigArgs(op *ir.Operation) int {
	if HasClusters(op) {
		return argClusterSize + 3
	}
	return argClusterID
}

// sizeKeywords holds the parts of a launch configuration in the order of the text, with
// the arguments that they define and the operand group of the sizes.
var sizeKeywords = [...]struct {
	word             string
	ids, sizes, from int
}{
	{word: "clusters", ids: argClusterID, sizes: argClusterSize, from: launchCluster},
	{word: "blocks", ids: argBlockID, sizes: argGridSize, from: launchGrid},
	{word: "threads", ids: argThreadID, sizes: argBlockSize, from: launchBlock},
}

func parseLaunch(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	token, tokens := parseAsync(p)
	if token != nil {
		st.ResultTypes = []ir.Type{token}
	}
	p.ResolveEach(st, AsyncToken(c), tokens)
	args := make([]ir.Argument, argClusterSize+3)
	var sizes [launchCluster + 3]ir.Unresolved
	clusters := p.PeekKeyword("clusters")
	missing := 0
	for _, k := range sizeKeywords {
		if k.word == "clusters" && !clusters {
			args = args[:argClusterID]
			continue
		}
		p.Keyword(k.word)
		i := 0
		p.ListIn("()", " in operand list", func() {
			if a := p.Argument(false); i < 3 {
				args[k.ids+i] = a
			}
			i++
		})
		p.Keyword("in")
		p.Expect("(")
		for i := range 3 {
			if i > 0 {
				p.Expect(",")
			}
			args[k.sizes+i] = p.Argument(false)
			p.Expect("=")
			sizes[k.from+i] = p.Operand()
		}
		p.Expect(")")
		// Upstream accepts one missing id; two would both have the empty name.
		for ; i < 3; i++ {
			if missing++; missing > 1 {
				p.Errorf("region entry argument '' is already in use")
			}
		}
		if i > 3 {
			p.Errorf("expected 3 ids, but got %d", i)
		}
	}
	if !p.Ok() {
		return
	}
	for i := range args {
		args[i].Type = c.Index()
	}
	p.ResolveEach(st, c.Index(), sizes[launchGrid:launchCluster])
	cluster, dynamic := 0, 0
	if clusters {
		p.ResolveEach(st, c.Index(), sizes[launchCluster:])
		cluster = 1
	}
	if p.AcceptKeyword("dynamic_shared_memory_size") {
		p.Resolve(st, c.Integer(32), p.Operand())
		dynamic = 1
	}
	for _, name := range [...]string{"module", "function"} {
		if p.AcceptKeyword(name) {
			p.Expect("(")
			a := p.Attr(nil)
			p.Expect(")")
			if p.Ok() {
				st.SetProp(name, a)
			}
		}
	}
	workgroup := parseAttributions(p, "workgroup")
	st.SetAttr(attributions, c.Int(c.Integer(64), int64(len(workgroup))))
	private := parseAttributions(p, "private")
	args = append(append(args, workgroup...), private...)
	st.Regions = append(st.Regions, p.Region(args, false))
	p.AttrDict(st)
	st.SetSegments(c, len(tokens), 1, 1, 1, 1, 1, 1, cluster, cluster, cluster, dynamic)
}

func printLaunch(p *ir.Printer, op *ir.Operation) {
	if Token(op) != nil {
		p.Str(" async")
		if tokens := op.OperandGroup(asyncDependencies); len(tokens) > 0 {
			p.Str(" [").Operands(tokens).Str("]")
		}
	}
	args := op.Body().Args()
	for _, k := range sizeKeywords {
		if k.word == "clusters" && !HasClusters(op) {
			continue
		}
		p.Str(" ").Str(k.word).Str("(").Operands(args[k.ids : k.ids+3]).Str(") in (")
		for i := range 3 {
			if i > 0 {
				p.Str(", ")
			}
			p.Operand(args[k.sizes+i]).Str(" = ").Operand(op.OptionalOperand(k.from + i))
		}
		p.Str(")")
	}
	if v := op.OptionalOperand(launchDynamicMemory); v != nil {
		p.Str(" dynamic_shared_memory_size ").Operand(v)
	}
	for _, name := range [...]string{"module", "function"} {
		if a := op.Attr(name); a != nil {
			p.Str(" ").Str(name).Str("(").Attr(a).Str(")")
		}
	}
	workgroup, private := Attributions(op)
	printAttributions(p, "workgroup", workgroup, nil)
	printAttributions(p, "private", private, nil)
	p.Str(" ").Region(op.Region(0), false, true)
	p.AttrDict(op, "operandSegmentSizes", attributions, "module", "function")
}

func verifyLaunchBody(op *ir.Operation) *ir.Diagnostic {
	if op.Region(0).Empty() {
		return op.Errorf("expected body with at least one block")
	}
	if op.Body().NumArgs() < numConfigArgs(op)+numWorkgroup(op) {
		return op.Errorf("unexpected number of region arguments")
	}
	if d := verifyAttributions(op); d != nil {
		return d
	}
	for b := range op.Region(0).Blocks() {
		t := b.Back()
		if t == nil || t.NumSuccessors() > 0 || ir.Is[TerminatorOp](t) {
			continue
		}
		return ir.Errorf(t.Loc(), "expected '%s' or a terminator with successors", TerminatorOp{}.Kind()).
			Note(op.Loc(), "in '%s' body region", LaunchOp{}.Kind())
	}
	return nil
}

// foldLaunchArguments replaces the ids of dimensions of size one by zero.
//
//	gpu.launch blocks(%x, …) in (%sx = %c1, …) … { use %x }  →  … { use %c0 }
func foldLaunchArguments(op *ir.Operation, rw *ir.Rewriter) bool {
	args := op.Body().Args()
	var zero *ir.Value
	for _, k := range sizeKeywords[1:] {
		for i := range 3 {
			id := args[k.ids+i]
			size, ok := ir.ConstantValue(op.OptionalOperand(k.from + i)).(*ir.IntegerAttr)
			if !ok || size.Int64() != 1 || id.Unused() {
				continue
			}
			if zero == nil {
				rw.AtStart(op.Body()).Loc = op.Loc()
				zero = arith.ConstantIndex(rw, 0)
			}
			rw.ReplaceUses(id, zero)
		}
	}
	return zero != nil
}

// GridSize returns the numbers of blocks of gpu.launch or gpu.launch_func along x, y
// and z.
func GridSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchGrid) }

// BlockSize returns the numbers of threads of a block along x, y and z.
func BlockSize(op *ir.Operation) []*ir.Value { return launchSize(op, launchBlock) }

func launchSize(op *ir.Operation, group int) []*ir.Value {
	return []*ir.Value{op.OptionalOperand(group), op.OptionalOperand(group + 1), op.OptionalOperand(group + 2)}
}
