package okk_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/okk"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// randomKernel writes a kernel of copies, fills, views, slices, packs, elementwise
// operations and loops, and the machine that it is for.
type randomKernel struct {
	randprog.Writer
	buffer []randomTensor
	local  []randomTensor
}

func newRandomKernel(seed, stream uint64) *randomKernel {
	k := &randomKernel{Writer: randprog.NewWriter(seed, stream)}
	k.Level = 2
	return k
}

type randomTensor struct {
	name, typ string
	shape     [4]int
	elem      string
	start     int
	mode      string
}

func shapeText(s [4]int, elem string) string {
	return fmt.Sprintf("%dx%dx%dx%dx%s", s[0], s[1], s[2], s[3], elem)
}

// systemType is the type of a whole buffer or of a part with its strides.
func systemType(s [4]int, elem string) string {
	return "!okk.sys<" + shapeText(s, elem) + ", continuous>"
}

// alloc makes a tensor of a shape in local memory, in any layout.
func (k *randomKernel) alloc(shape [4]int, elem, mode string, start int) randomTensor {
	layout := randprog.OneOf(k, "auto", "aligned", "compact")
	m := ""
	if mode != "" {
		m = ", mode = " + mode
	}
	typ := "!okk.local<" + shapeText(shape, elem) + m + ", " + layout
	if start != 0 {
		typ += fmt.Sprintf(", start = %d", start)
	}
	t := randomTensor{name: k.Fresh(), typ: typ + ">", shape: shape, elem: elem, start: start, mode: mode}
	k.Line("%s = okk.alloc : %s", t.name, t.typ)
	return t
}

// like chooses a tensor of the same shape, element type, mode and first NPU, or makes a
// new filled tensor.
func (k *randomKernel) like(t randomTensor, start int) randomTensor {
	same := slices.DeleteFunc(slices.Clone(k.local), func(u randomTensor) bool {
		return u.shape != t.shape || u.elem != t.elem || u.mode != t.mode || u.start != start
	})
	if len(same) > 0 && k.IntN(3) > 0 {
		return same[k.IntN(len(same))]
	}
	u := k.alloc(t.shape, t.elem, t.mode, start)
	literal := "0.5 : f32"
	if t.elem != "f32" {
		literal = "3 : " + t.elem
	}
	if t.mode == "" {
		k.Line("okk.fill %s, %s : %s", u.name, literal, u.typ)
	} else {
		p := k.alloc(t.shape, t.elem, "", start)
		k.Line("okk.fill %s, %s : %s", p.name, literal, p.typ)
		k.Line("okk.pack %s to %s : %s to %s", p.name, u.name, p.typ, u.typ)
	}
	k.local = append(k.local, u)
	return u
}

func (k *randomKernel) step(npus int) {
	t := k.local[k.IntN(len(k.local))]
	switch k.IntN(8) {
	case 0: // copy, also to other NPUs
		u := k.like(t, k.IntN(npus))
		if u.name != t.name {
			k.Line("okk.copy %s to %s : %s to %s", t.name, u.name, t.typ, u.typ)
		}
	case 1, 2: // elementwise, also in place
		if t.elem != "f32" || t.mode != "" {
			return
		}
		a, b := k.like(t, t.start), k.like(t, t.start)
		k.Line("okk.eltwise %s %s, %s, %s : %s, %s, %s", randprog.OneOf(k, "add", "mul", "max", "sub", "mac"), t.name, a.name, b.name, t.typ, a.typ, b.typ)
	case 3: // a number, on a slice of channels
		if t.elem != "f32" || t.mode != "" {
			return
		}
		first := k.IntN(t.shape[1])
		part := t.shape
		part[1] = 1 + k.IntN(t.shape[1]-first)
		h := k.IntN(t.shape[2])
		part[2] = 1 + k.IntN(t.shape[2]-h)
		start := (t.start + first) % npus
		typ := "!okk.local<" + shapeText(part, t.elem) + ", auto>"
		if start != 0 {
			typ = fmt.Sprintf("!okk.local<%s, auto, start = %d>", shapeText(part, t.elem), start)
		}
		s := k.Fresh()
		k.Line("%s = okk.slice %s[0, %d, %d, 0] : %s to %s", s, t.name, first, h, t.typ, typ)
		k.Line("okk.eltwise add %s, %s scalar 1.5 : f32 : %s, %s", s, s, typ, typ)
	case 4: // another shape of the planes
		if t.mode != "" || t.elem == "i8" {
			return
		}
		flat := [4]int{t.shape[0], t.shape[1], 1, t.shape[2] * t.shape[3]}
		typ := "!okk.local<" + shapeText(flat, t.elem) + ", auto>"
		if t.start != 0 {
			typ = fmt.Sprintf("!okk.local<%s, auto, start = %d>", shapeText(flat, t.elem), t.start)
		}
		v := k.Fresh()
		k.Line("%s = okk.view %s : %s to %s", v, t.name, t.typ, typ)
		k.local = append(k.local, randomTensor{name: v, typ: typ, shape: flat, elem: t.elem, start: t.start})
	case 5: // pack or unpack
		if t.elem == "f32" {
			return
		}
		mode := map[string]string{"i8": "n4", "i16": "n2"}[t.elem]
		if t.mode == "" {
			u := k.alloc(t.shape, t.elem, mode, t.start)
			k.Line("okk.pack %s to %s fill 7 : %s to %s", t.name, u.name, t.typ, u.typ)
			k.local = append(k.local, u)
		} else {
			u := k.alloc(t.shape, t.elem, "", t.start)
			k.Line("okk.unpack %s to %s : %s to %s", t.name, u.name, t.typ, u.typ)
			k.local = append(k.local, u)
		}
	case 6: // fixed point
		if t.elem == "f32" || t.mode == "" || t.start != 0 {
			return
		}
		u := k.like(t, 0)
		k.Line("okk.fixed_point %s %s, %s, %s rshift 1 : %s, %s, %s", randprog.OneOf(k, "add", "mul", "sub"), t.name, t.name, u.name, t.typ, t.typ, u.typ)
	case 7: // a loop over batches of a buffer
		if t.mode != "" || t.shape[0] != 1 {
			return
		}
		for _, buffer := range k.buffer {
			part := buffer.shape
			part[0] = 1
			if part != t.shape || buffer.elem != t.elem {
				continue
			}
			s, i := k.Fresh(), k.Fresh()
			k.Line("scf.for %s = %%c0 to %%n%d step %%c1 {", i, buffer.shape[0])
			k.Line("  %s = okk.slice %s[%s, 0, 0, 0] : %s to %s", s, buffer.name, i, buffer.typ, systemType(part, t.elem))
			k.Line("  okk.load %s to %s : %s to %s", s, t.name, systemType(part, t.elem), t.typ)
			if t.elem == "f32" {
				k.Line("  okk.eltwise mul %s, %s scalar 2.0 : f32 : %s, %s", t.name, t.name, t.typ, t.typ)
			}
			k.Line("  okk.store %s to %s : %s to %s", t.name, s, t.typ, systemType(part, t.elem))
			k.Line("}")
		}
	}
}

// write returns the text of the kernel.
func (k *randomKernel) write() string {
	machine, npus := "toy4k", 4
	if k.IntN(2) == 0 {
		machine, npus = "odd7, npu_bytes = 7168", 7
	}
	k.Line("%%c0 = arith.constant 0 : index\n    %%c1 = arith.constant 1 : index")
	for n := 1; n <= 3; n++ {
		k.Line("%%n%d = arith.constant %d : index", n, n)
	}
	for i := range 1 + k.IntN(3) {
		s := [4]int{1 + k.IntN(3), 1 + k.IntN(9), 1 + k.IntN(3), 4 * (1 + k.IntN(2))}
		elem := randprog.OneOf(k, "f32", "f32", "i8", "i16")
		b := randomTensor{name: k.Fresh(), typ: systemType(s, elem), shape: s, elem: elem}
		k.Line("%s = okk.sys_buffer \"b%d\" : %s", b.name, i, b.typ)
		k.buffer = append(k.buffer, b)
		t := k.alloc(s, elem, "", k.IntN(npus))
		k.Line("okk.load %s to %s : %s to %s", b.name, t.name, b.typ, t.typ)
		k.local = append(k.local, t)
		if s[0] > 1 {
			one := s
			one[0] = 1
			k.like(randomTensor{shape: one, elem: elem}, k.IntN(npus))
		}
	}
	for range 3 + k.IntN(10) {
		k.step(npus)
	}
	for i, t := range k.local {
		if t.mode != "" {
			continue
		}
		o := k.Fresh()
		k.Line("%s = okk.sys_buffer \"o%d\" : %s", o, i, systemType(t.shape, t.elem))
		k.Line("okk.store %s to %s : %s to %s", t.name, o, t.typ, systemType(t.shape, t.elem))
	}
	return "module attributes {okk.machine = #okk.machine<" + machine + ">} {\n  okk.kernel @k {\n" + k.String() + "  }\n}\n"
}

// kernels is the number of kernels of TestRandomKernels.
var kernels = flag.Int("kernels", 300, "random kernels to compare")

// TestRandomKernels compares the device, with everything destroyed that an operation may
// destroy, with the plain interpretation of the text before any pass.
func TestRandomKernels(t *testing.T) {
	t.Parallel()
	runs := raced.Runs(*kernels)
	policies := []string{"reuse", "linear", "bank"}
	full := 0
	for seed := range uint64(runs) {
		k := newRandomKernel(seed, 1)
		text := k.write()
		pipeline := "builtin.module(okk.kernel(okk-unroll,okk-choose-w,okk-assign-layout,okk-fold," + []string{"", "okk-overlap,"}[seed/3%2] + "okk-allocate{policy=" + policies[seed%3] + "},okk-verify,okk-check-hazards))"
		want, got, err := bothWays(t, text, pipeline)
		if err != nil {
			if strings.Contains(err.Error(), "does-not-fit") {
				full++
				continue
			}
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		for name, data := range want {
			if !bytes.Equal(data, got[name]) {
				t.Fatalf("seed %d: %s is % x on the device, % x plainly\n%s", seed, name, got[name], data, text)
			}
		}
	}
	if full > runs/4 {
		t.Errorf("%d of %d kernels do not fit", full, runs)
	}
}

// parsed reads and verifies a module.
func parsed(t *testing.T, ctx *ir.Context, text string) (*ir.Operation, error) {
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: "kernel.mlir", Text: text}, &ds)
	if err == nil {
		err = ir.Verify(m, &ds)
	}
	return m, err
}

// isAccepted reports whether the verifier takes a module.
func isAccepted(text string) bool {
	var ds ir.Diagnostics
	m, err := parser.Parse(context.Background(), all.Context(), &ir.Source{Name: "kernel.mlir", Text: text}, &ds)
	return err == nil && ir.Verify(m, &ds) == nil
}

// bothWays executes a kernel plainly and, compiled, on the device.
func bothWays(t *testing.T, text, pipeline string) (want, got map[string][]byte, err error) {
	if want, err = runPlainly(t, text); err != nil {
		return nil, nil, err
	}
	got, err = runCompiled(t, text, pipeline)
	return want, got, err
}

// runPlainly executes a kernel without addresses.
func runPlainly(t *testing.T, text string) (map[string][]byte, error) {
	family := okk.Family()
	module, err := parsed(t, all.Context(), text)
	if err != nil {
		return nil, err
	}
	plain, err := family.Plain(context.Background(), family.Programs(module)[0], lower.Options{})
	if err != nil {
		return nil, err
	}
	return executed(t, plain)
}

// runCompiled compiles a kernel and executes it on the device, where everything is destroyed
// that an operation may destroy.
func runCompiled(t *testing.T, text, pipeline string) (map[string][]byte, error) {
	family, ctx := okk.Family(), all.Context()
	p, err := registry.Passes().Parse(pipeline)
	if err != nil {
		return nil, err
	}
	compiled, err := parsed(t, ctx, text)
	if err != nil {
		return nil, err
	}
	if err := passes.NewManager(ctx).Run(t.Context(), p, compiled); err != nil {
		return nil, err
	}
	program, err := family.Build(context.Background(), family.Programs(compiled)[0])
	if err != nil {
		return nil, err
	}
	device, err := program.Device(lower.Options{Destroy: true})
	if err != nil {
		return nil, err
	}
	return executed(t, device)
}

// content returns the contents of variable i of a machine: numbers around 1 and -1, or
// integers of 8 bits.
func content(v *lower.HostVariable, i int) []byte {
	data := make([]byte, v.Len()*int64(v.Bytes))
	for k := range data {
		data[k] = byte(k*7 + i)
		switch {
		case v.Type == "f32" && k%4 == 3:
			data[k] = byte(0x3f | k<<5&0x80)
		case v.Type == "i32" && k%4 > 0:
			data[k] = byte(int8(data[k-k%4]) >> 7)
		}
	}
	return data
}

// executed fills the variables of a machine with numbers, runs it and returns their final
// contents.
func executed(t *testing.T, m lower.Machine) (map[string][]byte, error) {
	for i, v := range m.Variables() {
		if v.Initial {
			continue
		}
		if err := m.Write(v.Name, content(v, i)); err != nil {
			return nil, err
		}
	}
	if err := m.Run(t.Context()); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, v := range m.Variables() {
		data, _, err := m.Read(v.Name)
		if err != nil {
			return nil, err
		}
		out[v.Name] = data
	}
	return out, nil
}
