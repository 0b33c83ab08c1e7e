package nvgpu

import (
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/layout/threads"
	"optc/sim"
)

// ldMatrix defines nvgpu.ldmatrix.
//
//	8 lanes have the addresses of the rows of an 8 x 8 matrix, and each of 32 lanes gets two neighbours of a row
//
//	       columns 0 1 2 3 4 5 6 7         transposed: two neighbours of a column
//	row 0  ← lane 0   0 0 1 1 2 2 3 3       0 4 8 …
//	row 1  ← lane 1   4 4 5 5 6 6 7 7       0 4 8 …
//	row 2  ← lane 2   8 8 9 9 …             1 5 9 …
func ldMatrix() *ir.OpDef {
	return &ir.OpDef{
		Kind: "nvgpu.ldmatrix", GoName: "LdMatrix",
		New:     []string{"res", "srcMemref", "transpose", "numTiles", "indices..."},
		Summary: "matrices from shared memory to the registers of a warp",
		Description: `Reads numTiles matrices of 8 rows of 16 bytes. Lane l gives the address of row l mod 8 of
matrix l div 8, a multiple of 16 bytes. Of each matrix, lane l gets the 32 bits that begin at byte 4 * (l mod 4) of
row l div 4. With transpose, elements have 16 bits, and lane l gets the elements of column l div 4 in the rows
2 * (l mod 4) and 2 * (l mod 4) + 1 (PTX ISA, "ldmatrix").`,
		Operands: []ir.ValueDef{{Name: "srcMemref", Type: ir.AnyMemRef}, {Name: "indices", Type: ir.IndexConstraint, Kind: ir.Variadic}},
		Results:  []ir.ValueDef{fragment("res")},
		Attrs:    []ir.PropDef{{Name: "transpose", Type: ir.BoolAttr}, {Name: "numTiles", Type: ir.I32Attr}},
		Implements: []ir.Implementation{
			ir.AccessesMemory(func(op *ir.Operation) ir.Access {
				load := ir.Cast[LdMatrixOp](op)
				return ir.Access{Kind: ir.Read, Memory: load.SrcMemref(), Indices: load.Indices(), Bytes: rowBytes}
			}),
			sim.Moves("srcMemref"), threads.MeetingOf(threads.OfSubgroup), threads.AlwaysIn(threads.Thread),
		},
		Assembly: "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
		Verify:   verifyLdMatrix,
		Examples: []string{`func.func @f(%m: memref<16x16xf16, #gpu.address_space<workgroup>>, %i: index, %j: index) -> vector<4x2xf16> {
  %0 = nvgpu.ldmatrix %m[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  return %0 : vector<4x2xf16>
}`},
	}
}

// Matrices lists how many matrices an instruction reads (PTX ISA, "ldmatrix").
var Matrices = []int64{1, 2, 4}

// rowBytes is the size of a matrix row in bytes.
const rowBytes = 16

// verifyLdMatrix checks memory and shapes (NVGPUDialect.cpp, LdMatrixOp::verify).
func verifyLdMatrix(op *ir.Operation) *ir.Diagnostic {
	load := ir.Cast[LdMatrixOp](op)
	t, memory := load.Res().Type().(*ir.VectorType), load.SrcMemref().Type().(*ir.MemRefType)
	width := int64(sim.Width(t.Elem))
	fault := func(format string, args ...any) *ir.Diagnostic { return ir.Errorf(op.Loc(), format, args...) }
	switch {
	case memory.Elem != t.Elem:
		return op.Errorf("failed to verify that srcMemref and res have same element type")
	case !isShared(memory.Space):
		return fault("expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)")
	case width > 32:
		return fault("nvgpu.ldmatrix works for 32b or lower")
	case load.Transpose() && width != 16:
		return fault("nvgpu.ldmatrix transpose works only at 16b granularity")
	case len(t.Dims) != 2:
		return fault("results must be 2 dimensional vector")
	case t.Dims[1] != 32/width:
		return fault("expected vector register shape[1] = %d", 32/width)
	case t.Dims[0] != load.NumTiles():
		return fault("expected vector register shape[0] and numTiles to match")
	}
	return nil
}

// isShared reports whether a memory space names the memory of a workgroup, also as LLVM numbers it.
func isShared(space ir.Attribute) bool {
	if n, ok := space.(*ir.IntegerAttr); ok {
		return n.Int64() == 3
	}
	return gpu.SpaceOfAttr(space) == gpu.Workgroup
}

// loadMatrices executes nvgpu.ldmatrix.
func loadMatrices(f *sim.Frame, in *sim.Instr) error {
	load := ir.Cast[LdMatrixOp](in.Op)
	t := load.Res().Type().(*ir.VectorType)
	tiles, each := t.Dims[0], t.Dims[1]
	if !slices.Contains(Matrices, tiles) {
		return diag.Errorf("unsupported", "there is no instruction for %d matrices, only for 1, 2 and 4", tiles)
	}
	lane := f.Thread.Lane()
	row := sim.NewVector([]int64{4 * each}, t.Elem)
	if lane < 8*tiles && !f.Met() {
		if err := loadRow(f, in, load, row); err != nil {
			return err
		}
	}
	all, err := f.Meet(in, false, sim.Value{Ref: row})
	if err != nil {
		return err
	}
	const lanes = 32
	if len(all) != lanes {
		return diag.Errorf("cluster", "the instruction needs %d lanes, but the subgroup has %d", lanes, len(all))
	}
	out := sim.NewVector(t.Dims, t.Elem)
	for tile := range tiles {
		for j := range each {
			from, at := lane/4, lane%4*each+j
			if load.Transpose() {
				from, at = at, from
			}
			brought := all[8*tile+from].Vector()
			if brought == nil {
				return diag.Errorf("deadlock", "lane %d has ended", 8*tile+from)
			}
			out.Set(int(tile*each+j), brought.At(int(at)))
		}
	}
	f.SetShaped(in, 0, out)
	return nil
}

// loadRow reads the row whose address a lane gives.
func loadRow(f *sim.Frame, in *sim.Instr, load LdMatrixOp, row *sim.Vector) error {
	at, err := f.Indices(in, load.Indices())
	if err != nil {
		return err
	}
	m, err := f.MemRef(in, load.SrcMemref())
	if err != nil {
		return err
	}
	last := len(at) - 1
	if last < 0 || m.Strides[last] != 1 {
		return diag.Errorf("unsupported", "expected a memref whose last dimension has stride 1, because a row has neighbours in memory")
	}
	address, bad := m.Addr(at)
	if bad != nil {
		return bad
	}
	if err := sim.CheckAligned(address, rowBytes); err != nil {
		return err
	}
	for i := range row.Len() {
		v, bad := m.Load(at)
		if bad != nil {
			return bad
		}
		row.Set(i, v)
		at[last]++
	}
	return nil
}
