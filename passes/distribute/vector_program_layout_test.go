package distribute_test

import (
	"fmt"
	"strings"
)

// nested is a nested layout as the program generator keeps it.
type nested struct {
	subgroup, batch, outer, thread, element, subgroupStrides, threadStrides []int64
}

// pick returns the layout whose dimension i is dimension dims[i], or a unit dimension if dims[i] is negative.
func (l nested) pick(dims ...int) nested {
	take := func(from []int64, unit int64) []int64 {
		out := make([]int64, len(dims))
		for i, d := range dims {
			out[i] = unit
			if d >= 0 {
				out[i] = from[d]
			}
		}
		return out
	}
	return nested{
		subgroup: take(l.subgroup, 1), batch: take(l.batch, 1), outer: take(l.outer, 1), thread: take(l.thread, 1), element: take(l.element, 1),
		subgroupStrides: take(l.subgroupStrides, 0), threadStrides: take(l.threadStrides, 0),
	}
}

func (l nested) rank() int { return len(l.subgroup) }

func (l nested) shape() []int64 {
	out := make([]int64, l.rank())
	for d := range out {
		out[d] = l.subgroup[d] * l.batch[d] * l.outer[d] * l.thread[d] * l.element[d]
	}
	return out
}

func ints(vs []int64) string { return strings.ReplaceAll(fmt.Sprint(vs), " ", ", ") }

func (l nested) String() string {
	return fmt.Sprintf("#iree_vector_ext.nested_layout<subgroup_tile = %s, batch_tile = %s, outer_tile = %s, thread_tile = %s, element_tile = %s, subgroup_strides = %s, thread_strides = %s>",
		ints(l.subgroup), ints(l.batch), ints(l.outer), ints(l.thread), ints(l.element), ints(l.subgroupStrides), ints(l.threadStrides))
}

// span returns 1 + the largest id that is needed to distinguish tiles with those strides.
func span(tiles, strides []int64) int64 {
	n := int64(1)
	for d := range tiles {
		n += (tiles[d] - 1) * strides[d]
	}
	return n
}

// dense writes the elements of a constant of small integers.
func (p *program) dense(shape []int64) string {
	var write func(shape []int64) string
	write = func(shape []int64) string {
		if len(shape) == 0 {
			return fmt.Sprintf("%d.0", p.IntN(20))
		}
		parts := make([]string, shape[0])
		for i := range parts {
			parts[i] = write(shape[1:])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "dense<" + write(shape) + ">"
}

func dimNames(n int) string {
	names := make([]string, n)
	for d := range names {
		names[d] = fmt.Sprintf("d%d", d)
	}
	return strings.Join(names, ", ")
}

// mapText writes an affine map whose results are dimensions, or 0 where negative.
func mapText(dims int, results []int) string {
	text := make([]string, len(results))
	for i, r := range results {
		text[i] = "0"
		if r >= 0 {
			text[i] = fmt.Sprintf("d%d", r)
		}
	}
	return fmt.Sprintf("affine_map<(%s) -> (%s)>", dimNames(dims), strings.Join(text, ", "))
}
