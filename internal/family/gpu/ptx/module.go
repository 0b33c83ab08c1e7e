package ptx

import (
	"fmt"
	"strings"

	"optc/dialect/gpu"
	"optc/internal/base/lazyre"
	"optc/ir"
	"optc/ir/ranges"
)

// versions holds the first version of PTX that supports a chip, among the versions that have all
// instructions that kernels use (PTX ISA, "Release Notes").
var versions = map[string]string{"sm_80": "7.0", "sm_86": "7.1", "sm_89": "7.8", "sm_90": "7.8", "sm_100": "8.6", "sm_120": "8.7"}

// Header returns the first lines of a module for a chip, or "" if no PTX is written for it.
func Header(chip gpu.Chip) string {
	version := versions[chip.String()]
	if version == "" {
		return ""
	}
	return fmt.Sprintf(".version %s\n.target %s\n.address_size 64\n", version, chip)
}

// Module returns the text of a module with kernels for a chip, or the operations that have no form.
func Module(chip gpu.Chip, kernels []*Kernel) (text string, problems []*ir.Diagnostic) {
	header := Header(chip)
	if header == "" {
		return "", []*ir.Diagnostic{kernels[0].Op.Errorf("is for %s, for which no PTX is written", chip).WithCode("gpu.language")}
	}
	f := &files{numbers: map[string]int{}}
	var entries strings.Builder
	for _, k := range kernels {
		w := &writer{
			kernel: k, chip: chip, name: ir.SymbolName(k.Op), files: f, values: map[*ir.Value][]element{}, pointers: map[*ir.Value]pointer{}, ranges: ranges.Analyze(k.Op, nil),
		}
		if !isName(w.name) {
			problems = append(problems, k.Op.Errorf("has no form in PTX: '%s' is no name there", w.name).WithCode("gpu.language"))
			continue
		}
		entry, list := w.write()
		problems = append(problems, list...)
		if k.Arena != nil && chip.RequestedBytes(k.Bytes) > 0 {
			fmt.Fprintf(&entries, "\n.extern .shared .align 16 .b8 %s[];\n", w.arena()) // the launch specifies the number of bytes
		}
		entries.WriteString("\n" + entry)
	}
	if len(problems) > 0 {
		return "", problems
	}
	var b strings.Builder
	b.WriteString(header)
	for i, name := range f.list {
		fmt.Fprintf(&b, ".file %d %q\n", i+1, name)
	}
	return b.String() + entries.String(), nil
}

// files numbers the files of the source.
type files struct {
	list    []string
	numbers map[string]int
}

// placeOf returns the place of an operation in the source.
func (f *files) placeOf(op *ir.Operation) (p place) {
	name, line, column, ok := op.Loc().Place()
	if !ok {
		return p
	}
	if f.numbers[name] == 0 {
		f.list = append(f.list, name)
		f.numbers[name] = len(f.list)
	}
	return place{f.numbers[name], line, column}
}

var identifier = lazyre.New(`^([A-Za-z][\w$]*|[_$%][\w$]+)$`)

// isName reports whether a word is an identifier (PTX ISA, "Identifiers").
func isName(word string) bool { return identifier().MatchString(word) }
