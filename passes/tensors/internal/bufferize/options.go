package bufferize

import (
	"slices"

	fn "optc/dialect/func"
	"optc/ir"
)

// Layouts of buffers whose layout does not follow from other types.
const (
	inferLayout    = "infer-layout-map"
	identityLayout = "identity-layout-map"
	dynamicLayout  = "fully-dynamic-layout-map"
)

// Options are the options of one-shot-bufferize.
type Options struct {
	AllowReturnAllocs bool     `opt:"allow-return-allocs-from-loops" help:"Allows returning/yielding new allocations from a loop."`
	AllowUnknown      bool     `opt:"allow-unknown-ops" help:"Allows unknown (not bufferizable) ops in the input IR."`
	FuzzerSeed        uint     `opt:"analysis-fuzzer-seed" help:"Not supported: the order of upstream's generator is not reproduced"`
	Heuristic         string   `opt:"analysis-heuristic" values:"bottom-up,top-down,bottom-up-from-terminators,fuzzer" help:"Heuristic that controls the IR traversal during analysis; fuzzer is not supported"`
	Alignment         uint64   `opt:"buffer-alignment" help:"Sets the alignment of newly allocated buffers, in bytes; 0 leaves it open"`
	Boundaries        bool     `opt:"bufferize-function-boundaries" help:"Bufferize function boundaries: arguments, results and calls"`
	CheckParallel     bool     `opt:"check-parallel-regions" help:"Account for parallel regions in the analysis of conflicts"`
	CopyBeforeWrite   bool     `opt:"copy-before-write" help:"Skip the analysis. Make a buffer copy on every write."`
	Dialects          []string `opt:"dialect-filter" help:"Restrict bufferization to ops from these dialects."`
	DumpAliases       bool     `opt:"dump-alias-sets" help:"Not supported: upstream writes the sets in the order of addresses"`
	BoundaryLayout    string   `opt:"function-boundary-type-conversion" values:"infer-layout-map,identity-layout-map,fully-dynamic-layout-map" help:"Controls layout maps when bufferizing function signatures."`
	InferSpace        bool     `opt:"must-infer-memory-space" help:"The memory space of a memref type must always be inferred. If unset, the default memory space is used otherwise."`
	NoAnalysis        []string `opt:"no-analysis-func-filter" help:"Skip the analysis of functions with these symbol names, and copy before every write in them"`
	PrintConflicts    bool     `opt:"print-conflicts" help:"Not supported: upstream writes the conflict that it finds first, in the order of addresses"`
	AnalysisOnly      bool     `opt:"test-analysis-only" help:"Test only: Only run the analysis and annotate the IR with what is changed in place"`
	UnknownLayout     string   `opt:"unknown-type-conversion" values:"infer-layout-map,identity-layout-map,fully-dynamic-layout-map" help:"Controls layout maps for non-inferrable memref types."`
	EncodedSpace      bool     `opt:"use-encoding-for-memory-space" help:"Use the encoding of a tensor for the memory space. Exclusive to the 'must-infer-memory-space' option"`
}

// defaults are upstream's defaults.
var defaults = Options{
	Heuristic: "bottom-up", Alignment: 64, CheckParallel: true, BoundaryLayout: inferLayout, UnknownLayout: dynamicLayout,
}

// check returns an error for options that contradict each other or are not supported. The messages of contradictions
// are upstream's.
func (o *Options) check() *ir.Diagnostic {
	invalid := func(text string) *ir.Diagnostic { return ir.Errorf(ir.Location{}, "Invalid option: %s", text) }
	refused := func(option, reason string) *ir.Diagnostic {
		return ir.Errorf(ir.Location{}, "the option '%s' is not supported: %s", option, reason).
			HintNote(ir.Location{}, "mlir-opt --one-shot-bufferize=%s has it", option)
	}
	switch {
	case o.FuzzerSeed != 0 || o.Heuristic == "fuzzer":
		return refused("analysis-heuristic=fuzzer", "the order of upstream's generator is not reproduced")
	case o.CopyBeforeWrite && o.AnalysisOnly:
		return invalid("'copy-before-write' cannot be used with 'test-analysis-only'")
	case o.PrintConflicts && !o.AnalysisOnly:
		return invalid("'print-conflicts' requires 'test-analysis-only'")
	case o.DumpAliases && !o.AnalysisOnly:
		return invalid("'dump-alias-sets' requires 'test-analysis-only'")
	case o.PrintConflicts:
		return refused("print-conflicts", "upstream writes the conflict that it finds first, in the order of addresses")
	case o.DumpAliases:
		return refused("dump-alias-sets", "upstream writes the sets in the order of addresses")
	case o.InferSpace && o.EncodedSpace:
		return invalid("'must-infer-memory-space' and 'use-encoding-for-memory-space' are mutually exclusive")
	case o.UnknownLayout == inferLayout:
		return invalid("'infer-layout-map' is not a valid value for 'unknown-type-conversion'")
	case len(o.NoAnalysis) > 0 && !o.Boundaries:
		return invalid("'no-analysis-func-filter' requires 'bufferize-function-boundaries'")
	}
	return nil
}

// settings are the options of a run, with the symbol tables of its module.
type settings struct {
	Options
	module    *ir.Operation
	tables    *ir.SymbolTables
	rules     map[*ir.OpDef]*rule // found so far
	skip      []string            // functions that are not bufferized
	constants *globals
}

// rule returns the rule of an operation that is bufferized, or nil.
func (s *settings) rule(op *ir.Operation) *rule {
	if op == nil || !s.allowed(op) {
		return nil
	}
	r, known := s.rules[op.Def()]
	if !known {
		r = ruleFor(op)
		s.rules[op.Def()] = r
	}
	return r
}

// allowed reports whether the options let an operation change.
func (s *settings) allowed(op *ir.Operation) bool {
	if !s.Boundaries && op.Def().Dialect() == "func" {
		return false
	}
	if len(s.Dialects) > 0 && !slices.Contains(s.Dialects, op.Def().Dialect()) {
		return false
	}
	if len(s.skip) == 0 {
		return true
	}
	f := ir.As[fn.FuncOp](op)
	if !f.Ok() {
		f = ir.Enclosing[fn.FuncOp](op)
	}
	return !f.Ok() || !slices.Contains(s.skip, f.SymName())
}

// space returns the memory space of new buffers for a tensor; ok is false if it must be inferred.
func (s *settings) space(t ir.Type) (space ir.Attribute, ok bool) {
	switch t, ranked := t.(*ir.TensorType); {
	case s.InferSpace:
		return nil, false
	case s.EncodedSpace && ranked:
		return t.Encoding, true
	case s.EncodedSpace:
		return nil, false
	}
	return nil, true
}

// boundaryType returns the type of an argument or a result of a function.
func (s *settings) boundaryType(t ir.Type) ir.Type {
	space, _ := s.space(t)
	if s.BoundaryLayout == identityLayout {
		return contiguous(t, space)
	}
	return strided(t, space)
}

// unknownType returns the type of the buffer for a tensor about whose layout nothing is known.
func (s *settings) unknownType(t ir.Type, space ir.Attribute) ir.Type {
	if s.UnknownLayout == identityLayout {
		return contiguous(t, space)
	}
	return strided(t, space)
}

// contiguous returns the type of a contiguous buffer for a tensor.
func contiguous(t ir.Type, space ir.Attribute) ir.Type {
	if r, ok := t.(*ir.TensorType); ok {
		return ir.MemRef(r.Dims, r.Elem, nil, space)
	}
	return ir.UnrankedMemRef(ir.ElementOrSelf(t), space)
}

// strided returns the type of a buffer for a tensor with any offset and strides.
func strided(t ir.Type, space ir.Attribute) ir.Type {
	r, ok := t.(*ir.TensorType)
	if !ok {
		return ir.UnrankedMemRef(ir.ElementOrSelf(t), space)
	}
	layout := r.Context().StridedLayout(ir.Dynamic, slices.Repeat([]int64{ir.Dynamic}, len(r.Dims)))
	return ir.MemRef(r.Dims, r.Elem, layout, space)
}

func isTensor(t ir.Type) bool {
	switch t.(type) {
	case *ir.TensorType, *ir.UnrankedTensorType:
		return true
	}
	return false
}

func isMemory(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType:
		return true
	}
	return false
}
