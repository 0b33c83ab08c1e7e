package export

import (
	"context"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
	"optc/internal/family/gpu/cpp"
	"optc/internal/family/poplar/codelet"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
)

//go:embed runtime
var runtime embed.FS

// Names of the files.
const (
	graphFile    = "graph.hpp"
	hostFile     = "main.cpp"
	codeletsFile = "codelets.cpp"
)

// Files returns the C++ of a module with a graph, by file name. Open returns the content of the
// files from which classes were imported. Constructs that have no form in C++ are reported to the
// sink.
func Files(module *ir.Operation, open func(name string) ([]byte, error), sink ir.Sink) (map[string][]byte, error) {
	t, missing := poplar.RequiredTarget(module, module)
	if missing != nil {
		return nil, missing
	}
	var problems ir.Diagnostics
	x := &exporter{module: module, target: t, open: open, files: map[string][]byte{}, problems: &problems}
	x.write()
	ir.Report(sink, problems.List()...)
	return x.files, problems.Err()
}

// exporter collects the files.
type exporter struct {
	module   *ir.Operation
	target   target.Target
	open     func(name string) ([]byte, error)
	files    map[string][]byte
	codelets []string // files that Poplar compiles
	problems *ir.Diagnostics
}

func (x *exporter) write() {
	var graphs []*ir.Operation
	var own []poplar.VertexView
	for op := range x.module.Body().Ops() {
		switch {
		case ir.Is[poplar.GraphOp](op):
			graphs = append(graphs, op)
		case ir.Is[poplar.VertexOp](op) && !isImported(op):
			own = append(own, poplar.VertexOf(op))
		}
	}
	if len(graphs) != 1 {
		ir.Report(x.problems, x.module.Errorf("expected one graph, but the file has %d", len(graphs)).WithCode(poplar.Codes+"export-form"))
		return
	}
	x.imported()
	x.own(own)
	text, problems := construction(graphs[0], x.codelets)
	ir.Report(x.problems, problems...)
	if x.problems.Err() == nil {
		x.evaluate(graphs[0])
	}
	x.files[graphFile] = []byte(x.head(graphs[0]) + text + "  return steps;\n}\n")
	for _, name := range []string{"tensors.h", hostFile} {
		x.files[name], _ = runtime.ReadFile("runtime/" + name)
	}
	x.files["numbers.h"] = cpp.Header("numbers.h")
}

// evaluate reports the errors that Poplar would report when it makes the graph.
func (x *exporter) evaluate(g *ir.Operation) {
	e, err := evaluate.Graph(context.Background(), g)
	if err != nil {
		ir.Report(x.problems, poplar.Diagnose(g, err))
		return
	}
	for _, set := range e.Graph.ComputeSets() {
		ir.Report(x.problems, e.Races(set)...)
	}
}

// head returns the beginning of graph.hpp.
func (x *exporter) head(graph *ir.Operation) string {
	file, _, _, _ := graph.Loc().FileLineCol()
	return fmt.Sprintf(`// The graph '%s' of %s: variables on their tiles, vertices, and the program.
#pragma once

#include "tensors.h"

constexpr const char *architecture = %q;
constexpr unsigned ipus = %d, tilesPerIPU = %d;

// Adds the variables and vertices to a graph and returns its program. Each variable can be read
// and written by the host under its name.
inline poplar::program::Sequence build(poplar::Graph &graph, Host &host) {
  using namespace poplar;
`, ir.SymbolName(graph), path.Base(file), x.target.Arch, x.target.NumIPUs, x.target.TilesPerIPU)
}

// extensions are the names of files of C++.
var extensions = []string{".cpp", ".cc", ".cxx", ".hpp", ".h"}

// isImported reports whether a class was imported from C++.
func isImported(class *ir.Operation) bool {
	src, _, ok := class.Loc().Source()
	return ok && slices.Contains(extensions, path.Ext(src.Name))
}

// imported adds the files from which classes were imported, and the files that they include.
func (x *exporter) imported() {
	var units []string
	headers := map[string][]string{} // the classes by header
	tree := map[string][]byte{}
	for op := range x.module.Body().Ops() {
		if !ir.Is[poplar.VertexOp](op) || !isImported(op) {
			continue
		}
		src, _, _ := op.Loc().Source()
		if ext := path.Ext(src.Name); ext == ".hpp" || ext == ".h" {
			headers[src.Name] = append(headers[src.Name], ir.SymbolName(op))
		}
		if slices.Contains(units, src.Name) {
			continue
		}
		units = append(units, src.Name)
		files, err := codelet.Tree(context.Background(), x.target, src.Name, x.openOr(src))
		if err != nil {
			ir.Report(x.problems, op.OpError(poplar.Codes, err))
		}
		for name, data := range files {
			tree[name] = data
		}
	}
	root := commonFolder(tree)
	for name, data := range tree {
		x.files[relative(root, name)] = data
	}
	for _, name := range units {
		file := relative(root, name)
		if classes := headers[name]; classes != nil {
			file = strings.TrimSuffix(file, path.Ext(file)) + "_classes.cpp"
			x.files[file] = instances(path.Base(name), classes)
		}
		x.codelets = append(x.codelets, file)
	}
	for _, reserved := range []string{graphFile, hostFile, codeletsFile, "tensors.h", "numbers.h", "vertex.h"} {
		if x.files[reserved] != nil {
			ir.Report(x.problems, x.module.Errorf("expected imported files with other names than '%s', which the export writes itself", reserved).WithCode(poplar.Codes+"export-form"))
		}
	}
}

// openOr returns a function that opens files; the file src is already read.
func (x *exporter) openOr(src *ir.Source) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if name == src.Name {
			return []byte(src.Text), nil
		}
		if x.open == nil {
			return nil, fmt.Errorf("no files can be read")
		}
		return x.open(name)
	}
}

// instances returns the instantiations of the classes of a header.
func instances(header string, classes []string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "#include %q\n\n", header)
	for _, c := range classes {
		if strings.Contains(c, "<") {
			fmt.Fprintf(&b, "template class %s;\n", c)
		}
	}
	return []byte(b.String())
}

// commonFolder returns the innermost folder with all files, or "".
func commonFolder(files map[string][]byte) string {
	folder, first := "", true
	for name := range files {
		dir := path.Dir(name)
		if first {
			folder, first = dir, false
		}
		for dir != folder && !strings.HasPrefix(dir, strings.TrimSuffix(folder, "/")+"/") && folder != "." && folder != "/" {
			folder = path.Dir(folder)
		}
	}
	return folder
}

// relative returns the name of a file in a folder.
func relative(folder, name string) string {
	if folder == "." {
		return name
	}
	return strings.TrimPrefix(strings.TrimPrefix(name, folder), "/")
}

// own writes the classes whose code is in the IR.
func (x *exporter) own(classes []poplar.VertexView) {
	if len(classes) == 0 {
		return
	}
	b := &bodyWriter{target: x.target, symbols: ir.NewSymbolTables(), functions: &functions{names: map[*ir.Operation]string{}}}
	methods := map[*ir.Operation]string{}
	for _, v := range classes { // before the classes, because the functions that they call stand first
		methods[v.Operation] = b.compute(v)
	}
	ir.Report(x.problems, b.problems...)
	x.files[codeletsFile] = codelet.Classes(classes, "#include \"vertex.h\"\n"+b.functions.text.String(), func(v poplar.VertexView) string { return methods[v.Operation] }, x.problems)
	x.files["vertex.h"], _ = runtime.ReadFile("runtime/vertex.h")
	x.codelets = append(x.codelets, codeletsFile)
}
