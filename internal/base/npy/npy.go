// Package npy reads and writes files with arrays: the formats .npy and .npz of NumPy, the
// usual way to bring tensors to a compiler and back (NEP 1, versions 1.0 to 3.0), and
// .safetensors. Arrays are little-endian and in C order; an array of a file in Fortran order is brought into it.
package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"optc/diag"
	"optc/internal/base/lazyre"
)

// Array is an array in C order.
type Array struct {
	Type  string // NumPy's descriptor without byte order: "f4", "i8", "u2", "b1", …
	Shape []int64
	Data  []byte // little-endian
	// Tensor is the type in .safetensors where Type does not determine it: "BF16".
	Tensor string

	unpack func() ([]byte, error) // nil: Data is there
}

// Unpack decompresses the data of an array in an archive. It leaves other arrays unchanged. The
// error code is npy-format.
func (a *Array) Unpack() error {
	if a.unpack == nil {
		return nil
	}
	data, err := a.unpack()
	if err == nil {
		a.Data, a.unpack = data, nil
	}
	return err
}

const magic = "\x93NUMPY"

// maxHeader bounds the bytes of a header.
const maxHeader = 1 << 20

var (
	descr   = lazyre.New(`'descr'\s*:\s*'([<>|=]?)([a-zA-Z]\d+)'`)
	fortran = lazyre.New(`'fortran_order'\s*:\s*(True|False)`)
	shape   = lazyre.New(`'shape'\s*:\s*\(([^)]*)\)`)
)

// Parse reads an array from the bytes of a file. The error code is npy-format.
func Parse(data []byte) (*Array, error) {
	a, size, err := readHeader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	begin := size.header
	a.Data = data[begin : begin+size.data]
	if size.fortran {
		a.Data = a.rowsFirst(a.Data)
	}
	return a, nil
}

// rowsFirst returns the elements of data in Fortran order, the first dimension fastest, in C order.
func (a *Array) rowsFirst(data []byte) []byte {
	n := int64(1)
	strides := make([]int64, len(a.Shape)) // in data
	for d, extent := range a.Shape {
		strides[d] = n
		n *= extent
	}
	if n == 0 {
		return data
	}
	size := int64(len(data)) / n
	out := make([]byte, 0, len(data))
	at, coord := int64(0), make([]int64, len(a.Shape))
	for range n {
		out = append(out, data[at*size:(at+1)*size]...)
		for d := len(coord) - 1; d >= 0; d-- {
			at += strides[d]
			if coord[d]++; coord[d] < a.Shape[d] {
				break
			}
			at -= coord[d] * strides[d]
			coord[d] = 0
		}
	}
	return out
}

// sizes are the bytes of the two parts of a file, and whether its data is in Fortran order.
type sizes struct {
	header, data int64
	fortran      bool
}

// readHeader reads the beginning of a file of some bytes, which gives all of an array but its
// data.
func readHeader(r io.Reader, total int64) (*Array, sizes, error) {
	bad := func(format string, args ...any) (*Array, sizes, error) {
		return nil, sizes{}, diag.Errorf("npy-format", "expected a .npy array, but "+format, args...)
	}
	read := func(n int) []byte {
		b := make([]byte, n)
		if _, err := io.ReadFull(r, b); err != nil {
			return nil
		}
		return b
	}
	start := read(10)
	if start == nil || string(start[:6]) != magic {
		return bad("the file does not begin with the magic string")
	}
	size := sizes{header: 10}
	var header uint32
	switch start[6] {
	case 1:
		header = uint32(binary.LittleEndian.Uint16(start[8:]))
	case 2, 3:
		more := read(2)
		if more == nil {
			return bad("the header is cut off")
		}
		header, size.header = binary.LittleEndian.Uint32(append(start[8:], more...)), 12
	default:
		return bad("the version is %d.%d", start[6], start[7])
	}
	if left := total - size.header; int64(header) > left {
		return bad("the header of %d bytes is cut off", header)
	}
	if header > maxHeader {
		return bad("its header has %d bytes, more than %d", header, maxHeader)
	}
	raw := read(int(header))
	if raw == nil {
		return bad("the header of %d bytes is cut off", header)
	}
	size.header += int64(header)
	text := string(raw)
	d, o, s := descr().FindStringSubmatch(text), fortran().FindStringSubmatch(text), shape().FindStringSubmatch(text)
	if d == nil || o == nil || s == nil {
		return bad("the header is %q", text)
	}
	elem, err := strconv.Atoi(d[2][1:])
	if err != nil || elem < 1 || elem > 16 {
		return bad("the element type is %q", d[2])
	}
	if d[1] == ">" && elem > 1 {
		return bad("its elements are big-endian")
	}
	size.fortran = o[1] == "True"
	a := &Array{Type: d[2]}
	n := int64(1)
	for _, field := range strings.Split(s[1], ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		v, err := strconv.ParseInt(field, 10, 48)
		if err != nil || v < 0 || v > 0 && n > total/v {
			return bad("the shape is (%s)", s[1])
		}
		n *= v
		a.Shape = append(a.Shape, v)
	}
	size.data = n * int64(elem)
	if left := total - size.header; left < size.data {
		return bad("%d elements of %d bytes need %d bytes, and %d are there", n, elem, size.data, left)
	}
	return a, size, nil
}

// Bytes renders the array as a file of version 1.0.
func (a *Array) Bytes() []byte {
	order := "<"
	if strings.HasSuffix(a.Type, "1") {
		order = "|"
	}
	dims := make([]string, len(a.Shape))
	for i, n := range a.Shape {
		dims[i] = strconv.FormatInt(n, 10)
	}
	list := strings.Join(dims, ", ")
	if len(dims) == 1 {
		list += ","
	}
	header := fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, a.Type, list)
	// The data begins at a multiple of 64 bytes; the header ends in a newline.
	pad := 63 - (len(magic)+4+len(header))%64
	header += strings.Repeat(" ", pad) + "\n"
	var b bytes.Buffer
	b.WriteString(magic)
	b.Write([]byte{1, 0})
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(len(header))))
	b.WriteString(header)
	b.Write(a.Data)
	return b.Bytes()
}
