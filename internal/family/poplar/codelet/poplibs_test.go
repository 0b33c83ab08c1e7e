package codelet

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/testing/cases"
	"optc/ir"
)

var poplibs = flag.String("poplibs", "", "a working tree of github.com/graphcore/poplibs, whose codelets are read")

// assemblyOf holds the facts about vertices in an assembly file.
type assemblyOf struct {
	file    string
	symbols []*regexp.Regexp
	offsets map[string]int64 // offsets by the name of the constant
}

// TestPoplibs reads the codelets of poplibs and compares them with their assembly files:
// the symbols that these define, and the offsets in the state. Run it as
//
//	go test ./internal/family/poplar/codelet -run Poplibs -v -poplibs ../poplibs
func TestPoplibs(t *testing.T) {
	if *poplibs == "" {
		t.Skip("the flag -poplibs names no working tree of poplibs")
	}
	for _, arch := range []string{"ipu1", "ipu2", "ipu21"} {
		t.Run(arch, func(t *testing.T) { comparePoplibs(t, arch) })
	}
}

func comparePoplibs(t *testing.T, arch string) {
	chip, err := target.Lookup(arch)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(*poplibs, "lib/*/codelets/*.cpp"))
	folders, _ := filepath.Glob(filepath.Join(*poplibs, "lib/*/codelets"))
	libraries, _ := filepath.Glob(filepath.Join(*poplibs, "lib/*"))
	src := Source{Files: files, Folders: slices.Concat([]string{filepath.Join(*poplibs, "include")}, folders, libraries), Declarations: true, Open: os.ReadFile}
	var problems ir.Diagnostics
	module, err := Import(context.Background(), all.Context(), chip, src, &problems)
	if module == nil {
		t.Fatal(err)
	}
	states := map[string]*vertex.StateLayout{} // states of external classes, by symbol
	classes, names := map[string]bool{}, map[string]bool{}
	for op := range module.Body().Ops() {
		if !ir.Is[poplar.VertexOp](op) {
			continue
		}
		v := poplar.VertexOf(op)
		names[v.Codelet().Name] = true
		class, _, _ := strings.Cut(v.Codelet().Name, "<")
		classes[class] = true
		if !v.Codelet().External {
			continue
		}
		symbol, err := cpp.Mangle(v.Codelet().Name, cpp.TripleUnderscore)
		if err != nil {
			t.Error(err)
		}
		state, errs := vertex.PackState(&chip, v.Fields(), vertex.CompactPoplibs)
		if errs != nil {
			t.Errorf("%s: %v", v.Codelet().Name, errs[0].Err)
		}
		states[symbol] = &state
	}
	refused := 0
	for _, d := range problems.List() {
		if d.Severity == ir.Error {
			refused++
			t.Logf("not read: %s", d.Text())
		}
	}
	t.Logf("%s: %d classes with %d instances are read, %d classes are not", arch, len(classes), len(names), refused)
	if 100*len(classes) < 95*(len(classes)+refused) {
		t.Errorf("expected at least 95 of 100 classes")
	}
	compareNames(t, names)
	compareAssembly(t, &chip, states)
}

// compareAssembly reports, file by file, which symbols are defined and which offsets
// agree.
func compareAssembly(t *testing.T, chip *target.Target, states map[string]*vertex.StateLayout) {
	files, _ := filepath.Glob(filepath.Join(*poplibs, "lib/*/codelets/asm/*.S"))
	defined := map[string]bool{}
	agree, unnamed, differ, other := 0, 0, 0, 0
	for _, file := range files {
		a := assembly(t, chip, file)
		var fields []vertex.StateField
		used := 0
		for symbol, s := range states {
			if slices.ContainsFunc(a.symbols, func(r *regexp.Regexp) bool { return r.MatchString(symbol) }) {
				defined[symbol] = true
				used++
				fields = append(fields, s.Fields...)
			}
		}
		for _, name := range slices.Sorted(keys(a.offsets)) {
			named, placed := place(name, fields, a.offsets[name])
			switch {
			case named && placed:
				agree++
			case placed:
				unnamed++
			case named && !elsewhere.MatchString(name):
				differ++
				t.Logf("%s: %s is %d, but the field of its name lies at %v (%d classes)", filepath.Base(file), name, a.offsets[name], offsetsOf(name, fields), used)
			default:
				other++
			}
		}
	}
	t.Logf("%s: %d of %d external instances have a symbol that an assembly file spells out", chip.Arch, len(defined), len(states))
	t.Logf("%s: %d constants are the offset of a field of their name, %d of another field or of its second word; %d differ; %d are about another structure",
		chip.Arch, agree, unnamed, differ, other)
}

// compareNames searches for the collected pairs of an instantiation and its symbol, which
// cover all targets together.
func compareNames(t *testing.T, names map[string]bool) {
	const file = "poplibs-mangled-names.tsv"
	found := 0
	lines := strings.Split(strings.TrimSpace(string(cases.Open(t, file))), "\n")
	for _, line := range lines {
		name, symbol, _ := strings.Cut(line, "\t")
		canonical, err := cpp.Canonical(name)
		if err != nil || !names[canonical] {
			t.Logf("not read: %s", name)
			continue
		}
		if got, err := cpp.Mangle(canonical, cpp.TripleUnderscore); err != nil || got != symbol {
			t.Errorf("%s: symbol %s, error %v; want %s", name, got, err, symbol)
		}
		found++
	}
	t.Logf("%d of %d collected instantiations are read, with equal symbols", found, len(lines))
	if 100*found < 95*len(lines) {
		t.Error("expected at least 95 of 100 collected instantiations")
	}
	cases.Ran(t, file, len(lines))
}

func keys[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// parameter of an assembler macro in a symbol.
var macroParameter = regexp.MustCompile(`\\+[A-Za-z_0-9]+(\\\(\))?`)

// assembly reads the constants and symbols of a file for a target.
func assembly(t *testing.T, chip *target.Target, file string) assemblyOf {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &preprocessor{ctx: context.Background(), open: os.ReadFile, sink: &ir.Diagnostics{}, macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}}
	for _, d := range Macros(chip) {
		p.define(d)
	}
	p.define("__ASSEMBLER__")
	p.folders = []string{filepath.Join(*poplibs, "include"), filepath.Join(*poplibs, "lib/popops/codelets/asm"), filepath.Join(*poplibs, "lib")}
	p.file(file, data)
	a := assemblyOf{file: file, offsets: map[string]int64{}}
	own := string(data)
	for name, m := range p.macros {
		if !strings.Contains(name, "OFFSET") || m.function || !strings.Contains(own, name) {
			continue
		}
		if v, err := evalText(p.expand(m.body)); err == nil {
			a.offsets[name] = v
		}
	}
	texts := []string{own}
	for _, m := range p.macros {
		texts = append(texts, spellTokens(m.body))
	}
	var b strings.Builder
	for i := range p.out {
		if p.out[i].space || p.out[i].line {
			b.WriteByte('\n')
		}
		b.WriteString(p.out[i].text)
	}
	texts = append(texts, b.String())
	for _, text := range texts {
		for _, m := range regexp.MustCompile(`__runCodelet_[A-Za-z_0-9\\()]*`).FindAllString(text, -1) {
			m = strings.TrimRight(m, "()")
			pattern := macroParameter.ReplaceAllString(m, "@")
			if pattern == cpp.SymbolPrefix || strings.HasPrefix(pattern, cpp.SymbolPrefix+"@") {
				continue
			}
			if r, err := regexp.Compile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), "@", "[A-Za-z_0-9]*") + "$"); err == nil {
				a.symbols = append(a.symbols, r)
			}
		}
	}
	return a
}

// elsewhere matches words in names of constants that describe structures other than states: stacks
// (also of workers), work lists, scratch memory.
var elsewhere = regexp.MustCompile(`STACK|PARTITION|PARAM_|STRUCT|SCRATCH|BITS|_BUFFER|^WOFF_`)

// place compares a constant with the offsets of fields, in units of 1, 2, 4 or 8 bytes.
// named reports whether the last words of the constant are the name of a field. placed
// reports whether the constant is the offset of that field or of its second word, or of
// any field if none is named. A constant also counts as named and placed if its name
// contains the name of a field at that offset.
func place(name string, fields []vertex.StateField, value int64) (named, placed bool) {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	words := runsOfWords(name)
	name = plain(name)
	for i := range fields {
		f := &fields[i]
		fits := slices.ContainsFunc([]int64{1, 2, 4, 8}, func(unit int64) bool {
			at := value*unit - int64(f.Offset)
			return at == 0 || at == 4 && f.Size == 8
		})
		isNamed := words[plain(f.Name)]
		if fits && (isNamed || len(f.Name) > 1 && strings.Contains(name, plain(f.Name))) {
			return true, true
		}
		named = named || isNamed
		placed = placed || fits
	}
	return named, placed && !named
}

// offsetsOf lists the offsets of the fields that a constant may be named after.
func offsetsOf(name string, fields []vertex.StateField) (list []string) {
	words := runsOfWords(name)
	for i := range fields {
		f := &fields[i]
		if at := fmt.Sprintf("%s %d", f.Name, f.Offset); words[strings.ToLower(strings.ReplaceAll(f.Name, "_", ""))] && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// runsOfWords returns, in lower case, the last word of a constant before a suffix such as
// OFFSET, and that word joined with the words before it.
func runsOfWords(name string) map[string]bool {
	words, runs := strings.Split(strings.ToLower(name), "_"), map[string]bool{}
	for len(words) > 1 && slices.Contains([]string{"offset", "voffset", "ptr", "base", "count", "length"}, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	for i := range words {
		runs[strings.Join(words[i:], "")] = true
	}
	return runs
}
