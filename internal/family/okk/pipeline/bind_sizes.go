package okk

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/ir"
	"optc/passes"
)

// BindSizesOptions are the options of okk-bind-sizes.
type BindSizesOptions struct {
	Sizes []string `opt:"sizes" help:"numbers of parameters: n:5,c:3; the others have their largest numbers"`
}

// BindSizes gives the parameters of a kernel numbers.
//
//	%n = okk.param "n" range [1, 100]   →   %c5 = arith.constant 5 : index
var BindSizes = &passes.Pass{
	Name:  "okk-bind-sizes",
	Title: "Give the parameters of kernels numbers",
	Doc: `A kernel with parameters is run for certain sizes. The option sizes has a number for each parameter, in its
bounds; a parameter without one has its largest number.`,
	Options:  BindSizesOptions{},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk"},
	Run: func(c *passes.Context) (changed bool, err error) {
		given, problem := givenSizes(passes.OptionsOf[BindSizesOptions](c).Sizes)
		if problem != nil {
			okkFail(c, c.Op, problem)
			return false, nil
		}
		rw := c.Rewriter(nil)
		var names []string
		for _, op := range parameters(c.Op) {
			param := ir.Cast[okk.ParamOp](op)
			low, high := param.Range()[0], param.Range()[1]
			n, found := given[param.Name()]
			if !found {
				n = high
			}
			delete(given, param.Name())
			names = append(names, param.Name())
			if n < low || n > high {
				okkFail(c, op, diag.Errorf("param-range", "expected a number in [%d, %d] for '%s', but got %d", low, high, param.Name(), n))
				continue
			}
			rw.Before(op).Loc = op.Loc()
			rw.Replace(op, arith.ConstantIndex(rw, n))
			changed = true
		}
		for _, name := range slices.Sorted(maps.Keys(given)) {
			okkFail(c, c.Op, diag.Errorf("unknown-param", "has no parameter '%s'%s", name, diag.DidYouMean(name, names)))
		}
		return changed, nil
	},
}

// parameters lists the parameters of a kernel.
func parameters(kernel *ir.Operation) (list []*ir.Operation) {
	ir.Walk(kernel, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[okk.ParamOp](op) {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// givenSizes reads numbers of parameters. The error code is bad-size.
func givenSizes(list []string) (map[string]int64, error) {
	given := map[string]int64{}
	for _, text := range list {
		name, number, ok := strings.Cut(text, ":")
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if !ok || err != nil {
			return nil, diag.Errorf("bad-size", "expected a name and a number, such as n:5, but got '%s'", text)
		}
		given[strings.TrimSpace(name)] = n
	}
	return given, nil
}
