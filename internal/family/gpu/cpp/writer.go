package cpp

import (
	"fmt"
	"strings"

	"optc/dialect/gpu"
	"optc/internal/base/identifiers"
	"optc/ir"
	"optc/ir/lowering"
	"optc/ir/ranges"
)

// Argument is an argument of a kernel.
type Argument struct {
	Name  string
	Elem  ir.Type
	Shape []int64
	Array bool // an array, not a scalar
	// Contents are the elements before the program runs, or nil.
	Contents []byte
	// Scratch memory is used by the kernels only.
	Scratch bool
	// Extent is the extent of an array that the argument is, or nil. The host program computes it.
	Extent *Extent
	// Multiples are numbers that divide the extents of an array, or nil.
	Multiples []int64
}

// Extent is the extent of an argument along a dimension.
type Extent struct{ Argument, Dimension int }

// Program is a list of kernels with the same arguments, which run in order.
type Program struct {
	Name      string
	Chip      gpu.Chip
	Usual     int64 // lanes of the usual subgroup of the chip
	Kernels   []*Kernel
	Arguments []Argument
}

// Kernel is a kernel with its launch.
type Kernel struct {
	Op        *ir.Operation // the gpu.func
	Chip      gpu.Chip
	Target    lowering.Target
	Block     [3]int64
	Grid      [3]int64
	Subgroup  int64 // lanes
	Usual     int64 // lanes of the usual subgroup of the chip
	Arguments []Argument
	Arena     *ir.Value // the buffer of workgroup memory, or nil
	Bytes     int64     // bytes of the arena
}

// requested returns the bytes of workgroup memory that a launch requests.
func (k *Kernel) requested() int64 { return k.Chip.RequestedBytes(k.Bytes) }

// name returns the name of the function.
func (k *Kernel) name() string { return identifiers.New(reserved).Pick(ir.SymbolName(k.Op)) }

// Source returns the function of a kernel, or the operations that have no form in C++.
func Source(k *Kernel) (text string, problems []*ir.Diagnostic) {
	w := &writer{
		kernel: k, code: "gpu.language", depth: 1, names: identifiers.New(reserved), values: map[*ir.Value]*value{},
		homes: map[*ir.Value]*value{}, owned: map[*ir.Value]bool{}, ranges: ranges.Analyze(k.Op, nil),
	}
	head := w.signature()
	w.block(k.Op.Body())
	if branch := k.Op.Body().Back(); !k.Op.Region(0).HasOneBlock() {
		w.refuse(branch, "it goes to another block; use scf.if, scf.for or scf.while")
	}
	return w.preamble() + head + w.body.String() + "}\n", w.problems
}

// reserved reports names that sources use themselves.
var reserved = identifiers.Words(`alignas alignof and argument asm catch class const_cast constexpr delete dynamic_cast explicit export friend mutable namespace new
	noexcept not nullptr operator or private protected public reinterpret_cast static_assert static_cast template this throw try typeid typename using virtual
	xor i j k l ii jj kk ll arena half f16 bf16 load store add sub mul larger smaller maximum minimum shuffle lane bits fn threadIdx blockIdx blockDim gridDim warpSize
	absolute always ceil_div copy_bytes dim3 fibers floor_div floor_mod is_finite is_infinite is_negative leading_zeros matrix maximum_number memcpy mfma_16x16x16 minimum_number never reciprocal_of_root
	mma_sync_16x8x16 ones own_lane shuffle_down shuffle_lane shuffle_up shuffle_xor trailing_zeros unordered
	DEVICE INT32_MIN LAUNCH arguments count std words
	EOF INFINITY NAN NULL errno isinf isnan linux major minor signbit stderr stdin stdout unix int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t`)

// writer writes the body of a kernel.
type writer struct {
	kernel   *Kernel
	more     map[ir.Kind]func(op *ir.Operation) // forms of another family; see Writer
	code     string                             // of errors
	extents  map[*ir.Value]expr                 // extents of memory that are known only at run time
	body     strings.Builder
	depth    int // depth of the indentation
	names    *identifiers.Names
	values   map[*ir.Value]*value
	ranges   *ranges.Analysis
	problems []*ir.Diagnostic
	origin   string               // the comment before the last statement
	at       *ir.Operation        // the operation that is written
	matrices bool                 // the kernel multiplies matrices
	copies   bool                 // the kernel copies while it computes
	homes    map[*ir.Value]*value // arrays of the vectors that receive parts
	owned    map[*ir.Value]bool   // vectors whose arrays hold no other vector
}

// refuse reports an operation that has no form in C++.
func (w *writer) refuse(op *ir.Operation, format string, args ...any) {
	w.problems = append(w.problems, op.Errorf("has no form in C++: "+format, args...).WithCode(w.code))
}

// line writes a line of the body.
func (w *writer) line(format string, args ...any) {
	w.comment()
	w.plain(format, args...)
}

// plain writes a line with no comment before it.
func (w *writer) plain(format string, args ...any) {
	w.body.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(&w.body, format, args...)
	w.body.WriteByte('\n')
}

// comment writes the source operation that the following statements come from, unless the last
// comment already shows it. Code for operations without vectors needs no comment.
func (w *writer) comment() {
	if w.at == nil {
		return
	}
	text, ok := sourceLine(w.at)
	if !ok || text == w.origin || !strings.Contains(text, "vector") {
		return
	}
	w.origin = text
	if len(text) > mostComment {
		text = text[:mostComment] + " …"
	}
	if written := w.body.String(); (written != "" || w.kernel.Arena != nil) && !strings.HasSuffix(written, "{\n") {
		w.body.WriteByte('\n')
	}
	w.plain("// %s", strings.TrimSuffix(text, "\\"))
}

// mostComment is the number of bytes of an operation that a comment shows at most.
const mostComment = 140

// signature writes the head of the function.
func (w *writer) signature() string {
	var list []string
	body := w.kernel.Op.Body()
	for i, a := range w.kernel.Arguments {
		v := body.Arg(i)
		name := w.names.Pick(a.Name)
		w.values[v] = &value{expr: word(name)}
		t := w.elementType(w.kernel.Op, a.Elem)
		switch {
		case !a.Array:
			list = append(list, t+" "+name)
		case isWritten(v):
			list = append(list, t+" *"+name)
		default:
			list = append(list, "const "+t+" *"+name)
		}
	}
	if w.kernel.Arena != nil {
		w.values[w.kernel.Arena] = &value{expr: word("arena")}
	}
	threads := w.kernel.Block[0] * w.kernel.Block[1] * w.kernel.Block[2]
	head := fmt.Sprintf("__global__ void __launch_bounds__(%d) %s(%s) {\n", threads, w.kernel.name(), strings.Join(list, ", "))
	if w.kernel.Arena != nil {
		declared := fmt.Sprintf("alignas(16) __shared__ unsigned char arena[%d]", w.kernel.Bytes)
		if n := w.kernel.requested(); n > 0 {
			declared = fmt.Sprintf("REQUESTED_MEMORY(arena, %d)", n)
		}
		head += fmt.Sprintf("  // Memory of the workgroup; buffers that are not in use together share bytes.\n  %s;\n", declared)
	}
	return head
}

// isWritten reports whether a memref may be changed.
func isWritten(v *ir.Value) bool {
	for use := v.FirstUse(); use != nil; use = use.Next() {
		if !isRead(use) {
			return true
		}
	}
	return false
}

// block writes the operations of a block but its terminator.
func (w *writer) block(b *ir.Block) {
	for op := range b.Ops() {
		if op != b.Back() || !op.IsTerminator() {
			w.operation(op)
		}
	}
}

// preamble writes the comment of the source and the #include lines.
func (w *writer) preamble() string {
	k := w.kernel
	var b strings.Builder
	fmt.Fprintf(&b, "// Kernel %s, compiled for %s: a workgroup has %s threads in subgroups of %d, and a\n// grid has %s workgroups.\n", k.name(), k.Chip,
		product(k.Block), k.Subgroup, product(k.Grid))
	for _, a := range k.Arguments {
		fmt.Fprintf(&b, "//   %s\n", describe(a))
	}
	b.WriteString("#include \"gpu.h\"\n")
	if w.matrices {
		b.WriteString("#include \"matrix.h\"\n")
	}
	if w.copies {
		b.WriteString("#include \"copies.h\"\n")
	}
	b.WriteByte('\n')
	return b.String()
}

func product(sizes [3]int64) string { return fmt.Sprintf("%d x %d x %d", sizes[0], sizes[1], sizes[2]) }

func describe(a Argument) string {
	var b strings.Builder
	b.WriteString(a.Name + ": ")
	for _, n := range a.Shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	b.WriteString(a.Elem.String())
	return b.String()
}
