package vertex

import (
	"fmt"

	"optc/diag"
	"optc/dialect/poplar/target"
)

// CodeletKind is the base class of a vertex, which determines the threads that run it (Poplar
// and PopLibs User Guide, The Vertex class).
type CodeletKind uint8

const (
	Worker     CodeletKind = iota + 1 // Vertex: once, on one worker
	Multi                             // MultiVertex: once on every worker, with its id
	Supervisor                        // SupervisorVertex: on the supervisor thread
)

// String is the word of the kind in the IR.
func (k CodeletKind) String() string { return [...]string{"", "worker", "multi", "supervisor"}[k] }

// ParseKind reads the word of a kind. The error code is vertex-kind.
func ParseKind(word string) (CodeletKind, error) {
	kinds := []string{Worker.String(), Multi.String(), Supervisor.String()}
	for i, k := range kinds {
		if k == word {
			return CodeletKind(i + 1), nil
		}
	}
	return 0, diag.Errorf("vertex-kind", "expected worker, multi or supervisor, but got '%s'%s", word, diag.DidYouMean(word, kinds))
}

// Codelet is a vertex class or instantiation, with the properties that affect its entry
// point.
type Codelet struct {
	Name     string // canonical C++ name
	Kind     CodeletKind
	External bool // isExternalCodelet is true: hand-written code provides the symbol
}

// Shared reports whether several threads run a vertex, which may divide its outputs among
// themselves.
func (c Codelet) Shared() bool { return c.Kind == Multi || c.Kind == Supervisor }

// Compute is the name of the compute method of the codelet.
func (c Codelet) Compute() string { return c.Name + "::compute" }

// Wrapper is the function that a compiler adds for a compiled codelet, because the tile
// calls vertices with a special convention and compute has the usual convention (Poplar
// and PopLibs User Guide, Calling conventions). It has external linkage, no parameters
// and the result int.
type Wrapper struct {
	Symbol  string // mangled name
	Class   string // canonical C++ name of the vertex
	Kind    CodeletKind
	Compute string // the function that the wrapper calls
}

// Source is the wrapper as C++, equivalent to its instructions.
//
//	int __runCodelet_demo__Fill___half() {
//	  auto *v = static_cast<demo::Fill<half> *>(__builtin_colossus_get_vertex_base());
//	  auto w = __builtin_ipu_get(CSR_W_WSR__INDEX) & CSR_W_WSR__CTXTID_M1__MASK;
//	  return v->compute(w);
//	}
func (w Wrapper) Source() string {
	worker, arg := "", ""
	if w.Kind == Multi {
		worker = "  auto w = __builtin_ipu_get(CSR_W_WSR__INDEX) & CSR_W_WSR__CTXTID_M1__MASK;\n"
		arg = "w"
	}
	return fmt.Sprintf("int %s() {\n  auto *v = static_cast<%s *>(__builtin_colossus_get_vertex_base());\n%s  return v->compute(%s);\n}\n",
		w.Symbol, w.Class, worker, arg)
}

// workerIDMask selects the context id minus one, the lowest three bits of the worker status
// register (Poplar and PopLibs User Guide, Calling conventions).
const workerIDMask = 1<<3 - 1

// WorkerID returns the id that the wrapper of a MultiVertex passes to compute,
// given the worker status register: 0 for the first worker.
func WorkerID(status uint32) int { return int(status & workerIDMask) }

// WrapperOf returns the wrapper of a codelet with the given symbol; ok is false when
// there is none because hand-written code provides the symbol. provided is set if the
// module declares a function of that name. On the CPU target, which has no hand-written
// code, an external codelet is treated as compiled unless a function is provided.
//
// Errors: duplicate-symbol (the symbol is provided, but the class is not external),
// external-missing (the class is external, but the symbol is not provided).
func WrapperOf(t *target.Target, c Codelet, symbol string, provided bool) (w Wrapper, ok bool, err error) {
	switch {
	case !c.External && provided:
		return Wrapper{}, false, diag.Errorf("duplicate-symbol", "%s is defined, but '%s' is not external", symbol, c.Name)
	case provided:
		return Wrapper{}, false, nil
	case c.External && (t.IsTile() || c.Kind == Supervisor):
		return Wrapper{}, false, diag.Errorf("external-missing", "'%s' is external, but %s is not declared", c.Name, symbol)
	}
	return Wrapper{Symbol: symbol, Class: c.Name, Kind: c.Kind, Compute: c.Compute()}, true, nil
}
