package vectors_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"optc/dialect/vectorext"
	"optc/internal/testing/irtest"
	"optc/ir"
	"optc/passes"
	"optc/passes/vectors"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// TestAffineTransfersExec: gathers and scatters with random index vectors transfer the
// same elements before and after they lose these vectors, also where index arithmetic
// wraps around and where lanes that are masked off are outside of the memory.
func TestAffineTransfersExec(t *testing.T) {
	t.Parallel()
	const seeds = 3000
	var executed, simplified int
	for seed := range uint64(seeds) {
		text := newTransferProgram(seed).text()
		want, ok := executeTransfer(t, seed, text, "")
		if !ok {
			continue // a lane is outside of the memory
		}
		executed++
		got, ok := executeTransfer(t, seed, text, "vectorext-simplify-transfer-gather")
		if !ok {
			t.Fatalf("seed %d: cannot be executed any more:\n%s", seed, text)
		}
		if d := got.observed.Differs(want.observed); d != "" {
			t.Fatalf("seed %d: %s\n%s\n→\n%s", seed, d, text, got.module)
		}
		if !got.indexed {
			simplified++
		}
	}
	t.Logf("of %d programs, %d were executed and %d simplified", seeds, executed, simplified)
	if executed < seeds/4 || simplified < executed/3 {
		t.Errorf("of %d programs, %d were executed and %d simplified", seeds, executed, simplified)
	}
}

// TestIndexForms: the elements computed from forms equal the elements that execution
// gives.
func TestIndexForms(t *testing.T) {
	t.Parallel()
	const seeds = 4000
	found := 0
	for seed := range uint64(seeds) {
		p := newTransferProgram(seed)
		dims := []int64{4, 3}[p.IntN(2):]
		v := p.indices(dims, 5)
		text := fmt.Sprintf("func.func @f(%%x: index, %%y: i32) -> (%s, index) {\n  %%s = arith.index_cast %%x : index to i8\n%s  return %s, %%x : %[1]s, index\n}\n",
			vectorType(dims, "index"), p.body.String(), v)
		_, m := irtest.Parse(t, text)
		f := validate.Functions(m)[0]
		body := f.Op.Body()
		x, y := scalarArguments(seed)
		observed, err := f.Run(t.Context(), []sim.Value{sim.Int(x), sim.Int(y)})
		if err != nil {
			continue
		}
		got, ok := vectors.FormElements(m, body.Terminator().Operand(0), func(v *ir.Value, unsigned bool) int64 {
			switch {
			case v == body.Arg(0):
				return int64(x)
			case v == body.Arg(1) && unsigned:
				return int64(uint32(y))
			case v == body.Arg(1):
				return int64(int32(y))
			case unsigned: // a cast of %x to a narrow integer
				return int64(x) & (1<<ir.IntWidth(v.Type()) - 1)
			}
			shift := 64 - ir.IntWidth(v.Type())
			return int64(x) << shift >> shift
		})
		if !ok {
			continue
		}
		found++
		want := sim.Format(observed.Results[0][0].Type, observed.Results[0][0].Value)
		if s := spellElements(dims, func(i int64) any { return got[i] }); s != want {
			t.Fatalf("seed %d: the form gives %s, execution %s:\n%s", seed, s, want, text)
		}
	}
	if found < seeds/2 {
		t.Errorf("%d of %d index vectors have a form", found, seeds)
	}
}

// scalarArguments returns the values of %x and of %y, 5 or -7.
func scalarArguments(seed uint64) (x, y uint64) {
	return []uint64{3, 11, 100, 254}[seed%4], []uint64{5, 1<<32 - 7}[seed/4%2]
}

// executedTransfer is a module with the result of its execution.
type executedTransfer struct {
	module   *ir.Operation
	observed *validate.Observation
	indexed  bool // there is a gather or a scatter
}

// executeTransfer applies a pipeline to a program and executes it; ok is false if that ends
// with an error.
func executeTransfer(t *testing.T, seed uint64, text, pipeline string) (e executedTransfer, ok bool) {
	t.Helper()
	c, m := irtest.Parse(t, text)
	var ds ir.Diagnostics
	if ir.Verify(m, &ds) != nil {
		t.Fatalf("%s\n%s", ds.String(), text)
	}
	pl, err := registry.Passes().Parse("builtin.module(" + pipeline + ")")
	if err != nil {
		t.Fatal(err)
	}
	if err := passes.NewManager(c).Run(t.Context(), pl, m); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if ir.Verify(m, &ds) != nil {
		t.Fatalf("%s\n%s", ds.String(), m)
	}
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		_, isTransfer := vectorext.AsTransfer(op)
		e.indexed = e.indexed || isTransfer
		return ir.Advance
	})
	f := validate.Functions(m)[0]
	memory, fault := sim.Alloc("m", f.Op.Body().Arg(0).Type().(*ir.MemRefType).Dims, c.Integer(32))
	if fault != nil {
		t.Fatal(fault)
	}
	n := uint64(0)
	if err := validate.Fill(memory, func() (sim.Value, error) { n++; return sim.Int(n * 7919 % 100003), nil }); err != nil {
		t.Fatal(err)
	}
	e.module = m
	x, y := scalarArguments(seed)
	e.observed, err = f.Run(t.Context(), []sim.Value{{Ref: memory}, sim.Int(x), sim.Int(y)})
	return e, err == nil
}

// transferProgram writes a function with a gather or scatter whose index vectors are
// computed by random operations from constants, steps and the scalars %x and %y.
type transferProgram struct {
	*rand.Rand
	body strings.Builder
	next int
}

func newTransferProgram(seed uint64) *transferProgram {
	return &transferProgram{Rand: rand.New(rand.NewPCG(seed, 1))}
}

// op adds an operation and returns its result.
func (p *transferProgram) op(format string, args ...any) string {
	name := fmt.Sprintf("%%v%d", p.next)
	p.next++
	fmt.Fprintf(&p.body, "  %s = %s\n", name, fmt.Sprintf(format, args...))
	return name
}

func spell(dims []int64, elem string) string {
	var b strings.Builder
	for _, n := range dims {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String() + elem
}

func vectorType(dims []int64, elem string) string { return "vector<" + spell(dims, elem) + ">" }

// dense writes a constant whose elements are made one after the other.
func (p *transferProgram) dense(dims []int64, elem string, element func(i int64) any) string {
	return p.op("arith.constant dense<%s> : %s", spellElements(dims, element), vectorType(dims, elem))
}

// spellElements spells the elements of a vector, which are made one after the other.
func spellElements(dims []int64, element func(i int64) any) string {
	i := int64(0)
	var write func(dims []int64) string
	write = func(dims []int64) string {
		if len(dims) == 0 {
			i++
			return fmt.Sprint(element(i - 1))
		}
		parts := make([]string, dims[0])
		for k := range parts {
			parts[k] = write(dims[1:])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return write(dims)
}

func (p *transferProgram) splat(dims []int64, elem string, v int64) string {
	return p.op("arith.constant dense<%d> : %s", v, vectorType(dims, elem))
}

func product(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}

// indices adds an index vector. Depth limits the operations.
func (p *transferProgram) indices(dims []int64, depth int) string {
	t := vectorType(dims, "index")
	if depth == 0 || p.IntN(6) == 0 {
		return p.leaf(dims)
	}
	switch p.IntN(13) {
	case 0, 1:
		return p.op("arith.addi %s, %s : %s", p.indices(dims, depth-1), p.indices(dims, depth-1), t)
	case 2:
		return p.op("arith.subi %s, %s : %s", p.indices(dims, depth-1), p.leaf(dims), t)
	case 3:
		return p.op("arith.muli %s, %s : %s", p.indices(dims, depth-1), p.splat(dims, "index", p.Int64N(7)-2), t)
	case 4:
		name := []string{"arith.divui", "arith.remui", "arith.divsi", "arith.remsi", "arith.floordivsi", "arith.ceildivui"}[p.IntN(6)]
		return p.op("%s %s, %s : %s", name, p.indices(dims, depth-1), p.splat(dims, "index", 1+p.Int64N(8)), t)
	case 5:
		name := []string{"arith.shli", "arith.shrui", "arith.shrsi"}[p.IntN(3)]
		return p.op("%s %s, %s : %s", name, p.indices(dims, depth-1), p.splat(dims, "index", p.Int64N(4)), t)
	case 6:
		return p.op("arith.andi %s, %s : %s", p.indices(dims, depth-1), p.splat(dims, "index", int64(1)<<p.IntN(5)-1), t)
	case 7:
		name := []string{"arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui"}[p.IntN(4)]
		return p.op("%s %s, %s : %s", name, p.indices(dims, depth-1), p.splat(dims, "index", p.Int64N(80)-10), t)
	case 8: // through a narrower type, as a signed or an unsigned integer
		elem := []string{"i8", "i16", "i32"}[p.IntN(3)]
		narrow := p.op("arith.index_cast %s : %s to %s", p.indices(dims, depth-1), t, vectorType(dims, elem))
		if p.IntN(2) == 0 {
			scalar := p.op("arith.index_cast %%x : index to %s", elem)
			narrow = p.op("vector.broadcast %s : %s to %s", scalar, elem, vectorType(dims, elem))
		}
		if p.IntN(2) == 0 {
			narrow = p.op("arith.addi %s, %s : %s", narrow, p.splat(dims, elem, p.Int64N(100)-20), vectorType(dims, elem))
		}
		return p.op("arith.index_cast%s %s : %s to %s", []string{"", "ui"}[p.IntN(2)], narrow, vectorType(dims, elem), t)
	case 9:
		if len(dims) == 2 {
			from := []int64{dims[1], dims[0]}
			return p.op("vector.transpose %s, [1, 0] : %s to %s", p.indices(from, depth-1), vectorType(from, "index"), t)
		}
		from := []int64{dims[0], 2}
		if n := dims[0]; n%2 == 0 {
			from = []int64{n / 2, 2}
			return p.op("vector.shape_cast %s : %s to %s", p.indices(from, depth-1), vectorType(from, "index"), t)
		}
		v := p.indices(from, depth-1)
		v = p.op("vector.transpose %s, [1, 0] : %s to %s", v, vectorType(from, "index"), vectorType([]int64{2, dims[0]}, "index"))
		return p.op("vector.extract %s[%d] : %s from %s", v, p.IntN(2), t, vectorType([]int64{2, dims[0]}, "index"))
	case 10:
		if len(dims) == 2 {
			from := []int64{product(dims)}
			return p.op("vector.shape_cast %s : %s to %s", p.indices(from, depth-1), vectorType(from, "index"), t)
		}
		from := []int64{dims[0] + 1 + p.Int64N(5)}
		return p.op("vector.extract_strided_slice %s {offsets = [%d], sizes = [%d], strides = [1]} : %s to %s",
			p.indices(from, depth-1), p.Int64N(from[0]-dims[0]+1), dims[0], vectorType(from, "index"), t)
	case 11:
		if len(dims) == 2 {
			return p.op("vector.broadcast %s : %s to %s", p.indices(dims[1:], depth-1), vectorType(dims[1:], "index"), t)
		}
		var elements []string
		for i := range dims[0] {
			elements = append(elements, p.op("affine.apply affine_map<(d0) -> (d0 * %d + %d)>(%%x)", 2, i*3))
		}
		return p.op("vector.from_elements %s : %s", strings.Join(elements, ", "), t)
	default:
		s := p.op("affine.apply affine_map<(d0) -> (d0 * %d)>(%%x)", 1+p.IntN(8))
		return p.op("arith.addi %s, %s : %s", p.indices(dims, depth-1), p.op("vector.broadcast %s : index to %s", s, t), t)
	}
}

// leaf adds an index vector without operands that are index vectors.
func (p *transferProgram) leaf(dims []int64) string {
	t := vectorType(dims, "index")
	switch {
	case p.IntN(3) == 0:
		start, step := p.Int64N(20)-10, p.Int64N(6)-2
		return p.dense(dims, "index", func(i int64) any { return start + i*step })
	case p.IntN(5) == 0:
		return p.dense(dims, "index", func(int64) any { return p.Int64N(8) })
	case p.IntN(4) == 0:
		return p.op("vector.broadcast %%x : index to %s", t)
	case p.IntN(6) == 0:
		return p.op("vector.broadcast %s : index to %s", p.op("arith.index_castui %%y : i32 to index"), t)
	}
	flat := []int64{product(dims)}
	step := p.op("vector.step : %s", vectorType(flat, "index"))
	if len(dims) == 1 {
		return step
	}
	return p.op("vector.shape_cast %s : %s to %s", step, vectorType(flat, "index"), t)
}

// text returns a module with the function.
func (p *transferProgram) text() string {
	sizes := []int64{1, 2, 3, 4, 6, 8}
	vec := []int64{[]int64{1, 4, 6, 8, 12, 16}[p.IntN(6)]}
	if p.IntN(2) == 0 {
		vec = []int64{sizes[p.IntN(6)], sizes[p.IntN(6)]}
	}
	memory := [][]int64{{600}, {40, 40}, {12, 20, 12}}[p.IntN(3)]
	masked, scatter := p.IntN(3) == 0, p.IntN(3) == 0
	inputs, symbols := []string{"d0", "d1"}[:len(vec)], []string{}
	identity := "(" + strings.Join(inputs, ", ") + ")"
	var base, vecs, offsets []string
	mask := ""
	free := p.Perm(len(vec))
	for _, n := range memory {
		middle := n / 2 // so that negative indices are valid
		offsets = append(offsets, p.op("arith.constant %d : index", middle))
		switch {
		case p.IntN(4) == 0 && len(free) > 0 && vec[free[0]] <= middle:
			base = append(base, inputs[free[0]])
			free = free[1:]
		case p.IntN(5) == 0:
			base = append(base, "0")
		default:
			v := p.indices(vec, 4)
			t := vectorType(vec, "index")
			if masked {
				inside := p.op("arith.addi %s, %s : %s", v, p.splat(vec, "index", middle), t)
				inside = p.op("arith.cmpi ult, %s, %s : %s", inside, p.splat(vec, "index", n), t)
				if mask != "" {
					inside = p.op("arith.andi %s, %s : %s", mask, inside, vectorType(vec, "i1"))
				}
				mask = inside
			}
			s := fmt.Sprintf("s%d", len(symbols))
			base, symbols, vecs = append(base, s), append(symbols, s), append(vecs, v)
		}
	}
	names := ""
	if len(symbols) > 0 {
		names = "[" + strings.Join(symbols, ", ") + "]"
	}
	maps := []string{fmt.Sprintf("affine_map<%s%s -> (%s)>", identity, names, strings.Join(base, ", "))}
	operands := ""
	if len(vecs) > 0 {
		types := strings.TrimSuffix(strings.Repeat(vectorType(vec, "index")+", ", len(vecs)), ", ")
		operands = fmt.Sprintf(" [%s : %s]", strings.Join(vecs, ", "), types)
	}
	for range vecs {
		maps = append(maps, fmt.Sprintf("affine_map<%s%s -> %s>", identity, names, identity))
	}
	maskOperand, maskType := "", ""
	if mask != "" {
		maps = append(maps, fmt.Sprintf("affine_map<%s%s -> %s>", identity, names, identity))
		maskOperand, maskType = ", "+mask, ", "+vectorType(vec, "i1")
	}
	v, m := vectorType(vec, "i32"), "memref<"+spell(memory, "i32")+">"
	head := fmt.Sprintf("func.func @f(%%m: %s, %%x: index, %%y: i32)", m)
	attr := "{indexing_maps = [" + strings.Join(maps, ", ") + "]}"
	if scatter {
		data := p.dense(vec, "i32", func(i int64) any { return 1000 + i })
		return fmt.Sprintf("%s {\n%s  iree_vector_ext.transfer_scatter %s into %%m[%s]%s%s %s : %s, %s%s\n  return\n}\n",
			head, p.body.String(), data, strings.Join(offsets, ", "), operands, maskOperand, attr, v, m, maskType)
	}
	return fmt.Sprintf("%s -> %s {\n  %%p = arith.constant -1 : i32\n%s  %%r = iree_vector_ext.transfer_gather %%m[%s]%s, %%p%s %s : %s, %s%s\n  return %%r : %s\n}\n",
		head, v, p.body.String(), strings.Join(offsets, ", "), operands, maskOperand, attr, m, v, maskType, v)
}
