package view

import (
	"optc/diag"
	"optc/sim"
)

// ReadList reads the entries of a list of indices.
func ReadList(f *sim.Frame, in *sim.Instr, l List) ([]int64, error) { return f.Mixed(in, l.Of(in.Op)) }

// ReadSlice reads the offsets, sizes and strides of a slice.
func ReadSlice(f *sim.Frame, in *sim.Instr, s Slice) (offsets, sizes, strides []int64, err error) {
	if offsets, err = ReadList(f, in, s.Offsets); err != nil {
		return nil, nil, nil, err
	}
	if sizes, err = ReadList(f, in, s.Sizes); err != nil {
		return nil, nil, nil, err
	}
	strides, err = ReadList(f, in, s.Strides)
	return offsets, sizes, strides, err
}

// CheckExtent checks that a slice of dimension d stays in the extent; what names the slice in
// messages.
func CheckExtent(what string, d int, offset, size, stride, extent int64) error {
	if size < 0 {
		return diag.Errorf("subview-size", "size %d of the %s is negative: %d", d, what, size)
	}
	if size == 0 {
		if offset < 0 || offset > extent {
			return diag.Errorf("out-of-bounds", "%s of dimension %d begins at %d outside its extent %d", what, d, offset, extent)
		}
		return nil
	}
	if last := offset + (size-1)*stride; min(offset, last) < 0 || max(offset, last) >= extent {
		return diag.Errorf("out-of-bounds", "%s [%d, %d] of dimension %d leaves its extent %d", what, offset, last, d, extent)
	}
	return nil
}
