package npy_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"optc/diag"
	"optc/internal/base/npy"
)

func Example() {
	a := &npy.Array{Type: "u2", Shape: []int64{3}, Data: binary.LittleEndian.AppendUint16([]byte{1, 0, 2, 0}, 3)}
	b, err := npy.Parse(a.Bytes())
	fmt.Println(b.Type, b.Shape, b.Data, err)
	// Output: u2 [3] [1 0 2 0 3 0] <nil>
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, shape := range [][]int64{nil, {0}, {1}, {2, 3}, {2, 0, 4}, {1, 2, 3, 4}} {
		n := int64(1)
		for _, d := range shape {
			n *= d
		}
		for typ, size := range map[string]int64{"b1": 1, "f2": 2, "f4": 4, "i8": 8} {
			a := &npy.Array{Type: typ, Shape: shape, Data: make([]byte, n*size)}
			for i := range a.Data {
				a.Data[i] = byte(i)
			}
			file := a.Bytes()
			if (len(file)-len(a.Data))%64 != 0 {
				t.Errorf("%s %v: data begins at %d, no multiple of 64", typ, shape, len(file)-len(a.Data))
			}
			got, err := npy.Parse(file)
			if err != nil {
				t.Fatalf("%s %v: %v", typ, shape, err)
			}
			if diff := cmp.Diff(a, got, cmpopts.IgnoreUnexported(npy.Array{})); diff != "" {
				t.Errorf("%s %v (-want +got):\n%s", typ, shape, diff)
			}
		}
	}
}

// TestFortran: an array stored with the first dimension fastest is read as an array in C order.
func TestFortran(t *testing.T) {
	t.Parallel()
	header := "{'descr': '<u2', 'fortran_order': True, 'shape': (2, 3, 2), }"
	data := append([]byte("\x93NUMPY\x01\x00"+string(binary.LittleEndian.AppendUint16(nil, uint16(len(header))))), header...)
	for i := range 12 { // element (i, j, k) is 100 i + 10 j + k
		data = binary.LittleEndian.AppendUint16(data, uint16(100*(i%2)+10*(i/2%3)+i/6))
	}
	a, err := npy.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 12 {
		if got, want := binary.LittleEndian.Uint16(a.Data[2*n:]), uint16(100*(n/6)+10*(n/2%3)+n%2); got != want {
			t.Errorf("element %d is %d, want %d", n, got, want)
		}
	}
	empty, err := npy.Parse(append([]byte("\x93NUMPY\x01\x00\x3e\x00"), "{'descr': '<u2', 'fortran_order': True, 'shape': (0, 3, 2)}    "...))
	if err != nil || len(empty.Data) != 0 {
		t.Error(empty, err)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	file := func(header string) []byte {
		return append([]byte("\x93NUMPY\x01\x00"+string(binary.LittleEndian.AppendUint16(nil, uint16(len(header))))), header...)
	}
	for name, data := range map[string][]byte{
		"empty":       nil,
		"magic":       []byte("not an array at all"),
		"version":     []byte("\x93NUMPY\x09\x00\x00\x00"),
		"cut header":  []byte("\x93NUMPY\x01\x00\xff\x00{"),
		"no shape":    file("{'descr': '<f4', 'fortran_order': False}"),
		"big endian":  file("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}"),
		"cut data":    file("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}"),
		"huge shape":  file("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999,99999999999)}"),
		"bad number":  file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"),
		"wide object": file("{'descr': '<O99', 'fortran_order': False, 'shape': (1,)}"),
	} {
		if _, err := npy.Parse(data); diag.CodeOf(err) != "npy-format" {
			t.Errorf("%s: error %v, want npy-format", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add((&npy.Array{Type: "f4", Shape: []int64{2}, Data: make([]byte, 8)}).Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := npy.Parse(data)
		if err != nil {
			return
		}
		b, err := npy.Parse(a.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b, cmpopts.IgnoreUnexported(npy.Array{})); diff != "" {
			t.Error(diff)
		}
	})
}
