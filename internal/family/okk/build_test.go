package okk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/okk"
	"optc/ir"
	"optc/lower"
)

// built builds the kernel of a text as it is.
func built(t *testing.T, text string) (*lower.Program, *ir.Operation, error) {
	t.Helper()
	module, err := parsed(t, all.Context(), text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := okk.Family().Build(context.Background(), okk.Family().Programs(module)[0])
	return p, module, err
}

// TestWhatIsNotBuilt: kernels that the device cannot hold, and the messages of the export
// about them.
func TestWhatIsNotBuilt(t *testing.T) {
	t.Parallel()
	const machine, wide = "{okk.machine = #okk.machine<toy4k>}", "{okk.machine = #okk.machine<bm1684>}"
	buffer := func(name string, at int64, typ string) string {
		return fmt.Sprintf("%%%s = okk.sys_buffer \"%s\" at %d : !okk.sys<1x1x1x4xf32, %s>\n", name, strings.TrimLeft(name, "_"), at, typ)
	}
	const here = "continuous"
	for name, c := range map[string]struct{ attrs, body, built, exported string }{
		"no machine": {attrs: "{}", built: "'okk.kernel' op needs a module attribute okk.machine",
			exported: "'okk.kernel' op needs a module attribute okk.machine"},
		"no address": {attrs: machine, body: "%x = okk.alloc : !okk.local<1x1x1x4xf32, aligned>",
			built: "'okk.alloc' op the address must be resolved", exported: "'okk.alloc' op the address must be resolved"},
		"auto": {attrs: machine, body: "%x = okk.alloc at 0 : !okk.local<1x1x1x4xf32, auto>",
			built: "'okk.alloc' op the address must be resolved", exported: "'okk.alloc' op the address must be resolved"},
		"not lowered": {attrs: machine, body: "%x = arith.constant 1 : index",
			built: "'arith.constant' op the address must be resolved"},
		"two buffers of one name": {attrs: machine, body: buffer("x", 0, here) + buffer("_x", 16, here),
			built: "'okk.sys_buffer' op is the second buffer 'x'", exported: "'okk.kernel' op"},
		"side by side": {attrs: machine, body: buffer("x", 16, here) + buffer("y", 0, here) + buffer("z", 32, here)},
		"one byte too near": {attrs: machine, body: buffer("x", 12, here) + buffer("y", 0, here),
			built: "'okk.sys_buffer' op buffers share system addresses [12, 16)"},
		"inside": {attrs: machine,
			body:  "%y = okk.sys_buffer \"y\" at 0 bytes 64 : !okk.sys<1x1x1x4xf32, continuous>\n" + buffer("x", 16, here),
			built: "'okk.sys_buffer' op buffers share system addresses [16, 32)"},
		"in other memories": {attrs: wide,
			body: buffer("x", 0x02000000, "continuous, space = dtcm") + buffer("y", 0x10000000, "continuous, space = l2")},
		"the last byte": {attrs: wide, body: buffer("x", 0x200000000-16, here)},
		"far": {attrs: wide, body: buffer("x", 0x200000000-12, here),
			built: "'okk.sys_buffer' op ends 4294967300 bytes behind the start of its memory; a kernel can use 4294967296 of them here", exported: ""},
	} {
		_, module, err := built(t, "module attributes "+c.attrs+" {\nokk.kernel @k {\n"+c.body+"\n}\n}\n")
		if (err == nil) != (c.built == "") || err != nil && !strings.Contains(err.Error(), c.built) {
			t.Errorf("%s: %v, want %q", name, err, c.built)
		}
		var problems ir.Diagnostics
		_, err = okk.Family().Export.Write(module, &problems)
		if (err == nil) != (c.exported == "") || err != nil && !strings.Contains(err.Error(), c.exported) || len(problems.List()) > 1 {
			t.Errorf("%s: exported %v, want %q", name, err, c.exported)
		}
	}
}

// TestSteps: where lives begin and end, up to the number of rows that a picture has.
func TestSteps(t *testing.T) {
	t.Parallel()
	const tensor = "!okk.local<1x1x1x1xf32, compact>"
	for n, want := range map[int]string{
		0: "", 1: "operations 1 to 3", 2: "operations 2 to 4, operations 5 to 7", 64: "operations 64 to 66, …, operations 253 to 255", 65: "",
	} {
		var allocs, uses strings.Builder
		for i := range n {
			fmt.Fprintf(&allocs, "%%t%d = okk.alloc at %d : %s\n", i, 4*i, tensor)
			for range 3 {
				fmt.Fprintf(&uses, "okk.fill %%t%d, 1.0 : f32 : %s\n", i, tensor)
			}
		}
		p, _, err := built(t, module("k", allocs.String()+uses.String()))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(p.Steps, ", ")
		if len(p.Steps) > 2 {
			got = p.Steps[0] + ", …, " + p.Steps[len(p.Steps)-1]
		}
		if got != want {
			t.Errorf("%d tensors: %s, want %s", n, got, want)
		}
		for i := range p.Units[:min(1, len(p.Units))] {
			for k, a := range p.Units[i].Allocs {
				if life := (lower.Life{From: k, To: k + 1}); want != "" && a.Life != life || want == "" && a.Life != (lower.Life{}) {
					t.Errorf("tensor %d of %d lives from %d to %d", k, n, a.Life.From, a.Life.To)
				}
			}
		}
	}
}

// TestCounters: the numbers that a kernel counts while it runs.
func TestCounters(t *testing.T) {
	t.Parallel()
	const tensor, packed, system = "!okk.local<2x1x1x4xi8, compact>", "!okk.local<2x1x1x4xi8, mode = n4, compact>", "!okk.sys<2x1x1x4xi8, continuous>"
	p, _, err := built(t, module("k", `%x = okk.sys_buffer "x" at 0 = dense<1> : tensor<2x1x1x4xi8> : `+system+`
    %t = okk.alloc at 0 : `+tensor+`
    %p = okk.alloc at 16 : `+packed+`
    okk.load %x to %t : `+system+" to "+tensor+`
    okk.pack %t to %p : `+tensor+" to "+packed+`
    okk.fixed_point add %p, %p, %p : `+packed+", "+packed+", "+packed+`
    okk.unpack %p to %t : `+packed+" to "+tensor+`
    okk.fill %t, 1 : i8 : `+tensor+`
    okk.store %t to %x : `+tensor+" to "+system+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	device, err := p.Device(lower.Options{})
	if err == nil {
		err = device.Run(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(device.Counters()), "[{copies 5} {bytes copied 24} {computations 1}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTargetKeepsOverrides: naming the chip that the file names keeps the fields that the file
// overrides; another chip cannot have them.
func TestTargetKeepsOverrides(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ machine, target, want string }{
		{"bm1684, npu_bytes = 65536", "bm1684", "#okk.machine<bm1684, npu_bytes = 65536>"},
		{"bm1684", "bm1682", "#okk.machine<bm1682>"},
		{"mine, npus = 3, npu_bytes = 3072, align = 32, banks = 4", "bm1684", "#okk.machine<bm1684>"},
		{"bm1684, npu_bytes = 65536", "bm1682", "error: 'builtin.module' op the file overrides fields of bm1684, which cannot be carried over to bm1682: npu_bytes = 65536 [target-fit]"},
	} {
		ctx := all.Context()
		module, err := parsed(t, ctx, "module attributes {okk.machine = #okk.machine<"+c.machine+">} {}")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := lower.SetTarget(ctx, []*lower.Family{okk.Family()}, module, c.target); err != nil {
			got = err.Error()
		} else {
			got = module.Attr("okk.machine").String()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s for %s: got %s, want %s", c.target, c.machine, got, c.want)
		}
	}
}
