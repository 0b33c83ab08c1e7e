package structured

import "optc/ir"

// reach finds the values and variables that may refer to the same memory as given ones: results of
// operations on them, and variables that they are assigned to.
type reach struct {
	values map[*Value]bool
	vars   map[*Var]bool
	grew   bool
	found  *Op
}

// Stores returns an operation of body that has effects on memory that is one of roots, or derived
// from one of them, or nil. The statements of start are executed before body; their stores are not
// reported.
func Stores(roots []*Value, start, body []Statement) *Op {
	r := &reach{values: map[*Value]bool{}, vars: map[*Var]bool{}}
	for _, v := range roots {
		r.values[v] = true
	}
	for r.grew = len(roots) > 0; r.grew; {
		r.grew = false
		r.walk(start)
		r.found = nil
		r.walk(body)
	}
	return r.found
}

func (r *reach) walk(list []Statement) {
	for _, st := range list {
		switch st := st.(type) {
		case *Op:
			hit := st.role == readRole && r.vars[st.variable]
			for _, a := range st.Args {
				hit = hit || r.values[a]
			}
			if hit && st.Effects && r.found == nil {
				r.found = st
			}
			if hit && st.Result != nil && !r.values[st.Result] {
				if _, memory := st.Result.Type.(*ir.MemRefType); memory { // rather than an element
					r.values[st.Result], r.grew = true, true
				}
			}
		case *Write:
			if r.values[st.Value] && !r.vars[st.Var] {
				r.vars[st.Var], r.grew = true, true
			}
		case *If:
			r.walk(st.Then)
			r.walk(st.Else)
		case *Loop:
			r.walk(st.Head)
			r.walk(st.Body)
		case *Block:
			r.walk(st.Body)
		}
	}
}
