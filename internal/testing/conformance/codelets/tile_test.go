package codelets

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// onTiles executes a class with each of the states on its own simulated tile, and
// returns the data of all edges, in the order of the host's program.
func onTiles(ctx context.Context, arch string, bytewise bool, c *class, states []*vertexState) ([][]byte, error) {
	target := arch
	if bytewise {
		target += ", atomic_store = 1"
	}
	text := fmt.Sprintf("module attributes {poplar.target = #poplar.target<%s>} {\n%s\n%s}\n", target, c.text, graph(c, states))
	context := all.Context()
	var problems ir.Diagnostics
	module, err := parser.Parse(ctx, context, &ir.Source{Name: "states.mlir", Text: text}, &problems)
	if err != nil {
		return nil, fmt.Errorf("%s", problems.String())
	}
	family := poplar.Family()
	pipeline, err := registry.Passes().Parse(family.Pipeline)
	if err != nil {
		return nil, err
	}
	if err := passes.NewManager(context).Run(ctx, pipeline, module); err != nil {
		return nil, err
	}
	program, err := family.Build(ctx, family.Programs(module)[0])
	if err != nil {
		return nil, err
	}
	m, err := program.Device(lower.Options{Threads: 1})
	if err != nil {
		return nil, err
	}
	for k, st := range states {
		for i := range st.fields {
			f := &st.fields[i]
			if f.Type.Kind == vertex.VectorField {
				continue
			}
			for r, row := range f.rows {
				if err := m.Write(variable(k, f, r), row); err != nil {
					return nil, err
				}
			}
		}
	}
	if err := m.Run(ctx); err != nil {
		return nil, err
	}
	results := make([][]byte, len(states))
	for k, st := range states {
		for i := range st.fields {
			f := &st.fields[i]
			for r := range f.rows {
				if f.Type.Kind == vertex.VectorField {
					results[k] = append(results[k], f.rows[r]...)
					continue
				}
				data, _, err := m.Read(variable(k, f, r))
				if err != nil {
					return nil, err
				}
				results[k] = append(results[k], data...)
			}
		}
	}
	return results, nil
}

// difference returns a description of the first difference, or "".
func difference(st *vertexState, got, want []byte) string {
	at := 0
	for i := range st.fields {
		f := &st.fields[i]
		for r, row := range f.rows {
			if at+len(row) > len(want) || at+len(row) > len(got) {
				return fmt.Sprintf("%d bytes on the tile, %d on the host", len(got), len(want))
			}
			a, b := got[at:at+len(row)], want[at:at+len(row)]
			if !sameData(a, b, f.Type.Elem) {
				n := f.Type.Elem.Size()
				for e := 0; e < len(row); e += n {
					if !sameData(a[e:e+n], b[e:e+n], f.Type.Elem) {
						return fmt.Sprintf("field '%s' row %d element %d is %x, want %x", f.Name, r, e/n, a[e:e+n], b[e:e+n])
					}
				}
			}
			at += len(row)
		}
	}
	return ""
}

// verdict is the result of the comparison of a class.
type verdict struct {
	states  int  // states that were compared, on each target
	tried   int  // random states, including states with undefined behaviour in C++
	words   bool // workers write parts of a word, which the targets do not allow
	problem string
}

// undefinedCodes are the errors of the tile for faults that the checks of the host do not detect:
// reads of data that was never written, and accesses of several workers to the same element.
var undefinedCodes = []string{"uninitialized", "worker-race"}

// withoutUndefined executes each state alone, and returns the states whose behaviour the
// tile finds defined.
func withoutUndefined(t *testing.T, arch string, bytewise bool, c *class, states []*vertexState, wants [][]byte) (kept []*vertexState, keptWants [][]byte, err error) {
	t.Helper()
	for k, st := range states {
		_, err := onTiles(t.Context(), arch, bytewise, c, []*vertexState{st})
		switch {
		case err == nil:
			kept, keptWants = append(kept, st), append(keptWants, wants[k])
		case !slices.Contains(undefinedCodes, diag.CodeOf(err)):
			return nil, nil, err
		}
	}
	return kept, keptWants, nil
}

const (
	wantedStates = 20
	triedStates  = 1500
)

// compare executes random states of a class on the host and on the tiles of all targets.
func compare(t *testing.T, h *host, number int, c *class, targets []string) (v verdict) {
	t.Helper()
	var states []*vertexState
	var wants [][]byte
	for ; v.tried < triedStates && len(states) < wantedStates; v.tried++ {
		st := randomState(c.view.Fields(), uint64(v.tried))
		want, good, err := h.run(number, st.hostBytes())
		if err != nil {
			v.problem = "the program of the host ended: " + err.Error()
			return v
		}
		if good {
			states, wants = append(states, st), append(wants, want)
		}
		if v.tried == 200 && len(states) == 0 {
			break
		}
	}
	v.states = len(states)
	if len(states) == 0 {
		v.problem = "no random state has defined behaviour"
		return v
	}
	for _, arch := range targets {
		got, err := onTiles(t.Context(), arch, v.words, c, states)
		if err != nil && !v.words {
			first := err
			v.words = true
			if got, err = onTiles(t.Context(), arch, true, c, states); err != nil {
				v.words, err = false, first
			}
		}
		if err != nil {
			states, wants, err = withoutUndefined(t, arch, v.words, c, states, wants)
			if err == nil && len(states) > 0 {
				got, err = onTiles(t.Context(), arch, v.words, c, states)
			}
		}
		if err != nil {
			v.problem = arch + ": " + err.Error()
			if strings.Contains(v.problem, "[poplar.out-of-memory]") && arch != targets[len(targets)-1] {
				v.problem = "" // a tile of another chip has more room
				continue
			}
			return v
		}
		if v.states = len(states); v.states == 0 {
			v.problem = "all random states read what they did not write"
			return v
		}
		for k := range states {
			if d := difference(states[k], got[k], wants[k]); d != "" {
				v.problem = fmt.Sprintf("%s, state %d: %s", arch, k, d)
				return v
			}
		}
	}
	return v
}
