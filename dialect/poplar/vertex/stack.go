package vertex

import (
	"slices"
	"strings"

	"optc/diag"
)

// StackBytes is a declared or measured number of bytes; the zero value means that the
// number is unknown.
type StackBytes struct {
	N     int
	Known bool
}

// Bytes returns n known bytes of stack.
func Bytes(n int) StackBytes { return StackBytes{n, true} }

// Function is a function of a tile program, with its properties that affect the stack
// (Poplar and PopLibs User Guide, Recursion and function pointers).
type Function struct {
	Name string
	// Own is the function's own frame: DEF_STACK_SIZE_OWN, or measured by the
	// compiler. Callees are added.
	Own StackBytes
	// Total covers the function and everything it calls: DEF_STACK_USAGE.
	Total StackBytes
	Calls []string // direct callees
	// Indirect lists the functions that may be reached through pointers:
	// DEF_FUNC_CALL_PTRS.
	Indirect []string
	// HasIndirect reports that the function calls through pointers.
	HasIndirect bool
}

// StackProblem is why a function has no known stack usage.
type StackProblem struct {
	Function string
	Err      error
}

func (p StackProblem) Error() string { return p.Err.Error() }

// Unwrap returns the cause, so that its code is found.
func (p StackProblem) Unwrap() error { return p.Err }

// StackUsage computes the stack of every function in bytes, including its callees (Poplar
// and PopLibs User Guide, Recursion and function pointers): the declared total if there
// is one, otherwise the own frame plus the largest callee. Functions with a problem, and
// their callers, are missing from usage; each problem is reported once, in the order of
// the functions. The problems have the codes stack-both, stack-unknown (a function that
// is declared nowhere is treated as external without a declaration), stack-indirect,
// stack-recursion (naming the cycle) and stack-negative.
func StackUsage(funcs []Function) (usage map[string]int, problems []StackProblem) {
	w := stackWalk{
		funcs: make(map[string]*Function, len(funcs)),
		state: make(map[string]visit, len(funcs)),
		usage: make(map[string]int, len(funcs)),
	}
	for i := range funcs {
		w.funcs[funcs[i].Name] = &funcs[i]
	}
	for i := range funcs {
		w.walk(funcs[i].Name)
	}
	return w.usage, w.problems
}

type visit uint8

const (
	unvisited visit = iota
	onPath          // its callees are being visited
	visited
)

// stackWalk is a depth-first walk over the call graph.
type stackWalk struct {
	funcs    map[string]*Function
	state    map[string]visit
	usage    map[string]int
	path     []string // functions that are onPath, outermost first
	problems []StackProblem
}

// walk computes the usage of a function and of all its callees; ok is false if it is
// unknown.
func (w *stackWalk) walk(name string) (usage int, ok bool) {
	switch w.state[name] {
	case visited:
		usage, ok = w.usage[name]
		return usage, ok
	case onPath:
		w.recursion(name)
		return usage, false
	}
	w.state[name] = onPath
	w.path = append(w.path, name)
	usage, ok = w.compute(name)
	w.path = w.path[:len(w.path)-1]
	w.state[name] = visited
	if ok {
		w.usage[name] = usage
	}
	return usage, ok
}

func (w *stackWalk) compute(name string) (usage int, ok bool) {
	f := w.funcs[name]
	switch {
	case f == nil:
		return usage, w.problem(name, diag.Errorf("stack-unknown", "no stack size for external function %s", name).
			Note("it is not declared: add poplar.function @%q own_stack(bytes), or a poplar.compute to the vertex", name))
	case f.Own.Known && f.Total.Known:
		return usage, w.problem(name, diag.Errorf("stack-both", "both own and total stack declared for %s", name))
	case f.Own.N < 0 || f.Total.N < 0:
		return usage, w.problem(name, diag.Errorf("stack-negative", "stack size of %s is negative", name))
	case f.Total.Known:
		return f.Total.N, true
	}
	ok = true
	if !f.Own.Known {
		ok = w.problem(name, diag.Errorf("stack-unknown", "no stack size for external function %s", name))
	}
	if f.HasIndirect && len(f.Indirect) == 0 {
		ok = w.problem(name, diag.Errorf("stack-indirect", "%s calls through pointers; declare the targets", name))
	}
	deepest := 0
	for _, callees := range [][]string{f.Calls, f.Indirect} {
		for _, callee := range callees {
			n, known := w.walk(callee)
			deepest, ok = max(deepest, n), ok && known
		}
	}
	return f.Own.N + deepest, ok
}

// problem records the problem of a function and returns false.
func (w *stackWalk) problem(function string, err *diag.Error) bool {
	w.problems = append(w.problems, StackProblem{function, err})
	return false
}

// recursion records the cycle that a call of name closes.
func (w *stackWalk) recursion(name string) {
	cycle := append(slices.Clone(w.path[slices.Index(w.path, name):]), name)
	w.problem(name, diag.Errorf("stack-recursion", "recursion %s needs a total stack declaration", strings.Join(cycle, " → ")))
}

// StackAlign is the alignment of a worker stack in bytes (Poplar and PopLibs User
// Guide, Recursion and function pointers).
const StackAlign = 8

// WorkerStack is the size in bytes of each of the stacks that a tile needs to run the
// given entry points: the largest usage, rounded up to 8. An entry without a known usage
// is ignored: [StackUsage] has reported it.
func WorkerStack(usage map[string]int, entries []string) int {
	most := 0
	for _, e := range entries {
		most = max(most, usage[e])
	}
	return roundUp(most, StackAlign)
}
