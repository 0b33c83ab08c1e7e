package values

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/internal/base/npy"
	"optc/ir"
	"optc/optmain/internal/files"
)

// TestNumPyTypes: every scalar of poplar has a type in NumPy.
func TestNumPyTypes(t *testing.T) {
	t.Parallel()
	want := []string{"b1", "i1", "i1", "u1", "u1", "i2", "u2", "f2", "i4", "u4", "i4", "u4", "f4", "i8", "u8"}
	ctx := ir.NewContext()
	for i, e := range scalar.Types() {
		if got := numpyType(poplar.ValueType(ctx, e)); got != want[i] {
			t.Errorf("%s: got %s, want %s", e, got, want[i])
		}
	}
}

// TestUnpackedOnceItFits reads from an archive whose data is damaged: the damage is found only if
// type and shape of the array are the expected ones.
func TestUnpackedOnceItFits(t *testing.T) {
	t.Parallel()
	data, err := npy.FormatOf("x.npz").Write(map[string]*npy.Array{"x": {Type: "u1", Shape: []int64{5}, Data: []byte("hello")}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.npz")
	if err := os.WriteFile(file, bytes.Replace(data, []byte("hello"), []byte("hallo"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := ir.NewContext()
	for extent, want := range map[int64]string{
		4: "expected a shape of 'tensor<4xi8>', but got [5]",
		5: "cannot unpack 'x.npy': zip: checksum error",
	} {
		_, err := Read(&files.Set{}, file, "x", func(a *npy.Array) error {
			return fits(ir.Tensor([]int64{extent}, ctx.I8(), nil), a)
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d elements: got %v, want %s", extent, err, want)
		}
	}
}
