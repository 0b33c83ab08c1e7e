package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"optc/diag"
)

// A Format is a kind of files that hold arrays by name.
type Format struct {
	Extension string // with the dot
	Doc       string
	// Read returns the arrays in a file; arrays of an archive must be unpacked. limit bounds
	// the bytes of an unpacked array.
	Read func(data []byte, limit int64) (map[string]*Array, error)
	// Write returns a file that holds arrays.
	Write func(arrays map[string]*Array) ([]byte, error)
}

// Formats returns the kinds of files with arrays; .npy holds one array, without a name.
func Formats() []Format {
	return []Format{
		{Extension: ".npy", Doc: "an array of NumPy", Read: readOne, Write: writeOne},
		{Extension: ".npz", Doc: "arrays of NumPy by name", Read: readArchive, Write: writeArchive},
		{Extension: ".safetensors", Doc: "tensors by name", Read: readSafetensors, Write: writeSafetensors},
	}
}

// FormatOf returns the format of a file by its name, or nil.
func FormatOf(file string) *Format {
	list := Formats()
	i := slices.IndexFunc(list, func(f Format) bool { return strings.HasSuffix(file, f.Extension) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// Pick returns the array of a name. A file that holds one array gives it for any name. The
// error code is array-missing.
func Pick(arrays map[string]*Array, name string) (*Array, error) {
	if a := arrays[name]; a != nil {
		return a, nil
	}
	names := slices.Sorted(maps.Keys(arrays))
	if len(names) == 1 {
		return arrays[names[0]], nil
	}
	return nil, diag.Errorf("array-missing", "it holds no array '%s'%s", name, diag.DidYouMean(name, names)).
		Note("it holds %s", strings.Join(names, ", "))
}

func readOne(data []byte, _ int64) (map[string]*Array, error) {
	a, err := Parse(data)
	return map[string]*Array{"": a}, err
}

func writeOne(arrays map[string]*Array) ([]byte, error) {
	if len(arrays) != 1 {
		return nil, diag.Errorf("npy-format", "a .npy file holds one array, but got %d; .npz and .safetensors hold several", len(arrays))
	}
	for _, a := range arrays {
		return a.Bytes(), nil
	}
	return nil, nil
}

// readArchive reads an archive as numpy.savez writes it, of each array the header only.
func readArchive(data []byte, limit int64) (map[string]*Array, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, diag.Errorf("npy-format", "expected a .npz archive, but %v", err)
	}
	arrays := map[string]*Array{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, unpacking(f, err.Error())
		}
		a, size, err := readHeader(r, int64(min(f.UncompressedSize64, 1<<58)))
		r.Close()
		if err != nil {
			return nil, diag.Note(err, "array '%s' of the archive", path.Base(f.Name))
		}
		a.unpack = func() ([]byte, error) {
			data, err := unpack(f, size, limit)
			if err == nil && size.fortran {
				data = a.rowsFirst(data)
			}
			return data, err
		}
		arrays[strings.TrimSuffix(f.Name, ".npy")] = a
	}
	return arrays, nil
}

func unpacking(f *zip.File, why string) error {
	return diag.Errorf("npy-format", "cannot unpack '%s': %s", f.Name, why)
}

// unpack returns the data behind the header of an array in an archive.
func unpack(f *zip.File, size sizes, limit int64) ([]byte, error) {
	if size.data > limit {
		return nil, unpacking(f, fmt.Sprintf("it has %d bytes, more than %d", size.data, limit))
	}
	r, err := f.Open()
	if err != nil {
		return nil, unpacking(f, err.Error())
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, size.header); err != nil {
		return nil, unpacking(f, err.Error())
	}
	var b bytes.Buffer                                    // grows with the input
	n, err := io.Copy(&b, io.LimitReader(r, size.data+1)) // the checksum is compared at the end
	if err == nil && n < size.data {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, unpacking(f, err.Error())
	}
	return b.Bytes()[:size.data], nil
}

func writeArchive(arrays map[string]*Array) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(arrays)) {
		f, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Store})
		if err == nil {
			_, err = f.Write(arrays[name].Bytes())
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// safetensorsTypes are the types of elements by their names in a file of the format
// safetensors (its README, section "Format"). Floats that NumPy does not have are bits.
var safetensorsTypes = map[string]string{
	"F64": "f8", "F32": "f4", "F16": "f2", "BF16": "u2", "F8_E4M3": "u1", "F8_E5M2": "u1",
	"I64": "i8", "I32": "i4", "I16": "i2", "I8": "i1", "U64": "u8", "U32": "u4", "U16": "u2", "U8": "u1", "BOOL": "b1",
}

// tensorEntry describes a tensor in the header.
type tensorEntry struct {
	Type    string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// metadata is the name in the header that is not a tensor.
const metadata = "__metadata__"

func readSafetensors(data []byte, _ int64) (map[string]*Array, error) {
	bad := func(format string, args ...any) (map[string]*Array, error) {
		return nil, diag.Errorf("safetensors-format", "expected a .safetensors file, but "+format, args...)
	}
	if len(data) < 8 {
		return bad("it has %d bytes", len(data))
	}
	size := binary.LittleEndian.Uint64(data)
	if size > uint64(len(data)-8) {
		return bad("the header of %d bytes is cut off", size)
	}
	header, body := data[8:8+size], data[8+size:]
	entries := map[string]json.RawMessage{}
	if err := json.Unmarshal(header, &entries); err != nil {
		return bad("the header is no JSON: %v", err)
	}
	arrays := map[string]*Array{}
	for name, text := range entries {
		if name == metadata {
			continue
		}
		var e tensorEntry
		if err := json.Unmarshal(text, &e); err != nil {
			return bad("tensor '%s' is described by %s", name, text)
		}
		t := safetensorsTypes[e.Type]
		if t == "" {
			return bad("tensor '%s' has elements of type %s", name, e.Type)
		}
		n := int64(t[1] - '0')
		for _, d := range e.Shape {
			if d < 0 || d > 0 && n > math.MaxInt64/d {
				return bad("tensor '%s' has shape %v", name, e.Shape)
			}
			n *= d
		}
		lo, hi := e.Offsets[0], e.Offsets[1]
		if lo < 0 || hi < lo || hi > int64(len(body)) || hi-lo != n {
			return bad("tensor '%s' of %d bytes lies at [%d, %d) of %d bytes", name, n, lo, hi, len(body))
		}
		arrays[name] = &Array{Type: t, Shape: e.Shape, Data: body[lo:hi]}
	}
	return arrays, nil
}

func writeSafetensors(arrays map[string]*Array) ([]byte, error) {
	header, at := map[string]tensorEntry{}, int64(0)
	names := slices.Sorted(maps.Keys(arrays))
	for _, name := range names {
		a := arrays[name]
		e := tensorEntry{Type: a.Tensor, Shape: append([]int64{}, a.Shape...), Offsets: [2]int64{at, at + int64(len(a.Data))}}
		for full, t := range safetensorsTypes {
			if e.Type == "" && t == a.Type && full != "BF16" && !strings.HasPrefix(full, "F8") {
				e.Type = full
			}
		}
		if e.Type == "" {
			return nil, fmt.Errorf("no type of safetensors is %s", a.Type)
		}
		header[name], at = e, e.Offsets[1]
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	for len(text)%8 != 0 { // the data is aligned
		text = append(text, ' ')
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	b = append(b, text...)
	for _, name := range names {
		b = append(b, arrays[name].Data...)
	}
	return b, nil
}
