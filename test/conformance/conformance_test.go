package conformance_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/test/conformance"
)

var (
	files = flag.String("mlir.files", os.Getenv("OPTC_MLIR_FILES"), "folder of .mlir files to compare (default: the project's tests)")
	save  = flag.String("mlir.save", "", "folder into which differing inputs and outputs are written")
	show  = flag.Int("mlir.show", 3, "differences of each check that are shown in full")
	// Canonicalization patterns of several upstream operations are missing, and
	// some are left out on purpose because they are unsound; see the differences
	// that a run prints.
	canonicalShare = flag.Int("mlir.canonical", 0, "least share of canonicalized parts, in per cent, that must be identical")
)

func oracle(t *testing.T) *conformance.Oracle {
	t.Helper()
	o, ok := conformance.Find()
	if !ok {
		t.Skip(conformance.Tool + " is not installed")
	}
	return o
}

// TestMLIR compares all parts of the files of a folder.
func TestMLIR(t *testing.T) {
	o := oracle(t)
	dir := *files
	if dir == "" {
		dir = "../lit"
	}
	parts, err := conformance.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, o, parts)
}

// compare compares parts and reports counts and differences by kind. The generic
// and the pretty form must be identical, and the share of canonicalized modules
// that -mlir.canonical asks for.
func compare(t *testing.T, o *conformance.Oracle, parts []*conformance.Part) {
	t.Helper()
	accepted, within, outcomes := o.Compare(parts, 2)
	var b strings.Builder
	fmt.Fprintf(&b, "%d parts, %d accepted by %s, %d of them within the upstream dialects\n", len(parts), accepted, conformance.Tool, within)
	for _, r := range outcomes {
		fmt.Fprintf(&b, "%-18s %6d compared %6d identical %5d different\n", r.Check, r.Parts, r.Same, len(r.Differences))
	}
	t.Log(b.String())
	for _, r := range outcomes {
		report(t, r)
		canonical := strings.HasPrefix(r.Check, "canonicalize")
		if n := len(r.Differences); canonical && (r.Parts-n)*100 < *canonicalShare*r.Parts || !canonical && n > 0 {
			t.Errorf("%s: %d of %d parts differ", r.Check, n, r.Parts)
		}
	}
}

// report lists the differences of a check by kind, the most frequent first.
func report(t *testing.T, r *conformance.Outcome) {
	t.Helper()
	byKind := map[string][]*conformance.Difference{}
	for _, d := range r.Differences {
		byKind[d.Kind] = append(byKind[d.Kind], d)
	}
	kinds := slices.SortedFunc(maps.Keys(byKind), func(a, b string) int {
		return cmp.Or(len(byKind[b])-len(byKind[a]), cmp.Compare(a, b))
	})
	for _, k := range kinds {
		var names []string
		for _, d := range byKind[k] {
			names = append(names, d.Part.Name)
		}
		slices.Sort(names)
		t.Logf("%s: %d × %s\n    %s", r.Check, len(names), k, strings.Join(names, "\n    "))
	}
	for i, d := range r.Differences {
		if i < *show {
			t.Logf("%s: %s\n%s", r.Check, d.Part.Name, d.Unified())
		}
		if *save != "" {
			if err := write(*save, r.Check, i, d); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// write saves the input and both outputs of a difference.
func write(dir, check string, i int, d *conformance.Difference) error {
	base := filepath.Join(dir, strings.ReplaceAll(check, " ", "-"), fmt.Sprintf("%04d", i))
	if err := os.MkdirAll(filepath.Dir(base), 0o755); err != nil {
		return err
	}
	for suffix, text := range map[string]string{
		".in.mlir": "// " + d.Part.Name + "\n// " + strings.ReplaceAll(d.Kind, "\n", " ") + "\n" + d.Input,
		".want":    d.Want + "\n", ".got": d.Got + "\n",
	} {
		if err := os.WriteFile(base+suffix, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

var (
	modules = flag.Int("mlir.modules", 60, "random modules to compare")
	seed    = flag.Uint64("mlir.seed", 1, "seed of the first random module")
	size    = flag.Int("mlir.size", 25, "operations of a random function")
)

// generated returns the random modules that the flags ask for.
func generated() (parts []*conformance.Part) {
	for i := range uint64(*modules) {
		parts = append(parts, &conformance.Part{Name: fmt.Sprint("seed ", *seed+i), Text: conformance.Generate(*seed+i, *size)})
	}
	return parts
}

// TestGenerated compares random modules.
func TestGenerated(t *testing.T) {
	o := oracle(t)
	compare(t, o, generated())
}

// TestExecution runs random modules before and after canonicalization.
func TestExecution(t *testing.T) {
	t.Parallel()
	ran := 0
	skipped := map[string]int{}
	for i, p := range generated() {
		x := conformance.Execute(p.Text, *seed+uint64(i))
		ran += x.Ran
		for _, why := range []string{x.Unknown, x.Undefined} {
			if _, op, ok := strings.Cut(why, "'"); ok {
				skipped["'"+op]++
			}
		}
		if x.Wrong != "" {
			t.Errorf("%s: %s\n%s", p.Name, x.Wrong, p.Text)
		}
	}
	t.Logf("%d functions ran", ran)
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		t.Logf("%d modules with %s", skipped[why], why)
	}
}
