package tensorgrid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
)

// buffer is an array of global memory.
type buffer struct {
	name     string          // of an argument of the kernels, or "" of a part of the arena
	shape    []int64         // shape that the host sees
	elem     ir.Type         //
	contents ir.ElementsAttr // contents of a constant, or nil
	written  bool            // whether a kernel writes it
	first    int             // the kernel that uses it first
	last     int             // the kernel that uses it last
	at       int64           // bytes from the start of the arena
}

// bytes returns the size of a buffer.
func (b *buffer) bytes() int64 {
	n, _ := ir.NumElements(b.shape)
	return n * int64(ir.ElementBytes(b.elem))
}

// value is the knowledge about a tensor.
type value = nests.View[*buffer]

// maker writes the kernels of a program.
type maker struct {
	*ir.Builder
	machine *kernel.Machine
	program string
	steps   []*step
	groups  []*group
	kernels []*grid
	named   []*buffer // arguments and constants, then results
	scratch []*buffer
}

// grid is a kernel that is being written.
type grid struct {
	*maker
	op      *ir.Operation // the func.func
	number  int
	buffers []*buffer // buffers of the arguments
}

// newBuffer returns a part of the arena.
func (m *maker) newBuffer(shape []int64, elem ir.Type) *buffer {
	b := &buffer{shape: shape, elem: elem, first: -1}
	m.scratch = append(m.scratch, b)
	return b
}

// Argument is nests.Machine.
func (m *maker) Argument(arg *ir.Value, name string) (*value, *ir.Diagnostic) {
	t := arg.Type().(*ir.TensorType)
	if d := checkElement(arg.ParentBlock().ParentOp(), t.Elem); d != nil {
		return nil, d
	}
	b := &buffer{name: name, shape: t.Dims, elem: t.Elem}
	m.named = append(m.named, b)
	return nests.NewView(t.Dims, t.Elem, b), nil
}

// checkElement requires elements to be numbers that memory holds byte by byte.
func checkElement(op *ir.Operation, t ir.Type) *ir.Diagnostic {
	if !ir.AnyOf(ir.AnySignlessInteger, ir.AnyFloat, ir.IndexConstraint).Check(t) || ir.ElementBytes(t) == 0 {
		return op.Errorf("has elements of type '%s', which kernels do not have", t).WithCode("gpu.tensor-element").
			HintNote(op.Loc(), "elements of a GPU are integers without sign, floats and indices")
	}
	return nil
}

// Constant is nests.Machine.
func (m *maker) Constant(op *ir.Operation, a ir.ElementsAttr) (*value, *ir.Diagnostic) {
	t := a.ShapedType()
	if d := checkElement(op, t.ElementType()); d != nil {
		return nil, d
	}
	raw, splat := nests.ElementsOf(a)
	b := &buffer{name: fmt.Sprint("constant", len(m.named)), shape: t.Shape(), elem: t.ElementType()}
	v := nests.NewView(b.shape, b.elem, b)
	if v.Splat = splat; splat != nil {
		return v, nil
	}
	if raw == nil {
		return nil, op.Errorf("has values that are not in the file").WithCode("tensors.form")
	}
	b.contents = a
	m.named = append(m.named, b)
	return v, nil
}

// Made is nests.Buffers.
func (m *maker) Made(shape []int64, elem ir.Type) *value {
	v := nests.NewView(shape, elem, m.newBuffer(shape, elem))
	v.Made = true
	return v
}

// Copy is nests.Buffers.
func (m *maker) Copy(to, from *value) {
	m.steps = append(m.steps, &step{loc: m.Loc, operands: []*value{from}, results: []*value{to}})
}

// Move is nests.Machine.
func (m *maker) Move(op *ir.Operation, move *nests.Move, sources []*value) (*value, *ir.Diagnostic) {
	m.Loc = op.Loc()
	if d := checkElement(op, move.Elem); d != nil {
		return nil, d
	}
	return nests.MoveViews(m, move, sources), nil
}

// Nest is nests.Machine.
func (m *maker) Nest(n *nests.Nest, operands []*value) (results []*value, d *ir.Diagnostic) {
	m.Loc = n.Op.Loc()
	for _, o := range n.Outputs() {
		if d := checkElement(n.Op, o.Elem); d != nil {
			return nil, d
		}
		results = append(results, m.Made(o.Shape, o.Elem))
	}
	for i := range n.Inputs {
		if o := &n.Operands[i]; o.Extract != nil {
			if d := checkElement(o.Extract, o.Elem); d != nil {
				return nil, d
			}
		}
	}
	m.steps = append(m.steps, &step{loc: m.Loc, nest: n, operands: operands, results: results})
	return results, checkRegion(n)
}

// Result is nests.Machine.
func (m *maker) Result(op *ir.Operation, name string, v *value) *ir.Diagnostic {
	m.Loc = op.Loc()
	if !v.Made || v.Splat != nil || v.First != 0 || !v.IsGapless() || v.Len()*int64(ir.ElementBytes(v.Elem)) != v.Buffer.bytes() {
		copied := m.Made(v.Shape, v.Elem)
		m.Copy(copied, v)
		v = copied
	}
	v.Made = false // another result of the same tensor gets a copy
	b := v.Buffer
	b.name, b.shape = name, v.Shape
	m.scratch = slices.DeleteFunc(m.scratch, func(other *buffer) bool { return other == b })
	m.named = append(m.named, b)
	return nil
}

// kernelName returns the name of a kernel that begins with a step.
func (m *maker) kernelName(s *step, number int) string {
	name := s.name()
	return fmt.Sprintf("%s_%d_%s", m.program, number, name[strings.LastIndexByte(name, '.')+1:])
}

// newGrid begins a kernel whose first step is given.
func (m *maker) newGrid(s *step) *grid {
	f := fn.NewFunc(m, m.Context().Function(nil, nil), m.kernelName(s, len(m.kernels)))
	g := &grid{maker: m, op: f.Operation(), number: len(m.kernels)}
	at := m.Save()
	m.NewBlock(g.op.Region(0), nil, m.Loc)
	m.Restore(at)
	m.kernels = append(m.kernels, g)
	return g
}

// memory returns the argument of a kernel for a buffer.
func (g *grid) memory(b *buffer, write bool) *ir.Value {
	if b.written = b.written || write; b.first < 0 {
		b.first = g.number
	}
	b.last = g.number
	if i := slices.Index(g.buffers, b); i >= 0 {
		return g.op.Body().Arg(i)
	}
	g.buffers = append(g.buffers, b)
	return g.op.Body().AddArg(ir.MemRef(b.shape, b.elem, nil, nil), g.Loc)
}

// forms chooses the forms of all kernels.
func (m *maker) forms() (list []kernelForm, d *ir.Diagnostic) {
	m.groups = m.grouped()
	for _, g := range m.groups {
		form, d := m.formOf(newBody(g, m.isStored))
		if d != nil {
			return nil, d
		}
		list = append(list, form)
	}
	return list, nil
}

// isStored reports whether a kernel or the host reads a buffer.
func (m *maker) isStored(b *buffer) bool {
	return b.name != "" || slices.ContainsFunc(m.groups, func(g *group) bool { return g.isRead(b) })
}

// write writes the kernels.
func (m *maker) write() *ir.Diagnostic {
	forms, d := m.forms()
	if d != nil {
		return d
	}
	for _, form := range forms {
		m.Loc = form.stepsOf()[0].loc
		form.write(m.newGrid(form.stepsOf()[0]))
	}
	return nil
}

// placeScratch gives every part of the arena the lowest place that no other part has at the same time, larger
// parts first, and returns the bytes of the arena.
func (m *maker) placeScratch() (total int64) {
	m.scratch = slices.DeleteFunc(m.scratch, func(b *buffer) bool { return b.first < 0 })
	sorted := slices.Clone(m.scratch)
	slices.SortStableFunc(sorted, func(a, b *buffer) int { return cmp.Compare(b.bytes(), a.bytes()) })
	for i, b := range sorted {
		for moved := true; moved; {
			moved = false
			for _, other := range sorted[:i] {
				if b.at < other.at+other.bytes() && other.at < b.at+b.bytes() && b.first <= other.last && other.first <= b.last {
					b.at = num.CeilDiv(other.at+other.bytes(), kernel.ArenaAlign) * kernel.ArenaAlign
					moved = true
				}
			}
		}
		total = max(total, b.at+b.bytes())
	}
	return total
}

// finish gives all kernels the same arguments.
func (m *maker) finish() *ir.Diagnostic {
	if d := m.write(); d != nil {
		return d
	}
	size := m.placeScratch()
	// Constants that no kernel reads need no argument; the host knows the arguments of the function.
	m.named = slices.DeleteFunc(m.named, func(b *buffer) bool { return b.contents != nil && !m.isUsed(b) })
	if d := m.checkMemory(size); d != nil {
		return d
	}
	for _, g := range m.kernels {
		body := g.op.Body()
		args := map[*buffer]*ir.Value{}
		for _, b := range m.named {
			args[b] = body.AddArg(ir.MemRef(b.shape, b.elem, nil, nil), g.op.Loc())
			args[b].SetNameHint(b.name)
		}
		var arena *ir.Value
		if size > 0 {
			arena = body.AddArg(ir.MemRef([]int64{size}, m.Context().Integer(8), nil, nil), g.op.Loc())
			arena.SetNameHint("arena")
		}
		m.AtStart(body).Loc = g.op.Loc()
		for i, b := range g.buffers {
			v := args[b]
			if v == nil {
				t := ir.MemRef(b.shape, b.elem, nil, nil)
				v = memref.NewView(m, t, arena, arith.ConstantIndex(m, b.at), nil).Operation().Result(0)
				v.SetNameHint(fmt.Sprint("t", slices.Index(m.scratch, b)))
			}
			body.Arg(i).ReplaceAllUsesWith(v)
		}
		for range g.buffers {
			body.EraseArg(0)
		}
		f := ir.Cast[fn.FuncOp](g.op)
		f.SetFunctionType(m.Context().Function(body.ArgTypes(), nil))
		gpu.SetProgram(g.op, m.program)
		if g.number == 0 {
			for i, b := range m.named {
				if b.contents != nil {
					gpu.SetContents(g.op, i, b.contents)
				}
			}
		}
		if arena != nil {
			gpu.SetScratch(g.op, len(m.named))
		}
	}
	return nil
}

// checkMemory requires the tensors of a program to fit into global memory.
func (m *maker) checkMemory(arena int64) *ir.Diagnostic {
	total, largest := float64(arena), 0
	for i, b := range m.named {
		if total += float64(b.bytes()); b.bytes() > m.named[largest].bytes() {
			largest = i
		}
	}
	if total <= float64(m.machine.Memory) || len(m.kernels) == 0 {
		return nil
	}
	op := m.kernels[0].op
	return op.Errorf("needs %.0f bytes of global memory for its tensors, but %s has at most %d", total, m.machine.Chip, m.machine.Memory).WithCode("gpu.tensor-memory").
		Note(op.Loc(), "the largest is '%s' with %d bytes; tensors between kernels take %d", m.named[largest].name, m.named[largest].bytes(), arena).
		HintNote(op.Loc(), "use smaller tensors, or a narrower element type")
}

func (m *maker) isUsed(b *buffer) bool {
	return slices.ContainsFunc(m.kernels, func(g *grid) bool { return slices.Contains(g.buffers, b) })
}
