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
		{[]AddressRun{{Begin: 0, End: 8, Memory: m, Unit: 0, Addr: 16}}, true},
		{[]AddressRun{{Begin: 0, End: 4, Memory: m, Unit: 0, Addr: 20}, {Begin: 4, End: 8, Memory: m, Unit: 1, Addr: 16}}, true},
		{[]AddressRun{{Begin: 0, End: 7, Memory: m, Unit: 0, Addr: 16}}, false},
		{[]AddressRun{{Begin: 0, End: 8, Memory: m, Unit: 0, Addr: 17}}, false},
		{[]AddressRun{{Begin: 0, End: 8, Memory: m, Unit: 0, Addr: 15}}, false},
		{[]AddressRun{{Begin: 0, End: 4, Memory: m, Unit: 0, Addr: 16}, {Begin: 5, End: 8, Memory: m, Unit: 1, Addr: 16}}, false},
		{[]AddressRun{{Begin: 0, End: 4, Memory: m, Unit: 0, Addr: 25}, {Begin: 4, End: 8, Memory: m, Unit: 1, Addr: 16}}, false},
		{nil, false},
	} {
		values, _ := constants(m, 8)
		values[0].Runs = c.runs
		if got := values[0].placed(); got != c.want {
			t.Errorf("%v: got %v", c.runs, got)
		}
	}
}

// Values that only the images hold are read from the images: a run of elements is read at its
// address, and all of the elements must be there.
func TestPutBack(t *testing.T) {
	t.Parallel()
	m := &Memory{Unit: Noun{One: "cell"}, Base: 16, Size: 64}
	for _, c := range []struct {
		name   string
		images map[string]string
		runs   []AddressRun
		want   string // elements, or the error
	}{
		{name: "one image", images: map[string]string{"cell_0.bin": "..abcdef"}, runs: []AddressRun{{Begin: 0, End: 3, Memory: m, Unit: 0,
			Addr: 18}},
			want: "abcdef"},
		{name: "two images", images: map[string]string{"cell_0.bin": "abcd", "cell_7.bin": "....ef"},
			runs: []AddressRun{{Begin: 0, End: 2,
				Memory: m, Unit: 0, Addr: 16}, {Begin: 2,
				End: 3, Memory: m, Unit: 7, Addr: 20}}, want: "abcdef"},
		{name: "too short", images: map[string]string{"cell_0.bin": "..abcde"}, runs: []AddressRun{{Begin: 0, End: 3, Memory: m, Unit: 0,
			Addr: 18}},
			want: "cell_0.bin is missing, too short or cannot be read [image-size]"},
		{name: "missing", runs: []AddressRun{{Begin: 0, End: 3, Memory: m, Unit: 0, Addr: 18}},
			want: "cell_0.bin is missing, too short or cannot be read [image-size]"},
		{name: "not all elements", images: map[string]string{"cell_0.bin": "..abcdef"}, runs: []AddressRun{{Begin: 0, End: 2, Memory: m, Unit: 0,
			Addr: 18}},
			want: "expected the images to hold all elements of a value of type 'tensor<3xi16>' that program.mlir leaves out [image-size]"},
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
