package poplar

import (
	"fmt"
	"strings"

	"optc/dialect/poplar/target"
	"optc/ir"
	"optc/layout/picture"
)

// layoutUse describes every layout and when to choose it.
var layoutUse = map[string]struct{ summary, use string }{
	"SPAN": {
		"32-bit address and 32-bit count",
		"The default. It reaches all of memory and any size; choose it where the count may exceed 2047 or is read often, because nothing has to be unpacked.",
	},
	"SHORT_SPAN": {
		"20-bit address and 11-bit count in one word",
		"Half the state of SPAN. Choose it where the code reads the size and 2047 elements are enough.",
	},
	"ONE_PTR": {
		"32-bit address without a count",
		"Choose it where the code knows the size from elsewhere, such as from another field.",
	},
	"SCALED_PTR32": {
		"16-bit address in units of 4 bytes from the base of memory",
		"A quarter of the state of SPAN. Take it for data of 4-byte elements whose size the code knows.",
	},
	"SCALED_PTR64": {
		"16-bit address in units of 8 bytes",
		"As SCALED_PTR32, for data that is loaded 8 bytes at a time.",
	},
	"SCALED_PTR128": {
		"16-bit address in units of 16 bytes",
		"As SCALED_PTR64, for data that is loaded 16 bytes at a time; the only scaled pointer of every target.",
	},
	"COMPACT_PTR": {
		"the smallest address without a count that the target and the alignment allow",
		"With an alignment of 4, 8 or 16 bytes it becomes SCALED_PTR32, SCALED_PTR64 or SCALED_PTR128 if the target has that layout, and ONE_PTR otherwise. " +
			"Take it in code for several targets, and give the largest alignment that the data can have.",
	},
	"DELTAN": {
		"list whose deltas count bytes",
		"Six bytes of state. Take it on targets that have it, for lists of fewer than 4096 sub-vectors within 256 KiB.",
	},
	"DELTANELEMENTS": {
		"list whose deltas count elements, or units of the alignment",
		"Eight bytes of state, and more sub-vectors than DELTAN. A larger alignment leaves more bits of a delta for the count.",
	},
	"COMPACT_DELTAN": {
		"the list layout that the target prefers",
		"DELTAN where the target has it, DELTANELEMENTS otherwise. Choose it in code for several targets.",
	},
}

// terms explains the names of layouts.
func terms() (list []*ir.TermDef) {
	for _, l := range target.VectorLayouts() {
		var facts []string
		sample := fmt.Sprintf("!poplar.in<vec<f32, %s>>", l)
		if l == target.CompactPtr {
			sample = fmt.Sprintf("!poplar.in<vec<f32, %s, align 16>>", l)
		} else {
			facts = append(facts, fmt.Sprintf("%d bytes in the vertex state, aligned to %d.", l.Size(), l.Align()))
			if l.HasCount() {
				facts = append(facts, fmt.Sprintf("At most %d elements.", l.MaxCount()))
			}
			if l.Scale() > 1 {
				facts = append(facts, fmt.Sprintf("The data is aligned to %d bytes at least.", l.Scale()))
			}
			if n := l.UnpackCycles(); n > 0 {
				facts = append(facts, fmt.Sprintf("Reading it costs %d cycles more than a plain pointer.", n))
			}
		}
		has := func(t *target.Target) bool { return t.Layouts.Has(l) }
		list = append(list, term("vector layout", l.String(), sample, facts, has))
	}
	for _, l := range target.ListLayouts() {
		var facts []string
		if l != target.CompactDeltaN {
			base, delta := l.UnpackCycles()
			facts = append(facts, fmt.Sprintf("%d bytes in the vertex state, aligned to %d, and 4 bytes beside it for each sub-vector.", l.Size(), l.Align()),
				fmt.Sprintf("At most %d sub-vectors.", l.MaxSubs()), fmt.Sprintf("Reading the base costs %d cycles, each delta %d.", base, delta))
		}
		has := func(t *target.Target) bool { return t.Layouts.HasList(l) }
		list = append(list, term("list layout", l.String(), fmt.Sprintf("!poplar.in<vec_list<f32, %s>>", l), facts, has))
	}
	return list
}

// term describes a layout and draws it on the usual target, or on the first target that
// has it.
func term(kind, name, sample string, facts []string, has func(*target.Target) bool) *ir.TermDef {
	use := layoutUse[name]
	var on []string
	for _, arch := range target.Architectures() {
		t, err := target.Lookup(arch)
		if err != nil || !has(&t) {
			continue
		}
		on = append(on, arch)
	}
	var view picture.View
	if t, err := target.Lookup(usualTarget); err == nil && !has(&t) {
		view.Machine = on[0]
	}
	facts = append(facts, "Exists on "+strings.Join(on, ", ")+".")
	return &ir.TermDef{
		Name:        name,
		Summary:     kind + ": " + use.summary,
		Description: use.use + "\n\n" + strings.Join(facts, " "),
		Implements:  []ir.Implementation{picture.Term.By(picture.Sample{Text: sample, View: view})},
	}
}
