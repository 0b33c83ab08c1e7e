package service

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"optc/internal/base/irdiff"
	"optc/optmain/internal/report"
	"optc/optmain/internal/spelling"
)

// Methods are the questions of clients.
var Methods = sync.OnceValue(func() []*Method {
	return []*Method{
		declare("parse", "read and verify MLIR, and print it in the usual form", parse),
		declare("transform", "run passes over MLIR, and say what they changed", transform),
		declare("explain", "explain an error code, an operation, a type, an attribute, a pass, a target or a command", explain),
		declare("layout", "draw a layout: which thread, byte or tile has which element", layout),
		declare("verify", "run passes, and execute the program before and after each of them to compare", verify),
		declare("prove", "run passes, and prove for all inputs that the program computes the same after each of them", prove),
		declare("reduce", "shrink MLIR while a pipeline fails for it in the same way", reduce),
		declare("build", "compile a program for a target, and keep it for run", build),
		declare("search", "find pages of the documentation by words of the field, such as bank conflict, and names", search),
		declare("plan", "show how a machine computes a function on tensors: how each step is divided, and what it costs", plan),
		declare("tune", "choose the open layouts, layout(?), of a kernel, or the plans of a function on tensors, by measuring candidates in the simulator", tune),
		declare("export", "write a kernel or program for other tools: files for PTX and AMDGCN, C++, C or an assembler", export),
		declare("run", "execute a program or a function with arrays, in the simulator", run),
		declare("release", "forget a program that build keeps", release),
	}
})

// Source is MLIR.
type Source struct {
	Text string `json:"text" doc:"the MLIR"`
	Name string `json:"name,omitempty" doc:"name of the file in diagnostics; input.mlir without it"`
}

type parseParams struct {
	Source
	Generic bool `json:"generic,omitempty" doc:"print the generic form of operations"`
}

type parseResult struct {
	Outcome
	Text string `json:"text,omitempty" doc:"the printed module"`
}

func parse(sh *shell, p *parseParams) (*parseResult, error) {
	file, err := sh.source(p.Source)
	if err != nil {
		return nil, err
	}
	args := []string{"--diagnostics=json", "--keep-names", "--split-input-file", file}
	if p.Generic {
		args = append(args, "--mlir-print-op-generic")
	}
	a := sh.run(args...)
	return &parseResult{a.Outcome, a.out}, nil
}

type transformParams struct {
	Source
	Passes string `json:"passes" doc:"passes with commas between them, with options in braces: canonicalize,cse; or a pipeline with anchors"`
	Steps  bool   `json:"steps,omitempty" doc:"also say what each pass changed"`
}

type transformResult struct {
	Outcome
	Text  string `json:"text,omitempty" doc:"the module after the passes"`
	Diff  string `json:"diff,omitempty" doc:"what changed, in the format of diff -u; lines that differ only in the names of values are context; empty if nothing changed, or the texts are long"`
	Steps string `json:"steps,omitempty" doc:"what each pass changed"`
}

func transform(sh *shell, p *transformParams) (*transformResult, error) {
	var more []string
	if p.Steps {
		more = append(more, "--print-ir-diff")
	}
	file, a, err := sh.pipeline(p.Source, p.Passes, more...)
	if err != nil {
		return nil, err
	}
	r := &transformResult{Outcome: a.Outcome, Text: a.out, Steps: a.log}
	if !a.OK {
		return r, nil
	}
	before := sh.run("--diagnostics=json", "--keep-names", file)
	if lines := strings.Count(before.out, "\n") + strings.Count(a.out, "\n"); lines > mostDiffed {
		r.Diagnostics = append(r.Diagnostics, report.Diagnostic{Severity: "remark",
			Message: fmt.Sprintf("the difference is left out: the texts before and after have %d lines, more than %d", lines, mostDiffed)})
		return r, nil
	}
	r.Diff = irdiff.Unified("before", "after", before.out, a.out)
	return r, nil
}

// mostDiffed is the largest number of lines that are compared, because comparing texts that differ
// everywhere takes quadratic time: a second for this many lines.
const mostDiffed = 50_000

// pipeline runs passes over a source, which it writes to a file.
func (sh *shell) pipeline(source Source, passes string, more ...string) (file string, a *answer, err error) {
	args, err := sh.passArguments(passes)
	if err != nil {
		return "", nil, err
	}
	if file, err = sh.source(source); err != nil {
		return "", nil, err
	}
	return file, sh.run(append(append(args, more...), "--diagnostics=json", "--keep-names", file)...), nil
}

type explainParams struct {
	Topic string `json:"topic" doc:"a name, such as sim.race, vector.transfer_read, canonicalize or sm_80"`
}

type explainResult struct {
	Outcome
	Text string `json:"text,omitempty"`
}

func explain(sh *shell, p *explainParams) (*explainResult, error) {
	if strings.HasPrefix(p.Topic, "-") {
		return nil, invalid("'%s' is no topic", p.Topic)
	}
	a := sh.run("explain", p.Topic)
	return &explainResult{a.Outcome, a.out}, nil
}

type layoutParams struct {
	Layout    string `json:"layout,omitempty" doc:"a type or an attribute, such as !okk.local<…> or #iree_vector_ext.nested_layout<…>, a layout of Triton, XeGPU or IREE as it is printed, or a layout or an expression in CuTe's spelling, such as divide((8,4):(4,1), 2:1)"`
	Second    string `json:"second,omitempty" doc:"another layout: the change from the first one to it, or the accesses of threads to a memory, with cycles, bank conflicts and what avoids them"`
	Text      string `json:"text,omitempty" doc:"MLIR, all of whose layouts are drawn, instead of layout"`
	Machine   string `json:"machine,omitempty" doc:"target whose figures are used, such as ipu1 or bm1684"`
	Target    string `json:"target,omitempty" doc:"device that accesses memory in the layout or changes it, such as sm_80"`
	Shape     string `json:"shape,omitempty" doc:"shape of the tensor, such as 64x32, where the layout leaves it open"`
	Element   string `json:"element,omitempty" doc:"type of the elements, such as f16; f32 without it"`
	Axis      string `json:"axis,omitempty" doc:"units along which elements are drawn, such as lane, subgroup or bank"`
	ElementAt string `json:"elementAt,omitempty" doc:"say who holds an element, such as 3,5"`
	HeldBy    string `json:"heldBy,omitempty" doc:"list the elements of a place, such as lane=7"`
	To        string `json:"to,omitempty" doc:"write the layout in another spelling, such as ttg.linear or cute"`
	Buffer    bool   `json:"buffer,omitempty" doc:"propose the swizzle and the padding of a memory for one or two layouts of threads"`
	Step      string `json:"step,omitempty" doc:"with second, draw a step of the change, such as shuffle=0, write=0 or read=1"`
	SVG       bool   `json:"svg,omitempty" doc:"also draw the picture as SVG"`
}

type layoutResult struct {
	Outcome
	Text string `json:"text,omitempty" doc:"the picture or the answer as text"`
	SVG  string `json:"svg,omitempty" doc:"the picture as SVG, if it was asked for"`
}

func layout(sh *shell, p *layoutParams) (*layoutResult, error) {
	var err error
	of := []string{p.Layout}
	switch {
	case (p.Layout == "") == (p.Text == ""):
		return nil, invalid("expected either the parameter 'layout' or 'text'")
	case p.Layout == "" && p.Second != "":
		return nil, invalid("the parameter 'second' needs 'layout'")
	case p.Layout == "":
		of[0], err = sh.source(Source{Text: p.Text})
	case p.Second != "":
		of = append(of, p.Second)
	}
	if err != nil {
		return nil, err
	}
	for _, text := range of {
		// A file of the machine is no layout.
		if text != of[0] || p.Text == "" {
			if !strings.HasPrefix(text, "!") && !strings.HasPrefix(text, "#") && spelling.Of(text) == nil && !spelling.IsExpression(text) {
				return nil, invalid("expected a layout: a type that begins with !, an attribute that begins with #, or CuTe's shape:stride, but got '%s'", text)
			}
		}
	}
	args := append([]string{"layout"}, flagsOf(map[string]string{
		"machine": p.Machine, "target": p.Target, "shape": p.Shape, "element": p.Element, "axis": p.Axis, "element-at": p.ElementAt, "held-by": p.HeldBy, "to": p.To, "step": p.Step,
	})...)
	if p.Buffer {
		args = append(args, "--buffer")
	}
	text := sh.run(append(args, of...)...)
	r := &layoutResult{Outcome: text.Outcome, Text: text.out}
	if text.OK && p.SVG && p.To == "" {
		if svg := sh.run(append(append(args, "--svg=picture.svg"), of...)...); svg.OK {
			data, err := sh.read("picture.svg")
			if err != nil {
				return nil, err
			}
			r.SVG = string(data)
		}
	}
	return r, nil
}

// flagsOf returns the flags that have a value, sorted.
func flagsOf(values map[string]string) (args []string) {
	for _, name := range sortedNames(values) {
		if values[name] != "" {
			args = append(args, "--"+name+"="+values[name])
		}
	}
	return args
}

type searchParams struct {
	Words string `json:"words" doc:"words of the field, such as bank conflict, register pressure or PTX"`
}

func search(sh *shell, p *searchParams) (*explainResult, error) {
	a := sh.run("help", "--search="+p.Words)
	return &explainResult{a.Outcome, a.out}, nil
}

type planParams struct {
	Source
	Target string `json:"target" doc:"device, such as sm_80, gfx942, ipu2 or bm1684"`
	SVG    bool   `json:"svg,omitempty" doc:"also draw the plan as SVG"`
}

type planResult struct {
	Outcome
	Text  string     `json:"text,omitempty" doc:"the plan as a table"`
	Steps []planStep `json:"steps,omitempty" doc:"the steps in their order"`
	SVG   string     `json:"svg,omitempty" doc:"the picture as SVG, if it was asked for"`
}

// planStep is a step as optc plan --format=json writes it.
type planStep struct {
	Operation string   `json:"operation" doc:"the operation with which the step begins"`
	Place     string   `json:"place" doc:"file, line and column of the operation"`
	Plan      string   `json:"plan" doc:"how the step is divided"`
	Over      string   `json:"over" doc:"the units that the step runs on"`
	Compute   int64    `json:"compute" doc:"cycles of the computation"`
	Exchange  int64    `json:"exchange" doc:"cycles of exchange or copies"`
	Memory    int64    `json:"memory" doc:"bytes of a unit"`
	Operands  []string `json:"operands" doc:"how the operands come to the units"`
	Other     string   `json:"other,omitempty" doc:"the best plan that was not taken"`
	More      int64    `json:"more,omitempty" doc:"the cycles that it takes more"`
}

func plan(sh *shell, p *planParams) (*planResult, error) {
	file, err := sh.source(p.Source)
	if err != nil {
		return nil, err
	}
	args := []string{"plan", "--diagnostics=json", "--target=" + p.Target, file}
	a := sh.run(args...)
	r := &planResult{Outcome: a.Outcome, Text: a.out}
	if !a.OK {
		return r, nil
	}
	if err := json.Unmarshal([]byte(sh.run(append(args, "--format=json")...).out), &r.Steps); err != nil {
		return nil, err
	}
	if p.SVG && sh.run(append(args, "--svg=plan.svg")...).OK {
		data, err := sh.read("plan.svg")
		if err != nil {
			return nil, err
		}
		r.SVG = string(data)
	}
	return r, nil
}

type tuneParams struct {
	Source
	Target string `json:"target" doc:"device, such as sm_80, gfx942 or ipu2"`
	Budget int    `json:"budget,omitempty" doc:"execute at most that many candidates"`
	Whole  bool   `json:"whole,omitempty" doc:"execute all workgroups and iterations of a large kernel"`
}

type tuneResult struct {
	Outcome
	Text   string `json:"text,omitempty" doc:"the MLIR with the chosen layouts or plans"`
	Report string `json:"report,omitempty" doc:"the candidates with their cycles"`
}

func tune(sh *shell, p *tuneParams) (*tuneResult, error) {
	file, err := sh.source(p.Source)
	if err != nil {
		return nil, err
	}
	args := []string{"tune", "--diagnostics=json", "--target=" + p.Target, "-o", "tuned.mlir"}
	if p.Budget > 0 {
		args = append(args, "--budget="+strconv.Itoa(p.Budget))
	}
	if p.Whole {
		args = append(args, "--whole")
	}
	a := sh.run(append(args, file)...)
	r := &tuneResult{Outcome: a.Outcome, Report: a.out}
	if a.OK {
		text, err := sh.read("tuned.mlir")
		if err != nil {
			return nil, err
		}
		r.Text = string(text)
	}
	return r, nil
}

type exportParams struct {
	Source
	Target   string `json:"target,omitempty" doc:"device, such as sm_80, gfx942, ipu2 or bm1684"`
	Language string `json:"language,omitempty" doc:"another language than the usual one, such as c++ or mlir"`
}

type exportResult struct {
	Outcome
	Files map[string]string `json:"files,omitempty" doc:"texts by the names of files; build.sh, if there is one, says how the others are compiled"`
}

func export(sh *shell, p *exportParams) (*exportResult, error) {
	file, err := sh.source(p.Source)
	if err != nil {
		return nil, err
	}
	args := []string{"export", "-o", "exported"}
	if p.Target != "" {
		args = append(args, "--target="+p.Target)
	}
	if p.Language != "" {
		args = append(args, "--language="+p.Language)
	}
	a := sh.run(append(args, file)...)
	r := &exportResult{Outcome: a.Outcome}
	if !a.OK {
		return r, nil
	}
	files, err := listFiles(filepath.Join(sh.dir, "exported"), true)
	if err != nil {
		return nil, err
	}
	r.Files = map[string]string{}
	for _, f := range files {
		r.Files[f.Name] = string(f.Data)
	}
	return r, nil
}

type passesParams struct {
	Source
	Passes string `json:"passes" doc:"passes with commas between them, or a pipeline with anchors"`
}

type verifyResult struct {
	Outcome
	Text string `json:"text,omitempty" doc:"the module after the passes"`
}

func verify(sh *shell, p *passesParams) (*verifyResult, error) {
	_, a, err := sh.pipeline(p.Source, p.Passes, "--verify-exec")
	if err != nil {
		return nil, err
	}
	return &verifyResult{a.Outcome, a.out}, nil
}

type proveResult struct {
	Outcome
	Text     string    `json:"text,omitempty" doc:"the module after the passes"`
	Verdicts []verdict `json:"verdicts" doc:"one per function and pass that changed it"`
}

type verdict struct {
	Pass     string `json:"pass"`
	Function string `json:"function"`
	Verdict  string `json:"verdict" doc:"equal, with what the proof assumes, equal up to the order of sums, equal as real numbers, different, with arguments, or not decided, and why"`
}

var verdictLine = regexp.MustCompile(`(?m)^prove: (\S+) (@\S+): (.*)$`)

func prove(sh *shell, p *passesParams) (*proveResult, error) {
	_, a, err := sh.pipeline(p.Source, p.Passes, "--prove")
	if err != nil {
		return nil, err
	}
	r := &proveResult{Outcome: a.Outcome, Text: a.out, Verdicts: []verdict{}}
	for _, m := range verdictLine.FindAllStringSubmatch(a.log, -1) {
		r.Verdicts = append(r.Verdicts, verdict{m[1], m[2], m[3]})
	}
	return r, nil
}

type reduceParams struct {
	Source
	Passes     string `json:"passes" doc:"the passes that fail"`
	VerifyExec bool   `json:"verifyExec,omitempty" doc:"a changed behaviour is a failure too"`
	Expect     string `json:"expect,omitempty" doc:"regular expression that the error must contain"`
	MaxTests   int    `json:"maxTests,omitempty" doc:"end after that many runs"`
}

type reduceResult struct {
	Outcome
	Text string `json:"text,omitempty" doc:"what is left of the module"`
	Log  string `json:"log,omitempty" doc:"what was tried"`
}

func reduce(sh *shell, p *reduceParams) (*reduceResult, error) {
	args, err := sh.passArguments(p.Passes)
	if err != nil {
		return nil, err
	}
	file, err := sh.source(p.Source)
	if err != nil {
		return nil, err
	}
	args = append([]string{"reduce"}, args...)
	if p.VerifyExec {
		args = append(args, "--verify-exec")
	}
	if p.Expect != "" {
		args = append(args, "--expect="+p.Expect)
	}
	if p.MaxTests > 0 {
		args = append(args, "--max-tests="+strconv.Itoa(p.MaxTests))
	}
	a := sh.run(append(args, file)...)
	return &reduceResult{a.Outcome, a.out, a.log}, nil
}
