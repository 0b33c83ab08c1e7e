package probe

import (
	_ "embed"
	"fmt"
	"strings"

	"optc/dialect/gpu"
	"optc/internal/family/gpu/cpp"
)

//go:embed runtime/probe.h
var header []byte

// Sizes of the measurement.
const (
	threads  = 512 // threads of the workgroup
	unrolled = 8   // accesses of an iteration
	repeats  = 4   // iterations for a pattern
	rowBytes = 512 // bytes between the rows of patterns
)

// access is an access that a kernel measures.
type access struct {
	name  string
	words int // words of 4 bytes
	store bool
}

// accesses lists the accesses in the order of probe.h.
var accesses = []access{{"read4", 1, false}, {"read8", 2, false}, {"read16", 4, false}, {"write4", 1, true}, {"write8", 2, true}, {"write16", 4, true}}

// Names of the files with the kernels: PTX for NVIDIA's chips, and LLVM IR for AMD's chips, which a script compiles to a code object.
const (
	Assembly = "probe.ptx"
	Source   = "probe.ll"
	Object   = "probe.hsaco"
)

// Files returns the files by name of the probe of a chip with subgroups of some lanes: the kernels and the host program.
func Files(chip gpu.Chip, lanes int) map[string][]byte {
	files := map[string][]byte{"probe.h": header, "driver.h": cpp.Header("driver.h"), "arguments.h": cpp.Header("arguments.h")}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	compiled := Assembly
	line("// Measures which lanes the banks of workgroup memory serve together, and prints its row:")
	line("//")
	if !chip.IsAMD() {
		line("//   c++ -std=c++17 -O2 -I/usr/local/cuda/include -o probe main.cpp -lcuda")
		files[compiled] = []byte(inPTX(chip, lanes))
	} else {
		compiled = Object
		line("//   sh build.sh")
		line("//   c++ -std=c++17 -O2 -DHIP -D__HIP_PLATFORM_AMD__ -I/opt/rocm/include -o probe main.cpp -L/opt/rocm/lib -lamdhip64")
		files[Source] = []byte(inLLVM(lanes))
	}
	line("//   ./probe")
	line("#include \"probe.h\"\n")
	line("int main() {")
	line("  probe p(%q, %q, %d, %d);", chip, compiled, lanes, threads/lanes)
	line("  return p.print();")
	line("}")
	files["main.cpp"] = []byte(b.String())
	return files
}
