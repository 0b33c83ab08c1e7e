package okk_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	dialect "optc/dialect/okk"
	"optc/internal/family/okk"
	"optc/internal/testing/raced"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/registry"
)

// compiled is a kernel as C, with the contents of its buffers before and after its run on
// the device.
type compiled struct {
	name    string
	machine *dialect.Machine
	files   map[string][]byte
	buffers []buffer
	params  []int64 // numbers of the parameters
	// firstParam is the member of the arguments with the first parameter.
	firstParam string
}

func initializer(list []int64) string {
	return "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]") + "}"
}

// buffer is a range of system memory. Bytes that were not written on the device count as
// anything.
type buffer struct {
	name          string
	initial       bool // has a value in the text
	before, after []byte
	written       []bool
}

// compileKernel lowers a kernel, executes it on the device and writes it as C.
func compileKernel(t *testing.T, text, machine, name string) *compiled {
	t.Helper()
	return compileSized(t, text, machine, name, nil, false)
}

// parameter is a number of a parameter.
type parameter struct {
	name   string
	number int64
}

// compileSized is compileKernel for a kernel with parameters, whose loops are pipelined if
// overlap is set.
func compileSized(t *testing.T, text, machine, name string, sizes []parameter, overlap bool) *compiled {
	t.Helper()
	return compileWith(t, text, machine, name, sizes, overlap, content)
}

// compileWith is compileSized for contents of buffers.
func compileWith(t *testing.T, text, machine, name string, sizes []parameter, overlap bool, content func(v *lower.HostVariable, i int) []byte) *compiled {
	t.Helper()
	family := okk.Family()
	ctx := all.Context()
	module, err := parsed(t, ctx, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if machine != "" {
		m, err := dialect.LookupMachine(machine)
		if err != nil {
			t.Fatal(err)
		}
		module.SetAttr(dialect.MachineAttrName, dialect.MachineOf(ctx, m))
	}
	options := fmt.Sprint("overlap=", overlap)
	for i, s := range sizes {
		options += fmt.Sprintf("%s%s:%d", []string{" sizes=", ","}[min(i, 1)], s.name, s.number)
	}
	p, err := registry.Passes().Parse("builtin.module(okk{" + options + "})")
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(t.Context(), p, module); err != nil {
		if strings.Contains(err.Error(), "does-not-fit") {
			return nil
		}
		t.Fatalf("%v\n%s", err, text)
	}
	kernel := family.Programs(module)[0]
	c := &compiled{name: name, machine: dialect.MachineFor(kernel)}
	for _, s := range sizes {
		c.params, c.firstParam = append(c.params, s.number), sizes[0].name
	}
	c.files = exported(t, text, c.machine, overlap)
	program, err := family.Build(context.Background(), kernel)
	if err != nil {
		t.Fatal(err)
	}
	device, err := program.Device(lower.Options{Destroy: true})
	if err != nil {
		t.Fatal(err)
	}
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		if sysBuffer := ir.As[dialect.SysBufferOp](op); sysBuffer.Ok() {
			size := dialect.BufferBytes(op)
			c.buffers = append(c.buffers, buffer{name: sysBuffer.Name(), initial: sysBuffer.Value() != nil, before: make([]byte, size),
				after: make([]byte, size), written: make([]bool, size)})
		}
		return ir.Advance
	})
	for i, v := range program.Variables {
		data := content(v, i)
		if v.Initial {
			if data, _, err = device.Read(v.Name); err != nil {
				t.Fatal(err)
			}
		}
		if err := device.Write(v.Name, data); err != nil {
			t.Fatal(err)
		}
		c.buffers[i].put(v, data, c.buffers[i].before)
	}
	if err := device.Run(t.Context()); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, v := range program.Variables {
		data, written, err := device.Read(v.Name)
		if err != nil {
			t.Fatal(err)
		}
		b := &c.buffers[i]
		b.put(v, data, b.after)
		for _, r := range v.Runs {
			for k := range (r.End - r.Begin) * int64(v.Bytes) {
				b.written[int64(r.Addr-v.Runs[0].Addr)+k] = written[r.Begin+k/int64(v.Bytes)]
			}
		}
	}
	return c
}

// exported writes a kernel as C for a machine.
func exported(t *testing.T, text string, m *dialect.Machine, overlap bool) map[string][]byte {
	t.Helper()
	family := okk.Family()
	ctx := all.Context()
	module, err := parsed(t, ctx, text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	module.SetAttr(dialect.MachineAttrName, dialect.MachineOf(ctx, *m))
	p, err := registry.Passes().Parse(fmt.Sprintf("builtin.module(okk{keep-loops=true overlap=%t})", overlap))
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(ctx).Run(t.Context(), p, module); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	files, err := family.Export.Write(module, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return files
}

// put copies the elements of a variable to their places in a buffer.
func (*buffer) put(v *lower.HostVariable, data, to []byte) {
	width := int64(v.Bytes)
	for _, r := range v.Runs {
		copy(to[r.Addr-v.Runs[0].Addr:], data[r.Begin*width:r.End*width])
	}
}

// TestExport compiles kernels with the C compiler of the system against functions that
// run the same arithmetic on plain arrays, and compares the resulting contents of buffers
// with the contents on the device. Buffers get other addresses than the chosen ones.
func TestExport(t *testing.T) {
	t.Parallel()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("skipped: cc, a C compiler, is not installed")
	}
	var list []*compiled
	add := func(text, machine string) {
		name := fmt.Sprint("kernel", len(list))
		at := strings.Index(text, "okk.kernel @")
		end := at + strings.IndexByte(text[at:], '{')
		if c := compileKernel(t, text[:at]+"okk.kernel @"+name+" "+text[end:], machine, name); c != nil {
			list = append(list, c)
		}
	}
	examples, err := filepath.Glob("../../../examples/okk/*.mlir")
	if err != nil || len(examples) == 0 {
		t.Fatalf("no examples, %v", err)
	}
	for _, file := range examples {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, machine := range []string{"toy4k", "bm1684"} {
			if machine == "toy4k" && filepath.Base(file) == "attention.mlir" {
				continue // whose NPUs are too small
			}
			add(string(text), machine)
		}
	}
	bodies := allOperations()
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		add(module(name, bodies[name]), "")
	}
	for seed := range uint64(raced.Runs(40)) {
		k := newRandomKernel(seed, 2)
		add(k.write(), "")
	}
	compareC(t, cc, list)
}

// userFunctions are linked with kernels that call functions of the user.
const userFunctions = `
void twice(local_addr_t dst0, const dim4 *dst0_shape, const dim4 *dst0_stride, local_addr_t src0, const dim4 *src0_shape, const dim4 *src0_stride) {
  (void)src0_shape;
  okk_bdc_add(dst0, src0, src0, dst0_shape, dst0_stride, src0_stride, src0_stride);
}
`

// compareC compiles and runs all kernels in one program.
func compareC(t *testing.T, cc string, list []*compiled) {
	dir := t.TempDir()
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var program, stdin, sources bytes.Buffer
	program.WriteString("#include \"okk.h\"\n#include <string.h>\n" + userFunctions)
	written := map[string]bool{}
	for _, c := range list {
		for name, text := range c.files {
			if written[name] { // the same kernel with other sizes
				continue
			}
			written[name] = true
			write(name, text)
			if strings.HasSuffix(name, ".c") {
				fmt.Fprintf(&sources, "#include %q\n", name)
			} else if strings.HasSuffix(name, "_values.h") {
				fmt.Fprintf(&sources, "#include %q\n", name)
			}
		}
	}
	program.Write(sources.Bytes())
	program.WriteString("int main(void) {\n")
	for _, c := range list {
		if len(c.buffers) == 0 {
			continue
		}
		var sizes []string
		for _, b := range c.buffers {
			sizes = append(sizes, fmt.Sprint(len(b.before)))
			stdin.Write(b.before)
		}
		fmt.Fprintf(&program, "  {\n    struct %s_args args = %s_ARGS;\n    static const int sizes[] = {%s};\n", c.name, strings.ToUpper(c.name), strings.Join(sizes, ", "))
		if len(c.params) > 0 {
			fmt.Fprintf(&program, "    static const int params[] = %s;\n    memcpy(&args.%s, params, sizeof params);\n", initializer(c.params), c.firstParam)
		}
		for i, b := range c.buffers {
			if b.initial {
				fmt.Fprintf(&program, "    okk_test_check(%[1]s_%[2]s[0] == %[3]d && sizeof %[1]s_%[2]s == sizes[%[4]d], \"values\");\n", c.name, b.name, b.before[0], i)
			}
		}
		fmt.Fprintf(&program, "    okk_test_run(%s, %d, %d, &args, sizeof args, sizes, %d, 4096);\n  }\n", c.name, c.machine.NPUs, c.machine.NPUBytes, len(c.buffers))
	}
	program.WriteString("}\n")
	write("main.c", program.Bytes())
	here, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "kernels")
	build := exec.CommandContext(t.Context(), cc, "-std=c99", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-I", here, "-I", dir, "-o", binary,
		filepath.Join(dir, "main.c"), filepath.Join(here, "okk.c"), "-lm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.CommandContext(t.Context(), binary)
	var stdout, stderr bytes.Buffer
	run.Stdin, run.Stdout, run.Stderr = &stdin, &stdout, &stderr
	if err := run.Run(); err != nil {
		t.Errorf("%v: %s", err, stderr.Bytes())
	}
	for _, c := range list {
		for _, b := range c.buffers {
			got := stdout.Next(len(b.after))
			if len(got) != len(b.after) {
				t.Fatalf("no output of %s\n%s", c.name, c.files[c.name+".c"])
			}
			for i, x := range b.after {
				if b.written[i] && got[i] != x {
					t.Errorf("%s: byte %d of %s is %#x in C, %#x on the device\n%s", c.name, i, b.name, got[i], x, c.files[c.name+".c"])
					break
				}
			}
		}
	}
}
