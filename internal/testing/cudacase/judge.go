package cudacase

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/npy"
	"optc/internal/testing/ptxtest"
)

var (
	argumentLine = regexp.MustCompile(`\{"(\w+)", "[<|](\w+)", (\d+), \{([\w, ]*)\}(?:, \{[\d, ]*\})?\}`)
	contentsLine = regexp.MustCompile(`arguments\[(\d+)\]\.read\("([^"]+)"\)`)
	arrayLine    = regexp.MustCompile(`arguments, \{([a-z, ]+)\}(?:, \{(\{[\d{}, ]*\})\})?\);`)
	extentItem   = regexp.MustCompile(`\{(\d+), (\d+)\}`)
	launchLine   = regexp.MustCompile(`\{"([^"]+)", \{(\d+), (\d+), (\d+)\}, \{(\d+), (\d+), (\d+)\}(?:, (\d+))?\}`)
)

// Judge checks every instruction of the kernels of a case, executes them as the host program specifies,
// with garbage in memory that the host does not fill, and compares the arrays with the expected ones, bit
// by bit except for NaN.
func Judge(files map[string][]byte, descending bool) error {
	module, err := ptxtest.Parse(string(files["kernel.ptx"]))
	if err != nil {
		return err
	}
	if problems := ptxtest.Check(module); len(problems) > 0 {
		return errors.Join(problems...)
	}
	host := string(files["main.cpp"])
	arguments, err := hostArguments(host, files)
	if err != nil {
		return err
	}
	memory, _ := passed(host, arguments)
	for _, g := range launchLine.FindAllStringSubmatch(host, -1) {
		i := slices.IndexFunc(module.Entries, func(e *ptxtest.Entry) bool { return e.Name == g[1] })
		if i < 0 {
			return fmt.Errorf("there is no kernel %s", g[1])
		}
		l := ptxtest.Launch{Entry: module.Entries[i], Memory: memory, Descending: descending}
		for d := range 3 {
			l.Grid[d], _ = strconv.Atoi(g[2+d])
			l.Block[d], _ = strconv.Atoi(g[5+d])
		}
		l.Requested, _ = strconv.Atoi(g[8])
		if l.Entry.Threads != l.Block {
			return fmt.Errorf("kernel %s is for %v threads, but has %v", g[1], l.Entry.Threads, l.Block)
		}
		if err := l.Run(); err != nil {
			return fmt.Errorf("kernel %s: %w", g[1], err)
		}
	}
	for i, a := range arguments {
		if want := files["want_"+a.name+".npy"]; want != nil {
			data, _, err := contents(want)
			if err != nil {
				return err
			}
			if err := differs(a.typ, memory[i], data, 0); err != nil {
				return fmt.Errorf("%s: %w", a.name, err)
			}
		}
	}
	return nil
}

// hostArgument is an argument in a host program: its elements, which are garbage where the host gives none.
type hostArgument struct {
	name, typ string
	data      []byte
	shape     []int64
}

// passed returns the contents of the arguments of the kernels, which end with the extents of arrays, and which of them are arrays.
func passed(host string, arguments []hostArgument) (list [][]byte, isArray []bool) {
	for _, a := range arguments {
		list = append(list, a.data)
	}
	g := arrayLine.FindStringSubmatch(host)
	if g == nil {
		return list, nil
	}
	for _, word := range strings.Split(g[1], ", ") {
		isArray = append(isArray, word == "true")
	}
	for _, x := range extentItem.FindAllStringSubmatch(g[2], -1) {
		of, _ := strconv.Atoi(x[1])
		d, _ := strconv.Atoi(x[2])
		list, isArray = append(list, binary.LittleEndian.AppendUint64(nil, uint64(arguments[of].shape[d]))), append(isArray, false)
	}
	return list, isArray
}

// hostArguments returns the arguments of a host program.
func hostArguments(host string, files map[string][]byte) (list []hostArgument, err error) {
	for _, g := range argumentLine.FindAllStringSubmatch(host, -1) {
		size, _ := strconv.Atoi(g[3])
		a := hostArgument{name: g[1], typ: g[2]}
		for _, n := range strings.Split(g[4], ", ") {
			if n != "" {
				extent, _ := strconv.Atoi(n) // 0 for an extent that the file gives
				size, a.shape = size*extent, append(a.shape, int64(extent))
			}
		}
		a.data = bytes.Repeat([]byte{0xa5}, size)
		if in := files["in_"+a.name+".npy"]; in != nil {
			if a.data, a.shape, err = contents(in); err != nil {
				return nil, err
			}
		}
		list = append(list, a)
	}
	for _, g := range contentsLine.FindAllStringSubmatch(host, -1) {
		i, _ := strconv.Atoi(g[1])
		if list[i].data, _, err = contents(files[g[2]]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// contents returns the elements in a file of NumPy, and their shape.
func contents(file []byte) (data []byte, shape []int64, err error) {
	list, err := npy.FormatOf("x.npy").Read(file, math.MaxInt64)
	if err != nil {
		return nil, nil, err
	}
	for _, a := range list {
		return bytes.Clone(a.Data), a.Shape, nil
	}
	return nil, nil, errors.New("the file holds no array")
}

// differs returns the first element that is not the expected one. A float of 32 bits may differ by a tolerance, relative to the
// expected number or to 1.
func differs(typ string, got, want []byte, tolerance float64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d bytes, expected %d", len(got), len(want))
	}
	size, _ := strconv.Atoi(typ[1:])
	for i := 0; i < len(want); i += size {
		a, b := got[i:i+size], want[i:i+size]
		if !bytes.Equal(a, b) && !(typ[0] == 'f' && isNaN(a) && isNaN(b)) && !(typ == "f4" && isNear(a, b, tolerance)) {
			return fmt.Errorf("element %d is % x, expected % x", i/size, a, b)
		}
	}
	return nil
}

func isNear(x, y []byte, tolerance float64) bool {
	a, b := math.Float32frombits(binary.LittleEndian.Uint32(x)), math.Float32frombits(binary.LittleEndian.Uint32(y))
	return math.Abs(float64(a-b)) <= tolerance*max(1, math.Abs(float64(b)))
}

func isNaN(x []byte) bool {
	switch len(x) {
	case 2:
		return binary.LittleEndian.Uint16(x)&0x7fff > 0x7c00
	case 4:
		return binary.LittleEndian.Uint32(x)&0x7fffffff > 0x7f800000
	}
	return math.IsNaN(math.Float64frombits(binary.LittleEndian.Uint64(x)))
}
