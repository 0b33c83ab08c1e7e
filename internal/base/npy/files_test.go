package npy

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func someArrays() map[string]*Array {
	return map[string]*Array{
		"a": {Type: "f4", Shape: []int64{2, 1}, Data: []byte{0, 0, 128, 63, 0, 0, 0, 64}},
		"b": {Type: "i1", Shape: []int64{3}, Data: []byte{1, 2, 3}},
		"c": {Type: "u2", Tensor: "BF16", Shape: []int64{}, Data: []byte{128, 63}},
	}
}

// TestFormats writes and reads arrays in the formats that hold several.
func TestFormats(t *testing.T) {
	t.Parallel()
	for _, f := range Formats()[1:] {
		data, err := f.Write(someArrays())
		if err != nil {
			t.Fatal(f.Extension, err)
		}
		got, err := f.Read(data, 1<<20)
		if err != nil {
			t.Fatal(f.Extension, err)
		}
		for name, a := range got {
			if err := a.Unpack(); err != nil {
				t.Errorf("%s: %s: %v", f.Extension, name, err)
			}
		}
		want := someArrays()
		want["c"].Tensor = "" // is not read
		want["c"].Shape, got["c"].Shape = nil, nil
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Array{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Extension, diff)
		}
		for n := range data {
			part, _ := f.Read(data[:n], 1<<20) // no panic
			for _, a := range part {
				_ = a.Unpack()
			}
		}
		if a, err := Pick(got, "b"); err != nil || a.Type != "i1" {
			t.Errorf("%s: %v, %v", f.Extension, a, err)
		}
		if _, err := Pick(got, "bb"); err == nil || !strings.Contains(err.Error(), "it holds no array 'bb'; did you mean 'b'?") {
			t.Errorf("%s: %v", f.Extension, err)
		}
	}
	if _, err := FormatOf("x.npy").Write(someArrays()); err == nil {
		t.Error("a .npy file takes three arrays")
	}
	if FormatOf("x.txt") != nil {
		t.Error("x.txt has a format")
	}
}

// TestWrongFiles: files that do not have the format are refused.
func TestWrongFiles(t *testing.T) {
	t.Parallel()
	archive, err := writeArchive(map[string]*Array{"x": {Type: "u1", Shape: []int64{1 << 12}, Data: make([]byte, 1<<12)}})
	if err != nil {
		t.Fatal(err)
	}
	arrays, err := readArchive(archive, 1<<11)
	if err != nil {
		t.Fatal(err)
	}
	if err := arrays["x"].Unpack(); err == nil || !strings.Contains(err.Error(), "cannot unpack 'x.npy': it has 4096 bytes, more than 2048") {
		t.Errorf("got %v", err)
	}
	if _, err := readArchive([]byte("PK"), 1); err == nil {
		t.Error("no error")
	}
	framed := func(header string) string {
		return string([]byte{byte(len(header)), 0, 0, 0, 0, 0, 0, 0}) + header + "12345678"
	}
	for _, c := range []struct{ data, want string }{
		{"", "it has 0 bytes"},
		{"\xff\xff\xff\xff\xff\xff\xff\xff{}", "is cut off"},
		{framed("[]"), "the header is no JSON"},
		{framed(`{"x":7}`), "tensor 'x' is described by 7"},
		{framed(`{"x":{"dtype":"F4","shape":[],"data_offsets":[0,4]}}`), "elements of type F4"},
		{framed(`{"x":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}`), "has shape [-1]"},
		{framed(`{"x":{"dtype":"F32","shape":[4611686018427387904,8],"data_offsets":[0,4]}}`), "has shape"},
		{framed(`{"x":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}}`), "tensor 'x' of 8 bytes lies at [4, 12) of 8 bytes"},
		{framed(`{"x":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}`), "tensor 'x' of 8 bytes"},
	} {
		if _, err := readSafetensors([]byte(c.data), 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.data, err, c.want)
		}
	}
}
