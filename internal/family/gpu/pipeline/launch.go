package gpu

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/dialect/iree/ireecodegen"
	"optc/dialect/vectorext"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// SetTargetOptions are the options of gpu-set-target.
type SetTargetOptions struct {
	Chip string `opt:"chip" help:"GPU to build for, such as sm_80 or gfx942"`
}

// SetTarget is gpu-set-target.
var SetTarget = &passes.Pass{
	Name:  "gpu-set-target",
	Title: "Set the GPU of a module",
	Doc: `Sets the attribute gpu.chip of the module, as the flag --target of the commands does.

    module
    →
    module attributes {gpu.chip = "sm_80"}`,
	Options: SetTargetOptions{},
	Anchor:  []ir.OpKind{ir.ModuleOp{}},
	Run: func(c *passes.Context) (bool, error) {
		m, err := kernel.LookupMachine(passes.OptionsOf[SetTargetOptions](c).Chip)
		if err != nil {
			return false, c.Op.OpError("", err)
		}
		kernel.SetMachine(c.Op, m)
		return true, nil
	},
}

// SetLaunchOptions are the options of gpu-set-launch.
type SetLaunchOptions struct {
	Workgroup []int64 `opt:"workgroup" help:"threads of a workgroup in x, y and z"`
	Subgroup  int64   `opt:"subgroup" help:"threads of a subgroup that the layouts of a kernel assume"`
	Grid      []int64 `opt:"grid" help:"workgroups in x, y and z"`
	Stages    int64   `opt:"stages" help:"buffers through which a loop passes the tiles that it stages in workgroup memory; 0 keeps the function's number"`
}

// SetLaunch is gpu-set-launch.
var SetLaunch = &passes.Pass{
	Name:  "gpu-set-launch",
	Title: "Set the workgroup, the subgroup and the grid of kernels",
	Doc: `Writes the sizes for which a kernel is compiled to the function: its translation_info,
and the attributes gpu.known_grid_size and, with the option stages, gpu.stages. A kernel is a function with layouts or with a
translation_info. An option replaces the size that the function has. A subgroup that is given
must have a size of the chip, a part of such a size (32 of 64 lanes), or the size that the layouts need. Sizes that
neither an option nor the function gives follow from the layouts. A subgroup is as wide as the
chip's usual subgroup if no layout needs more lanes, and otherwise has 64 threads. The workgroup
consists of as many subgroups as the layouts need, and the grid has one workgroup.

    func.func @f(…)
    →
    func.func @f(…) attributes {gpu.known_grid_size = array<i32: 1, 1, 1>,
      translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>}`,
	Options:  SetLaunchOptions{},
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"gpu", "iree_codegen"},
	Run:      runSetLaunch,
}

func runSetLaunch(c *passes.Context) (bool, error) {
	if !kernel.IsSource(c.Op) {
		return false, nil
	}
	m, err := machineOf(c.Op)
	if err != nil {
		return false, err
	}
	o := passes.OptionsOf[SetLaunchOptions](c)
	if err := checkSizes(c.Op, o); err != nil {
		return false, err
	}
	var given ireecodegen.Translation
	if t := ireecodegen.TranslationOf(c.Op); t != nil {
		given = *t
	}
	usual := usualSubgroup(c.Op, m)
	subgroup := cmp.Or(o.Subgroup, given.SubgroupSize, usual)
	if subgroup != usual && !slices.ContainsFunc(m.Subgroups, func(n int64) bool { return n%subgroup == 0 }) {
		return false, noSuchSubgroup(c.Op, m, subgroup)
	}
	workgroup := o.Workgroup
	if len(workgroup) == 0 {
		workgroup = given.WorkgroupSize
	}
	if len(workgroup) == 0 {
		workgroup = []int64{neededThreads(c.Op, subgroup)}
	}
	grid := o.Grid
	if len(grid) == 0 {
		grid = gpu.GridOf(c.Op)
	}
	workgroup, grid = threeSizes(workgroup), threeSizes(grid)
	if n, ok := ir.NumElements(workgroup); !ok || n > m.MaxThreads {
		return false, c.Op.Errorf("needs a workgroup of %s threads, but %s has at most %d", product(workgroup), m.Chip, m.MaxThreads).WithCode("gpu.threads")
	}
	rw := c.Rewriter(nil)
	rw.Modify(c.Op, func() {
		ireecodegen.SetWorkgroup(c.Op, workgroup, subgroup)
		gpu.SetGrid(c.Op, grid)
		if o.Stages > 0 {
			gpu.SetStages(c.Op, o.Stages)
		}
	})
	return true, nil
}

// noSuchSubgroup is the error about a subgroup size that a kernel requires and a chip does not have.
func noSuchSubgroup(f *ir.Operation, m *kernel.Machine, subgroup int64) error {
	return f.Errorf("expected subgroups of %s threads, which %s has, or of a divisor, but got %d", num.JoinInts(m.Subgroups), m.Chip, subgroup).WithCode("gpu.subgroup").
		HintNote(f.Loc(), "without a subgroup size, a kernel gets the chip's, or 64 threads if its layouts need more lanes than the chip has")
}

// machineOf returns the GPU that the module around op is compiled for. It is an error if there is
// none.
func machineOf(op *ir.Operation) (*kernel.Machine, error) {
	m, err := kernel.MachineOf(op)
	switch {
	case err != nil:
		return nil, op.OpError("", err)
	case m == nil:
		return nil, op.Errorf("is for a GPU, but no target is given").WithCode("gpu.target").
			HintNote(op.Loc(), "name a GPU, for example --target sm_80, or with the pass gpu-set-target; 'optc run --call %s' runs the function without a GPU", ir.SymbolName(op))
	}
	return m, nil
}

// checkSizes returns an error if the options hold sizes that no launch has.
func checkSizes(op *ir.Operation, o *SetLaunchOptions) error {
	for name, sizes := range map[string][]int64{"workgroup": o.Workgroup, "grid": o.Grid} {
		if len(sizes) > 3 {
			return op.Errorf("expected '%s' to have at most 3 extents, x, y and z, but got %d", name, len(sizes)).WithCode("gpu.threads")
		}
		for d, n := range sizes {
			if n < 1 || n > math.MaxInt32 {
				return op.Errorf("expected '%s' to be at least 1 and below 2^31 in %s, but got %d", name, gpu.Dimension(d), n).WithCode("gpu.threads")
			}
		}
	}
	if o.Stages < 0 || o.Stages > gpu.MaxStages {
		return op.Errorf("expected 'stages' to be a number from 1 to %d, but got %d", gpu.MaxStages, o.Stages).WithCode("gpu.stages")
	}
	if o.Subgroup < 0 || o.Subgroup&(o.Subgroup-1) != 0 || o.Subgroup > maxSubgroup {
		return op.Errorf("expected 'subgroup' to be a power of two up to %d, but got %d", maxSubgroup, o.Subgroup).WithCode("gpu.threads")
	}
	return nil
}

// maxSubgroup is the largest number of threads of a subgroup.
const maxSubgroup = 64

// usualSubgroup returns the number of threads of a subgroup for a function that does not specify
// it: the chip's usual number if every layout fits, otherwise 64.
func usualSubgroup(f *ir.Operation, m *kernel.Machine) int64 {
	width := m.Subgroups[0]
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vectorext.ToLayoutOp](op) {
			if l, ok := vectorext.LayoutOf(op).(*vectorext.NestedLayout); ok && l.Threads() > width {
				width = maxSubgroup
			}
		}
		return ir.Advance
	})
	return width
}

// neededThreads returns the number of threads, in whole subgroups, that the layouts of a
// function need.
func neededThreads(f *ir.Operation, subgroup int64) int64 {
	threads := subgroup
	ir.Walk(f, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[vectorext.ToLayoutOp](op) && !vectorext.IsOpen(op) {
			threads = max(threads, vectorext.LayoutOf(op).WorkgroupThreads(subgroup))
		}
		return ir.Advance
	})
	if rest := threads % subgroup; rest > 0 && threads < math.MaxInt64-subgroup {
		threads += subgroup - rest
	}
	return threads
}

// threeSizes returns sizes in x, y and z.
func threeSizes(sizes []int64) []int64 {
	return append(slices.Clone(sizes), []int64{1, 1, 1}[min(len(sizes), 3):]...)
}

// product writes sizes as a product with its value: "64 x 32 x 1 = 2048".
func product(sizes []int64) string {
	text := fmt.Sprint(sizes[0])
	for _, n := range sizes[1:] {
		text += fmt.Sprintf(" x %d", n)
	}
	if n, ok := ir.NumElements(sizes); ok {
		text += fmt.Sprintf(" = %d", n)
	}
	return text
}
