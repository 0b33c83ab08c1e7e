package ptx

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/ir"
)

// pointer is the address of the first element of a memref.
type pointer struct {
	space    string // "global", "shared" or "local"
	base     operand
	at       *sum   // bytes behind the base
	constant bool   // nothing writes to the memory while the kernel runs
	name     string // of the variable that the base holds, or ""
	strides  []*sum // strides in elements of a memref whose type does not hold them all, or nil
}

// parameters writes the parameters of the kernel, whose pointers are those to global memory.
func (w *writer) parameters(body *ir.Block) string {
	var list []string
	for i, t := range ir.Cast[gpu.FuncOp](w.kernel.Op).FunctionType().Inputs {
		v, name := body.Arg(i), fmt.Sprintf("%s_param_%d", w.name, i)
		w.op = w.kernel.Op
		if m, ok := t.(*ir.MemRefType); ok {
			list = append(list, fmt.Sprintf("\n\t.param .u64 .ptr .global .align %d %s", max(gpu.ArgumentAlign(w.kernel.Op, i), int64(ir.ElementBytes(m.Elem))), name))
			w.pointers[v] = pointer{space: "global", base: w.load(double, "ld.param.b64", name), at: constantSum(0), constant: gpu.IsUnaliased(w.kernel.Op, i) && !isWritten(v)}
			continue
		}
		n := w.numberOf(v)
		list = append(list, fmt.Sprintf("\n\t.param .b%d %s", 8*n.bytes(), name))
		w.values[v] = []element{w.loaded(w.load(held(n), fmt.Sprintf("ld.param.%s", memoryType(n)), name), n)}
	}
	if arena := w.kernel.Arena; arena != nil {
		base := w.compute("mov.b32", []class{word}, named(w.arena()))[0]
		w.pointers[arena] = pointer{space: "shared", base: base, at: constantSum(0), name: w.arena()}
	}
	if list == nil {
		return ""
	}
	return strings.Join(list, ",") + "\n"
}

// arena returns the name of the workgroup memory.
func (w *writer) arena() string { return w.name + "_memory" }

// load loads a parameter.
func (w *writer) load(c class, text, name string) operand {
	return w.compute(text, []class{c}, addressed(name))[0]
}

// isWritten reports whether a memref may be changed.
func isWritten(v *ir.Value) bool {
	for use := v.FirstUse(); use != nil; use = use.Next() {
		op := use.Owner()
		switch {
		case ir.Is[memref.DimOp](op):
		case ir.Accessing.Has(op):
			for _, a := range ir.AccessesOf(op) {
				if a.Memory == v && a.Kind != ir.Read {
					return true
				}
			}
		case ir.ElementView.Has(op):
			if isWritten(op.Result(0)) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// memoryForms are the forms of operations that make memory, or views of it.
var memoryForms = []form{
	of(func(w *writer, op memref.ViewOp) {
		p := w.pointer(op.Source())
		p.at = p.at.plus(w.sum(op.ByteShift()), 1)
		w.pointers[op.Result()] = p
	}),
	of((*writer).alloca),
	of(func(w *writer, op memref.AssumeAlignmentOp) { w.pointers[op.Result()] = w.pointer(op.Memref()) }),
	of(func(w *writer, op memref.CastOp) { w.pointers[op.Dest()] = w.pointer(op.Source()) }),
	of(func(w *writer, op memref.MemorySpaceCastOp) { w.pointers[op.Dest()] = w.pointer(op.Source()) }),
	of(func(w *writer, op memref.ExpandShapeOp) { w.pointers[op.Result()] = w.pointer(op.Src()).reshaped() }),
	of(func(w *writer, op memref.CollapseShapeOp) { w.pointers[op.Result()] = w.pointer(op.Src()).reshaped() }),
	of(func(w *writer, op memref.SubViewOp) {
		p := w.pointer(op.Source())
		p.at = p.at.plus(w.offset(op.Source(), op.MixedOffsets()), 1)
		p.strides = w.cutStrides(op)
		w.pointers[op.Result()] = p
	}),
	of(func(w *writer, op memref.ReinterpretCastOp) {
		if _, offset, ok := op.Source().Type().(*ir.MemRefType).StridesAndOffset(); !ok || offset != 0 {
			w.refuse(w.op, "the offset of the memref must be 0")
			return
		}
		p, offset := w.pointer(op.Source()), op.MixedOffsets()[0]
		p.at, p.strides = p.at.plus(w.mixed(offset), bytesOf(op.Source())), nil
		for _, m := range op.MixedStrides() {
			p.strides = append(p.strides, w.mixed(m))
		}
		w.pointers[op.Result()] = p
	}),
	of(func(w *writer, op memref.DimOp) {
		if i, ok := op.ConstantIndex(); ok {
			if n, known := sizeOf(op.Source(), i); known {
				w.setIndex(op.Result(), w.mixed(n))
				return
			}
		}
		w.refuse(w.op, "extents must be known")
	}),
}

// pointer returns the address of a memref.
func (w *writer) pointer(v *ir.Value) pointer {
	p, ok := w.pointers[v]
	if !ok {
		w.refuse(w.op, "a memref of type '%s' is carried by a loop or a branch", v.Type())
		p = pointer{space: "global", base: constant(double, 0), at: constantSum(0)}
	}
	return p
}

func (w *writer) alloca(op memref.AllocaOp) {
	t := op.Memref().Type().(*ir.MemRefType)
	n, ok := ir.NumElements(t.Dims)
	if !ok {
		w.refuse(w.op, "extents must be known")
		return
	}
	name := fmt.Sprintf("%s_local_%d", w.name, len(w.locals))
	w.locals = append(w.locals, fmt.Sprintf(".local .align 16 .b8 %s[%d];", name, max(1, n*bytesOf(op.Memref()))))
	w.pointers[op.Memref()] = pointer{space: "local", base: w.compute("mov.b64", []class{double}, named(name))[0], at: constantSum(0), name: name}
}

// bytesOf returns the bytes of an element of a memref.
func bytesOf(v *ir.Value) int64 { return int64(ir.ElementBytes(v.Type().(*ir.MemRefType).Elem)) }

// mixed returns an index that may be a constant.
func (w *writer) mixed(m ir.Mixed) *sum {
	if m.Value == nil {
		return constantSum(m.Const)
	}
	return w.sum(m.Value)
}

// reshaped returns a pointer to the same elements in another shape, whose strides its type holds.
func (p pointer) reshaped() pointer {
	p.strides = nil
	return p
}

// sizeOf returns the number of elements of a memref along a dimension, if the kernel knows it.
func sizeOf(v *ir.Value, i int64) (m ir.Mixed, known bool) {
	t := v.Type().(*ir.MemRefType)
	if i < 0 || i >= int64(len(t.Dims)) {
		return m, false
	}
	if t.Dims[i] != ir.Dynamic {
		return ir.Mixed{Const: t.Dims[i]}, true
	}
	if view := ir.DefiningOp[memref.ReinterpretCastOp](v); view.Ok() {
		return view.MixedSizes()[i], true
	}
	if view := ir.DefiningOp[memref.SubViewOp](v); view.Ok() && len(view.MixedSizes()) == len(t.Dims) {
		return view.MixedSizes()[i], true
	}
	return m, false
}

// stride returns the stride of a memref along a dimension, in elements.
func (w *writer) stride(v *ir.Value, d int) *sum {
	strides, _, ok := v.Type().(*ir.MemRefType).StridesAndOffset()
	switch list := w.pointer(v).strides; {
	case !ok:
		w.refuse(w.op, "the layout of the memref has no strides")
	case strides[d] != ir.Dynamic:
		return constantSum(strides[d])
	case list != nil:
		return list[d]
	default:
		w.refuse(w.op, "strides must be known")
	}
	return constantSum(0)
}

// cutStrides returns the strides of a subview, which are products of its factors and the strides of the source. A dimension that the view
// drops has none.
func (w *writer) cutStrides(op memref.SubViewOp) (list []*sum) {
	strides, _, ok := op.Result().Type().(*ir.MemRefType).StridesAndOffset()
	if !ok || !slices.Contains(strides, ir.Dynamic) {
		return nil
	}
	dropped := memref.DroppedBy(op.Operation())
	for d, m := range op.MixedStrides() {
		if !dropped[d] {
			list = append(list, w.times(w.stride(op.Source(), d), w.mixed(m)))
		}
	}
	return list
}

// offset returns the bytes from the first element of a memref to an element.
func (w *writer) offset(v *ir.Value, indices []ir.Mixed) *sum {
	total := constantSum(0)
	for d, m := range indices {
		total = total.plus(w.times(w.mixed(m), w.stride(v, d)), bytesOf(v))
	}
	return total
}

// address returns the address of an element, with an offset of bytes.
func (w *writer) address(p pointer, at *sum) group {
	s := p.at.plus(at, 1)
	g := group{address: true, offset: s.constant}
	if s.constant != int64(int32(s.constant)) {
		g.offset = 0
		s = (&sum{terms: s.terms}).plus(sumOf(w.value("mov.b64", double, constant(double, uint64(s.constant)))), 1)
	}
	switch {
	case len(s.terms) == 0 && p.name != "":
		g.name = p.name
		return g
	case p.space == "shared":
		g.list = []operand{w.sharedAddressOf(p.base, s, 1)}
	default:
		g.list = []operand{w.addressOf(p.base, s, 1)}
	}
	return g
}

// held returns the class of the registers into which numbers are loaded: i1 is loaded as a byte.
func held(n number) class {
	if n.class == predicate {
		return word
	}
	return n.class
}

// memoryType returns the PTX type of an access to a number in memory.
func memoryType(n number) string {
	switch {
	case n.width <= 8:
		return "u8"
	case n.width == 16 && n.class == word:
		return "u16"
	}
	return "b" + itoa(n.width)
}

// loaded converts a register that was loaded from memory to a number.
func (w *writer) loaded(o operand, n number) element {
	switch {
	case n.class == predicate:
		return elementOf(w.value("setp.ne.s32", predicate, o, constant(word, 0)))
	case n.isIndex:
		return indexOf(sumOf(o))
	}
	return elementOf(o)
}

// move writes the access of an element, or of neighbours; it returns false for other accesses.
func (w *writer) move(a *ir.Access) bool {
	n, ok := numberOf(a.Moved.Type())
	if !a.IsRun() || !ok {
		return false
	}
	t := a.MemRef()
	if _, isVector := t.Elem.(*ir.VectorType); isVector || n.class == predicate && count(a.Moved.Type()) > 1 {
		return false
	}
	p, at := w.pointer(a.Memory), w.offset(a.Memory, ir.MixedValues(a.Indices))
	if len(w.problems) > 0 {
		return true
	}
	alignment := max(a.Alignment, n.bytes())
	var list []element
	if a.Kind != ir.Read {
		list = w.elements(a.Moved)
	}
	for i, left := int64(0), count(a.Moved.Type()); left > 0; {
		step := widest(alignment, left, n.bytes())
		place := w.address(p, at.plus(constantSum(i*n.bytes()), 1))
		if a.Kind == ir.Read {
			list = append(list, w.loadRun(p, place, n, step)...)
		} else {
			w.storeRun(p, place, n, list[i:i+step])
		}
		i, left = i+step, left-step
	}
	if a.Kind == ir.Read {
		w.values[a.Moved] = list
	}
	return true
}

// widest returns the number of elements that one instruction can access: at most 16 bytes that divide
// the address.
func widest(alignment, left, size int64) int64 {
	bytes := int64(gpu.WidestAccess)
	for bytes > size && (bytes > alignment || bytes > left*size) {
		bytes /= 2
	}
	return bytes / size
}

// accessOf returns the instruction that accesses contiguous elements, with the number and the class
// of its registers. Several numbers of fewer than 32 bits are in one register.
func accessOf(n number, step int64) (typ string, registers int64, c class) {
	bytes := step * n.bytes()
	switch {
	case step == 1:
		return memoryType(n), 1, held(n)
	case n.bytes() == 8:
		typ, registers, c = "b64", step, double
	case bytes >= 4:
		typ, registers, c = "b32", bytes/4, word
	default:
		return "u16", 1, word // two bytes
	}
	if registers > 1 {
		typ = fmt.Sprintf("v%d.%s", registers, typ)
	}
	return typ, registers, c
}

// loadRun loads neighbours.
func (w *writer) loadRun(p pointer, place group, n number, step int64) (list []element) {
	typ, registers, c := accessOf(n, step)
	in := &instruction{op: "ld." + p.space + "." + typ, from: []group{place}, effect: reads, braces: registers > 1}
	if p.constant {
		in.op = "ld." + p.space + ".nc." + typ
	}
	for range registers {
		w.result(c, in)
	}
	w.effect(in)
	for _, o := range in.to {
		if step == 1 {
			return []element{w.loaded(o, n)}
		}
		for _, part := range w.unpack(o, n) {
			list = append(list, w.loaded(part, n))
		}
	}
	return list[:step]
}

// storeRun stores neighbours.
func (w *writer) storeRun(p pointer, place group, n number, list []element) {
	typ, registers, c := accessOf(n, int64(len(list)))
	each := len(list) / int(registers)
	var from []operand
	for i := 0; i < len(list); i += each {
		var parts []operand
		for _, e := range list[i : i+each] {
			parts = append(parts, w.held(e))
		}
		switch {
		case n.class == predicate:
			from = append(from, w.choose(parts[0], constant(word, 1), constant(word, 0)))
		case each > 1:
			from = append(from, w.pack(parts, n, c))
		default:
			from = append(from, parts[0])
		}
	}
	if c == half {
		from[0] = w.inRegister(from[0])
	}
	g := group{list: from, braces: registers > 1}
	w.effect(&instruction{op: "st." + p.space + "." + typ, from: []group{place, g}, effect: writes})
}

// unpack returns the numbers of fewer than 32 bits in a register, or the register itself.
func (w *writer) unpack(o operand, n number) []operand {
	if n.width >= 32 {
		return []operand{o}
	}
	if n.class == half {
		if o.isConst() {
			return []operand{constant(half, o.bits), constant(half, o.bits>>16)}
		}
		if in := o.reg.def; in != nil && in.op == "mov.b32" && in.from[0].braces {
			return in.from[0].list
		}
		return w.compute("mov.b32", []class{half, half}, one(o))
	}
	var list []operand
	for at := 0; at < 32; at += n.width {
		if at == 0 {
			list = append(list, o)
			continue
		}
		list = append(list, w.apply("shr.u32", word, o, constant(word, uint64(at))))
	}
	return list
}

// pack returns numbers of fewer than 32 bits in one register, the first in the lowest bits.
func (w *writer) pack(parts []operand, n number, c class) operand {
	if n.class == half {
		a, b := parts[0], parts[1]
		if a.isConst() && b.isConst() {
			return constant(word, a.bits|b.bits<<16)
		}
		if a.reg != nil && b.reg != nil && a.reg.def != nil && a.reg.def == b.reg.def && a.reg.def.op == "mov.b32" && a.reg.def.to[0] == a {
			return a.reg.def.from[0].list[0]
		}
		return w.compute("mov.b32", []class{word}, several([]operand{w.inRegister(a), w.inRegister(b)}))[0]
	}
	total := w.extend(parts[len(parts)-1], n, false)
	for i := len(parts) - 2; i >= 0; i-- {
		low := w.extend(parts[i], n, false)
		total = w.apply("or.b32", c, w.apply("shl.b32", c, total, constant(word, uint64(n.width))), low)
	}
	return total
}
