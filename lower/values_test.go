package lower

import (
	"strings"
	"testing"
	"testing/fstest"

	"optc/ir"
)

// constants makes values of adjacent bytes in memory.
func constants(m *Memory, sizes ...int64) (values []Value, set []ir.ElementsAttr) {
	c := ir.NewContext()
	set = make([]ir.ElementsAttr, len(sizes))
	at := m.Base
	for i, n := range sizes {
		data := make([]byte, n)
		data[0] = 1 // elements that are all equal take the bytes of a single element
		a := c.Dense(ir.Tensor([]int64{n}, c.Integer(8), nil), data)
		set[i] = a
		values = append(values, Value{Attr: a, Set: func(to ir.ElementsAttr) { set[i] = to }, Runs: []AddressRun{{End: n, Memory: m, Unit: i, Addr: at}}})
		at += uint64(n)
	}
	return values, set
}

// Values are omitted from the text when they take more than a MiB together, and then only
// values of more than a KiB.
func TestTakeOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sizes []int64
		taken []bool
	}{
		{[]int64{keptBytes}, []bool{false}},
		{[]int64{keptBytes + 1}, []bool{true}},
		{[]int64{keptBytes, 1}, []bool{true, false}},
		{[]int64{keptBytes, smallBytes, smallBytes + 1}, []bool{true, false, true}},
	} {
		m := &Memory{Base: 16, Size: 4 * keptBytes}
		values, set := constants(m, c.sizes...)
		putBack, units := takeOut(values)
		for i, taken := range c.taken {
			if got := set[i] != values[i].Attr; got != taken || units[place{m, i}] != taken {
				t.Errorf("%v: value %d is taken out: %v", c.sizes, i, got)
			}
		}
		putBack()
		for i := range values {
			if set[i] != values[i].Attr {
				t.Errorf("%v: value %d is not put back", c.sizes, i)
			}
		}
	}
}

// A value is in the images if its runs are contiguous and are in memory.
func TestPlaced(t *testing.T) {
	t.Parallel()
	m := &Memory{Base: 16, Size: 8}
	for _, c := range []struct {
		runs []AddressRun
		want bool
	}{
		{[]AddressRun{{0, 8, m, 0, 16}}, true},
		{[]AddressRun{{0, 4, m, 0, 20}, {4, 8, m, 1, 16}}, true},
		{[]AddressRun{{0, 7, m, 0, 16}}, false},
		{[]AddressRun{{0, 8, m, 0, 17}}, false},
		{[]AddressRun{{0, 8, m, 0, 15}}, false},
		{[]AddressRun{{0, 4, m, 0, 16}, {5, 8, m, 1, 16}}, false},
		{[]AddressRun{{0, 4, m, 0, 25}, {4, 8, m, 1, 16}}, false},
		{nil, false},
	} {
		values, _ := constants(m, 8)
		values[0].Runs = c.runs
		if got := values[0].placed(); got != c.want {
			t.Errorf("%v: got %v", c.runs, got)
		}
	}
}

// Values that only the images hold are read from the images: a run of elements at its
// address, all of which must be there.
func TestPutBack(t *testing.T) {
	t.Parallel()
	m := &Memory{Unit: Noun{One: "cell"}, Base: 16, Size: 64}
	for _, c := range []struct {
		name   string
		images map[string]string
		runs   []AddressRun
		want   string // elements, or the error
	}{
		{"one image", map[string]string{"cell_0.bin": "..abcdef"}, []AddressRun{{0, 3, m, 0, 18}}, "abcdef"},
		{"two images", map[string]string{"cell_0.bin": "abcd", "cell_7.bin": "....ef"}, []AddressRun{{0, 2, m, 0, 16}, {2, 3, m, 7, 20}}, "abcdef"},
		{"too short", map[string]string{"cell_0.bin": "..abcde"}, []AddressRun{{0, 3, m, 0, 18}}, "cell_0.bin is missing, too short or cannot be read [image-size]"},
		{"missing", nil, []AddressRun{{0, 3, m, 0, 18}}, "cell_0.bin is missing, too short or cannot be read [image-size]"},
		{"not all elements", map[string]string{"cell_0.bin": "..abcdef"}, []AddressRun{{0, 2, m, 0, 18}}, "expected the images to hold all elements of a value of type 'tensor<3xi16>' that program.mlir leaves out [image-size]"},
	} {
		ctx := ir.NewContext()
		shaped := ir.Tensor([]int64{3}, ctx.Integer(16), nil)
		files := fstest.MapFS{}
		for name, data := range c.images {
			files[name] = &fstest.MapFile{Data: []byte(data)}
		}
		var set ir.ElementsAttr
		there := ctx.Dense(shaped, []byte("uvwxyz"))
		err := (&Folder{dir: files}).putBack([]Value{
			{Attr: there, Set: func(ir.ElementsAttr) { t.Errorf("%s: a value that is there is replaced", c.name) }},
			{Attr: ctx.Resource(ctx.Resources.Declare("images").Key, shaped), Set: func(a ir.ElementsAttr) { set = a }, Runs: c.runs},
		})
		got := ""
		if err != nil {
			got, _, _ = strings.Cut(err.Error(), ";")
		} else {
			got = string(set.(*ir.DenseAttr).Raw)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
