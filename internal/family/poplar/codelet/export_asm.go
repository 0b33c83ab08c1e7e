package codelet

import (
	"fmt"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// Assembly writes a header for hand-written code: for every vertex of a module its
// symbol, the size and alignment of its state, and the offset of every field in bytes.
//
//	// demo::Copy<half>, ipu2
//	#define COPY_HALF_SYMBOL __runCodelet_demo__Copy___half
//	#define COPY_HALF_STATE_SIZE 8
//	#define COPY_HALF_STATE_ALIGN 4
//	#define COPY_HALF_SRC_OFFSET 0
//	#define COPY_HALF_SRC_SIZE 4
//
// For lists it also writes the offset of the word that refers to the delta array. The
// layouts must be resolved and the names mangled. Classes without a state are reported to
// the sink.
func Assembly(module *ir.Operation, sink ir.Sink) []byte {
	var vertices []*ir.Operation
	uses := map[string]int{}
	for op := range module.Body().Ops() {
		if ir.Is[poplar.VertexOp](op) {
			vertices = append(vertices, op)
			uses[shortPrefix(op)]++
		}
	}
	var b strings.Builder
	for _, v := range vertices {
		t, missing := poplar.RequiredTarget(v, v)
		if missing != nil {
			ir.Report(sink, missing)
			continue
		}
		state, err := poplar.StateOf(v, &t)
		if err != nil {
			ir.Report(sink, poplar.Diagnose(v, err))
			continue
		}
		prefix := shortPrefix(v)
		if uses[prefix] > 1 {
			prefix = constantName(ir.SymbolName(v))
		}
		fmt.Fprintf(&b, "\n// %s, %s\n", ir.SymbolName(v), t.Arch)
		fmt.Fprintf(&b, "#define %s_SYMBOL %s\n", prefix, ir.Cast[poplar.VertexOp](v).Symbol())
		define := func(name string, value int) { fmt.Fprintf(&b, "#define %s_%s %d\n", prefix, name, value) }
		define("STATE_SIZE", state.Size)
		define("STATE_ALIGN", state.Align)
		for i := range state.Fields {
			f := &state.Fields[i]
			name := strings.ToUpper(f.Name)
			define(name+"_OFFSET", f.Offset)
			define(name+"_SIZE", f.Size)
			if f.Type.Kind == vertex.ListEdge {
				define(name+"_DELTAS_OFFSET", f.Offset+vertex.DeltasOffset)
			}
		}
	}
	return []byte(strings.TrimPrefix(b.String(), "\n"))
}

// shortPrefix begins the constants of a vertex: its name without namespaces, in
// capitals.
func shortPrefix(v *ir.Operation) string {
	name := diag.Must(cpp.ParseName(ir.SymbolName(v)))
	short := cpp.Name{Parts: []cpp.Part{name.Parts[len(name.Parts)-1]}}
	text := short.Parts[0].Ident
	if short.Parts[0].Args != nil {
		for i := range short.Parts[0].Args.Args {
			arg := short.Parts[0].Args.Args[i].String()
			text += "_" + arg[strings.LastIndex(arg, ":")+1:]
		}
	}
	return constantName(text)
}

// constantName turns a C++ name into the name of a constant.
func constantName(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToUpper(name) {
		if r != '_' && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
