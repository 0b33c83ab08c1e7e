package cpp

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"optc/internal/base/identifiers"
	"optc/internal/base/npy"
	"optc/ir"
)

//go:embed runtime
var headers embed.FS

// Files returns the sources of a program by file name: the kernels, the host program, and the
// headers that they include. If operations have no form in C++, it returns these as problems.
func Files(p *Program) (files map[string][]byte, problems []*ir.Diagnostic) {
	files = map[string][]byte{}
	for _, k := range p.Kernels {
		text, list := Source(k)
		problems = append(problems, list...)
		files[k.name()+".cpp"] = []byte(text)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	files["main.cpp"] = []byte(hostProgram(p))
	p.addContents(files)
	include(files, "gpu.h", "numbers.h", "threads.h", "half.h", "matrix.h", "copies.h", "arguments.h", "host.h")
	return files, nil
}

// addContents adds files with the elements of constants.
func (p *Program) addContents(files map[string][]byte) {
	for _, a := range p.Arguments {
		if a.Contents != nil {
			files[a.file()] = (&npy.Array{Type: ArrayType(a.Elem)[1:], Shape: a.Shape, Data: a.Contents}).Bytes()
		}
	}
}

// file returns the name of the file with the elements of a constant.
func (a *Argument) file() string { return a.Name + ".npy" }

// name returns the name of the program in C++.
func (p *Program) name() string { return identifiers.New(reserved).Pick(p.Name) }

// title names the kernels.
func (p *Program) title() string {
	if len(p.Kernels) == 1 {
		return "kernel " + p.Kernels[0].name()
	}
	return fmt.Sprintf("the %d kernels of %s in order", len(p.Kernels), p.name())
}

// include adds headers to files.
func include(files map[string][]byte, names ...string) {
	for _, name := range names {
		files[name] = Header(name)
	}
}

// DriverFiles returns a host program that loads compiled kernels from a file by the driver of CUDA, or by the
// runtime of HIP, and its headers. If a script makes the file, script is its name, otherwise "".
func DriverFiles(p *Program, compiled, script string) map[string][]byte {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	name := p.name()
	if script != "" {
		script = ", which " + script + " makes,"
	}
	line("// Loads %s from %s%s and runs it on arrays of NumPy:", p.title(), compiled, script)
	line("//")
	if p.Chip.IsAMD() {
		line("//   c++ -std=c++17 -O2 -DHIP -D__HIP_PLATFORM_AMD__ -I/opt/rocm/include -o %s main.cpp -L/opt/rocm/lib -lamdhip64", name)
	} else {
		line("//   c++ -std=c++17 -O2 -I/usr/local/cuda/include -o %s main.cpp -lcuda", name)
	}
	line("//   ./%s %s", name, p.usage())
	line("//")
	line("// An argument that is not read from a file holds zeros.")
	line("#include \"driver.h\"\n")
	line("int main(int count, char **words) {")
	p.declareArguments(line)
	line("  read_arguments(arguments, count, words);")
	var arrays, launches []string
	for _, a := range p.given() {
		arrays = append(arrays, fmt.Sprint(a.Array))
	}
	passed := fmt.Sprintf("arguments, {%s}%s", strings.Join(arrays, ", "), p.extents())
	for _, k := range p.Kernels {
		memory := ""
		if n := k.requested(); n > 0 {
			memory = fmt.Sprintf(", %d", n)
		}
		launches = append(launches, fmt.Sprintf("{%q, {%s}, {%s}%s}", ir.SymbolName(k.Op), commas(k.Grid), commas(k.Block), memory))
	}
	if len(launches) == 1 {
		line("  run(%q, {%s}, %s);", compiled, launches[0], passed)
	} else {
		line("  run(%q, {\n          %s\n      }, %s);", compiled, strings.Join(launches, ",\n          "), passed)
	}
	line("}")
	files := map[string][]byte{"main.cpp": []byte(b.String())}
	p.addContents(files)
	include(files, "arguments.h", "driver.h")
	return files
}

// given returns the arguments that the host program has: all but the extents of its arrays, which come last.
func (p *Program) given() []Argument {
	for i, a := range p.Arguments {
		if a.Extent != nil {
			return p.Arguments[:i]
		}
	}
	return p.Arguments
}

// extents returns the list of the extents that the kernels take, as an argument of run, or "".
func (p *Program) extents() string {
	var list []string
	for _, a := range p.Arguments[len(p.given()):] {
		list = append(list, fmt.Sprintf("{%d, %d}", a.Extent.Argument, a.Extent.Dimension))
	}
	if list == nil {
		return ""
	}
	return ", {" + strings.Join(list, ", ") + "}"
}

// declareArguments writes the arguments of the kernels.
func (p *Program) declareArguments(line func(format string, args ...any)) {
	line("  std::vector<argument> arguments = {")
	for _, a := range p.given() {
		var shape, multiples []string
		for _, n := range a.Shape {
			if n == ir.Dynamic {
				shape = append(shape, "any_extent")
			} else {
				shape = append(shape, fmt.Sprint(n))
			}
		}
		more := ""
		if slices.Contains(shape, "any_extent") && a.Multiples != nil {
			for _, n := range a.Multiples {
				multiples = append(multiples, fmt.Sprint(n))
			}
			more = ", {" + strings.Join(multiples, ", ") + "}"
		}
		line("      {%q, %q, %d, {%s}%s},", a.Name, ArrayType(a.Elem), ir.ElementBytes(a.Elem), strings.Join(shape, ", "), more)
	}
	line("  };")
	for i, a := range p.Arguments {
		if a.Contents != nil {
			line("  arguments[%d].read(%q); // a constant of the program", i, a.file())
		}
	}
}

// hostProgram returns the program that reads the arguments, launches the kernels and writes the
// results.
func hostProgram(p *Program) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	name := p.name()
	line("// Runs %s on arrays of NumPy:", p.title())
	line("//")
	line("//   c++ -std=c++17 -O2 -ffp-contract=off -o %s main.cpp               without a GPU", name)
	if p.Chip.IsAMD() {
		width := ""
		if n := p.Kernels[0].Subgroup; n != p.Usual {
			width = fmt.Sprintf(" -mwavefrontsize%d", n)
		}
		line("//   hipcc -O2 -ffp-contract=off --offload-arch=%s%s -o %s main.cpp", p.Chip, width, name)
	} else {
		line("//   nvcc -x cu -std=c++17 -O2 -fmad=false -arch=%s -o %s main.cpp", p.Chip, name)
	}
	line("//   ./%s %s", name, p.usage())
	line("//")
	line("// An argument that is not read from a file holds zeros.")
	line("#include \"host.h\"")
	for _, k := range p.Kernels {
		line("#include \"%s.cpp\"", k.name())
	}
	line("\nint main(int count, char **words) {")
	p.declareArguments(line)
	line("  read_arguments(arguments, count, words, own_option);")
	line("  place(arguments);")
	var passed []string
	for i, a := range p.Arguments {
		access := "number"
		if a.Array {
			access = "array"
		}
		if x := a.Extent; x != nil {
			passed = append(passed, fmt.Sprintf("arguments[%d].extent(%d)", x.Argument, x.Dimension))
			continue
		}
		passed = append(passed, fmt.Sprintf("arguments[%d].%s<%s>()", i, access, typeName(a.Elem)))
	}
	for _, k := range p.Kernels {
		if n := k.requested(); n > 0 {
			line("  request(%s, %d);", k.name(), n)
		}
		line("  LAUNCH(dim3(%s), dim3(%s), %d, %d, %s);", commas(k.Grid), commas(k.Block), k.requested(), k.Subgroup, strings.Join(append([]string{k.name()}, passed...), ", "))
	}
	line("  take(arguments);")
	line("}")
	return b.String()
}

func commas(sizes [3]int64) string { return fmt.Sprintf("%d, %d, %d", sizes[0], sizes[1], sizes[2]) }

// usage returns the options that read every argument and write the arrays.
func (p *Program) usage() string {
	var list []string
	for i, a := range p.Arguments {
		switch written := slices.ContainsFunc(p.Kernels, func(k *Kernel) bool { return isWritten(k.Op.Body().Arg(i)) }); {
		case a.Scratch || a.Contents != nil || a.Extent != nil:
		case a.Array && written:
			if slices.Contains(a.Shape, ir.Dynamic) {
				list = append(list, fmt.Sprintf("--shape %s=%s", a.Name, strings.Repeat("x8", len(a.Shape))[1:]))
			}
			list = append(list, fmt.Sprintf("--output %s=%s.npy", a.Name, a.Name))
		default:
			list = append(list, fmt.Sprintf("--input %s=%s.npy", a.Name, a.Name))
		}
	}
	return strings.Join(list, " ")
}

// ArrayType returns the type of elements in .npy files. NumPy has no bf16, so that arrays of bf16 are written as the bits of
// their elements.
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
