package native

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"optc/dialect/gpu"
	gpukernel "optc/internal/family/gpu/kernel"
	"optc/ir"
)

//go:embed runtime/harness.h
var harnessText string

// SourceTools are the programs that RunSources needs.
var SourceTools = []string{"c++"}

// RunSources writes kernels in C++, compiles them without a GPU in a folder, and executes them.
// Each kernel gets another name.
func RunSources(ctx context.Context, folder string, kernels []Kernel) ([]Result, error) {
	language, err := gpukernel.Family().Export.Writer("c++")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"harness.h": []byte(harnessText)}
	var all, rows strings.Builder
	all.WriteString("#include \"harness.h\"\n")
	for i, k := range kernels {
		op := kernelOf(k.Module)
		name := fmt.Sprint("kernel_", i)
		f := ir.Cast[gpu.FuncOp](op)
		var problems ir.Diagnostics
		written, err := language.Write(k.Module, nil, &problems)
		if err != nil {
			return nil, fmt.Errorf("%w\n%s", err, problems.String())
		}
		for file, content := range written {
			if given, isSource := strings.CutSuffix(file, ".cpp"); isSource && given != "main" {
				file, content = name+".cpp", []byte(strings.Replace(string(content), " "+given+"(", " "+name+"(", 1))
			}
			files[file] = content
		}
		fmt.Fprintf(&all, "#include \"%s.cpp\"\n", name)
		var sizes []string
		for _, a := range k.Args {
			sizes = append(sizes, fmt.Sprint(len(a)))
		}
		fmt.Fprintf(&rows, "  run_both_orders(%s, dim3(%s), dim3(%s), %d, {%s});\n", name, commas(f.KnownGridSize()), commas(f.KnownBlockSize()), k.Subgroup, strings.Join(sizes, ", "))
	}
	fmt.Fprintf(&all, "\nint main() {\n%s}\n", rows.String())
	files["main.cpp"] = []byte(all.String())
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o666); err != nil {
			return nil, err
		}
	}
	program := filepath.Join(folder, "kernels")
	if err := compile(ctx, SourceTools[0], "-std=c++17", "-ffp-contract=off", "-o", program, filepath.Join(folder, "main.cpp")); err != nil {
		return nil, err
	}
	return execute(ctx, program, kernels)
}

// commas writes sizes as a list of C.
func commas(sizes []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", ", "), "[]")
}
