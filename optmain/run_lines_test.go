package optmain

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/internal/family/gpu/kernel"
	"optc/lower"
)

// TestLinesOfKernel: the costs of the lines of a kernel add up to the costs of its accesses, exchanges and cycles.
func TestLinesOfKernel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for example, inputs := range map[string][]string{"copy_transpose": {"m"}, "row_sum": {"m"}, "matmul_mma_sync": {"x", "y", "z"}} {
		source, err := filepath.Abs("../examples/gpu/" + example + ".mlir")
		if err != nil {
			t.Fatal(err)
		}
		p := profileOfExample[kernel.Profile](t, dir, "sm_80", source, inputs...)
		var sum lower.LineCost
		for _, c := range p.Lines {
			if c.File != source || c.Line == 0 || c.Text == "" {
				t.Errorf("%s: %+v has no place", example, c)
			}
			sum.Bytes += c.Bytes
			sum.Sectors += c.Sectors
			sum.LeastSectors += c.LeastSectors
			sum.BankCycles += c.BankCycles
			sum.LeastBankCycles += c.LeastBankCycles
			sum.Shuffles += c.Shuffles
			sum.Barriers += c.Barriers
			sum.Cycles += c.Cycles
		}
		want := lower.LineCost{Shuffles: p.Shuffles, Barriers: p.Barriers}
		for _, a := range p.Accesses {
			want.Bytes += a.Bytes * a.Threads
			if a.Memory == "workgroup" {
				want.BankCycles += a.Parts
				want.LeastBankCycles += a.Least
			} else {
				want.Sectors += a.Parts
				want.LeastSectors += a.Least
			}
		}
		cycles := 0.0
		for _, c := range p.Parts {
			cycles += c.Cycles
		}
		got := sum
		if got.Cycles = 0; got != want || want.Bytes == 0 {
			t.Errorf("%s: lines have %+v, want %+v", example, got, want)
		}
		if math.Abs(sum.Cycles-cycles) > 2 { // each part of the costs is rounded up to a quarter
			t.Errorf("%s: lines have %v cycles, want %v", example, sum.Cycles, cycles)
		}
	}
}

// profileOfExample runs a file with random inputs and returns its profile.
func profileOfExample[P any](t *testing.T, dir, target, source string, inputs ...string) (p P) {
	t.Helper()
	args := []string{"run", "--target", target, "--profile=json", source}
	for _, name := range inputs {
		args = append(args, "--input", name+"=random")
	}
	code, stdout, stderr := in(dir, args...)
	if err := json.Unmarshal([]byte(stdout), &p); code != 0 || err != nil {
		t.Fatal(source, stderr, err)
	}
	return p
}

// TestPhasesOfTiles: the phases of a run add up to its cycles, lines have all instructions of operations, and the
// lines of steps the cycles and bytes of the phases.
func TestPhasesOfTiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, example := range []string{"programs/top_k", "programs/layer_norm", "codelets/loop_counter"} {
		source, err := filepath.Abs("../examples/" + example + ".mlir")
		if err != nil {
			t.Fatal(err)
		}
		p := profileOfExample[lower.Profile](t, dir, "ipu2", source)
		byKind, instructions := map[string]int64{}, int64(0)
		for _, h := range p.Phases {
			byKind[h.Kind] += h.Cycles
			if h.Kind != lower.Sync && len(h.Units) == 0 {
				t.Errorf("%s: %+v has no units", example, h)
			}
		}
		byLine, bytes, moved := 0.0, int64(0), int64(0)
		for _, c := range p.Lines {
			instructions += c.Instructions
			byLine += c.Cycles
			bytes += c.Bytes
		}
		if p.Exchange != nil {
			moved = p.Exchange.Bytes
		}
		if all := byKind[lower.Compute] + byKind[lower.Exchange] + byKind[lower.Sync]; byLine != float64(all) || bytes != moved {
			t.Errorf("%s: lines have %v cycles and %d bytes, want %d and %d", example, byLine, bytes, all, moved)
		}
		if byKind[lower.Compute] != p.Cycles || instructions == 0 {
			t.Errorf("%s: phases of %d cycles, %d instructions; want %d", example, byKind[lower.Compute], instructions, p.Cycles)
		}
		exchange := lower.ProfileExchange{}
		if p.Exchange != nil {
			exchange = *p.Exchange
		}
		if byKind[lower.Sync] != exchange.Sync || byKind[lower.Exchange] < exchange.Cycles {
			t.Errorf("%s: %v, want %+v", example, byKind, exchange)
		}
	}
}

// TestLinesOfTPU: the cycles of the lines of a kernel are the busy cycles of both engines.
func TestLinesOfTPU(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, err := filepath.Abs("../examples/okk/softmax.mlir")
	if err != nil {
		t.Fatal(err)
	}
	p := profileOfExample[lower.Profile](t, dir, "bm1684", source, "x")
	lines, steps := 0.0, int64(0)
	for _, c := range p.Lines {
		lines += c.Cycles
	}
	for _, s := range p.Steps {
		steps += s.Cycles
	}
	if lines != float64(steps) || steps == 0 {
		t.Errorf("lines have %v cycles, want %d", lines, steps)
	}
}

// TestRunCompared: a run is compared with an earlier one, in text and as JSON, and on a page.
func TestRunCompared(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const kernelText = `gpu.module @m {
  gpu.func @k(%x: memref<1024xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %s = arith.constant STRIDE : index
    %t = gpu.thread_id x
    %i = arith.muli %t, %s : index
    %v = memref.load %x[%i] : memref<1024xf32>
    memref.store %v, %x[%i] : memref<1024xf32>
    gpu.return
  }
}
`
	for name, stride := range map[string]string{"near.mlir": "1", "far.mlir": "32"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Replace(kernelText, "STRIDE", stride, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if code, stdout, stderr := in(dir, "run", "--target", "sm_80", "--input", "x=random", "--profile-json", "far.json", "far.mlir"); code != 0 || stdout != "" {
		t.Fatal(stdout, stderr)
	}
	code, stdout, stderr := in(dir, "run", "--target", "sm_80", "--input", "x=random", "--profile-before", "far.json", "near.mlir")
	if code != 0 || !strings.Contains(stdout, "- far.mlir:6: ") || !strings.Contains(stdout, " 32 (4) sectors") || !strings.Contains(stdout, "+ near.mlir:6: ") || !strings.Contains(stdout, " 4 sectors") {
		t.Error(code, stdout, stderr)
	}
	var c lower.Comparison
	_, stdout, stderr = in(dir, "run", "--target", "sm_80", "--input", "x=random", "--profile-before", "far.json", "--profile=json", "near.mlir")
	if err := json.Unmarshal([]byte(stdout), &c); err != nil || len(c.Lines) < 2 {
		t.Error(err, stdout, stderr)
	}
	for args, want := range map[string]string{
		"--profile-before near.mlir near.mlir":               "optc: error: near.mlir: expected a profile as --profile-json writes it, but got: invalid character 'g'",
		"--profile-before none.json near.mlir":               "none.json: no such file",
		"--profile=lines --profile-before far.json far.mlir": "flag '--profile-before' writes a table or JSON, but got '--profile=lines'",
	} {
		if code, _, stderr := in(dir, append([]string{"run", "--target", "sm_80", "--input", "x=random"}, strings.Fields(args)...)...); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, %s", args, code, stderr)
		}
	}
	_, stdout, stderr = in(dir, "explore", "--target", "sm_80", "--input", "x=random", "--profile-before", "far.json", "--json", "-o", "-", "near.mlir")
	var page struct {
		Run struct {
			Lines  []lower.LineCost
			Before *lower.Comparison
		}
	}
	if err := json.Unmarshal([]byte(stdout), &page); err != nil || len(page.Run.Lines) == 0 || page.Run.Before == nil {
		t.Error(err, stderr)
	}
}

// TestCostsInBrowser: the page has the costs beside the lines of the source, and in a table that links to the lines.
func TestCostsInBrowser(t *testing.T) {
	t.Parallel()
	p := openExample(t, "gpu/copy_transpose.mlir", "--target=sm_80", "--input=m=random")
	p.Eval(`location.hash = "run"`)
	p.Wait(`all("#run .costs tr").length > 3`)
	if got := p.Text(`all("#run .costs th").map(h => h.textContent).join()`); got != "line,cycles,bytes,sectors,bank cycles,barriers,instructions,,source" {
		t.Errorf("got %q", got)
	}
	p.Click(`#run .costs tr:nth-child(3) button`)
	p.Wait(`location.hash === "#source/17" && all("#left tr.pinned").length === 1`)
	if got := p.Text(`document.querySelector("#left tr.pinned td.cost").title`); !strings.HasPrefix(got, "212 cycles, 2,048 bytes, 64 sectors, ") {
		t.Errorf("got %q", got)
	}
}
