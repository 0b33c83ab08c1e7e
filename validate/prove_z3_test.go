package validate_test

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/randprog"
	"optc/validate"
)

var z3Programs = flag.Int("z3.programs", 60, "random programs whose proofs are compared with Z3")

// TestProofsAgreeWithZ3: for random functions on integers and memory, and rewrites of them, Z3
// confirms each verdict equal or different.
func TestProofsAgreeWithZ3(t *testing.T) {
	t.Parallel()
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("there is no z3")
	}
	var question bytes.Buffer
	var texts, verdicts []string
	for seed := range uint64(*z3Programs) {
		w := randprog.NewWriter(seed, 48)
		f := randomCode(&w)
		g := f.rewritten(&w)
		text := f.mlir("f") + g.mlir("g")
		var verdict string
		proveWith(t, text, "builtin.module(become)", nil, func(p validate.Proof) { verdict = p.String() }, becoming)
		texts, verdicts = append(texts, text), append(verdicts, strings.TrimPrefix(verdict, "become @f: "))
		fmt.Fprintf(&question, "(push)\n%s%s%s(check-sat)\n(pop)\n", inputsOfCode, f.smt("f"), g.smt("g")+refutation)
	}
	run := exec.CommandContext(t.Context(), z3, "-in", "-t:20000")
	run.Stdin = &question
	out, err := run.Output()
	answers := strings.Fields(string(out))
	if err != nil || len(answers) != len(texts) {
		t.Fatalf("%v: %d answers: %s", err, len(answers), out)
	}
	seen := map[string]int{}
	for i, answer := range answers {
		verdict, _, _ := strings.Cut(verdicts[i], ":")
		if seen[answer+", "+verdict]++; answer == "sat" && strings.HasPrefix(verdict, "equal") || answer == "unsat" && verdict == "different" {
			t.Errorf("Z3 says %s, but the proof %s:\n%s", answer, verdicts[i], texts[i])
		}
	}
	t.Log(seen)
	if decided := seen["sat, different"] + seen["unsat, equal"]; decided < len(texts)*9/10 {
		t.Errorf("%d of %d are decided as Z3 does", decided, len(texts))
	}
}

// instruction is an operation on bytes: values x, y and z are numbered from the two arguments.
type instruction struct {
	word    string // word of arith, or load or store
	flag    string
	x, y, z int
	number  int
}

// code is a function of two bytes and two memories of four bytes, which may share them.
type code []instruction

var codeWords = []string{"addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrui", "shrsi", "divui", "remui", "divsi", "remsi", "maxsi", "minui",
	"constant", "select", "load", "store"}

func randomCode(w *randprog.Writer) (c code) {
	for range 3 + w.IntN(5) {
		c = append(c, randomInstruction(w, len(c)))
	}
	return c
}

// randomInstruction returns an instruction that may use the n previous ones, each of which has a value.
func randomInstruction(w *randprog.Writer, n int) instruction {
	i := instruction{word: randprog.Pick(w, codeWords), x: w.IntN(n + 2), y: w.IntN(n + 2), z: w.IntN(n + 2), number: randprog.OneOf(w, 0, 1, 2, 3, 7, 8, 127, 128, 255)}
	return i.flagged(w)
}

func (i instruction) flagged(w *randprog.Writer) instruction {
	i.flag = ""
	switch i.word {
	case "addi", "subi", "muli":
		i.flag = randprog.OneOf(w, "", "", "nsw", "nuw")
	}
	return i
}

// rewritten returns the code with up to two changes, most of which keep the meaning.
func (c code) rewritten(w *randprog.Writer) code {
	g := slices.Clone(c)
	for range w.IntN(3) {
		i := &g[w.IntN(len(g))]
		switch w.IntN(8) {
		case 0, 1:
			if slices.Contains([]string{"addi", "muli", "andi", "ori", "xori", "maxsi", "minui"}, i.word) {
				i.x, i.y = i.y, i.x
			}
		case 2, 3:
			i.flag = ""
		case 4:
			*i = i.flagged(w)
		case 5:
			i.number++
			i.number &= 255
		case 6:
			if i.x == i.y && i.word == "addi" {
				i.word = "shli" // by another value
			}
			if i.word == "subi" && i.x == i.y {
				i.word, i.number = "constant", 0
			}
		default:
			i.y = w.IntN(2)
		}
	}
	return g
}

func (c code) mlir(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "func.func @%s(%%v0: i8, %%v1: i8, %%m0: memref<4xi8>, %%m1: memref<4xi8>) -> i8 {\n%%three = arith.constant 3 : i8\n", name)
	for k, i := range c {
		r := k + 2
		switch i.word {
		case "constant":
			fmt.Fprintf(&b, "%%v%d = arith.constant %d : i8\n", r, int8(i.number))
		case "select":
			fmt.Fprintf(&b, "%%c%d = arith.cmpi slt, %%v%d, %%v%d : i8\n%%v%d = arith.select %%c%d, %%v%d, %%v%d : i8\n", r, i.x, i.y, r, r, i.z, i.y)
		case "load":
			fmt.Fprintf(&b, "%%a%d = arith.andi %%v%d, %%three : i8\n%%i%d = arith.index_castui %%a%d : i8 to index\n%%v%d = memref.load %%m%d[%%i%d] : memref<4xi8>\n", r, i.x, r, r, r, i.number&1, r)
		case "store":
			fmt.Fprintf(&b, "%%i%d = arith.constant %d : index\nmemref.store %%v%d, %%m%d[%%i%d] : memref<4xi8>\n%%v%d = arith.xori %%v%d, %%three : i8\n", r, i.number&3, i.x, i.number>>2&1, r, r, i.y)
		default:
			flag := ""
			if i.flag != "" {
				flag = " overflow<" + i.flag + ">"
			}
			fmt.Fprintf(&b, "%%v%d = arith.%s %%v%d, %%v%d%s : i8\n", r, i.word, i.x, i.y, flag)
		}
	}
	fmt.Fprintf(&b, "return %%v%d : i8\n}\n", len(c)+1)
	return b.String()
}

// inputsOfCode are the arguments: memory is an array of bytes with their poison; the second
// argument begins at any distance from the first.
const inputsOfCode = `(declare-const v0 (_ BitVec 8)) (declare-const v1 (_ BitVec 8))
(declare-const memory (Array (_ BitVec 64) (_ BitVec 8))) (declare-const b1 (_ BitVec 64)) (declare-const b0 (_ BitVec 64))
(assert (bvult b0 #x0000000000010000)) (assert (bvult b1 #x0000000000010000))
(define-fun none () (Array (_ BitVec 64) Bool) ((as const (Array (_ BitVec 64) Bool)) false))
`

// refutation asks for inputs for which g may not replace f.
const refutation = `(declare-const at (_ BitVec 64))
(assert (not fub))
(assert (or gub (and (not fpr) (or gpr (not (= fr gr)))) (and (not (select fpm at)) (or (select gpm at) (not (= (select fm at) (select gm at)))))))
`

// smt writes the code as definitions: of each value, whether it is poison, of memory, and
// whether the behaviour is undefined.
func (c code) smt(name string) string {
	var b strings.Builder
	values, poison := []string{"v0", "v1"}, []string{"false", "false"}
	memory, poisoned := "memory", "none"
	var undefined []string
	define := func(word, sort, text string) string {
		fmt.Fprintf(&b, "(define-fun %s%s () %s %s)\n", name, word, sort, text)
		return name + word
	}
	for k, i := range c {
		x, y, px, py := values[i.x], values[i.y], poison[i.x], poison[i.y]
		own, text := "false", ""
		switch i.word {
		case "constant":
			text, px, py = fmt.Sprintf("(_ bv%d 8)", i.number), "false", "false"
		case "select":
			c := fmt.Sprintf("(bvslt %s %s)", x, y)
			text = fmt.Sprintf("(ite %s %s %s)", c, values[i.z], y)
			own = fmt.Sprintf("(ite %s %s %s)", c, poison[i.z], py)
		case "load":
			at := fmt.Sprintf("(bvadd b%d ((_ zero_extend 56) (bvand %s #x03)))", i.number&1, x)
			undefined = append(undefined, px)
			text, own, py = fmt.Sprintf("(select %s %s)", memory, at), fmt.Sprintf("(select %s %s)", poisoned, at), "false"
		case "store":
			at := fmt.Sprintf("(bvadd b%d (_ bv%d 64))", i.number>>2&1, i.number&3)
			memory = define(fmt.Sprintf("m%d", k), "(Array (_ BitVec 64) (_ BitVec 8))", fmt.Sprintf("(store %s %s %s)", memory, at, x))
			poisoned = define(fmt.Sprintf("pm%d", k), "(Array (_ BitVec 64) Bool)", fmt.Sprintf("(store %s %s %s)", poisoned, at, px))
			text, px = fmt.Sprintf("(bvxor %s #x03)", y), "false"
		case "maxsi":
			text = fmt.Sprintf("(ite (bvsgt %s %s) %s %s)", x, y, x, y)
		case "minui":
			text = fmt.Sprintf("(ite (bvult %s %s) %s %s)", x, y, x, y)
		default:
			word := map[string]string{"addi": "bvadd", "subi": "bvsub", "muli": "bvmul", "andi": "bvand", "ori": "bvor", "xori": "bvxor", "shli": "bvshl",
				"shrui": "bvlshr", "shrsi": "bvashr", "divui": "bvudiv", "remui": "bvurem", "divsi": "bvsdiv", "remsi": "bvsrem"}[i.word]
			text = fmt.Sprintf("(%s %s %s)", word, x, y)
			switch i.word {
			case "shli", "shrui", "shrsi":
				own = fmt.Sprintf("(bvuge %s #x08)", y)
			case "divui", "remui":
				undefined = append(undefined, fmt.Sprintf("(or %s (= %s #x00))", py, y))
			case "divsi", "remsi":
				undefined = append(undefined, fmt.Sprintf("(or %s (= %s #x00) (and (= %s #xff) (or %s (= %s #x80))))", py, y, y, px, x))
			}
			if i.flag != "" {
				extend := map[string]string{"nsw": "sign_extend", "nuw": "zero_extend"}[i.flag]
				wide := fmt.Sprintf("(%s ((_ %s 8) %s) ((_ %s 8) %s))", word, extend, x, extend, y)
				own = fmt.Sprintf("(not (= %s ((_ %s 8) %s)))", wide, extend, text)
			}
		}
		values = append(values, define(fmt.Sprintf("v%d", k+2), "(_ BitVec 8)", text))
		poison = append(poison, define(fmt.Sprintf("p%d", k+2), "Bool", fmt.Sprintf("(or %s %s %s)", px, py, own)))
	}
	define("r", "(_ BitVec 8)", values[len(values)-1])
	define("pr", "Bool", poison[len(poison)-1])
	define("m", "(Array (_ BitVec 64) (_ BitVec 8))", memory)
	define("pm", "(Array (_ BitVec 64) Bool)", poisoned)
	define("ub", "Bool", "(or false "+strings.Join(undefined, " ")+")")
	return b.String()
}
