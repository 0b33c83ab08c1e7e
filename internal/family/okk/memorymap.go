package okk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"optc/dialect/okk"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// WriteMemoryMap lists the contents of local and system memory, for people. The tensors
// of the kernel must have addresses.
func WriteMemoryMap(ctx context.Context, w io.Writer, kernel *ir.Operation) error {
	p, err := build(ctx, kernel)
	if err != nil {
		return err
	}
	return lower.WriteMemoryMap(w, p)
}

// memoryMap is the map of local memory for programs.
type memoryMap struct {
	Kernel   string      `json:"kernel"`
	Machine  string      `json:"machine"`
	NPUs     int64       `json:"npus"`
	NPUBytes int64       `json:"bytes_per_npu"`
	Peak     int64       `json:"peak_bytes"` // highest end of a tensor, the same in every NPU
	Tensors  []tensorMap `json:"tensors"`
}

// tensorMap is the place of a tensor. Ranges have their last number too, but for offsets,
// which are half-open.
type tensorMap struct {
	Name       string   `json:"name"` // as in the source
	Type       string   `json:"type"`
	Address    int64    `json:"address"`
	NPUs       []int    `json:"npus"`
	Offsets    [2]int64 `json:"offsets"`
	Banks      []int    `json:"banks"`
	Operations [2]int64 `json:"operations"` // from the first to the last that uses it
	Reserved   int64    `json:"reserved_bytes"`
	Payload    int64    `json:"payload_bytes"`
	Percent    int64    `json:"used_percent"`
}

// WriteMemoryMapJSON lists the contents of local memory as JSON, a line per kernel.
func WriteMemoryMapJSON(ctx context.Context, w io.Writer, kernel *ir.Operation) error {
	if _, err := build(ctx, kernel); err != nil {
		return err
	}
	m := okk.MachineFor(kernel)
	out := memoryMap{Kernel: ir.SymbolName(kernel), Machine: m.Name, NPUs: m.NPUs, NPUBytes: m.NPUBytes, Tensors: []tensorMap{}}
	lives, printed := okk.Lives(kernel), ir.ValueNames(kernel)
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		if !ir.Is[okk.AllocOp](op) {
			return ir.Advance
		}
		v := op.Result(0)
		x := okk.TensorOf(m, v)
		lo, hi := x.Reserves()
		out.Peak = max(out.Peak, hi)
		out.Tensors = append(out.Tensors, tensorMap{
			Name: printed(v), Type: v.Type().String(), Address: x.Address, NPUs: usedNPUs(x), Offsets: [2]int64{lo, hi}, Banks: usedBanks(x),
			Operations: [2]int64{lives[v].First, lives[v].Last}, Reserved: x.Reserved, Payload: x.Type.PayloadBytes(), Percent: useRatio(x),
		})
		return ir.Advance
	})
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

// WriteImages executes a kernel on the device and writes the resulting bytes of its
// buffers and tensors, as [lower.WriteText] does. A buffer without values is unwritten at
// the start; copying it copies nothing, and computing with it is an error.
func WriteImages(ctx context.Context, w io.Writer, kernel *ir.Operation) error {
	p, err := build(ctx, kernel)
	if err != nil {
		return err
	}
	machine, err := p.Device(lower.Options{})
	if err != nil {
		return err
	}
	var stopped *sim.RuntimeError
	if err := machine.Run(ctx); errors.As(err, &stopped) {
		return stopped.Diagnostic()
	} else if err != nil {
		return err
	}
	d := machine.(*device)
	after := *p
	after.Units = nil
	for _, u := range p.Units {
		after.Units = append(after.Units, &lower.Unit{Memory: u.Memory, Number: u.Number, Chunks: written(d.Unit(u.Memory, u.Number), u.Allocs)})
	}
	return lower.WriteText(w, &after)
}

// written returns the written bytes of allocations, which are in the order of addresses and
// may overlap.
func written(m *sim.Memory, allocs []lower.Alloc) lower.Chunks {
	var chunks []lower.Chunk
	at := int64(0) // up to which everything is looked at
	for i := range allocs {
		a := &allocs[i]
		for at = max(at, int64(a.Addr)); at < int64(a.Addr+a.Size); at++ {
			bits, known, err := m.Load(at, 1)
			if err != nil || !known {
				continue
			}
			if n := len(chunks); n > 0 && int64(chunks[n-1].Addr)+int64(len(chunks[n-1].Bytes)) == at {
				chunks[n-1].Bytes = append(chunks[n-1].Bytes, byte(bits))
				continue
			}
			chunks = append(chunks, lower.Chunk{Addr: uint64(at), Bytes: []byte{byte(bits)}})
		}
	}
	return lower.NewChunks(chunks)
}

// WriteUnitMaps writes the unit map of every tensor in the digits of package layout: for a
// dimension its extent, shift and digits, each with size, step in NPUs and step in bytes.
func WriteUnitMaps(ctx context.Context, w io.Writer, kernel *ir.Operation) error {
	if _, err := build(ctx, kernel); err != nil {
		return err
	}
	m, printed := okk.MachineFor(kernel), ir.ValueNames(kernel)
	var b strings.Builder
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			if _, local := v.Type().(*okk.LocalType); local {
				writeDigits(&b, printed(v), okk.TensorOf(m, v))
			}
		}
		return ir.Advance
	})
	_, err := io.WriteString(w, b.String())
	return err
}

func writeDigits(b *strings.Builder, name string, x *okk.Tensor) {
	d, _ := x.Elements().Digits() // tensors have no other form
	fmt.Fprintf(b, "%s: %d NPUs, elements of %d bytes, base NPU %d offset %d\n", name, d.Units, d.Width, d.Base.Unit, d.Base.Offset)
	for i, dim := range d.Dims {
		fmt.Fprintf(b, "  d%d: %d", i, dim.Size)
		if dim.Shift != 0 {
			fmt.Fprintf(b, " shift %d", dim.Shift)
		}
		for _, g := range dim.Digits {
			fmt.Fprintf(b, " (%d, %d, %d)", g.Size, g.Unit, g.Offset)
		}
		b.WriteByte('\n')
	}
}
