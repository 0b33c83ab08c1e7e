package optmain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlan plans a product on each family of machines.
func TestPlan(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text = `func.func @product(%x: tensor<128x128xELEM>, %w: tensor<128x128xELEM>) -> tensor<128x128xf32> {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %p = linalg.matmul ins(%x, %w : tensor<128x128xELEM>, tensor<128x128xELEM>) outs(%zero : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %p : tensor<128x128xf32>
}
`
	for _, c := range []struct{ target, elem, plan, over, other string }{
		{target: "sm_80", elem: "f16", plan: "tile = [64, 64, 32]", over: "4 workgroups of 128 threads", other: "vector"},
		{target: "ipu2", elem: "f32", plan: " x ", over: " tiles", other: " x "},
		{target: "bm1684", elem: "f32", plan: "not divided", over: "1 part"},
	} {
		file := c.target + ".mlir"
		if err := os.WriteFile(filepath.Join(dir, file), []byte(strings.ReplaceAll(text, "ELEM", c.elem)), 0o666); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := in(dir, "plan", "--target="+c.target, "--format=json", file)
		if code != 0 {
			t.Fatal(stderr)
		}
		var steps []struct {
			Operation, Place, Plan, Over, Other string
			Operands                            []string
			Compute, Exchange, Memory, More     int64
		}
		if err := json.Unmarshal([]byte(stdout), &steps); err != nil || len(steps) != 1 {
			t.Fatalf("%v: %s", err, stdout)
		}
		s := steps[0]
		if s.Place != file+":3:8" || !strings.Contains(s.Plan, c.plan) || !strings.Contains(s.Over, c.over) || !strings.Contains(s.Other, c.other) {
			t.Errorf("%s: %+v", c.target, s)
		}
		if s.Compute <= 0 || s.Exchange <= 0 || s.Memory <= 0 || len(s.Operands) != 2 || s.Other != "" && s.More < 0 {
			t.Errorf("%s: %+v", c.target, s)
		}
		// The picture has the step, and so has the page of the explorer.
		if code, _, stderr := in(dir, "plan", "--target="+c.target, "--svg=plan.svg", file); code != 0 {
			t.Fatal(stderr)
		}
		svg, err := os.ReadFile(filepath.Join(dir, "plan.svg"))
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(s.Operation, ".")
		label, cycles := name+", "+file+":3", fmt.Sprintf("plan: about %d cycles", s.Compute+s.Exchange)
		for _, want := range []string{label, cycles, s.Over, "exchange or copies", fmt.Sprintf("compute: %d cycles", s.Compute), fmt.Sprintf("%d bytes", s.Memory)} {
			if !strings.Contains(string(svg), want) {
				t.Errorf("%s: the picture has no %q", c.target, want)
			}
		}
		code, stdout, stderr = in(dir, "explore", "--target="+c.target, "--json", "-o", "-", file)
		var page struct{ Plan []struct{ Title, SVG string } }
		if err := json.Unmarshal([]byte(stdout), &page); err != nil || code != 0 || len(page.Plan) != 2 || page.Plan[0].Title != cycles || !strings.Contains(page.Plan[0].SVG, label) {
			t.Errorf("%s: %v, %d plans on the page\n%s", c.target, err, len(page.Plan), stderr)
		}
		// The program with its plans compiles, and its plans stay.
		_, planned, _ := in(dir, "plan", "--target="+c.target, "--format=mlir", file)
		if err := os.WriteFile(filepath.Join(dir, "planned.mlir"), []byte(planned), 0o666); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := in(dir, "build", "-o", c.target, "planned.mlir"); code != 0 {
			t.Errorf("%s: %s", c.target, stderr)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "none.mlir"), []byte("func.func @f(%x: i32) {\n  return\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const want = "so there is no program to build"
	if code, _, stderr := in(dir, "plan", "--target=ipu2", "none.mlir"); code == 0 || !strings.Contains(stderr, want) {
		t.Errorf("expected %q, but got %q", want, stderr)
	}
}
