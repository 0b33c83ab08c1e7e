package exchange

import (
	"slices"
	"testing"

	"optc/dialect/all"
	"optc/dialect/gpu"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout"
	"optc/parser"
	"optc/passes"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/threadcode"
	"optc/sim"
)

// listed is a layout of which only the shape of a thread's part is known.
type listed struct {
	vectorext.Distribution
	registers int64
}

func (l listed) DistributedShape() []int64 { return []int64{l.registers} }

// lanesWith returns the map of elements to the lanes and registers that hold them.
func lanesWith(t *testing.T, held [][]int64) *layout.Map {
	t.Helper()
	table := layout.Table{Units: len(held), Width: 1, Shape: []int64{0}}
	for lane, list := range held {
		for register, element := range list {
			table.Shape[0] = max(table.Shape[0], element+1)
			table.Runs = append(table.Runs, layout.Run{Index: element, Len: 1, Place: layout.Place{Unit: lane, Offset: int64(register)}})
		}
	}
	m, err := layout.NewTable(table)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A lane relays what it got in an earlier round: its select comes after that round, and every lane gets its elements. Without relays, this change takes three
// shuffles: lane 3 sends elements 5 and 8, lanes 1 and 2 send two elements to lane 3, and each of them sends an element to the other one, which lacks element 5, too.
func TestLanesRelayElements(t *testing.T) {
	t.Parallel()
	before := [][]int64{{6, 7, 9}, {0, 3, 10}, {1, 4, 11}, {2, 5, 8}}
	after := [][]int64{{6, 7, 8}, {3, 4, 5}, {3, 4, 5}, {0, 1, 2}}
	const lanes, threads = 4, 8
	x, why := layout.PlanListed(lanesWith(t, before), lanesWith(t, after), lanes, threads)
	if why != "" {
		t.Fatal(why)
	}
	if x.Shuffles != 2 || x.Fewest() != "the fewest" || !slices.Contains(x.Choice.Relayed(), true) {
		t.Fatalf("%d shuffles, %s, with relays %v; want 2, the fewest, with relays", x.Shuffles, x.Fewest(), x.Choice.Relayed())
	}
	c := all.Context()
	module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "relay.mlir", Text: `
func.func @exchange(%held: vector<3xi32>) -> vector<3xi32> {
  %thread = gpu.thread_id x
  return %held : vector<3xi32>
}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rw := ir.NewRewriter(c, nil)
	d := core.NewNested(&passes.Context{Context: t.Context(), Op: module, IR: c}, rw, threadcode.Group{Subgroup: lanes, Workgroup: []int64{threads, 1, 1}})
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		switch {
		case ir.Is[gpu.ThreadIDOp](op):
			d.ThreadID = op.Result(0)
		case op.Name() == "func.return":
			rw.Before(op)
			op.SetOperand(0, exchangeInLanes(d, op.Operand(0), &change{from: listed{registers: 3}, to: listed{registers: 3}}, &x))
		}
		return ir.Advance
	})
	g := sim.Group{Module: module, BlockDim: [3]int64{threads, 1, 1}, SubgroupSize: lanes}
	results, err := g.Run(t.Context(), "exchange", func(thread sim.Thread) []sim.Value {
		var list []uint64
		for _, element := range before[thread.ID[0]%lanes] {
			list = append(list, uint64(element)+uint64(thread.ID[0]/lanes*100))
		}
		return []sim.Value{{Ref: sim.VectorOf([]int64{3}, c.I32(), list)}}
	})
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, module)
	}
	if len(results) != threads {
		t.Fatalf("%d results", len(results))
	}
	for thread, values := range results {
		for register, element := range after[thread%lanes] {
			want := uint64(element) + uint64(thread/lanes*100)
			if got := values[0].Vector().Bits(register); got != want {
				t.Errorf("thread %d, register %d: got element %d, want %d\n%s", thread, register, got, want, module)
			}
		}
	}
}
