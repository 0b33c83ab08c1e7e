package gpu

import (
	"fmt"
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/memref"
	"optc/dialect/scf"
	"optc/ir"
	"optc/passes"
)

// PipelineLoopsOptions are the options of gpu-pipeline-loops.
type PipelineLoopsOptions struct {
	Align   int64 `opt:"align" help:"bytes of which the addresses of arguments are multiples, unless llvm.align gives another number"`
	Explain bool  `opt:"explain" help:"report in remarks which loops are pipelined, and why others are not"`
}

// PipelineLoops is gpu-pipeline-loops.
var PipelineLoops = &passes.Pass{
	Name:  "gpu-pipeline-loops",
	Title: "Pipeline loops that stage tiles in workgroup memory, through several buffers (multi-buffering)",
	Doc: `Takes the loops of a function with the attribute gpu.stages = n that copy tiles from global to workgroup memory, pass a barrier and
read them, such as the loop over K of a product of matrices. Each buffer becomes n buffers. While threads compute with a tile, the copies of
the next n - 1 tiles go on. The first n - 1 tiles are copied before the loop, and the last n - 1 iterations begin no copies. The loop passes one
barrier for the copies.

    scf.for %k = … {                              copy 0 → buffer 0; copy 1 → buffer 1        // n = 3
      %m = memref.alloc()                         wait until one group of copies is left
      barrier                                     scf.for %k = … iter_args(%read = 0, %write = 2) {
      %v = vector.load %x[%k]             →         barrier
      vector.store %v, %m[…]                        scf.if %k + 2 * step < … { copy k + 2 → buffer %write }
      barrier                                       … = read buffer %read …
      … = read %m …                                 wait until one group of copies is left
    }                                             }

NVIDIA's chips copy without registers (nvgpu.device_async_copy, cp.async in PTX), if a thread copies 4, 8 or 16 neighbouring bytes to
addresses that are known to be multiples of the size. Otherwise, and on AMD's chips, the loop uses two buffers: the loads of the next tile are
at the start of an iteration, its stores at the end, and the tile is in registers meanwhile. A tile is staged if its addresses depend on no value that
the loop carries, and if nothing in the loop changes the memory that it is read from. A warning reports a function with stages that has no
such loop.`,
	Options:  PipelineLoopsOptions{Align: gpu.WidestAccess},
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "gpu", "memref", "nvgpu", "scf", "vector"},
	Run:      runPipelineLoops,
}

func runPipelineLoops(c *passes.Context) (changed bool, err error) {
	stages := gpu.StagesOf(c.Op)
	if ireecodegen.TranslationOf(c.Op) == nil || stages < 2 {
		return false, nil
	}
	m, err := machineOf(c.Op)
	if err != nil {
		return false, err
	}
	o := passes.OptionsOf[PipelineLoopsOptions](c)
	a, err := alignerOf(c, o.Align)
	if err != nil {
		return true, err
	}
	var loops []scf.ForOp
	ir.WalkPost(c.Op, func(op *ir.Operation) ir.WalkResult {
		if loop := ir.As[scf.ForOp](op); loop.Ok() {
			loops = append(loops, loop)
		}
		return ir.Advance
	})
	var refusals []*ir.Diagnostic
	pipelined := 0
	for _, loop := range loops {
		s := stagingOf(loop)
		if len(s.groups) == 0 {
			refusals = append(refusals, s.refusals...)
			continue
		}
		pipelined++
		why := s.copies(a, m)
		s.write(c.Rewriter(nil), stages)
		if o.Explain {
			c.Report(s.explanation(why))
		}
	}
	if pipelined == 0 {
		d := c.Op.Errorf("has gpu.stages = %d, but no loop in which threads copy tiles to workgroup memory and read them after a barrier", stages)
		d.Severity = ir.Warning
		for _, r := range refusals {
			d = d.Note(r.Loc, "%s", r.Msg)
		}
		c.Report(d)
	}
	return true, nil
}

// staging describes a loop that stages tiles in workgroup memory.
type staging struct {
	loop     scf.ForOp
	groups   []*stagedGroup
	slice    map[*ir.Operation]bool     // operations of the body that the writes of the tiles need
	loaded   map[*ir.Operation]bool     // the operations of slice that load, or that use what another one loads
	async    bool                       // the copies need no registers
	buffers  int64                      // of each tile
	bytes    int64                      // of all tiles of an iteration
	moves    int                        // copies of a thread in an iteration
	tiles    map[*ir.Operation]tileCopy // the copies, by the writes that they replace
	refusals []*ir.Diagnostic           // why buffers are not staged
}

// stagedGroup is a group of tiles that one barrier separates from their reads.
type stagedGroup struct {
	before  *ir.Operation   // a barrier before the writes that separates nothing else, or nil
	barrier *ir.Operation   // the barrier after the writes
	buffers []*ir.Operation // the allocations
	writes  []*ir.Operation // operations of the body that write the buffers
}

// stagingOf finds the tiles that a loop stages.
func stagingOf(loop scf.ForOp) *staging {
	f := &stageFinder{staging: &staging{loop: loop, slice: map[*ir.Operation]bool{}, loaded: map[*ir.Operation]bool{}, tiles: map[*ir.Operation]tileCopy{}}, at: map[*ir.Operation]int{}, changed: map[*ir.Value]bool{}, known: map[*ir.Operation]string{}}
	f.number()
	for op := range loop.Body().Ops() {
		if alloc := ir.As[memref.AllocOp](op); alloc.Ok() && gpu.SpaceOf(alloc.Memref().Type().(*ir.MemRefType)) == gpu.Workgroup {
			if why := f.add(op); why != "" {
				f.refusals = append(f.refusals, op.Errorf("is not staged: %s", why))
			}
		}
	}
	for _, g := range f.groups {
		f.dropBarrier(g)
	}
	return f.staging
}

// stageFinder finds the tiles that a loop stages.
type stageFinder struct {
	*staging
	at       map[*ir.Operation]int // places of the operations of the body
	barriers []*ir.Operation
	changed  map[*ir.Value]bool // memory that the loop changes
	unknown  bool               // the loop may change any memory
	known    map[*ir.Operation]string
}

// number numbers the operations of the body, and notes which memory they change.
func (f *stageFinder) number() {
	for op := range f.loop.Body().Ops() {
		f.at[op] = len(f.at)
		if ir.Is[gpu.BarrierOp](op) {
			f.barriers = append(f.barriers, op)
		}
		ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
			if ir.Is[gpu.BarrierOp](inner) {
				return ir.Advance
			}
			known := ir.VisitEffects(inner, func(e ir.Effect) bool {
				switch {
				case e.Kind != ir.Write:
				case !ir.IsMemory(e.Value):
					f.unknown = true
				default:
					for _, root := range ir.MemoryRoots(e.Value) {
						f.changed[root] = true
					}
				}
				return true
			})
			f.unknown = f.unknown || !known && inner.NumRegions() == 0 && !inner.Has(ir.Terminator)
			return ir.Advance
		})
	}
}

// outermost returns the operation of the body that is, or that contains, an operation.
func (f *stageFinder) outermost(op *ir.Operation) *ir.Operation {
	for op != nil && op.Block() != f.loop.Body() {
		op = op.Parent()
	}
	return op
}

// add adds a buffer to its group, or returns the reason why it is not staged.
func (f *stageFinder) add(alloc *ir.Operation) (why string) {
	var writes, reads []*ir.Operation
	for use := alloc.Result(0).FirstUse(); use != nil; use = use.Next() {
		op := use.Owner()
		if ir.Is[memref.DeallocOp](op) {
			continue
		}
		access := ir.AccessesOf(op)
		if len(access) != 1 || access[0].Memory != alloc.Result(0) || access[0].Moved == alloc.Result(0) {
			return fmt.Sprintf("'%s' uses it other than to read or write", op.Name())
		}
		list := &reads
		if access[0].Kind == ir.Write {
			list = &writes
		} else if access[0].Kind != ir.Read {
			return fmt.Sprintf("'%s' both reads and writes", op.Name())
		}
		if top := f.outermost(op); !slices.Contains(*list, top) {
			*list = append(*list, top)
		}
	}
	if len(writes) == 0 || len(reads) == 0 {
		return "it is not written, or not read"
	}
	slices.SortFunc(writes, func(a, b *ir.Operation) int { return f.at[a] - f.at[b] })
	first, last := f.at[writes[0]], f.at[writes[len(writes)-1]]
	at := slices.IndexFunc(f.barriers, func(b *ir.Operation) bool { return f.at[b] > first })
	if at < 0 || f.at[f.barriers[at]] < last {
		return "no barrier follows its writes, or one is among them"
	}
	barrier := f.barriers[at]
	if slices.ContainsFunc(reads, func(r *ir.Operation) bool { return f.at[r] < f.at[barrier] }) {
		return "it is read before the barrier that follows its writes"
	}
	loads := false
	for _, w := range writes {
		if why := f.prepares(w, alloc.Result(0), &loads); why != "" {
			return why
		}
	}
	if !loads {
		return "no tile is read from global memory"
	}
	i := slices.IndexFunc(f.groups, func(g *stagedGroup) bool { return g.barrier == barrier })
	if i < 0 {
		i = len(f.groups)
		f.groups = append(f.groups, &stagedGroup{barrier: barrier})
	}
	g := f.groups[i]
	g.buffers = append(g.buffers, alloc)
	for _, w := range writes {
		if !slices.Contains(g.writes, w) {
			g.writes = append(g.writes, w)
		}
	}
	f.bytes += stageBytes(alloc)
	for _, w := range writes {
		f.markSlice(w)
	}
	return ""
}

// prepares returns the reason why a write of a buffer, with all that it needs, cannot be executed iterations earlier, or "". It notes whether
// a load from global memory is among what it needs.
func (f *stageFinder) prepares(write *ir.Operation, buffer *ir.Value, loads *bool) (why string) {
	ir.Walk(write, func(op *ir.Operation) ir.WalkResult {
		if access := ir.AccessesOf(op); len(access) == 1 && access[0].Memory == buffer && access[0].Kind == ir.Write {
			return ir.Advance
		}
		if why = f.early(op, loads); why != "" {
			return ir.Interrupt
		}
		return ir.Advance
	})
	if why != "" {
		return why
	}
	if write.NumResults() > 0 {
		return fmt.Sprintf("'%s' also has results", write.Name())
	}
	return f.operandsEarly(write, loads)
}

// early returns the reason why an operation cannot be executed iterations earlier, for its own effects.
func (f *stageFinder) early(op *ir.Operation, loads *bool) (why string) {
	if op.Has(ir.Terminator) || ir.Is[scf.IfOp](op) || ir.IsMemoryEffectFree(op) {
		return ""
	}
	known := ir.VisitEffects(op, func(e ir.Effect) bool {
		switch {
		case e.Kind != ir.Read || !ir.IsMemory(e.Value):
			why = fmt.Sprintf("its tile needs '%s', which has other effects than to read", op.Name())
		case f.unknown || slices.ContainsFunc(ir.MemoryRoots(e.Value), func(v *ir.Value) bool { return f.changed[v] }):
			why = fmt.Sprintf("its tile needs '%s', which reads memory that the loop changes", op.Name())
		default:
			*loads = true
		}
		return why == ""
	})
	if !known {
		why = fmt.Sprintf("its tile needs '%s', whose effects are unknown", op.Name())
	}
	return why
}

// operandsEarly is early for all that an operation of the body, and the operations in it, need from the body.
func (f *stageFinder) operandsEarly(op *ir.Operation, loads *bool) (why string) {
	visitAllOperands(op, func(v *ir.Value) bool {
		def := v.DefiningOp()
		switch {
		case def == nil && v.OwnerBlock() == f.loop.Body() && v.Index() > 0:
			why = "its tile depends on a value that the loop carries"
		case def == nil || def.Block() != f.loop.Body() || ir.Is[memref.AllocOp](def):
		default:
			why = f.defined(def, loads)
		}
		return why == ""
	})
	return why
}

// defined is early for an operation of the body with all that it needs.
func (f *stageFinder) defined(def *ir.Operation, loads *bool) (why string) {
	if why, done := f.known[def]; done {
		*loads = *loads || why == hasLoads
		if why == hasLoads {
			return ""
		}
		return why
	}
	inner := false
	ir.Walk(def, func(op *ir.Operation) ir.WalkResult {
		if why = f.early(op, &inner); why != "" {
			return ir.Interrupt
		}
		return ir.Advance
	})
	if why == "" {
		why = f.operandsEarly(def, &inner)
	}
	f.known[def] = why
	if why == "" && inner {
		*loads = true
		f.known[def] = hasLoads
	}
	return why
}

// hasLoads is the entry of stageFinder.known for an operation that can be executed earlier, and that loads or uses what is loaded.
const hasLoads = "loads"

// visitAllOperands visits the operands of an operation and those of the operations in its regions, until visit returns false.
func visitAllOperands(op *ir.Operation, visit func(v *ir.Value) bool) {
	ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		for _, v := range inner.Operands() {
			if !visit(v) {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
}

// markSlice marks the operations of the body that an operation needs.
func (f *stageFinder) markSlice(op *ir.Operation) {
	visitAllOperands(op, func(v *ir.Value) bool {
		if def := v.DefiningOp(); def != nil && def.Block() == f.loop.Body() && !ir.Is[memref.AllocOp](def) && !f.slice[def] {
			f.slice[def] = true
			f.loaded[def] = f.known[def] == hasLoads
			f.markSlice(def)
		}
		return true
	})
}

// dropBarrier finds the barrier before the writes of a group, if nothing but the writes is between the barriers.
func (f *stageFinder) dropBarrier(g *stagedGroup) {
	i := slices.Index(f.barriers, g.barrier)
	if i == 0 || slices.ContainsFunc(f.groups, func(o *stagedGroup) bool { return o.barrier == f.barriers[i-1] }) {
		return
	}
	before := f.barriers[i-1]
	for op := before.Next(); op != g.barrier; op = op.Next() {
		if !slices.Contains(g.writes, op) && !f.slice[op] && !ir.IsMemoryEffectFree(op) && !ir.IsAny(op, memref.AllocOp{}, memref.DeallocOp{}) {
			return
		}
	}
	g.before = before
}

// stageBytes returns the size of a buffer, rounded up so that the next one begins where the widest access may.
func stageBytes(alloc *ir.Operation) int64 {
	t := alloc.Result(0).Type().(*ir.MemRefType)
	n, _ := ir.NumElements(t.Dims)
	return (n*int64(ir.ElementBytes(t.Elem)) + memoryAlign - 1) / memoryAlign * memoryAlign
}

// explanation is the remark about a loop that is pipelined.
func (s *staging) explanation(why string) *ir.Diagnostic {
	text := fmt.Sprintf("is pipelined: %d times %d bytes of workgroup memory; a thread begins %d copies for the tiles that are %d iterations ahead", s.buffers, s.bytes, s.moves, s.buffers-1)
	if !s.async {
		text = fmt.Sprintf("is pipelined: 2 times %d bytes of workgroup memory; a thread holds the next tiles in registers: %s", s.bytes, why)
	}
	d := s.loop.Operation().Errorf("%s", text)
	d.Severity = ir.Remark
	return d
}
