package codelets

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
)

// compilers are the C++ compilers that have the type half.
var compilers = []string{"clang++", "clang++-22", "clang++-19", "clang++-18"}

// compilerFlags make arithmetic exact and undefined behaviour an error.
var compilerFlags = []string{
	"-std=c++17", "-O1", "-w", "-DNDEBUG", "-fno-access-control", "-ffp-contract=off", "-Xclang", "-ffloat16-excess-precision=none", "-fno-builtin", "-fno-strict-aliasing",
	"-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=alignment,vptr,enum,bool,function", "-fno-sanitize-recover=all",
}

// compiler returns a C++ compiler, or skips the test.
func compiler(t *testing.T) string {
	t.Helper()
	for _, name := range compilers {
		if path, err := exec.LookPath(name); err == nil {
			if err := linked(path); err != nil {
				t.Skipf("skipped: %s cannot link with its sanitizers (Debian: libclang-rt-22-dev): %v", name, err)
			}
			return path
		}
	}
	t.Skipf("no C++ compiler with the type half: %s", strings.Join(compilers, ", "))
	return ""
}

var (
	linkOnce  sync.Once
	linkError error
)

// linked returns the error of a compiler that cannot link an empty program with compilerFlags.
func linked(cxx string) error {
	linkOnce.Do(func() {
		cmd := exec.Command(cxx, append(slices.Clone(compilerFlags), "-x", "c++", "-", "-o", os.DevNull)...)
		cmd.Stdin = strings.NewReader("int main() {}")
		linkError = cmd.Run()
	})
	return linkError
}

// host is a program that executes the classes of a file.
type host struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.Reader
}

// buildHost compiles a file together with code that executes classes of it.
func buildHost(t *testing.T, file string, flags []string, classes []*class) (*host, error) {
	t.Helper()
	cxx := compiler(t)
	var b strings.Builder
	b.WriteString("#include <ipu.hpp>\nusing poplar::VectorLayout;\n")
	fmt.Fprintf(&b, "#include %q\n#include \"driver.hpp\"\n", file)
	for k, c := range classes {
		fmt.Fprintf(&b, "static void run%d(driver::State &s) {\n  auto &v = driver::vertex<%s>();\n", k, c.name)
		for _, f := range c.view.Fields() {
			fmt.Fprintf(&b, "  driver::bind(v.%s, s);\n", f.Name)
		}
		b.WriteString("  driver::compute(v, 0);\n}\n")
	}
	b.WriteString("static const driver::Run runs[] = {")
	for k := range classes {
		fmt.Fprintf(&b, "run%d, ", k)
	}
	b.WriteString("};\nint main() { return driver::serve(runs); }\n")
	folder := t.TempDir()
	source, program := filepath.Join(folder, "host.cpp"), filepath.Join(folder, "host")
	if err := os.WriteFile(source, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	include, err := filepath.Abs(filepath.Join("testdata", "include"))
	if err != nil {
		t.Fatal(err)
	}
	args := append(append([]string{}, compilerFlags...), "-I", include)
	args = append(append(args, flags...), "-idirafter", folder, "-o", program, source)
	if err := compileWithout(t, cxx, args, folder); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), program)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:symbolize=0:print_summary=0", "UBSAN_OPTIONS=symbolize=0:print_summary=0")
	h := &host{cmd: cmd}
	if h.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if h.out, err = cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.in.Close()
		_ = cmd.Wait()
	})
	return h, nil
}

var missingHeader = regexp.MustCompile(`fatal error: '([^']+)' file not found`)

// maxMissing bounds the number of headers that are missing.
const maxMissing = 20

// compileWithout compiles a file. Headers that are missing are empty, as they are for the
// import.
func compileWithout(t *testing.T, cxx string, args []string, folder string) error {
	t.Helper()
	for range maxMissing {
		out, err := exec.CommandContext(t.Context(), cxx, args...).CombinedOutput()
		if err == nil {
			return nil
		}
		m := missingHeader.FindSubmatch(out)
		if m == nil {
			return fmt.Errorf("%w: %s", err, firstErrors(out))
		}
		name := filepath.Join(folder, filepath.FromSlash(string(m[1])))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Errorf("more than %d headers are missing", maxMissing)
}

// firstErrors returns the lines with errors of a compiler's output.
func firstErrors(out []byte) string {
	var list []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "error:") && len(list) < 5 {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return strings.Join(list, "\n")
}

// run executes a class with a state; good is false if its behaviour is undefined.
func (h *host) run(class int, state []byte) (data []byte, good bool, err error) {
	head := binary.LittleEndian.AppendUint32(nil, uint32(class))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(state)))
	if _, err := h.in.Write(append(head, state...)); err != nil {
		return nil, false, err
	}
	var answer [5]byte
	if _, err := io.ReadFull(h.out, answer[:]); err != nil {
		return nil, false, err
	}
	data = make([]byte, binary.LittleEndian.Uint32(answer[1:]))
	_, err = io.ReadFull(h.out, data)
	return data, answer[0] == 0, err
}

// sameData reports whether elements are equal; a NaN is equal to any NaN.
func sameData(a, b []byte, elem scalar.Type) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if len(a) != len(b) || elem != scalar.Float && elem != scalar.Half {
		return false
	}
	n := elem.Size()
	for i := 0; i < len(a); i += n {
		if !bytes.Equal(a[i:i+n], b[i:i+n]) && !(isNaN(a[i:i+n]) && isNaN(b[i:i+n])) {
			return false
		}
	}
	return true
}

func isNaN(x []byte) bool {
	if len(x) == 2 {
		return binary.LittleEndian.Uint16(x)&0x7fff > 0x7c00
	}
	return binary.LittleEndian.Uint32(x)&0x7fffffff > 0x7f800000
}

// class is a vertex class with code.
type class struct {
	name string // in C++
	view poplar.VertexView
	text string // in the IR
	// noCode is the construct without a translation, if the class has no code.
	noCode string
}
