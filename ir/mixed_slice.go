package ir

import (
	"fmt"
	"slices"
)

// MixedSlice holds the three lists of a slice of a memref or a tensor: an offset, a size
// and a stride per dimension.
type MixedSlice struct{ Offsets, Sizes, Strides []Mixed }

// All returns the three lists concatenated.
func (m MixedSlice) All() []Mixed { return slices.Concat(m.Offsets, m.Sizes, m.Strides) }

// FoldConstants turns constant values into numbers, in the first of the three lists that
// contains any. ok is false if there are none, or if the slice of the shape would not be
// valid (OpWithOffsetSizesAndStridesConstantArgumentFolder upstream).
func (m MixedSlice) FoldConstants(shape []int64) (ok bool) {
	if !FoldMixed(m.Offsets, 0) && !FoldMixed(m.Sizes, 0) && !FoldMixed(m.Strides, Dynamic+1) {
		return false
	}
	strides, _ := SplitMixed(m.Strides)
	return !slices.Contains(strides, 0) && m.InBounds(shape)
}

// InBounds reports whether the constant entries stay inside the shape.
func (m MixedSlice) InBounds(shape []int64) bool {
	offsets, _ := SplitMixed(m.Offsets)
	sizes, _ := SplitMixed(m.Sizes)
	strides, _ := SplitMixed(m.Strides)
	return SliceOutOfBounds(shape, offsets, sizes, strides) == ""
}

// SliceOutOfBounds describes the first dimension in which a slice leaves the shape; the description
// is "" if there is no such dimension. An entry that is Dynamic decides nothing.
func SliceOutOfBounds(shape, offsets, sizes, strides []int64) string {
	for i, extent := range shape {
		if extent == Dynamic || offsets[i] == Dynamic {
			continue
		}
		if offsets[i] >= extent {
			return fmt.Sprintf("offset %d is out-of-bounds: %d >= %d", i, offsets[i], extent)
		}
		if sizes[i] == Dynamic || strides[i] == Dynamic {
			continue
		}
		if last := offsets[i] + (sizes[i]-1)*strides[i]; last >= extent {
			return fmt.Sprintf("slice along dimension %d runs out-of-bounds: %d >= %d", i, last, extent)
		}
	}
	return ""
}
