package layout_test

import (
	"fmt"
	"strings"

	"optc/layout"
)

// The vector of the package comment: 2×8 elements over four threads.
func Example() {
	m, err := layout.New(layout.Digits{
		Units: 4, Width: 1,
		Dims: []layout.Dim{
			{Size: 2, Digits: []layout.Digit{{Size: 2, Unit: 2}}},
			{Size: 8, Digits: []layout.Digit{{Size: 2, Offset: 1}, {Size: 2, Unit: 1}, {Size: 2, Offset: 2}}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range int64(2) {
		var row []string
		for j := range int64(8) {
			p, _ := m.Locate([]int64{i, j})
			row = append(row, fmt.Sprintf("t%dr%d", p.Unit, p.Offset))
		}
		fmt.Println(strings.Join(row, " "))
	}
	hit := m.Invert(3, 2)
	fmt.Println("t3r2 holds", hit.Class, m.Coord(hit.Index, nil))

	// Row by row into a single memory: the stores of each thread.
	rows, _ := layout.Strided([]int64{2, 8}, []int64{8, 1}, 0, 1)
	moves, _ := layout.Plan(m, rows)
	for _, v := range moves[:3] {
		fmt.Printf("address %d: %d from t%dr%d\n", v.Dst.Offset, v.Len, v.Src.Unit, v.Src.Offset)
	}
	// Output:
	// t0r0 t0r1 t1r0 t1r1 t0r2 t0r3 t1r2 t1r3
	// t2r0 t2r1 t3r0 t3r1 t2r2 t2r3 t3r2 t3r3
	// t3r2 holds element [1 6]
	// address 0: 2 from t0r0
	// address 2: 2 from t1r0
	// address 4: 2 from t0r2
}

// A nested layout repeats a vector when there are more threads than it needs.
func ExampleNested() {
	m, err := layout.Nested(layout.NestedLayout{
		Subgroup: []int64{1}, Batch: []int64{2}, Outer: []int64{1}, Thread: []int64{4}, Element: []int64{2},
		SubgroupStrides: []int64{0}, ThreadStrides: []int64{1}, SubgroupSize: 8,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Shape(), m.Units(), "threads")
	fmt.Println(m.LocateAll([]int64{11}, nil))
	// Output:
	// [16] 8 threads
	// [{1 3} {5 3}]
}

// A tile mapping that no digits describe.
func ExampleNewTable() {
	m, err := layout.NewTable(layout.Table{Units: 3, Width: 4, Shape: []int64{10}, Runs: []layout.Run{
		{Index: 6, Len: 4, Place: layout.Place{Unit: 0}},
		{Index: 3, Len: 3, Place: layout.Place{Unit: 2}},
		{Index: 0, Len: 3, Place: layout.Place{Unit: 2, Offset: 12}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _ := m.Locate([]int64{1})
	fmt.Println("element 1 is on tile", p.Unit, "at byte", p.Offset)
	_, regular := m.Fold()
	fmt.Println("regular:", regular)
	// Output:
	// element 1 is on tile 2 at byte 16
	// regular: false
}
