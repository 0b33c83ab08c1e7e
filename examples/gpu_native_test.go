package examples_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gpukernel "optc/internal/family/gpu/kernel"
	"optc/internal/testing/native"
	"optc/lower"
)

// TestKernelsRunNatively executes every kernel without matrix instructions on this machine, after
// upstream's lowering, and compares the memory with the simulator.
func TestKernelsRunNatively(t *testing.T) {
	t.Parallel()
	needTools(t, native.Tools...)
	files, err := filepath.Glob("gpu/*.mlir")
	if err != nil || len(files) < 12 {
		t.Fatal(files, err)
	}
	for chip, subgroup := range map[string]int64{"sm_80": 32, "gfx942": 64} {
		var names []string
		var kernels []native.Kernel
		var devices []lower.Machine
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".mlir")
			if otherInstruction[name] != nil {
				continue
			}
			module := compiled(t, readKernel(t, file).text, chip, "gpu")
			family := gpukernel.Family()
			program, err := family.Build(t.Context(), family.Programs(module)[0])
			if err != nil {
				t.Fatal(err)
			}
			device, err := program.Device(lower.Options{})
			if err != nil {
				t.Fatal(err)
			}
			k := native.Kernel{Module: module, Subgroup: subgroup}
			rng := rand.New(rand.NewPCG(1, 2))
			for _, v := range device.Variables() {
				data := inputOf(v, rng)
				k.Args = append(k.Args, data)
				if err := device.Write(v.Name, data); err != nil {
					t.Fatal(err)
				}
			}
			if err := device.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			names, kernels, devices = append(names, name), append(kernels, k), append(devices, device)
		}
		results, err := native.Run(t.Context(), t.TempDir(), kernels)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range results {
			for order, args := range r.Args {
				if r.Stuck[order] != 0 {
					t.Errorf("%s for %s: threads meet at different operations, one of them at number %d", names[i], chip, r.Stuck[order])
				}
				for a, v := range devices[i].Variables() {
					want, _, err := devices[i].Read(v.Name)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(args[a], want) {
						t.Errorf("%s for %s: %s differs:\n% x\nwant\n% x", names[i], chip, v.Name, args[a], want)
					}
				}
			}
		}
	}
}
