package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/all"
	"optc/ir"
)

// definitions are the TableGen files of the operations, in the folder of MLIR's headers.
var definitions = map[string]string{
	"builtin": "IR/BuiltinOps.td", "func": "Dialect/Func/IR/FuncOps.td", "arith": "Dialect/Arith/IR/ArithOps.td",
	"math": "Dialect/Math/IR/MathOps.td", "vector": "Dialect/Vector/IR/VectorOps.td", "memref": "Dialect/MemRef/IR/MemRefOps.td",
	"tensor": "Dialect/Tensor/IR/TensorOps.td", "affine": "Dialect/Affine/IR/AffineOps.td", "scf": "Dialect/SCF/IR/SCFOps.td",
	"cf": "Dialect/ControlFlow/IR/ControlFlowOps.td", "gpu": "Dialect/GPU/IR/GPUOps.td", "ub": "Dialect/UB/IR/UBOps.td",
	"ml_program": "Dialect/MLProgram/IR/MLProgramOps.td",
}

// traitNames are the traits of TableGen that a definition must have or not have.
var traitNames = map[string]ir.Traits{
	"Terminator": ir.Terminator, "IsolatedFromAbove": ir.IsolatedFromAbove, "SymbolTable": ir.SymbolTable, "Symbol": ir.Symbol,
	"NoTerminator": ir.NoTerminator, "SingleBlock": ir.SingleBlock, "HasOnlyGraphRegion": ir.GraphRegion, "Commutative": ir.Commutative,
	"Idempotent": ir.Idempotent, "Involution": ir.Involution, "ConstantLike": ir.ConstantLike,
	"RecursiveMemoryEffects": ir.RecursiveMemoryEffects, "RecursivelySpeculatableImplTrait": ir.RecursivelySpeculatable,
	"Elementwise": ir.Elementwise, "AffineScope": ir.AffineScope, "AutomaticAllocationScope": ir.AutomaticAllocationScope,
	"AttrSizedOperandSegments": ir.AttrSizedOperandSegments, "AttrSizedResultSegments": ir.AttrSizedResultSegments,
	"SameTypeOperands": ir.SameTypeOperands, "SameOperandsAndResultType": ir.SameOperandsAndResultType,
	"SameOperandsAndResultShape": ir.SameOperandsAndResultShape, "SameOperandsElementType": ir.SameOperandsElementType,
	"SameOperandsAndResultElementType": ir.SameOperandsAndResultElementType, "SameOperandsShape": ir.SameOperandsShape,
	"NoRegionArguments": ir.NoRegionArguments,
}

// declaredElsewhere lists, by operation, facts that upstream's TableGen lacks or that are
// declared differently here.
var declaredElsewhere = map[string]string{
	"affine.dma_start":         "a C++ class upstream",
	"affine.dma_wait":          "a C++ class upstream",
	"arith.constant":           "the trait ConstantLike is the fold",
	"func.constant":            "the trait ConstantLike is the fold",
	"ub.poison":                "the trait ConstantLike is the fold",
	"func.func":                "FunctionOpInterface is a symbol",
	"gpu.func":                 "FunctionOpInterface is a symbol",
	"memref.cast":              "casts compare shapes before the trait does",
	"memref.memory_space_cast": "casts compare shapes before the trait does",
	"tensor.cast":              "CastOpInterface is the fold",
	"tensor.bitcast":           "CastOpInterface is the fold",
	"vector.multi_reduction":   "upstream's fold loses the accumulator",
}

// facts are the declarations of both sides about an operation.
type facts struct {
	Operands, Results []string // name and how many; results without a name have none
	Attrs             []string // sorted
	Traits            ir.Traits
	Fold, Patterns    bool
}

// record is a record of TableGen: its classes, and its fields that fit on a line.
type record struct {
	classes []string
	fields  map[string]string
}

type records map[string]record

var (
	recordStart = regexp.MustCompile(`^def (\S+) \{(?:\t// (.*))?$`)
	recordField = regexp.MustCompile(`^  [\w<>]+ (\w+) = (.*);$`)
	dagArgument = regexp.MustCompile(`([\w]+)(?::\$(\w+))?[,)]`)
)

func parseRecords(text string) records {
	all := records{}
	var now record
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := recordStart.FindStringSubmatch(line); m != nil {
			now = record{strings.Fields(m[2]), map[string]string{}}
			all[m[1]] = now
		} else if m := recordField.FindStringSubmatch(line); m != nil && now.fields != nil {
			now.fields[m[1]] = strings.Trim(m[2], `"`)
		}
	}
	return all
}

// list splits `[a, b]`.
func list(s string) []string {
	s = strings.Trim(s, "[]")
	if s == "" {
		return nil
	}
	return strings.Split(s, ", ")
}

// traits collects the names of traits, including traits in lists, and whether the
// operation has no effects and may always be executed speculatively.
func (rs records) traits(names []string) (t ir.Traits) {
	for _, n := range names {
		r := rs[n]
		switch {
		case slices.Contains(r.classes, "TraitList"):
			t |= rs.traits(list(r.fields["traits"]))
			continue
		case slices.Contains(r.classes, "MemoryEffects") && r.fields["effects"] == "[]":
			t |= ir.NoMemoryEffect
		case n == "AlwaysSpeculatableImplTrait":
			t |= ir.AlwaysSpeculatable
		case strings.HasPrefix(r.fields["trait"], "SingleBlockImplicitTerminator"):
			t |= ir.ImplicitTerminator
		}
		t |= traitNames[n]
		t |= rs.traits(list(r.fields["dependentTraits"]))
	}
	return t
}

// values sorts the arguments of a dag into operands and attributes.
func (rs records) values(dag string) (values, attrs []string) {
	_, dag, ok := strings.Cut(dag, " ")
	if !ok {
		return nil, nil
	}
	for _, m := range dagArgument.FindAllStringSubmatch(dag, -1) {
		r := rs[m[1]]
		if c, decorated := r.fields["constraint"]; decorated {
			r = rs[c]
		}
		switch {
		case slices.Contains(r.classes, "Property"), slices.Contains(r.classes, "Attr"):
			attrs = append(attrs, m[2])
		case slices.Contains(r.classes, "Variadic"):
			values = append(values, m[2]+" variadic")
		case slices.Contains(r.classes, "Optional"):
			values = append(values, m[2]+" optional")
		default:
			values = append(values, m[2])
		}
	}
	slices.Sort(attrs)
	return values, attrs
}

// ops returns the operations of a dialect.
func (rs records) ops(dialect string) map[string]facts {
	found := map[string]facts{}
	for _, r := range rs {
		name := r.fields["opName"]
		if !slices.Contains(r.classes, "Op") || name == "" || rs[r.fields["opDialect"]].fields["name"] != dialect {
			continue
		}
		var f facts
		f.Operands, f.Attrs = rs.values(r.fields["arguments"])
		f.Results, _ = rs.values(r.fields["results"])
		f.Traits = rs.traits(list(r.fields["traits"]))
		f.Fold = r.fields["hasFolder"] == "1"
		f.Patterns = r.fields["hasCanonicalizer"] == "1" || r.fields["hasCanonicalizeMethod"] == "1"
		found[dialect+"."+name] = f
	}
	return found
}

// declared returns the same facts of a definition of this project.
func declared(op *ir.OpDef) facts {
	values := func(defs []ir.ValueDef) (names []string) {
		for _, d := range defs {
			names = append(names, d.Name+[]string{"", " optional", " variadic"}[d.Kind])
		}
		return names
	}
	f := facts{Operands: values(op.Operands), Results: values(op.Results), Fold: op.Fold != nil, Patterns: len(op.Patterns) > 0}
	for _, a := range op.Attrs {
		f.Attrs = append(f.Attrs, a.Name)
	}
	slices.Sort(f.Attrs)
	compared := ir.ImplicitTerminator | ir.NoMemoryEffect | ir.AlwaysSpeculatable
	for _, t := range traitNames {
		compared |= t
	}
	f.Traits = op.Traits & compared
	if op.Traits&ir.Pure != 0 {
		f.Traits |= ir.NoMemoryEffect | ir.AlwaysSpeculatable
	}
	if slices.ContainsFunc(op.Operands, func(v ir.ValueDef) bool { return v.Effects != 0 }) && op.Traits&ir.AlwaysSpeculatable != 0 {
		f.Traits |= ir.NoMemoryEffect // upstream: no effects beyond the effects of operands
	}
	return f
}

// TestDefinitions compares the definitions of all operations with upstream's, as
// mlir-tblgen reads them: operands, results, attributes, traits, whether there are
// folds and patterns.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("mlir-tblgen-22")
	if err != nil {
		t.Skip("mlir-tblgen-22 is not installed")
	}
	real, err := filepath.EvalSymlinks(tool)
	if err != nil {
		t.Fatal(err)
	}
	include := filepath.Join(filepath.Dir(real), "..", "include")
	if _, err := os.Stat(filepath.Join(include, "mlir", definitions["builtin"])); err != nil {
		t.Skip("the headers of MLIR are not installed")
	}
	for _, d := range append(all.Dialects(), ir.Builtin) {
		file, ok := definitions[d.Name]
		if !ok {
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			out, err := exec.Command(tool, "-I", include, filepath.Join(include, "mlir", file)).Output()
			if err != nil {
				t.Fatal(err)
			}
			upstream := parseRecords(string(out)).ops(d.Name)
			if len(upstream) == 0 {
				t.Fatal("no operation found")
			}
			for _, op := range d.Definitions().Ops {
				want, ok := upstream[op.Name()]
				delete(upstream, op.Name())
				got := declared(op)
				for i, r := range want.Results {
					if i < len(got.Results) && (r == "" || r[0] == ' ') {
						_, kind, many := strings.Cut(got.Results[i], " ")
						if got.Results[i] = ""; many {
							got.Results[i] = " " + kind
						}
					}
				}
				for i, o := range want.Operands {
					if i < len(got.Operands) && o == " variadic" {
						got.Operands[i] = o
					}
				}
				diff := cmp.Diff(want, got)
				if why := declaredElsewhere[op.Name()]; why == "" && (!ok || diff != "") {
					t.Errorf("%s (-upstream +here):\n%s", op.Name(), diff)
				} else if why != "" && ok && diff == "" {
					t.Errorf("%s is as upstream: %s", op.Name(), why)
				}
			}
			for name := range upstream {
				t.Errorf("%s is missing", name)
			}
		})
	}
}
