package layout

import "optc/diag"

// Some questions are as hard as any whose answers are quickly checked (NP-complete), so that no number of steps per digit decides all
// of them. Each answer takes a bounded number of steps, independent of the number of elements, and is refused if that is not enough.
const (
	maxSteps = 1 << 24 // elements or digits that are tried one after the other
	maxHeld  = 1 << 20 // copies, or elements and their copies, whose places are held in memory at the same time
)

// budget counts the steps that are left of maxSteps.
type budget struct{ left int64 }

func newBudget() *budget { return &budget{maxSteps} }

// walkBudget returns the budget of a walk over the runs of two maps. Each interval of a table allows one more run.
func walkBudget(maps ...*Map) *budget {
	b := newBudget()
	for _, m := range maps {
		if m.table != nil {
			b.left += int64(len(m.table.segs))
		}
	}
	return b
}

// spend takes steps from the budget; ok is false if fewer remain.
func (b *budget) spend(steps int64) (ok bool) {
	b.left -= min(steps, b.left+1)
	return b.left >= 0
}

// notDecided is the error for a question that the allowed number of steps does not decide; hint suggests what the user can do.
func notDecided(question, hint string) error {
	return diag.Errorf("undecided", "%d steps do not decide %s", maxSteps, question).Note("%s", hint)
}
