package conformance

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Runner is the just-in-time compiler of LLVM's MLIR.
const Runner = "mlir-runner-22"

// Judge executes modules without this project: mlir-opt lowers them to LLVM, and
// mlir-runner compiles and runs them on this machine.
type Judge struct {
	opt       *Oracle
	runner    string
	libraries string // libraries with the functions that print
}

// FindJudge returns the judge of this machine; ok is false when there is none.
func FindJudge() (j *Judge, ok bool) {
	opt, ok := Find()
	runner, err := exec.LookPath(Runner)
	if !ok || err != nil {
		return nil, false
	}
	if runner, err = filepath.EvalSymlinks(runner); err != nil {
		return nil, false
	}
	var libraries []string
	for _, name := range []string{"c_runner_utils", "float16_utils"} {
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(runner), "../lib/libmlir_"+name+".so*"))
		if len(found) == 0 {
			return nil, false
		}
		libraries = append(libraries, found[0])
	}
	opt.Timeout = 2 * time.Minute
	return &Judge{opt, runner, strings.Join(libraries, ",")}, true
}

// lowering is the pipeline to LLVM. It contains no simplifications, because upstream's patterns are
// not to be tested.
var lowering = "builtin.module(" + strings.Join([]string{
	"convert-elementwise-to-linalg", "one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map}",
	"convert-linalg-to-loops", "func.func(lower-vector-mask,lower-vector-multi-reduction,test-vector-scan-lowering)",
	"convert-vector-to-scf{full-unroll=true}", "lower-affine", "expand-realloc", "func.func(memref-expand)", "expand-strided-metadata", "lower-affine",
	"arith-expand", "convert-math-to-funcs", "convert-scf-to-cf",
	"convert-vector-to-llvm{force-32bit-vector-indices=0}", "convert-math-to-llvm", "convert-math-to-libm", "finalize-memref-to-llvm",
	"convert-index-to-llvm", "convert-arith-to-llvm", "convert-cf-to-llvm", "convert-func-to-llvm", "convert-ub-to-llvm", "reconcile-unrealized-casts",
}, ",") + ")"

// Case is a module of a trial, after some pipeline or none, with the result of the judge.
type Case struct {
	Trial    *Trial
	Pipeline string // "" for the module as it was generated
	Text     string

	Judged  int    // functions that were executed
	Refused string // why mlir-opt cannot lower the module, if so
	Wrong   string // what the simulator and the machine do not agree on, or ""

	lowered string
}

// processModules is the number of modules per process of mlir-opt or mlir-runner.
const processModules = 40

// Judge executes the functions of modules and compares them with the simulator.
func (j *Judge) Judge(cases []*Case) error {
	for some := range slices.Chunk(cases, processModules) {
		var texts []string
		for _, c := range some {
			text, err := c.Trial.WithCallers(c.Text)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
		var lowered []*Case
		for i, a := range j.opt.Run(texts, "--pass-pipeline="+lowering, "--mlir-print-local-scope") {
			c := some[i]
			switch left := notLowered.FindStringSubmatch(a.Out); {
			case a.Crash != "":
				c.Refused = a.Crash
			case len(a.Errors) > 0:
				c.Refused = a.Errors[0].Text
			case left != nil:
				c.Refused = left[1] + " is left"
			default:
				c.lowered = a.Out
				lowered = append(lowered, c)
			}
		}
		if len(lowered) > 0 {
			j.run(lowered)
		}
	}
	return nil
}

// notLowered finds operations that are not of the dialect llvm.
var notLowered = regexp.MustCompile(`(?m)^ *(?:%[\w:, %]+ = )?"?((?:vector|linalg|memref|arith|math|tensor|affine|scf|cf|ub|func|builtin|bufferization)\.\w+)`)

// run joins modules, compiles and executes them. If the process fails, smaller groups
// find the module.
func (j *Judge) run(cases []*Case) {
	lines, err := j.process(cases)
	switch {
	case err == nil:
	case len(cases) == 1:
		cases[0].Wrong = err.Error()
		return
	default:
		j.run(cases[:len(cases)/2])
		j.run(cases[len(cases)/2:])
		return
	}
	for i, c := range cases {
		for f, want := range c.Trial.want {
			if want == nil {
				continue
			}
			c.Judged++
			if d := c.Trial.Differs(f, lines[[2]int{i, f}]); d != "" && c.Wrong == "" {
				c.Wrong = fmt.Sprintf("@%s: simulator: %s on the machine", c.Trial.functions[f].Path, d)
			}
		}
	}
}

// process returns the numbers that the callers print, by module and function.
func (j *Judge) process(cases []*Case) (lines map[[2]int][]uint64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	// The limit of memory, in KiB, keeps a mistake from taking the machine.
	cmd := exec.CommandContext(ctx, "sh", "-c", `ulimit -v 8000000 && exec "$@"`, "sh", j.runner, "-O1", "-e", "judge.main",
		"--entry-point-result=void", "--shared-libs="+j.libraries)
	cmd.Stdin = strings.NewReader(joined(cases))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		first, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return nil, fmt.Errorf("%s: %w: %s", Runner, err, first)
	}
	lines = map[[2]int][]uint64{}
	for line := range strings.Lines(stdout.String()) {
		rest, ours := strings.CutPrefix(line, " )")
		if !ours {
			continue
		}
		var numbers []uint64
		for word := range strings.SplitSeq(strings.TrimSpace(rest), ", ") {
			n, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, uint64(n))
		}
		lines[[2]int{int(numbers[0]), int(numbers[1])}] = numbers[2:]
	}
	return lines, nil
}

var (
	symbol  = regexp.MustCompile(`@[\w.]+`)
	defines = regexp.MustCompile(`(?m)^  llvm\.(?:func|mlir\.global) .*?(@[\w.]+)[^\n]*$`)
)

// joined joins lowered modules into one module. A definition gets the number of its
// module; equal declarations are declared once.
func joined(cases []*Case) string {
	var b strings.Builder
	b.WriteString("module {\n")
	declared := map[string]bool{}
	for i, c := range cases {
		own := map[string]bool{}
		_, body, _ := strings.Cut(c.lowered, "\n")
		body = strings.TrimSuffix(body, "}")
		body = defines.ReplaceAllStringFunc(body, func(line string) string {
			name := defines.FindStringSubmatch(line)[1]
			if strings.HasPrefix(line, "  llvm.func") && !strings.HasSuffix(line, "{") {
				if declared[name] {
					return ""
				}
				declared[name] = true
				return line
			}
			own[name] = true
			return line
		})
		b.WriteString(symbol.ReplaceAllStringFunc(body, func(name string) string {
			if own[name] {
				return fmt.Sprintf("%s.%d", name, i)
			}
			return name
		}))
	}
	b.WriteString("  llvm.func @judge.main() {\n")
	for i := range cases {
		fmt.Fprintf(&b, "    %%%d = llvm.mlir.constant(%d : i64) : i64\n    llvm.call @judge.main.%d(%%%d) : (i64) -> ()\n", i, i, i, i)
	}
	b.WriteString("    llvm.return\n  }\n}\n")
	return b.String()
}
