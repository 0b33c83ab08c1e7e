package optmain

import (
	"strings"

	"optc/lower"
)

// someTargets names two targets of each kind.
func someTargets(kinds []*lower.Kind) string {
	var names []string
	for _, k := range kinds {
		targets := lower.TargetNames(k.Targets())
		names = append(names, targets[:min(len(targets), 2)]...)
	}
	return strings.Join(names, ", ")
}
