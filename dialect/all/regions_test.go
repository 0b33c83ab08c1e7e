package all_test

import (
	"testing"

	"optc/dialect/all"
	"optc/dialect/linalg"
	"optc/ir"
)

// The trait of an operation agrees with the declarations of its regions, except where
// upstream allows any number of blocks, or allows one block without the trait.
func TestSingleBlockRegions(t *testing.T) {
	t.Parallel()
	differs := map[string]bool{"affine.if elseRegion": true, "scf.if elseRegion": true, "memref.generic_atomic_rmw atomic_body": true, "scf.reduce reductions": true, "ml_program.subgraph body": true}
	for _, d := range all.Dialects() {
		for _, o := range d.Definitions().Ops {
			for _, r := range o.Regions {
				name := o.Name() + " " + r.Name
				_, structured := linalg.Structured.In(o)
				differ := differs[name] || structured && !r.SingleBlock
				if one := o.Traits&ir.SingleBlock != 0; (one != r.SingleBlock) != differ {
					t.Errorf("%s has a single block: %v, the trait says %v", name, r.SingleBlock, one)
				}
			}
		}
	}
}
