package draw

import (
	"fmt"
	"strings"
)

// Cut returns a note that only the first most rows and columns of a panel are drawn; "" if there are no more. The nouns are singular.
func Cut(most, rows int64, row string, columns int64, column string) string {
	var parts []string
	for _, axis := range []struct {
		n    int64
		noun string
	}{{rows, row}, {columns, column}} {
		if axis.n > most {
			parts = append(parts, fmt.Sprintf("the first %d of %d %ss", most, axis.n, axis.noun))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Drawn are " + strings.Join(parts, " and ") + "."
}
