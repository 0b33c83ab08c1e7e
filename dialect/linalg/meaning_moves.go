package linalg

import (
	"math"
	"slices"

	"optc/diag"
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// runSoftmax computes what upstream's decomposition computes: the maximum, the exponentials of the
// differences, their sum in order, and the quotients.
func runSoftmax(f *sim.Frame, in *sim.Instr) error {
	softmaxOp := ir.Cast[SoftmaxOp](in.Op)
	source, dest, err := containers(f, in, softmaxOp.Input(), softmaxOp.Output())
	if err != nil {
		return err
	}
	elem := ir.ElementOrSelf(softmaxOp.Input().Type())
	float, ok := elem.(*ir.FloatType)
	if !ok {
		return diag.Errorf("unsupported", "cannot execute softmax of %s: expected floats", elem)
	}
	shape, dim := slices.Clone(source.Extents()), int(softmaxOp.Dimension())
	if !slices.Equal(shape, dest.Extents()) {
		return diag.Errorf("copy-shape", "the input has the extents [%s], but the output has [%s]", num.JoinInts(shape), num.JoinInts(dest.Extents()))
	}
	length := shape[dim]
	shape[dim] = 1
	row := make([]num.Float, length)
	return f.Lanes(shape, func(_ int, index []int64) error {
		index = slices.Clone(index)
		for i := range row {
			index[dim] = int64(i)
			v, err := source.Load(index)
			if err != nil {
				return err
			}
			if v.IsPoison() {
				return sim.ErrPoison
			}
			row[i] = sim.ToFloat(float, v.Bits)
		}
		softmaxOf(row)
		for i, x := range row {
			index[dim] = int64(i)
			if err := dest.Store(index, sim.Int(sim.FloatBits(x))); err != nil {
				return err
			}
		}
		return f.Worked(length)
	})
}

// softmaxOf replaces numbers by their softmax.
func softmaxOf(row []num.Float) {
	if len(row) == 0 {
		return
	}
	largest := row[0]
	for _, x := range row[1:] {
		largest = largest.MaxNum(x)
	}
	sum := num.FloatFromFloat64(largest.Kind, 0)
	for i, x := range row {
		row[i] = num.FloatFromFloat64(x.Kind, math.Exp(x.Sub(largest, num.NearestEven).Float64()))
		sum = sum.Add(row[i], num.NearestEven)
	}
	for i := range row {
		row[i] = row[i].Div(sum, num.NearestEven)
	}
}

// containers returns an input, and the output that an operation writes: a copy of a tensor, which
// becomes the result, or a buffer.
func containers(f *sim.Frame, in *sim.Instr, input, output *ir.Value) (source, dest sim.Container, err error) {
	read := func(v *ir.Value) (sim.Container, error) {
		if ir.AnyRankedTensor.Check(v.Type()) {
			return f.Tensor(in, v)
		}
		return f.MemRef(in, v)
	}
	if source, err = read(input); err != nil {
		return nil, nil, err
	}
	if dest, err = read(output); err != nil {
		return nil, nil, err
	}
	if t, ok := dest.(*sim.Vector); ok {
		t = t.Clone()
		f.Set(in, 0, sim.Value{Ref: t})
		dest = t
	}
	return source, dest, nil
}

// tiling relates the indices of a tensor to those of its tiles.
type tiling struct {
	tiles, pos, outer []int64
	rank              int
}

func readTiling(f *sim.Frame, in *sim.Instr, list view.List, rank int) (*tiling, error) {
	tiles, err := view.ReadList(f, in, list)
	if err != nil {
		return nil, err
	}
	for i, n := range tiles {
		if n <= 0 {
			return nil, diag.Errorf("tile-size", "expected positive tile sizes, but inner tile %d has %d elements", i, n)
		}
	}
	pos, _ := ir.ReadInt64s(in.Op.Attr(innerPos))
	outer, _ := ir.ReadInt64s(in.Op.Attr(outerPerm))
	return &tiling{tiles: tiles, pos: pos, outer: outer, rank: rank}, nil
}

// whole computes the index in the whole tensor of an index of the packed tensor.
func (t *tiling) whole(packed, index []int64) {
	for i := range t.rank {
		d := i
		if len(t.outer) > 0 {
			d = int(t.outer[i])
		}
		index[d] = packed[i]
	}
	for i, d := range t.pos {
		index[d] = index[d]*t.tiles[i] + packed[t.rank+i]
	}
}

// check compares the extents of the packed tensor with the extents that follow from the whole tensor.
func (t *tiling) check(whole, packed []int64) error {
	if want := packedShape(whole, t.tiles, t.pos, t.outer); !slices.Equal(want, packed) {
		return diag.Errorf("copy-shape", "a tensor of extents [%s] has tiles of extents [%s], but the packed tensor has [%s]", num.JoinInts(whole), num.JoinInts(want), num.JoinInts(packed))
	}
	return nil
}

func runPack(f *sim.Frame, in *sim.Instr) error {
	packOp := ir.Cast[PackOp](in.Op)
	source, err := f.Tensor(in, packOp.Source())
	if err != nil {
		return err
	}
	dest, err := f.Tensor(in, packOp.Dest())
	if err != nil {
		return err
	}
	if source.Elem != dest.Elem {
		return diag.Errorf("unsupported", "cannot pack elements of type %s into %s", source.Elem, dest.Elem)
	}
	t, err := readTiling(f, in, packTiles, len(source.Shape))
	if err != nil {
		return err
	}
	if err := t.check(source.Shape, dest.Shape); err != nil {
		return err
	}
	out := dest.Clone()
	f.Set(in, 0, sim.Value{Ref: out})
	padding := f.Value(in, packOp.PaddingValue())
	index := make([]int64, t.rank)
	return f.Lanes(out.Shape, func(lane int, packed []int64) error {
		t.whole(packed, index)
		for d, i := range index {
			if i < source.Shape[d] {
				continue
			}
			if packOp.PaddingValue() == nil {
				return diag.Errorf("tile-size", "a tile of dimension %d is incomplete: %d elements are not divided by the tile", d, source.Shape[d]).
					Note("a padding_value fills incomplete tiles")
			}
			out.Set(lane, padding)
			return nil
		}
		out.Set(lane, source.At(source.Linear(index)))
		return nil
	})
}

func runUnpack(f *sim.Frame, in *sim.Instr) error {
	unpackOp := ir.Cast[UnpackOp](in.Op)
	source, err := f.Tensor(in, unpackOp.Source())
	if err != nil {
		return err
	}
	dest, err := f.Tensor(in, unpackOp.Dest())
	if err != nil {
		return err
	}
	if source.Elem != dest.Elem {
		return diag.Errorf("unsupported", "cannot unpack elements of type %s into %s", source.Elem, dest.Elem)
	}
	t, err := readTiling(f, in, unpackTiles, len(dest.Shape))
	if err != nil {
		return err
	}
	if err := t.check(dest.Shape, source.Shape); err != nil {
		return err
	}
	out := dest.Clone()
	f.Set(in, 0, sim.Value{Ref: out})
	index := make([]int64, t.rank)
	return f.Lanes(source.Shape, func(lane int, packed []int64) error {
		t.whole(packed, index)
		for d, i := range index {
			if i >= out.Shape[d] {
				return nil // padding
			}
		}
		out.Set(out.Linear(index), source.At(lane))
		return nil
	})
}
