package kernel

import (
	"cmp"
	"context"

	"optc/ir"
	"optc/sim"
)

// Launch is the number of threads that call a function: workgroups of threads, and a grid of
// workgroups. The sizes are in x, y and z, each at least 1.
type Launch struct {
	Workgroup, Grid [3]int64
	Subgroup        int64 // threads of a subgroup, or 0 for the simulator's default
}

// Call calls a function of a module in every thread of the grid, one workgroup after the
// other, and returns the results of the first thread. The threads have the limits and the
// output of the machine. The profile, if not nil, gets the cost.
func (l *Launch) Call(ctx context.Context, m *sim.Machine, module, function *ir.Operation, args []sim.Value, profile *Profile) (results []sim.Value, err error) {
	for block := range l.Grid[0] * l.Grid[1] * l.Grid[2] {
		g := sim.Group{
			Module: module, BlockDim: l.Workgroup, GridDim: l.Grid, SubgroupSize: cmp.Or(l.Subgroup, sim.DefaultSubgroup), Limits: m.Limits, Out: m.Out,
			BlockID: [3]int64{block % l.Grid[0], block / l.Grid[0] % l.Grid[1], block / (l.Grid[0] * l.Grid[1])},
		}
		var all [][]sim.Value
		if profile != nil {
			all, err = profile.Run(ctx, &g, args)
		} else {
			all, err = g.Run(ctx, ir.SymbolName(function), func(sim.Thread) []sim.Value { return args })
		}
		if err != nil {
			return nil, err
		}
		if block == 0 {
			results = all[0]
		}
	}
	return results, nil
}
