package gpu

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"optc/ir"
	"optc/layout/change"
)

//go:embed chips.txt
var chipRows string

// rows holds the banks of the chips of chips.txt.
var rows = sync.OnceValue(func() map[string]change.Banks {
	table := map[string]change.Banks{}
	for line := range strings.Lines(chipRows) {
		if name, _, _ := strings.Cut(line, " "); name != "#" && line != "#\n" {
			b, err := readRow(line)
			if err != nil {
				panic(err) // the file is part of the program
			}
			table[name] = b
		}
	}
	return table
})

// accesses lists the accesses of a row.
var accesses = []struct {
	key   string
	side  change.Side
	width int64
}{
	{"read4", change.After, 4}, {"read8", change.After, 8}, {"read16", change.After, 16},
	{"write4", change.Before, 4}, {"write8", change.Before, 8}, {"write16", change.Before, 16},
}

// readRow reads the row of a chip: its name and the figures of its workgroup memory, each of which must be there.
//
//	sm_80 banks=32 read4=1,2,4,8,16 read8=1,2,4,8 read16=1,2,4 write4=1,2,4,8,16 write8=1,2,4,8 write16=1,2,4 exchange=4
func readRow(text string) (b change.Banks, err error) {
	b.Word = bankWord
	given := map[string][]int64{}
	known := []string{"banks"}
	for _, a := range accesses {
		known = append(known, a.key)
	}
	known = append(known, "exchange")
	for i, field := range strings.Fields(text) {
		key, list, ok := strings.Cut(field, "=")
		switch {
		case i == 0:
			continue
		case !ok || !slices.Contains(known, key):
			return b, fmt.Errorf("has '%s', but expected one of %s with numbers", field, strings.Join(known, ", "))
		case given[key] != nil:
			return b, fmt.Errorf("has '%s' twice", key)
		}
		numbers := []int64{}
		for word := range strings.SplitSeq(list, ",") {
			n, err := strconv.ParseUint(word, 10, 16)
			if list != "" && (err != nil || n == 0) {
				return b, fmt.Errorf("has '%s', but expected positive numbers", field)
			}
			if list != "" {
				numbers = append(numbers, int64(n))
			}
		}
		given[key] = numbers
	}
	for _, key := range known {
		if given[key] == nil {
			return b, fmt.Errorf("has no '%s'", key)
		}
	}
	for _, key := range []string{"banks", "exchange"} {
		if len(given[key]) != 1 {
			return b, fmt.Errorf("has %d numbers of '%s', but expected one", len(given[key]), key)
		}
	}
	b.Count, b.Exchange = given["banks"][0], given["exchange"][0]
	for _, a := range accesses {
		differ := given[a.key]
		if slices.Max(append(differ, 0)) >= mostLanes {
			return b, fmt.Errorf("has '%s' with the number %d, but a subgroup has at most %d lanes", a.key, slices.Max(differ), mostLanes)
		}
		if !slices.Equal(differ, neighbours(b.Lanes(a.width))) {
			b.Phases = append(b.Phases, change.Phase{Side: a.side, Width: a.width, Differ: differ})
		}
	}
	return b, nil
}

const (
	bankWord  = 4  // bytes of a word of a bank
	mostLanes = 64 // of a subgroup
)

// neighbours returns the numbers by which n neighbouring lanes differ: powers of two.
func neighbours(n int64) (differ []int64) {
	for x := int64(1); x < n; x *= 2 {
		differ = append(differ, x)
	}
	return differ
}

// CheckRow returns an error if figures follow the chip's name, but not all that a row has.
func (c Chip) CheckRow() error {
	if !c.hasRow() {
		return nil
	}
	_, err := readRow(string(c))
	return err
}

// verifyChip checks the attribute gpu.chip: the name of a chip, or its row.
func verifyChip(op *ir.Operation, a ir.Attribute) *ir.Diagnostic {
	s, ok := a.(*ir.StringAttr)
	if !ok {
		return op.Errorf("expected '%s' to be a string, but got %s", chipAttr, a)
	}
	if err := Chip(s.Value).CheckRow(); err != nil {
		return op.Errorf("has a row of a chip in '%s' that %s", chipAttr, err).WithCode("gpu.row").HintNote(op.Loc(), "the program of 'optc export --probe sm_90' prints the whole row of a card; a name alone, such as \"sm_80\", has the figures of optc")
	}
	return nil
}
