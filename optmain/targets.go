package optmain

import (
	"strings"

	"optc/lower"
)

// someTargets names two targets of each kind.
func someTargets(families []*lower.Family) string {
	var names []string
	for _, k := range families {
		targets := lower.TargetNames(k.Targets())
		names = append(names, targets[:min(len(targets), 2)]...)
	}
	return strings.Join(names, ", ")
}
