// Package npy reads and writes files with arrays: the formats .npy and .npz of NumPy, the
// usual way to bring tensors to a compiler and back (NEP 1, versions 1.0 to 3.0), and
// .safetensors. Arrays are little-endian and in C order; Fortran order is refused.
package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
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
}

const magic = "\x93NUMPY"

var (
	descr   = lazyre.New(`'descr'\s*:\s*'([<>|=]?)([a-zA-Z]\d+)'`)
	fortran = lazyre.New(`'fortran_order'\s*:\s*(True|False)`)
	shape   = lazyre.New(`'shape'\s*:\s*\(([^)]*)\)`)
)

// Parse reads an array from the bytes of a file. The error code is npy-format.
func Parse(data []byte) (*Array, error) {
	bad := func(format string, args ...any) (*Array, error) {
		return nil, diag.Errorf("npy-format", "expected a .npy array, but "+format, args...)
	}
	if len(data) < 10 || string(data[:6]) != magic {
		return bad("the file does not begin with the magic string")
	}
	var header int
	rest := data[8:]
	switch data[6] {
	case 1:
		header, rest = int(binary.LittleEndian.Uint16(rest)), rest[2:]
	case 2, 3:
		if len(rest) < 4 {
			return bad("the header is cut off")
		}
		header, rest = int(binary.LittleEndian.Uint32(rest)), rest[4:]
	default:
		return bad("the version is %d.%d", data[6], data[7])
	}
	if header > len(rest) {
		return bad("the header of %d bytes is cut off", header)
	}
	text, body := string(rest[:header]), rest[header:]
	d, o, s := descr().FindStringSubmatch(text), fortran().FindStringSubmatch(text), shape().FindStringSubmatch(text)
	if d == nil || o == nil || s == nil {
		return bad("the header is %q", text)
	}
	size, err := strconv.Atoi(d[2][1:])
	if err != nil || size < 1 || size > 16 {
		return bad("the element type is %q", d[2])
	}
	if d[1] == ">" && size > 1 {
		return bad("its elements are big-endian")
	}
	if o[1] == "True" {
		return bad("it is in Fortran order")
	}
	a := &Array{Type: d[2]}
	n := int64(1)
	for _, field := range strings.Split(s[1], ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		v, err := strconv.ParseInt(field, 10, 48)
		if err != nil || v < 0 || v > 0 && n > int64(len(data))/v {
			return bad("the shape is (%s)", s[1])
		}
		n *= v
		a.Shape = append(a.Shape, v)
	}
	if int64(len(body)) < n*int64(size) {
		return bad("%d elements of %d bytes need %d bytes, and %d are there", n, size, n*int64(size), len(body))
	}
	a.Data = body[:n*int64(size)]
	return a, nil
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
