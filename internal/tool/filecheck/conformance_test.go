package filecheck_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/conform"
)

var full = flag.Bool("conformance.full", false, "compare with LLVM's FileCheck on thousands of pairs instead of a few hundred")

// TestConformance compares verdict, first message and trace with LLVM's
// FileCheck on generated check files and inputs.
func TestConformance(t *testing.T) {
	t.Parallel()
	tool := conform.Lookup(t)
	pairs := 120
	if *full {
		pairs = 6000
	}
	counts := conform.Counts{}
	dir := t.TempDir()
	for seed := range pairs {
		counts[conform.Compare(t, tool, dir, fmt.Sprint("seed ", seed), generate(uint64(seed)))]++
	}
	t.Log(counts)
}

// TestVerdictsOfReference asks LLVM's tool for the cases of TestVerdicts.
func TestVerdictsOfReference(t *testing.T) {
	t.Parallel()
	tool := conform.Lookup(t)
	dir := t.TempDir()
	for _, c := range verdictCases() {
		args := strings.Fields(c.args)
		if slices.Contains(args, "--strict") {
			continue
		}
		want, _ := conform.Reference(t, tool, dir, conform.Pair{Checks: c.checks, Input: c.input, Args: args})
		first, _, _ := strings.Cut(strings.ReplaceAll(want.Trace, conform.Tool, "filecheck"), "\n")
		if want.Exit != c.exit || first != c.message {
			t.Errorf("%s: %s says %d, %q\nwant %d, %q", c.name, conform.Tool, want.Exit, first, c.exit, c.message)
		}
	}
}

// generator makes check files and inputs that fit together more or less.
type generator struct {
	*rand.Rand
	lines  []string
	checks strings.Builder
	vars   []string
	nums   []string
	prefix []string
}

func (g *generator) one(choices ...string) string { return choices[g.IntN(len(choices))] }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func generate(seed uint64) conform.Pair {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 22)), prefix: []string{"CHECK"}}
	var args []string
	if g.chance(20) {
		g.prefix = []string{"CHECK", "FOO", "FOO-BAR"}
		args = append(args, "--check-prefixes=CHECK,FOO,FOO-BAR", g.one("--allow-unused-prefixes", "--allow-unused-prefixes", "-v"))
	}
	for _, o := range []string{
		"--match-full-lines", "--strict-whitespace", "--ignore-case", "--enable-var-scope", "--allow-empty",
		"--allow-unused-prefixes", "--allow-deprecated-dag-overlap", "--implicit-check-not=zzz", "--implicit-check-not={{x[0-9]y}}",
		"-DW=i32", "-D#K=3", "-D#%x,H=K+20", "--comment-prefixes=COM,NOTE",
	} {
		if g.chance(7) {
			args = append(args, o)
		}
	}
	args = append(args, g.one("-v", "-vv", "-v", "--color=0"))
	if g.chance(35) {
		return g.regexes(args)
	}
	for range g.IntN(14) + 2 {
		g.lines = append(g.lines, g.line())
	}
	g.directives()
	checks := g.checks.String()
	if g.chance(15) {
		checks = conform.Mutate(g.Rand, checks)
	}
	input := strings.Join(g.lines, "\n")
	if g.chance(90) {
		input += "\n"
	}
	for g.chance(25) {
		input = conform.Mutate(g.Rand, input)
	}
	return conform.Pair{Checks: checks, Input: input, Args: args}
}

func (g *generator) line() string {
	n := func() string { return fmt.Sprint(g.IntN(30)) }
	switch g.IntN(12) {
	case 0:
		return "func.func @f" + n() + "(%arg0: i32) -> i" + g.one("1", "32", "64") + " {"
	case 1:
		return "  %" + n() + " = arith.addi %arg0, %" + n() + " : i32"
	case 2:
		return "\t%c" + n() + " = \t arith.constant  " + n() + " : index"
	case 3:
		return ""
	case 4:
		return fmt.Sprintf("addr 0x%X 0x%x -%s %08d", g.IntN(5000), g.IntN(5000), n(), g.IntN(5000))
	case 5:
		return "  vector<" + n() + "x" + n() + "xf32> " + g.one("[a] {b}", "[a]", "[[a]] {{b}}") + " x" + n() + "y"
	case 6:
		return "é " + g.one("ü", "ab", "Ab") + " \"q\\t\" " + n()
	case 7:
		return strings.Repeat(g.one("a", "ab", "aab"), g.IntN(5)+1) + " " + strings.Repeat("b", g.IntN(4))
	case 8:
		return "}"
	case 9:
		return "  return %" + n() + " : i32 // end"
	default:
		return g.one("one", "Two", "three") + " " + n() + " " + g.one("one", "TWO", "three") + " " + n()
	}
}

// directives derives directives from the lines, in order; most of them match.
func (g *generator) directives() {
	skip := g.IntN(40)
	next := false // the line before has a directive
	for i := 0; i < len(g.lines); i++ {
		if g.chance(8) {
			g.checks.WriteString(g.one("COM: CHECK: zzz", "NOTE: CHECK-NOT: (", "// text", "RUN: FileCheck CHECK: x", "") + "\n")
		}
		line := g.lines[i]
		switch {
		case g.chance(skip):
			next = false
			continue
		case line == "" && g.chance(60):
			g.emit("-EMPTY", "")
		case strings.HasPrefix(line, "func") && g.chance(60):
			g.emit("-LABEL", g.piece(line, false))
		case g.chance(20) && i+2 < len(g.lines):
			group := []string{line, g.lines[i+1], g.lines[i+2]}
			g.Shuffle(len(group), func(a, b int) { group[a], group[b] = group[b], group[a] })
			for _, l := range group {
				g.emit("-DAG", g.piece(l, true))
				if g.chance(15) {
					g.emit("-NOT", g.piece(g.line(), true))
				}
			}
			i += 2
		case g.chance(12):
			g.emit("-NOT", g.piece(g.line(), true))
		case g.chance(4):
			g.emit(g.one("-COUNT-2", "-COUNT-1", g.one("-COUNT-0", "-COUNT-3")), g.piece(line, true))
		case g.chance(1):
			g.emit(g.one("-NXT", "_NEXT", "-NOT-DAG", "-COUNT-", "-COUNT-9999999999", " ", "-{LITERAL}"), g.piece(line, true))
		default:
			kind := ""
			if next && g.chance(70) {
				kind = "-NEXT"
			} else if g.chance(5) {
				kind = g.one("-NEXT", "-SAME")
			}
			g.emit(kind, g.piece(line, true))
			if cut := len(line) / 2; g.chance(15) && cut > 0 {
				g.emit("-SAME", g.piece(line[cut:], true))
			}
		}
		next = true
	}
}

func (g *generator) emit(suffix, text string) {
	if g.chance(4) {
		suffix += g.one("{LITERAL}", "{LITERAL, LITERAL}", "{ LITERAL}", "{BAD}")
	}
	if g.checks.Len() == 0 && suffix != "-LABEL" && !g.chance(5) {
		suffix = ""
	}
	if text == "" && suffix != "-EMPTY" && !g.chance(3) {
		text = g.one("one", "%", "{{.*}}")
	}
	fmt.Fprintf(&g.checks, "%s%s%s:%s%s\n", g.one("// ", "", "  "), g.prefix[g.IntN(len(g.prefix))], suffix, g.one(" ", " ", "", "  "), text)
}

// piece makes a pattern from a part of a line: some words are kept, others become regular
// expressions, variables or numeric blocks.
func (g *generator) piece(line string, vars bool) string {
	words := strings.SplitAfter(line, " ")
	if g.chance(50) {
		from := g.IntN(len(words))
		words = words[from : from+1+g.IntN(len(words)-from)]
	}
	var b strings.Builder
	for _, w := range words {
		word := strings.TrimRight(w, " ")
		space := w[len(word):]
		switch {
		case word == "" || g.chance(75):
			b.WriteString(word)
		case strings.Trim(word, "0123456789") == "" && vars && g.chance(60):
			b.WriteString(g.number())
		case vars && g.chance(30):
			b.WriteString(g.variable(word))
		default:
			b.WriteString(g.regex(word))
		}
		b.WriteString(space)
	}
	return b.String()
}

func (g *generator) number() string {
	i := g.IntN(5)
	name := []string{"N", "M", "$G", "H", "K"}[i]
	spec := []string{"", "%u,", "%d,", "%x,", ""}[i] // mostly the same format for a name
	if g.chance(15) {
		spec = g.one("%X,", "%.2u,", "%#x,", "%#.4X,", "%z,", "%.3d, ")
	}
	switch {
	case len(g.nums) == 0 || g.chance(70):
		g.nums = append(g.nums, name)
		return "[[#" + spec + name + ":" + g.one("", "", "", "", "", "", "", " K+1", "== 4") + "]]"
	case g.chance(20):
		return "[[#" + spec + "]]"
	}
	name = g.nums[g.IntN(len(g.nums))]
	op := g.one("", "", "", "+1", "-1", "+0", " - 2", "+0x2", "+N", "+(1)", "+(N-M)")
	if g.chance(5) {
		op = g.one("*2", "+", "+(1", ")", "+08")
	}
	if g.chance(25) {
		return "[[#" + spec + g.one("add", "sub", "mul", "div", "max", "min", "add", "mul", "pow") + "(" + name + "," + g.one("1", "2", "0", "N", "-3", "mul(2,3)", "1", "1") + ")]]"
	}
	return g.one("[[#", "[[# ", "[[#== ") + spec + name + op + "]]"
}

func (g *generator) variable(word string) string {
	if len(g.vars) > 0 && g.chance(40) {
		return "[[" + g.one(g.vars[g.IntN(len(g.vars))], g.vars[0], "@LINE", "@LINE+1", "@LINE-3", g.one("UNDEF", "W", "N")) + "]]"
	}
	name := g.one("A", "B", "C", "$G2", "D", "E")
	if len(g.vars) == 0 || g.chance(70) {
		g.vars = append(g.vars, name)
	}
	return "[[" + name + ":" + g.one(".+", ".*", "[^ ]+", "[^ ]+", "[^ ]+", "[^ ]+", "[a-z0-9%@]+", "%.+", "[[:alnum:]]+", g.alternatives(word)) + "]]"
}

func (g *generator) alternatives(word string) string {
	if strings.ContainsAny(word, `()^$|*+?.[]\{}`) {
		return g.one(".", "x")
	}
	return g.one(word+"|x", "x|"+word, "("+word+")", word[:1]+".*", word+"?", word+"{1,2}")
}

func (g *generator) regex(word string) string {
	if g.chance(85) {
		return "{{" + g.one(".*", ".+", "[^ ]*", "[^[:space:]]+", `.+`) + "}}"
	}
	return "{{" + g.one(".*", ".+", "[^ ]*", "[a-zA-Z0-9_%]+", "[[:space:]]*", `[0-9]+|%[a-z]+`, `.`, `^.*`, `.*$`, "[[:<:]][a-z]+", "[0-9a-z]+[[:>:]][ :]", "()", g.alternatives(word), g.expression(2)) + "}}"
}

// expression is a random regular expression over few bytes. It omits expressions that LLVM's
// library handles wrongly: the library forgets the copies of anchors and word boundaries that
// repetitions and back references make, so that ($)\1 never matches, and it misses the leftmost
// match of repetitions and alternatives that can be empty inside of others. Therefore only the
// whole expression may be empty.
func (g *generator) expression(depth int) string {
	x := g.solid(depth)
	switch g.IntN(8) {
	case 0:
		return "(" + x + ")" + g.one("*", "?", "{0,2}", g.one("{0}", "{3,1}", "*"))
	case 1:
		return g.solid(1) + "|" + x
	case 2:
		return "(" + x + ")*" + g.solid(depth)
	default:
		return x
	}
}

// solid is an expression that matches no empty text.
func (g *generator) solid(depth int) string {
	if depth == 0 || g.chance(30) {
		return g.one("a", "b", "a", "b", "ab", "a", ".", "[ab]", "[^a]", "(^a)", "(b$)", g.one(`b\1`, "a", "b"), `\.`, g.one("{", "c", "a"), "}", "]", "[]a]",
			"[a-]", "[[.hyphen.]a]", g.one("[b-a]", "c", "b", "a"), "c")
	}
	x, y := g.solid(depth-1), g.solid(depth-1)
	switch g.IntN(6) {
	case 0, 1:
		return x + y
	case 2:
		return "(" + x + ")" + g.one("", "+", "{2}", "{1,3}", "{2,}")
	case 3:
		return g.one("a", ".", "[ab]", "[^b]") + g.one("+", "{2}", "+", "+", g.one("**", "+", "+", "+"))
	case 4:
		return g.one("a", ".", "[ab]", "[^b]") + g.one("*", "?") + y
	default:
		return "(" + x + "|" + y + ")"
	}
}

// regexes is a pair that tests expressions and the bounds of their groups.
func (g *generator) regexes(args []string) conform.Pair {
	var input, checks strings.Builder
	for range 3 {
		for range g.IntN(10) {
			input.WriteString(g.one("a", "b", "a", "b", "c", " ", "a.b", "-"))
		}
		input.WriteString(g.one("\n", "\n", "x\n"))
	}
	name := g.one("A", "B")
	fmt.Fprintf(&checks, "CHECK: %s[[%s:%s]]%s\n", g.one("", "a", "{{"+g.expression(2)+"}}"), name, g.expression(3),
		g.one("", "b", "{{"+g.expression(2)+"}}", "[["+name+"]]", "[[C:"+g.expression(2)+"]]", "[["+name+"]]{{"+g.expression(2)+"}}"))
	if g.chance(50) {
		fmt.Fprintf(&checks, "CHECK%s: {{%s}}[[%s]]\n", g.one("", "-NEXT", "-NOT", "-SAME", "-DAG"), g.expression(2), name)
	}
	return conform.Pair{Checks: checks.String(), Input: input.String(), Args: args}
}
