package optmain_test

import (
	"bytes"
	"context"
	"encoding/binary"

	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/optmain"
	"optc/passes"
	"optc/sim"
)

// A family of hardware whose device has one cell with 64 bytes of memory. A program names
// arrays of numbers and adds some of them to others. opgen would write the types of the
// operations below, from the definitions; here they are written by hand to keep the family in
// one file.

type programOp struct{ ir.Op }

func (programOp) Kind() ir.Kind { return "cell.program" }

type arrayOp struct{ ir.Op }

func (arrayOp) Kind() ir.Kind           { return "cell.array" }
func (op arrayOp) Name() string         { return ir.ReadString(op.Operation().Attr("name")) }
func (op arrayOp) Value() *ir.DenseAttr { return ir.Get[*ir.DenseAttr](op.Operation(), "value") }
func (op arrayOp) Address() (int64, bool) {
	return ir.IntOr(op.Operation().Attr("address"), 0), op.Operation().Attr("address") != nil
}

// Bytes returns the elements as they are in memory.
func (op arrayOp) Bytes() []byte {
	value := op.Value()
	if value.Splat {
		return bytes.Repeat(value.Raw, value.NumElements())
	}
	return value.Raw
}

type addOp struct{ ir.Op }

func (addOp) Kind() ir.Kind          { return "cell.add" }
func (op addOp) Source() string      { return ir.ReadString(op.Operation().Attr("source")) }
func (op addOp) Destination() string { return ir.ReadString(op.Operation().Attr("destination")) }

const cellExample = `cell.program @main {
  cell.array "x" = dense<[1, 2]> : tensor<2xi32>
  cell.array "y" = dense<[10, 20]> : tensor<2xi32>
  cell.add "x" to "y"
}`

// cellDialect declares the operations.
var cellDialect = &ir.Dialect{Name: "cell", Summary: "programs for cells", Define: func() ir.Definitions {
	inProgram := []ir.Constraint{ir.HasParent{programOp{}}}
	types := []ir.OpType{ir.TypeOf[programOp](), ir.TypeOf[arrayOp](), ir.TypeOf[addOp]()}
	return ir.Definitions{Typed: types, Ops: []*ir.OpDef{
		{
			Kind: "cell.program", Summary: "program of a cell", Assembly: "$sym_name attr-dict-with-keyword $body",
			Attrs:   []ir.PropDef{{Name: "sym_name", Type: ir.SymbolNameAttr}},
			Regions: []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.NoTerminator | ir.SingleBlock, Examples: []string{cellExample},
		},
		{
			Kind: "cell.array", Summary: "array in the memory of the cell", Assembly: "$name (`at` $address^)? `=` $value attr-dict",
			Attrs: []ir.PropDef{
				{Name: "name", Type: ir.StrAttr}, {Name: "value", Type: ir.DenseConstraint},
				{Name: "address", Type: ir.I64Attr, Optional: true},
			},
			Constraints: inProgram, Examples: []string{cellExample},
		},
		{
			Kind: "cell.add", Summary: "add an array to another", Assembly: "$source `to` $destination attr-dict",
			Attrs:       []ir.PropDef{{Name: "source", Type: ir.StrAttr}, {Name: "destination", Type: ir.StrAttr}},
			Constraints: inProgram, Examples: []string{cellExample},
		},
	}}
}}

// cellPlace gives every array an address.
var cellPlace = &passes.Pass{
	Name: "cell-place", Title: "Choose addresses in the memory of a cell", Doc: "Arrays lie one behind the other.",
	Anchor: []ir.OpKind{programOp{}}, Run: func(c *passes.Context) (bool, error) { return placeArrays(c, 1), nil },
}

func placeArrays(c *passes.Context, step int64) (changed bool) {
	at := int64(cellBase)
	for op := range c.Op.Body().Ops() {
		array := ir.As[arrayOp](op)
		if !array.Ok() {
			continue
		}
		if _, placed := array.Address(); !placed {
			c.Rewriter(nil).Modify(op, func() { op.SetAttr("address", c.IR.I64Attr(at)) })
			at += step * int64(len(array.Bytes()))
			changed = true
		}
	}
	return changed
}

const (
	cellBase   = 0x100
	cellSize   = 64
	cellTarget = "cell.target"
)

// cellFamily makes these programs a family.
func cellFamily() *lower.Family {
	return &lower.Family{
		Name: "cell", Op: programOp{}, Doc: "A cell adds arrays in the order of the text.",
		Pipeline: "builtin.module(cell.program(cell-place))",
		Targets: func() []lower.Target {
			return []lower.Target{{
				Name: "cell1", Summary: "one cell with 64 bytes", Fields: []lower.Field{{Setting: "bytes = 64", Doc: "size of memory"}},
				Set: func(c *ir.Context, module *ir.Operation) error {
					module.SetAttr(cellTarget, c.Str("cell1"))
					return nil
				},
			}}
		},
		Stage: cellStage, Build: buildCell, Plain: plainCell,
		Errors: func() []diag.Doc {
			return []diag.Doc{{Code: "cell.memory-full", Text: "The arrays need more memory than a cell has.", Fix: "Use smaller arrays."}}
		},
	}
}

func cellStage(_ context.Context, program *ir.Operation) lower.Stage {
	if program.Parent().Attr(cellTarget) == nil {
		return lower.Untargeted
	}
	for op := range program.Body().Ops() {
		if array := ir.As[arrayOp](op); array.Ok() {
			if _, placed := array.Address(); !placed {
				return lower.Targeted
			}
		}
	}
	return lower.Complete
}

// cellVariables describes the arrays of a program.
func cellVariables(program *ir.Operation) (list []*lower.HostVariable) {
	for op := range program.Body().Ops() {
		if array := ir.As[arrayOp](op); array.Ok() {
			t := array.Value().ShapedType()
			list = append(list, &lower.HostVariable{
				Name: array.Name(), Type: t.ElementType().String(), Elem: t.ElementType(), Bytes: sim.ElementBytes(t.ElementType()),
				Shape: t.Shape(), Initial: true,
			})
		}
	}
	return list
}

// buildCell returns the contents of the memory of the cell.
func buildCell(_ context.Context, program *ir.Operation) (*lower.Program, error) {
	memory := &lower.Memory{
		Unit: lower.Noun{One: "cell", Many: "cells"}, Base: cellBase, Size: cellSize, Uses: []lower.Use{{Name: "array", Letter: 'A'}},
	}
	cell := &lower.Unit{Memory: memory}
	p := &lower.Program{
		Family: cellFamily(), Op: program, Target: "cell1", Memories: []*lower.Memory{memory}, Units: []*lower.Unit{cell},
		Variables: cellVariables(program), Called: lower.Noun{One: "addition", Many: "additions"},
	}
	var chunks []lower.Chunk
	for op := range program.Body().Ops() {
		if ir.Is[addOp](op) {
			p.Parts++
			continue
		}
		array := ir.Cast[arrayOp](op)
		at, placed := array.Address()
		data := array.Bytes()
		switch {
		case !placed:
			return nil, op.Errorf("needs an address; run cell-place first")
		case at < cellBase || at+int64(len(data)) > cellBase+cellSize:
			return nil, op.Errorf("array '%s' of %d bytes leaves the memory of the cell", array.Name(), len(data)).WithCode("cell.memory-full")
		}
		v := p.Variables[len(cell.Allocs)]
		v.Runs = []lower.AddressRun{{End: v.Len(), Memory: memory, Addr: uint64(at)}}
		cell.Allocs = append(cell.Allocs, lower.Alloc{Name: v.Name, Kind: "array", Addr: uint64(at), Size: uint64(len(data)), Align: 4, Written: true})
		chunks = append(chunks, lower.Chunk{Addr: uint64(at), Bytes: data})
	}
	cell.Chunks = lower.NewChunks(chunks)
	p.Device = func(lower.Options) (lower.Machine, error) {
		d, err := lower.NewDevice(p)
		return &cellDevice{Device: d}, err
	}
	return p, nil
}

// cellDevice executes a program in the memory of the cell.
type cellDevice struct {
	*lower.Device
	additions int64
}

func (d *cellDevice) Run(ctx context.Context) error {
	return eachAddition(ctx, d.Program.Op, d, func(n int64) { d.additions += n })
}

func (d *cellDevice) Counters() []lower.Counter {
	return []lower.Counter{{Name: "additions", Value: d.additions}}
}

// cellHost executes a program on arrays of the host.
type cellHost struct {
	*lower.Host
	program *ir.Operation
}

func plainCell(_ context.Context, program *ir.Operation, _ lower.Options) (lower.Machine, error) {
	h := &cellHost{lower.NewHost(cellVariables(program)), program}
	for op := range program.Body().Ops() {
		if array := ir.As[arrayOp](op); array.Ok() {
			if err := h.Write(array.Name(), array.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	return h, nil
}

func (h *cellHost) Run(ctx context.Context) error {
	return eachAddition(ctx, h.program, h, func(int64) {})
}

// eachAddition adds the arrays of a machine and counts the additions of numbers.
func eachAddition(ctx context.Context, program *ir.Operation, m lower.Machine, count func(n int64)) error {
	for op := range program.Body().Ops() {
		add := ir.As[addOp](op)
		if !add.Ok() {
			continue
		}
		x, _, err := m.Read(add.Source())
		if err != nil {
			return &sim.RuntimeError{Op: op, Err: err}
		}
		y, _, err := m.Read(add.Destination())
		if err != nil {
			return &sim.RuntimeError{Op: op, Err: err}
		}
		for i := 0; i+4 <= min(len(x), len(y)); i += 4 {
			binary.LittleEndian.PutUint32(y[i:], binary.LittleEndian.Uint32(x[i:])+binary.LittleEndian.Uint32(y[i:]))
			count(1)
		}
		if err := m.Write(add.Destination(), y); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// cellTool is optc with the family.
func cellTool() optmain.Config {
	c := optmain.DefaultConfig()
	c.Dialects = append(c.Dialects, cellDialect)
	c.Passes.Passes = append(c.Passes.Passes, cellPlace)
	c.Programs = append(c.Programs, cellFamily())
	return c
}
