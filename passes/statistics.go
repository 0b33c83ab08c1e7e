package passes

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// PrintStatistics writes the counters of all passes after the run: by pipeline,
// or as a list with equal passes added up.
func PrintStatistics(list bool) *Instrumentation {
	return &Instrumentation{EndRun: func(r *ManagerRun, _ bool) {
		rule := "===" + strings.Repeat("-", 73) + "==="
		fmt.Fprintf(r.Out, "%s\n%s... Pass statistics report ...\n%s\n", rule, strings.Repeat(" ", 25), rule)
		if list {
			listStatistics(r.Out, r.Pipeline)
		} else {
			stepStatistics(r.Out, r.Pipeline.Steps, 0)
		}
		fmt.Fprintln(r.Out)
	}}
}

// stat is a counter with its value.
type stat struct {
	Stat
	value int64
}

func (inst *Instance) statistics() []stat {
	var list []stat
	for i, v := range inst.Counts() {
		list = append(list, stat{inst.Pass.Stats[i], v})
	}
	return list
}

func writeStatistics(w io.Writer, name string, list []stat, depth int) {
	if len(list) == 0 {
		return
	}
	indent := strings.Repeat("  ", depth)
	fmt.Fprintf(w, "%s%s\n", indent, name)
	var nameWidth, valueWidth int
	for _, s := range list {
		nameWidth, valueWidth = max(nameWidth, len(s.Name)), max(valueWidth, len(fmt.Sprint(s.value)))
	}
	for _, s := range list {
		fmt.Fprintf(w, "%s  (S) %*d %-*s - %s\n", indent, valueWidth, s.value, nameWidth, s.Name, s.Doc)
	}
}

func stepStatistics(w io.Writer, steps []Step, depth int) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Instance:
			writeStatistics(w, s.Pass.ClassName(), s.statistics(), depth)
		case *Pipeline:
			fmt.Fprintf(w, "%s'%s' Pipeline\n", strings.Repeat("  ", depth), s.Anchor)
			stepStatistics(w, s.Steps, depth+1)
		}
	}
}

func listStatistics(w io.Writer, p *Pipeline) {
	sums := map[*Pass][]stat{}
	var order []*Pass
	for inst := range p.Instances {
		list := sums[inst.Pass]
		if list == nil {
			order = append(order, inst.Pass)
			sums[inst.Pass] = inst.statistics()
			continue
		}
		for i, v := range inst.Counts() {
			list[i].value += v
		}
	}
	slices.SortStableFunc(order, func(a, b *Pass) int { return cmp.Compare(a.ClassName(), b.ClassName()) })
	for _, pass := range order {
		writeStatistics(w, pass.ClassName(), sums[pass], 0)
	}
}
