package affine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// mlirMaps returns the text of the maps after MLIR has read them and, with passes,
// transformed them. Each result is a map.
func mlirMaps(t *testing.T, results []string, passes ...string) []string {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	var src strings.Builder
	src.WriteString("func.func @f() {\n")
	for i, r := range results {
		fmt.Fprintf(&src, "\"t.x\"() {i = %d, m = affine_map<(d0, d1, d2)[s0, s1] -> (%s)>} : () -> ()\n", i, r)
	}
	src.WriteString("return\n}\n")
	args := append([]string{"--allow-unregistered-dialect", "--mlir-print-local-scope"}, passes...)
	cmd := exec.Command(tool, args...)
	cmd.Stdin = strings.NewReader(src.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt-22: %v\n%.2000s", err, stderr.String())
	}
	found := regexp.MustCompile(`m = affine_map<(.*)>}`).FindAllStringSubmatch(string(out), -1)
	if len(found) != len(results) {
		t.Fatalf("mlir-opt-22 printed %d maps of %d", len(found), len(results))
	}
	texts := make([]string, len(found))
	for i, m := range found {
		texts[i] = m[1]
	}
	return texts
}

func TestConstructLikeMLIR(t *testing.T) {
	t.Parallel()
	var trees []tree
	var texts []string
	for seed := range uint64(4000) {
		x := randomTree(rand.New(rand.NewPCG(seed, 2)), 1+int(seed%5), seed%2 == 1)
		trees, texts = append(trees, x), append(texts, x.text)
	}
	for i, want := range mlirMaps(t, texts) {
		if got := NewMap(testDims, testSymbols, trees[i].expr).String(); got != want {
			t.Fatalf("%s\n got %s\nMLIR %s", texts[i], got, want)
		}
	}
}

// TestRemaindersLikeMLIR builds sums that are a remainder, x - (x floordiv q) * q, or
// differ from a remainder in one part.
func TestRemaindersLikeMLIR(t *testing.T) {
	t.Parallel()
	dim := func(i int) tree { return tree{text: fmt.Sprintf("d%d", i), expr: Dim(i)} }
	symbol := func(i int) tree { return tree{text: fmt.Sprintf("s%d", i), expr: Symbol(i)} }
	var trees []tree
	var texts []string
	xs := []tree{dim(0), dim(1), binary(KindAdd, dim(0), dim(1)), binary(KindMul, dim(0), constant(2)), symbol(0)}
	qs := []tree{constant(4), constant(3), constant(2), constant(1), constant(0), constant(-4), symbol(0), symbol(1)}
	for _, l := range xs {
		for _, x := range xs {
			for _, q := range qs {
				for _, k := range []ExprKind{KindFloorDiv, KindCeilDiv, KindMod} {
					quotient := binary(k, x, q)
					for _, factor := range []tree{constant(-4), constant(-3), constant(4), constant(-1), symbol(0)} {
						product := binary(KindMul, quotient, factor)
						for _, r := range []tree{product, binary(KindMul, product, constant(-1))} {
							whole := binary(KindAdd, l, r)
							longer := binary(KindAdd, binary(KindAdd, dim(2), l), r)
							trees, texts = append(trees, whole, longer), append(texts, whole.text, longer.text)
						}
					}
				}
			}
		}
	}
	for i, want := range mlirMaps(t, texts) {
		if got := NewMap(testDims, testSymbols, trees[i].expr).String(); got != want {
			t.Errorf("%s\n got %s\nMLIR %s", texts[i], got, want)
		}
	}
}

func TestSimplifyLikeMLIR(t *testing.T) {
	t.Parallel()
	for _, semi := range []bool{false, true} {
		var trees []tree
		var texts []string
		for seed := range uint64(3000) {
			x := randomTree(rand.New(rand.NewPCG(seed, 3)), 1+int(seed%4), semi)
			trees, texts = append(trees, x), append(texts, x.text)
		}
		bad := 0
		for i, want := range mlirMaps(t, texts, "--affine-simplify-structures") {
			got := NewMap(testDims, testSymbols, trees[i].expr).Simplify().String()
			if got != want {
				if bad++; bad < 10 {
					t.Errorf("%s\nfrom %s\n got %s\nMLIR %s", texts[i], trees[i].expr, got, want)
				}
			}
		}
		t.Logf("semi-affine %v: %d of %d differ", semi, bad, len(trees))
	}
}
