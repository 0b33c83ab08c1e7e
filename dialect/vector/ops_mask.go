package vector

import (
	"optc/ir"
	"optc/sim"
)

func createMask() *ir.OpDef {
	return &ir.OpDef{
		Kind:       "vector.create_mask",
		Implements: []ir.Implementation{simplifyCreateMask},
		Summary:    "mask of a rectangle with sizes known at run time",
		Description: `An element is on if each of its indices is below the operand for the dimension.
Operands may be negative or larger than the extent of the dimension.`,
		Operands: []ir.ValueDef{{Name: "operands", Type: ir.IndexConstraint, Kind: ir.Variadic}},
		Results:  []ir.ValueDef{{Name: "result", Type: anyMask}},
		Traits:   ir.Pure,
		Assembly: "$operands attr-dict `:` type(results)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			rank := len(vectorOf(ir.Cast[CreateMaskOp](op).Result()).Dims)
			switch {
			case rank == 0 && op.NumOperands() != 1:
				return op.Errorf("must specify exactly one operand for 0-D create_mask")
			case rank > 0 && op.NumOperands() != rank:
				return op.Errorf("must specify an operand for each result vector dimension")
			}
			return nil
		},
		Patterns: createMaskPatterns,
		Examples: []string{`func.func @f(%n: index, %m: index) -> vector<4x3xi1> {
  %0 = vector.create_mask %n, %m : vector<4x3xi1>
  return %0 : vector<4x3xi1>
}`},
	}
}

func constantMask() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.constant_mask",
		Summary:     "mask of a rectangle with constant sizes",
		Description: `An element is on when each of its indices is below the size for the dimension.`,
		Results:     []ir.ValueDef{{Name: "result", Type: anyMask}},
		Attrs:       []ir.PropDef{denseDef(maskDimSizes)},
		Traits:      ir.Pure,
		Assembly:    "$mask_dim_sizes attr-dict `:` type(results)",
		Verify:      verifyConstantMask,
		Fold:        foldConstantMask,
		Examples: []string{`func.func @f() -> vector<4x3xi1> {
  %0 = vector.constant_mask [3, 2] : vector<4x3xi1>
  return %0 : vector<4x3xi1>
}`},
	}
}

func verifyConstantMask(op *ir.Operation) *ir.Diagnostic {
	constantMask := ir.Cast[ConstantMaskOp](op)
	t, sizes := vectorOf(constantMask.Result()), constantMask.MaskDimSizes()
	if len(t.Dims) == 0 {
		switch {
		case len(sizes) != 1:
			return op.PlainErrorf("array attr must have length 1 for 0-D vectors")
		case sizes[0] != 0 && sizes[0] != 1:
			return op.PlainErrorf("mask dim size must be either 0 or 1 for 0-D vectors")
		}
		return nil
	}
	if len(sizes) != len(t.Dims) {
		return op.Errorf("must specify array attr of size equal vector result rank")
	}
	zero := false
	for d, n := range sizes {
		if n < 0 || n > t.Dims[d] {
			return op.Errorf("array attr of size out of bounds of vector result dimension size")
		}
		if t.IsScalable(d) && n != 0 && n != t.Dims[d] {
			return op.Errorf("only supports 'none set' or 'all set' scalable dimensions")
		}
		zero = zero || n == 0
	}
	for _, n := range sizes {
		if zero && n != 0 {
			return op.Errorf("expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim")
		}
	}
	return nil
}

func maskOp() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "vector.mask",
		New:     []string{"results", "mask"},
		Summary: "restrict an operation to some elements",
		Description: `The operation in the region is executed only for the elements that are on in the
mask; the other elements of its result come from passthru. Without passthru the
other elements are undefined.`,
		Implements: []ir.Implementation{sim.Moves("passthru")},
		Operands: []ir.ValueDef{
			{Name: "mask", Type: rankedMask},
			{Name: "passthru", Type: ir.AnyType, Kind: ir.Optional},
		},
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Regions:    []ir.RegionDef{{Name: "maskRegion", SingleBlock: true}},
		Traits:     ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects | ir.NoRegionArguments,
		Interfaces: ir.Interfaces{Terminator: YieldOp{}, Masking: true},
		Form:       "$mask (`,` $passthru)? $maskRegion attr-dict `:` type($mask) (`->` type($results))?",
		Parse:      parseMask,
		Print:      printMask,
		Verify:     verifyMaskRegion,
		// The masked operation must be valid before it can compute its mask type.
		VerifyRegions: verifyMask,
		Fold:          foldMask,
		Patterns:      maskPatterns,
		Examples: []string{`func.func @f(%k: vector<8xi1>, %v: vector<8xf32>, %a: f32) -> f32 {
  %0 = vector.mask %k { vector.reduction <add>, %v, %a : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0 : f32
}`},
	}
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "vector.yield",
		New:         []string{"operands..."},
		Summary:     "end a region of the vector dialect",
		Description: `Passes its operands to the operation around it.`,
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "operands", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Assembly:    "attr-dict ($operands^ `:` type($operands))?",
	}
}

func parseMask(p ir.OpParser, st *ir.OpState) {
	mask := p.Operand()
	var passthru ir.Unresolved
	hasPassthru := p.Accept(",")
	if hasPassthru {
		passthru = p.Operand()
	}
	r := p.Region(nil, false)
	if !p.Ok() {
		return
	}
	yieldMasked(p.Builder(), r, st.Loc)
	st.Regions = []*ir.Region{r}
	p.AttrDict(st)
	p.Expect(":")
	t := p.Type()
	st.ResultTypes = p.OptionalArrowTypes()
	if st.ResultTypes == nil {
		st.ResultTypes = []ir.Type{}
	}
	p.Resolve(st, t, mask)
	if !hasPassthru || !p.Ok() {
		return
	}
	if len(st.ResultTypes) == 0 {
		p.ErrorAt(namePos(st), "expects a result if passthru operand is provided")
		return
	}
	p.Resolve(st, st.ResultTypes[0], passthru)
}

// yieldMasked adds a yield of the results of the only operation as the terminator of a
// mask's region, unless it has a terminator.
func yieldMasked(b *ir.Builder, r *ir.Region, loc ir.Location) {
	if r.Empty() || r.Front().Empty() {
		ir.EnsureTerminator(b, r, YieldOp{}, loc)
		return
	}
	block := r.Front()
	if ir.Is[YieldOp](block.Back()) {
		return
	}
	st := &ir.OpState{Def: b.Context().MustOpDef(YieldOp{}), Loc: loc, ResultTypes: []ir.Type{}}
	if block.Front() == block.Back() {
		st.Operands = block.Front().ResultList()
	}
	at := b.Save()
	defer b.Restore(at)
	b.AtEnd(block).Create(st)
}

func printMask(p *ir.Printer, op *ir.Operation) {
	mask := ir.Cast[MaskOp](op)
	p.Str(" ").Operand(mask.Mask())
	if v := mask.Passthru(); v != nil {
		p.Str(", ").Operand(v)
	}
	switch b := op.Body(); {
	case b == nil || b.Empty():
		p.Str(" {  }")
	case b.Back().Discardable() != nil: // discardable attributes, which upstream loses
		p.Str(" ").Region(op.Region(0), false, true)
	default:
		p.Str(" { ").Op(b.Front()).Str(" }")
	}
	p.AttrDict(op).Str(" : ").Type(mask.Mask().Type())
	if op.NumResults() > 0 {
		p.Str(" -> ").Types(op.ResultTypes())
	}
}

// maskable lists the operations that can be masked (MaskableOpInterface upstream).
var maskable = []ir.OpKind{ContractOp{}, GatherOp{}, MultiReductionOp{}, OuterProductOp{}, ReductionOp{}, TransferReadOp{}, TransferWriteOp{}}

// expectedMask returns the type that the mask of a maskable operation must have.
func expectedMask(op *ir.Operation) *ir.VectorType {
	switch o := op.Typed().(type) {
	case OuterProductOp:
		return maskFor(vectorOf(o.Result()))
	case TransferReadOp, TransferWriteOp:
		return TransferMaskType(Transfer{op}.VectorType(), Transfer{op}.Map())
	case GatherOp:
		return maskFor(vectorOf(o.Indices()))
	case ContractOp:
		dims, scalable := iterationSpace(op)
		return ir.ScalableVector(dims, scalable, op.Operand(0).Type().Context().I1())
	case MultiReductionOp:
		return maskFor(vectorOf(o.Source()))
	}
	return maskFor(vectorOf(ir.Cast[ReductionOp](op).Vector()))
}

// maskedOp returns the operation in the region of a mask, or nil.
func maskedOp(mask *ir.Operation) *ir.Operation {
	if b := mask.Body(); b != nil && b.Front() != b.Back() {
		return b.Front()
	}
	return nil
}

// maskOf returns the mask around an operation, or nil.
func maskOf(op *ir.Operation) *ir.Operation {
	if p := op.Parent(); ir.Is[MaskOp](p) {
		return p
	}
	return nil
}

func verifyMaskRegion(op *ir.Operation) *ir.Diagnostic {
	b := op.Body()
	end := b.Back()
	switch {
	case end == nil:
		return op.Errorf("expects a terminator within the mask region")
	case end.Prev() != nil && end.Prev().Prev() != nil:
		return op.Errorf("expects only one operation to mask")
	case !ir.Is[YieldOp](end):
		return op.Errorf("expects a terminator within the mask region")
	case end.NumOperands() != op.NumResults():
		return op.Errorf("expects number of results to match mask region yielded values")
	}
	masked := maskedOp(op)
	if masked == nil {
		return nil
	}
	if !ir.IsAny(masked, maskable...) {
		return op.Errorf("expects a MaskableOpInterface within the mask region")
	}
	return verifyMaskedResults(op, masked)
}

func verifyMaskedResults(op, masked *ir.Operation) *ir.Diagnostic {
	if masked.NumResults() != op.NumResults() {
		return op.Errorf("expects number of results to match maskable operation number of results")
	}
	for i, v := range op.Body().Back().Operands() {
		if v != masked.Result(i) {
			return op.Errorf("expects all the results from the MaskableOpInterface to match all the values returned by the terminator")
		}
	}
	for i := range op.NumResults() {
		if op.Result(i).Type() != masked.Result(i).Type() {
			return op.Errorf("expects result type to match maskable operation result type")
		}
	}
	return nil
}

func verifyMask(op *ir.Operation) *ir.Diagnostic {
	masked := maskedOp(op)
	if masked == nil {
		return nil
	}
	mask := ir.Cast[MaskOp](op)
	if want := expectedMask(masked); want != nil && mask.Mask().Type() != ir.Type(want) {
		return op.Errorf("expects a '%s' mask for the maskable operation", want)
	}
	passthru := mask.Passthru()
	switch {
	case passthru == nil:
	case !ir.Is[TransferReadOp](masked):
		return op.Errorf("doesn't expect a passthru argument for this maskable operation")
	case passthru.Type() != ir.Cast[TransferReadOp](masked).Vector().Type():
		return op.Errorf("expects passthru type to match result type")
	}
	return nil
}
