package conformance

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	files   = flag.String("mlir.files", os.Getenv("OPTC_MLIR_FILES"), "folder of .mlir files to compare (default: the project's tests)")
	cache   = flag.String("mlir.cache", "", "folder that keeps the answers of "+Tool+" from run to run (default: for one run)")
	save    = flag.String("mlir.save", "", "folder into which differing inputs and outputs are written")
	show    = flag.Int("mlir.show", 1, "differences of each lane that are shown in full")
	workers = flag.Int("mlir.workers", 2, "parts that are compared at the same time")
	modules = flag.Int("mlir.modules", 60, "random modules to compare")
	mutants = flag.Int("mlir.mutants", 200, "randomly damaged parts to compare")
	alone   = flag.Int("mlir.alone", 20, "files of bytecode that "+Tool+" reads, one at a time")
	lanes   = flag.String("mlir.lanes", "", "regular expression of the lanes to compare (default: all)")
	seed    = flag.Uint64("mlir.seed", 1, "seed of the first random module")
	size    = flag.Int("mlir.size", 25, "operations of a random function")
	// Some patterns are left out on purpose because they are unsound, and messages may say more than
	// upstream's; see docs/conformance.md. The project's own tests have notes where that is the case;
	// everything else in them must be identical.
	passShare    = flag.Float64("mlir.passes", 98, "least share of parts, in per cent, that passes must leave identical")
	verdictShare = flag.Float64("mlir.verdicts", 98, "least share of rejected parts, in per cent, with the same verdict, place or message")
)

// answers are the answers of the oracle, which several tests share.
var answers *Cache

// measured collects the figures that the tests measured, to report them at the end of the run.
var measured []string

func TestMain(m *testing.M) {
	flag.Parse()
	dir := *cache
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "conformance"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	var err error
	if answers, err = OpenCache(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	answers.Close()
	if *cache == "" {
		os.RemoveAll(dir)
	}
	if len(measured) > 0 && testing.Verbose() {
		fmt.Printf("\n%-34s %8s %9s %8s %8s %9s %7s\n", "lane", "inputs", "identical", "share", "declared", Tool, "optc")
		fmt.Println(strings.Join(measured, "\n"))
	}
	os.Exit(code)
}

func oracle(t *testing.T) *Oracle {
	t.Helper()
	o, ok := Find()
	if !ok {
		t.Skip("skipped: " + Tool + " is not installed")
	}
	o.Cache = answers
	return o
}

// chosenLanes matches the names of the lanes that the flags ask for.
func chosenLanes() *regexp.Regexp { return regexp.MustCompile(*lanes) }

// inputs returns the parts that the flags ask for.
func inputs(t *testing.T) []*Part {
	t.Helper()
	dir := *files
	if dir == "" {
		dir = "../../../test/lit"
	}
	parts, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// TestFiles compares all parts of the files of a folder.
func TestFiles(t *testing.T) {
	check(t, "files", oracle(t).Compare(inputs(t), *workers))
}

// TestMutants compares the verdicts about damaged parts.
func TestMutants(t *testing.T) {
	o := oracle(t)
	check(t, "mutants", o.CompareVerdicts("mutants", o.Mutants(inputs(t), *mutants, *seed), *workers))
}

// TestBytecode compares the parts of the files and random modules on the way through
// bytecode.
func TestBytecode(t *testing.T) {
	check(t, "files", oracle(t).CompareBytecode(append(inputs(t), generated()...), *workers, *alone))
}

// TestGenerated compares random modules.
func TestGenerated(t *testing.T) {
	check(t, "random", oracle(t).Compare(generated(), *workers))
}

// generated returns the random modules that the flags ask for.
func generated() (parts []*Part) {
	for i := range uint64(*modules) {
		parts = append(parts, &Part{Name: fmt.Sprint("seed ", *seed+i), Text: randomModule(*seed+i, *size)})
	}
	for i := range uint64(*modules) / 4 {
		parts = append(parts, &Part{Name: fmt.Sprint("shapes, seed ", *seed+i), Text: randomShapes(*seed + i)})
	}
	return parts
}

// check reports outcomes. Lanes that only read and print must be identical; passes and
// verdicts must be identical in the share that the flags specify.
func check(t *testing.T, what string, outcomes []*Outcome) {
	t.Helper()
	for _, r := range outcomes {
		if r.Inputs == 0 {
			continue
		}
		name := what + ": " + r.Lane
		if strings.Contains(r.Lane, ": ") {
			name = r.Lane
		}
		measured = append(measured, fmt.Sprintf("%-34s %8d %9d %7.2f%% %8d %8.1fs %6.1fs", name, r.Inputs, r.Same,
			100*float64(r.Same)/float64(r.Inputs), r.Declared, r.Theirs.Seconds(), r.Ours.Seconds()))
		report(t, name, r)
		least := 100.0
		switch {
		case what == "files" && *files == "":
		case r.Passes:
			least = *passShare
		case strings.Contains(r.Lane, ": "):
			least = *verdictShare
		}
		if float64(r.Same)*100 < least*float64(r.Inputs) {
			t.Errorf("%s: %d of %d parts differ", name, r.Inputs-r.Same, r.Inputs)
		}
	}
}

// report lists the differences of a lane by kind, the most frequent first.
func report(t *testing.T, name string, r *Outcome) {
	t.Helper()
	byKind := map[string][]*Difference{}
	for _, d := range r.Differences {
		byKind[d.Kind] = append(byKind[d.Kind], d)
	}
	kinds := slices.SortedFunc(maps.Keys(byKind), func(a, b string) int {
		return cmp.Or(len(byKind[b])-len(byKind[a]), cmp.Compare(a, b))
	})
	for _, k := range kinds {
		var parts []string
		for _, d := range byKind[k] {
			parts = append(parts, d.Part.Name)
		}
		slices.Sort(parts)
		t.Logf("%s: %d × %s\n    %s", name, len(parts), k, strings.Join(parts, "\n    "))
	}
	for i, d := range r.Differences {
		if i < *show {
			t.Logf("%s: %s\n%s", name, d.Part.Name, d.Unified())
		}
		if *save != "" {
			if err := write(filepath.Join(*save, strings.NewReplacer(" ", "-", ",", "", ":", "").Replace(name)), i, d); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// write saves the input and both outputs of a difference.
func write(dir string, i int, d *Difference) error {
	base := filepath.Join(dir, fmt.Sprintf("%04d", i))
	if err := os.MkdirAll(dir, 0o755); err != nil {
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

// TestExecution runs random modules before and after each pass.
func TestExecution(t *testing.T) {
	t.Parallel()
	ran := 0
	skipped, refused := map[string]int{}, map[string]int{}
	for i, p := range generated() {
		x, err := NewTrial(p.Name, p.Text, *seed+uint64(i))
		if err != nil {
			t.Fatalf("%s: %v\n%s", p.Name, err, p.Text)
		}
		ran += x.Ran()
		for _, pipeline := range Pipelines() {
			text, wrong := x.After(pipeline)
			if wrong != "" {
				t.Errorf("%s: %s\n%s", p.Name, wrong, p.Text)
			} else if text == "" {
				refused[pipeline.Text]++
			}
		}
		for _, why := range []string{x.Unknown, x.Undefined} {
			if _, op, ok := strings.Cut(why, "'"); ok {
				skipped["'"+op]++
			}
		}
	}
	t.Logf("%d functions ran", ran)
	for pipeline, n := range refused {
		if t.Logf("%s refuses %d modules", pipeline, n); n > max(5, *modules/4) {
			t.Errorf("%s refuses too many modules", pipeline)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		t.Logf("%d modules with %s", skipped[why], why)
	}
}
