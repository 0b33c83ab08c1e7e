package validate

import (
	fn "optc/dialect/func"
	"optc/ir"
	"optc/lower"
	"optc/passes"
)

// surroundings are the parts of a module that passes on its functions do not change. They are
// kept from one pass to the next, so that the check of a pass on a function takes no time for
// the other functions.
type surroundings struct {
	module   *ir.Operation
	within   *passes.Instance // the pass that runs the passes on functions, or nil
	tables   *ir.SymbolTables
	programs map[*lower.Family]*ir.Operation // the only program of each family, or nil
	reached  map[*lower.Family]*reached      // operations reached from the programs, if a pass ran on a part of the module
}

// surround sets c.around for a pass.
func (c *checker) surround(e *passes.Event) {
	module := e.Run.Op
	if s := c.around; s != nil && s.module == module && s.within == e.Within && e.Op != module {
		return
	}
	s := &surroundings{module: module, within: e.Within, tables: ir.NewSymbolTables(), programs: map[*lower.Family]*ir.Operation{}, reached: map[*lower.Family]*reached{}}
	s.tables.Changing = true // the pass that runs passes on functions changes the symbols
	for _, k := range c.families {
		s.programs[k] = onlyProgram(k, module)
	}
	c.around = s
}

// reaches reports whether the meaning of a family's program may depend on changes that a pass made
// inside op, which is not the module.
func (s *surroundings) reaches(k *lower.Family, op *ir.Operation) bool {
	r := s.reached[k]
	if r == nil {
		r = reachedFrom(s.programs[k], s.tables)
		s.reached[k] = r
	}
	if !r.has(op) {
		return false
	}
	r.follow(op) // the pass may have written references
	return true
}

// comparison is a function before and after a pass.
type comparison struct{ before, after Function }

// functions returns the functions to compare after a pass: the function that the pass ran on, or
// the functions of the whole module. A function that was removed or has another signature is not
// compared.
func (c *checker) functions(e *passes.Event, before *ir.Operation) (list []comparison) {
	module := e.Run.Op
	if e.Op != module {
		if !ir.Is[fn.FuncOp](e.Op) || !hasBody(e.Op) || !hasBody(before) || ir.SymbolName(e.Op) != ir.SymbolName(before) || fn.TypeOf(e.Op) != fn.TypeOf(before) {
			return nil
		}
		after := functionOf(e.Op, module, c.around.tables)
		was := after
		was.Op, was.Module, was.tables = before, outermost(before), after.tables.ForCopy(e.Op, before)
		return []comparison{{was, after}}
	}
	now := map[string]Function{} // by path
	for _, f := range Functions(module) {
		if _, known := now[f.Path]; !known {
			now[f.Path] = f
		}
	}
	called := calledOnly(before)
	for _, f := range Functions(before) {
		g, kept := now[f.Path]
		// A function that is only called may rely on the arguments of its callers, and is
		// compared together with them.
		if kept && fn.TypeOf(g.Op) == fn.TypeOf(f.Op) && !called[f.Op] {
			list = append(list, comparison{f, g})
		}
	}
	return list
}

func outermost(op *ir.Operation) *ir.Operation {
	for op.Parent() != nil {
		op = op.Parent()
	}
	return op
}

// wholeBefore returns a copy of the whole module as it was before a pass on e.Op; before is the
// copy of e.Op.
func wholeBefore(e *passes.Event, before *ir.Operation) *ir.Operation {
	if e.Op == e.Run.Op {
		return before
	}
	m := &ir.Mapping{}
	module := ir.Clone(e.Run.Op, &ir.Arena{}, m)
	after := m.Block(e.Op.Block()).Front()
	for op := e.Op.Block().Front(); op != e.Op; op = op.Next() {
		after = after.Next()
	}
	for i := range before.NumOperands() {
		m.Map(before.Operand(i), m.Value(e.Op.Operand(i)))
	}
	copied := ir.Clone(before, &ir.Arena{}, m)
	after.Block().InsertBefore(copied, after)
	for i, v := range after.Results() {
		v.ReplaceAllUsesWith(copied.Result(i))
	}
	after.Erase()
	return module
}
