package conformance

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/sim"
)

// TestUndefinedInLLVM compares the columns about LLVM in the table of undefined behaviour
// with LLVM: whether it folds the operation of constants to poison, and whether the
// instruction of the processor traps.
func TestUndefinedInLLVM(t *testing.T) {
	t.Parallel()
	j, ok := FindJudge()
	if !ok {
		t.Skip("skipped: " + Tool + " or " + Runner + " is not installed")
	}
	for _, tool := range []string{"mlir-translate-22", "opt-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("skipped: " + tool + " is not installed")
		}
	}
	var rows []*sim.Undefined
	var texts []string
	for _, d := range all.Dialects() {
		m, ok := d.Meanings().(*sim.Meanings)
		if !ok {
			continue
		}
		for i := range m.Undefined {
			if m.Undefined[i].LLVM.Text != "" {
				rows = append(rows, &m.Undefined[i])
				texts = append(texts, undefinedModule(&m.Undefined[i]))
			}
		}
	}
	for i, a := range j.opt.Run(texts, "--pass-pipeline="+lowering, "--mlir-print-local-scope") {
		u := rows[i]
		if a.Crash != "" || len(a.Errors) > 0 {
			t.Errorf("%s where %s: not lowered: %s %v", u.Op.Kind(), u.When, a.Crash, a.Errors)
			continue
		}
		folded, err := piped(a.Out, []string{"mlir-translate-22", "--mlir-to-llvmir"}, []string{"opt-22", "-passes=inline,instsimplify", "-S"})
		if err != nil {
			t.Errorf("%s: %v", u.Op.Kind(), err)
			continue
		}
		_, entry, _ := strings.Cut(folded, "@folded(")
		entry, _, _ = strings.Cut(entry, "\n}")
		folds := returnsPoison.MatchString(entry) && !strings.Contains(entry, "unreachable")
		if folds != u.LLVM.Folds {
			t.Errorf("%s where %s: folds to poison: %v, but the table has %v\n%s", u.Op.Kind(), u.When, folds, u.LLVM.Folds, entry)
		}
		if u.LLVM.RunsOn {
			continue
		}
		_, err = piped(a.Out, []string{j.runner, "-O0", "-e", "main", "--entry-point-result=void", "--shared-libs=" + j.libraries})
		if traps := err != nil; traps != u.LLVM.Traps {
			t.Errorf("%s where %s: traps: %v, but the table has %v: %v", u.Op.Kind(), u.When, traps, u.LLVM.Traps, err)
		}
	}
}

var returnsPoison = regexp.MustCompile(`(?m)^\s*ret .* poison$`)

// undefinedModule returns a module whose function @main calls the operation of a row with the row's
// arguments, which are not constants for LLVM there, and whose function @folded applies the
// operation to constants.
func undefinedModule(u *sim.Undefined) string {
	var b strings.Builder
	var names, types, constants []string
	for i, a := range u.Arguments {
		name := fmt.Sprintf("%%%c", 'a'+i)
		_, typ, _ := strings.Cut(a, " : ")
		names, types = append(names, name), append(types, typ)
		constants = append(constants, fmt.Sprintf("  %s = arith.constant %s\n", name, strings.TrimSuffix(a, " : i1")))
	}
	parameters := make([]string, len(names))
	for i := range names {
		parameters[i] = names[i] + ": " + types[i]
	}
	fmt.Fprintf(&b, "func.func private @op(%s) -> %s {\n  %s\n  return %%r : %s\n}\n", strings.Join(parameters, ", "), u.Result, u.Example, u.Result)
	call := fmt.Sprintf("  %%r = call @op(%s) : (%s) -> %s\n", strings.Join(names, ", "), strings.Join(types, ", "), u.Result)
	fmt.Fprintf(&b, "func.func @folded() -> %s {\n%s%s  return %%r : %s\n}\n", u.Result, strings.Join(constants, ""), call, u.Result)
	fmt.Fprintf(&b, "func.func @main() {\n%s%s  return\n}\n", strings.Join(constants, ""), call)
	return b.String()
}

// piped runs commands, the output of each of which is the input of the next.
func piped(input string, commands ...[]string) (string, error) {
	for _, c := range commands {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Stdin = strings.NewReader(input)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			first, _, _ := strings.Cut(stderr.String(), "\n")
			return "", fmt.Errorf("%s: %w: %s", c[0], err, first)
		}
		input = stdout.String()
	}
	return input, nil
}
