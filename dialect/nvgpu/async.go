package nvgpu

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/layout/threads"
	"optc/sim"
)

// TokenType is !nvgpu.device.async.token: copies that a thread has begun.
type TokenType struct{ ir.TypeBase }

// Token returns !nvgpu.device.async.token.
func Token(c *ir.Context) ir.Type {
	return ir.InternType(ir.Spell(c).Str("!nvgpu.").Str(tokenName), func(b ir.TypeBase) *TokenType { return &TokenType{b} })
}

const tokenName = "device.async.token"

var tokenDef = &ir.TypeDef{
	Mnemonic: tokenName, Summary: "copies that a thread has begun", Examples: []string{"!nvgpu." + tokenName},
	Parse: func(p ir.AsmParser) ir.Type { return Token(p.Context()) },
}

var tokenConstraint = &ir.TypeConstraint{Summary: "device async token type", Build: Token, Check: func(t ir.Type) bool {
	_, ok := t.(*TokenType)
	return ok
}}

// asyncOps defines the operations that copy from global to workgroup memory while a thread goes on.
//
//	%t = nvgpu.device_async_copy %x[%i], %m[%j], 8        // the bytes of %m are undefined from here on …
//	%g = nvgpu.device_async_create_group %t
//	…
//	nvgpu.device_async_wait %g {numGroups = 0 : i32}      // … to here
func asyncOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind: "nvgpu.device_async_copy", GoName: "AsyncCopy",
			New:     []string{"src", "dst", "dstElements", "bypassL1", "srcIndices", "dstIndices"},
			Summary: "copy from global to workgroup memory while the thread goes on",
			Description: `Begins to copy dstElements neighbouring elements, 4, 8 or 16 bytes, at an address that is a multiple of the size.
The bytes are in workgroup memory when the thread has waited for the group of the copy (cp.async in PTX). With srcElements, only so many elements
are read, and the others are 0. With bypassL1, 16 bytes pass by the first cache.`,
			Operands: []ir.ValueDef{
				{Name: "dst", Type: ir.AnyMemRef}, {Name: "dstIndices", Type: ir.IndexConstraint, Kind: ir.Variadic},
				{Name: "src", Type: ir.AnyMemRef}, {Name: "srcIndices", Type: ir.IndexConstraint, Kind: ir.Variadic},
				{Name: "srcElements", Type: ir.IndexConstraint, Kind: ir.Optional},
			},
			Results: []ir.ValueDef{{Name: "asyncToken", Type: tokenConstraint}},
			Attrs:   []ir.PropDef{{Name: "dstElements", Type: ir.IndexAttr}, {Name: "bypassL1", Type: ir.UnitConstraint, Optional: true}},
			Traits:  ir.AttrSizedOperandSegments,
			Implements: []ir.Implementation{
				ir.Accessing.By(accessesOfCopy), sim.Moves("src", "dst"), threads.AlwaysIn(threads.Thread),
			},
			Assembly: "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $dstElements (`,` $srcElements^)? attr-dict `:` type($src) `to` type($dst)",
			Verify:   verifyAsyncCopy,
			Examples: []string{`func.func @f(%x: memref<64x64xf16>, %m: memref<512xf16, #gpu.address_space<workgroup>>, %i: index, %j: index) {
  %t = nvgpu.device_async_copy %x[%i, %j], %m[%j], 8 {bypassL1} : memref<64x64xf16> to memref<512xf16, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %g {numGroups = 0 : i32}
  return
}`},
		},
		{
			Kind: "nvgpu.device_async_create_group", GoName: "AsyncCreateGroup",
			New:         []string{"inputTokens..."},
			Summary:     "the copies that a thread has begun become a group",
			Description: "The copies that the thread has begun and that are in no group become a group, which may have no copies.",
			Operands:    []ir.ValueDef{{Name: "inputTokens", Type: tokenConstraint, Kind: ir.Variadic}},
			Results:     []ir.ValueDef{{Name: "asyncToken", Type: tokenConstraint}},
			Implements:  []ir.Implementation{sim.Moves(), threads.AlwaysIn(threads.Thread)},
			Assembly:    "$inputTokens attr-dict",
			Examples: []string{`func.func @f() {
  %g = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g
  return
}`},
		},
		{
			Kind: "nvgpu.device_async_wait", GoName: "AsyncWait",
			New:     []string{"asyncDependencies", "numGroups"},
			Summary: "wait for groups of copies",
			Description: `The thread waits until all its groups have ended, except for the numGroups latest ones. Other threads see the elements after a
barrier.`,
			Operands:   []ir.ValueDef{{Name: "asyncDependencies", Type: tokenConstraint}},
			Attrs:      []ir.PropDef{{Name: "numGroups", Type: ir.I32Attr, Optional: true}},
			Implements: []ir.Implementation{sim.Moves(), threads.AlwaysIn(threads.Thread)},
			Assembly:   "$asyncDependencies attr-dict",
			Examples: []string{`func.func @f(%t: !nvgpu.device.async.token) {
  nvgpu.device_async_wait %t {numGroups = 1 : i32}
  return
}`},
		},
	}
}

// copySizes lists the bytes that a copy may have (PTX ISA, "cp.async").
var copySizes = []int64{4, 8, 16}

// Bytes returns the number of bytes that a copy writes.
func (op AsyncCopyOp) Bytes() int64 {
	return op.DstElements() * int64(ir.ElementBytes(op.Dst().Type().(*ir.MemRefType).Elem))
}

// accessesOfCopy lists the accesses of a copy: the read, and the write.
func accessesOfCopy(op *ir.Operation) []ir.Access {
	c := ir.Cast[AsyncCopyOp](op)
	return []ir.Access{
		{Kind: ir.Read, Memory: c.Src(), Indices: c.SrcIndices(), Bytes: c.Bytes()},
		{Kind: ir.Write, Memory: c.Dst(), Indices: c.DstIndices(), Bytes: c.Bytes()},
	}
}

// verifyAsyncCopy checks memories and sizes (NVGPUDialect.cpp, DeviceAsyncCopyOp::verify).
func verifyAsyncCopy(op *ir.Operation) *ir.Diagnostic {
	c := ir.Cast[AsyncCopyOp](op)
	src, dst := c.Src().Type().(*ir.MemRefType), c.Dst().Type().(*ir.MemRefType)
	width := int64(sim.Width(dst.Elem))
	fault := func(format string, args ...any) *ir.Diagnostic { return ir.Errorf(op.Loc(), format, args...) }
	switch {
	case !isLastContiguous(src):
		return fault("source memref most minor dim must have unit stride")
	case !isLastContiguous(dst):
		return fault("destination memref most minor dim must have unit stride")
	case !isShared(dst.Space):
		return fault("destination memref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)")
	case src.Elem != dst.Elem:
		return fault("source and destination must have the same element type")
	case len(src.Dims) != len(c.SrcIndices()):
		return op.Errorf("expected %d source indices, got %d", len(src.Dims), len(c.SrcIndices()))
	case len(dst.Dims) != len(c.DstIndices()):
		return op.Errorf("expected %d destination indices, got %d", len(dst.Dims), len(c.DstIndices()))
	}
	bytes := width * c.DstElements() / 8
	possible := []string{}
	for _, n := range copySizes {
		if n == bytes {
			if c.BypassL1() && bytes != 16 {
				return op.Errorf("bypassL1 does not satify alignment for '%s' with destination element %d. Unset bypassL1, or set destination element to %d", dst, c.DstElements(), 128/width)
			}
			return nil
		}
		if 8*n/width > 0 {
			possible = append(possible, fmt.Sprint(8*n/width))
		}
	}
	return fault("Requested copy elements is %d with width %d. But copy elements could be one of %s.", c.DstElements(), width, strings.Join(possible, ", "))
}

// isLastContiguous reports whether neighbours along the last dimension are neighbours in memory.
func isLastContiguous(t *ir.MemRefType) bool {
	strides, _, known := t.StridesAndOffset()
	return len(t.Dims) == 0 || known && strides[len(strides)-1] == 1
}

// pendingCopies holds the copies that threads have begun.
type pendingCopies map[sim.Thread]*copyGroups

// copyGroups holds the copies that a thread has begun: the groups, the earliest first, and the copies in no group.
type copyGroups struct {
	groups [][]pendingCopy
	open   []pendingCopy
}

// groupsOf returns the copies that the thread of a frame has begun.
func groupsOf(f *sim.Frame) *copyGroups {
	all := sim.State[pendingCopies](f.Machine)
	if *all == nil {
		*all = pendingCopies{}
	}
	g := (*all)[f.Thread]
	if g == nil {
		g = &copyGroups{}
		(*all)[f.Thread] = g
	}
	return g
}

// forgetEmpty forgets groups without copies that precede all others: no wait depends on them.
func (g *copyGroups) forgetEmpty(f *sim.Frame) {
	for len(g.groups) > 0 && len(g.groups[0]) == 0 {
		g.groups = g.groups[1:]
	}
	if len(g.groups) == 0 && len(g.open) == 0 {
		delete(*sim.State[pendingCopies](f.Machine), f.Thread)
	}
}

// pendingCopy is a copy that has begun: bytes from one memory to another, and then zeros.
type pendingCopy struct {
	from, to   *sim.MemRef
	at, target int64
	read, all  int64
}

// beginCopy executes nvgpu.device_async_copy. The elements are written when the thread waits for them, which is the latest time that is
// allowed; until then they are undefined.
func beginCopy(f *sim.Frame, in *sim.Instr) error {
	c := ir.Cast[AsyncCopyOp](in.Op)
	p := pendingCopy{read: c.Bytes(), all: c.Bytes()}
	var err error
	if n := c.SrcElements(); n != nil {
		count, err := f.Indices(in, []*ir.Value{n})
		if err != nil {
			return err
		}
		if count[0] < 0 || count[0] > c.DstElements() {
			return diag.Errorf("unsupported", "cannot read %d elements to copy %d", count[0], c.DstElements())
		}
		p.read = p.all / c.DstElements() * count[0]
	}
	if p.read > 0 {
		if p.from, p.at, err = placeOf(f, in, c.Src(), c.SrcIndices(), p.read); err != nil {
			return err
		}
		if err := sim.CheckAligned(p.at, p.all); err != nil {
			return err
		}
	}
	if p.to, p.target, err = placeOf(f, in, c.Dst(), c.DstIndices(), p.all); err != nil {
		return err
	}
	if err := sim.CheckAligned(p.target, p.all); err != nil {
		return err
	}
	if err := p.to.Mem.Forget(p.target, int(p.all)); err != nil {
		return err
	}
	s := groupsOf(f)
	s.open = append(s.open, p)
	f.Set(in, 0, sim.Value{})
	return nil
}

// placeOf returns a memory with the address of the first element of a run of bytes, all of which are in the memory.
func placeOf(f *sim.Frame, in *sim.Instr, memory *ir.Value, indices []*ir.Value, bytes int64) (m *sim.MemRef, address int64, err error) {
	if m, err = f.MemRef(in, memory); err != nil {
		return m, 0, err
	}
	at, err := f.Indices(in, indices)
	if err != nil {
		return m, 0, err
	}
	address, bad := m.Addr(at)
	if bad != nil {
		return m, 0, bad
	}
	if last := len(at) - 1; last >= 0 {
		at[last] += bytes/int64(sim.ElementBytes(m.Elem)) - 1
		if _, bad := m.Addr(at); bad != nil {
			return m, 0, bad
		}
	}
	return m, address, nil
}

// createGroup executes nvgpu.device_async_create_group.
func createGroup(f *sim.Frame, in *sim.Instr) error {
	s := groupsOf(f)
	s.groups, s.open = append(s.groups, s.open), nil
	s.forgetEmpty(f)
	f.Set(in, 0, sim.Value{})
	return nil
}

// waitForGroups executes nvgpu.device_async_wait.
func waitForGroups(f *sim.Frame, in *sim.Instr) error {
	s := groupsOf(f)
	left := ir.Cast[AsyncWaitOp](in.Op).Left()
	for ; int64(len(s.groups)) > left; s.groups = s.groups[1:] {
		for _, p := range s.groups[0] {
			if p.read > 0 {
				if err := sim.Move(p.to.Mem, p.target, p.from.Mem, p.at, int(p.read)); err != nil {
					return err
				}
			}
			for at := p.target + p.read; at < p.target+p.all; at++ {
				if err := p.to.Mem.Store(at, 1, 0); err != nil {
					return err
				}
			}
		}
	}
	s.forgetEmpty(f)
	return nil
}

// Left returns the number of groups that may be incomplete after the wait.
func (op AsyncWaitOp) Left() int64 { return ir.IntOr(op.Operation().Attr("numGroups"), 0) }
