package cpp

import (
	"embed"
	"fmt"
	"strings"

	"optc/ir"
)

//go:embed runtime
var headers embed.FS

// Files returns the sources of a kernel by file name, or the operations that have no form in
// C++: the kernel, the host program, and the headers that they include.
func Files(k *Kernel) (files map[string][]byte, problems []*ir.Diagnostic) {
	text, problems := Source(k)
	if len(problems) > 0 {
		return nil, problems
	}
	files = map[string][]byte{k.name() + ".cpp": []byte(text), "main.cpp": []byte(hostProgram(k))}
	include(files, "gpu.h", "numbers.h", "threads.h", "half.h", "matrix.h", "arguments.h", "host.h")
	return files, nil
}

// include adds headers to files.
func include(files map[string][]byte, names ...string) {
	for _, name := range names {
		files[name] = Header(name)
	}
}

// DriverFiles returns a host program that loads a compiled kernel from a file by the driver of CUDA, or by the
// runtime of HIP, and its headers.
func DriverFiles(k *Kernel, compiled string) map[string][]byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	name := k.name()
	line("// Loads kernel %s from %s, which build.sh makes, and runs it on arrays of NumPy:", name, compiled)
	line("//")
	if k.Chip.IsAMD() {
		line("//   c++ -std=c++17 -O2 -DHIP -D__HIP_PLATFORM_AMD__ -I/opt/rocm/include -o %s main.cpp -L/opt/rocm/lib -lamdhip64", name)
	} else {
		line("//   c++ -std=c++17 -O2 -I/usr/local/cuda/include -o %s main.cpp -lcuda", name)
	}
	line("//   ./%s %s", name, usage(k))
	line("//")
	line("// An argument that is not read from a file holds zeros.")
	line("#include \"driver.h\"\n")
	line("int main(int count, char **words) {")
	k.declareArguments(line)
	line("  read_arguments(arguments, count, words);")
	var arrays []string
	for _, a := range k.Arguments {
		arrays = append(arrays, fmt.Sprint(a.Array))
	}
	line("  run(%q, %q, {%s}, {%s}, arguments, {%s});", compiled, ir.SymbolName(k.Op), commas(k.Grid), commas(k.Block), strings.Join(arrays, ", "))
	line("}")
	files := map[string][]byte{"main.cpp": []byte(b.String())}
	include(files, "arguments.h", "driver.h")
	return files
}

// declareArguments writes the arguments of the kernel.
func (k *Kernel) declareArguments(line func(format string, args ...any)) {
	line("  std::vector<argument> arguments = {")
	for _, a := range k.Arguments {
		var shape []string
		for _, n := range a.Shape {
			shape = append(shape, fmt.Sprint(n))
		}
		line("      {%q, %q, %d, {%s}},", a.Name, ArrayType(a.Elem), ir.ElementBytes(a.Elem), strings.Join(shape, ", "))
	}
	line("  };")
}

// hostProgram returns the program that reads the arguments, launches the kernel and writes the
// results.
func hostProgram(k *Kernel) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	name := k.name()
	line("// Runs kernel %s on arrays of NumPy:", name)
	line("//")
	line("//   c++ -std=c++17 -O2 -ffp-contract=off -o %s main.cpp               without a GPU", name)
	if k.Chip.IsAMD() {
		width := ""
		if k.Subgroup != k.Usual {
			width = fmt.Sprintf(" -mwavefrontsize%d", k.Subgroup)
		}
		line("//   hipcc -O2 -ffp-contract=off --offload-arch=%s%s -o %s main.cpp", k.Chip, width, name)
	} else {
		line("//   nvcc -x cu -std=c++17 -O2 -fmad=false -arch=%s -o %s main.cpp", k.Chip, name)
	}
	line("//   ./%s %s", name, usage(k))
	line("//")
	line("// An argument that is not read from a file holds zeros.")
	line("#include \"host.h\"")
	line("#include \"%s.cpp\"\n", name)
	line("int main(int count, char **words) {")
	k.declareArguments(line)
	line("  read_arguments(arguments, count, words, own_option);")
	line("  place(arguments);")
	var passed []string
	for i, a := range k.Arguments {
		access := "number"
		if a.Array {
			access = "array"
		}
		passed = append(passed, fmt.Sprintf("arguments[%d].%s<%s>()", i, access, typeName(a.Elem)))
	}
	line("  LAUNCH(dim3(%s), dim3(%s), %d, %s);", commas(k.Grid), commas(k.Block), k.Subgroup, strings.Join(append([]string{name}, passed...), ", "))
	line("  take(arguments);")
	line("}")
	return b.String()
}

func commas(sizes [3]int64) string { return fmt.Sprintf("%d, %d, %d", sizes[0], sizes[1], sizes[2]) }

// usage returns the options that read every argument and write the arrays.
func usage(k *Kernel) string {
	var list []string
	for i, a := range k.Arguments {
		if a.Array && isWritten(k.Op.Body().Arg(i)) {
			list = append(list, fmt.Sprintf("--output %s=%s.npy", a.Name, a.Name))
		} else {
			list = append(list, fmt.Sprintf("--input %s=%s.npy", a.Name, a.Name))
		}
	}
	return strings.Join(list, " ")
}

// ArrayType returns the type of elements in .npy files. NumPy has no bf16, whose bits are written.
func ArrayType(t ir.Type) string {
	n := ir.ElementBytes(t)
	switch name := typeName(t); {
	case name == "bool":
		return "|b1"
	case name == "int8_t":
		return "|i1"
	case name == "bf16":
		return "<u2"
	case strings.HasPrefix(name, "int"):
		return fmt.Sprintf("<i%d", n)
	default:
		return fmt.Sprintf("<f%d", n)
	}
}
