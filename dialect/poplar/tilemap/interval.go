package tilemap

import (
	"strconv"
	"strings"

	"optc/layout"
)

// Interval is a range of element numbers: positions of a flattened tensor, or elements
// of a variable. Intervals of a mapping are never empty and never negative.
type Interval = layout.Interval

// Mapping assigns elements to tiles: entry t lists the intervals of the flattened tensor
// on tile t. It may be shorter than the number of tiles; missing entries are empty
// (poplibs, poputil/TileMapping.hpp).
type Mapping [][]Interval

// NumElems is the number of elements of all intervals, counting an element
// again for each further interval that contains it.
func (m Mapping) NumElems() int64 {
	var n int64
	for _, intervals := range m {
		n += TotalSize(intervals)
	}
	return n
}

// String lists the tiles that hold elements: "{0:[0,3) [8,10) 5:[3,8)}".
func (m Mapping) String() string {
	var b []byte
	for tile, intervals := range m {
		if len(intervals) == 0 {
			continue
		}
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(tile), 10)
		b = append(b, ':')
		for i, iv := range intervals {
			if i > 0 {
				b = append(b, ' ')
			}
			b = iv.Append(b)
		}
	}
	return "{" + string(b) + "}"
}

// AppendMerged appends iv to intervals in ascending order, or merges it with the last
// interval if they touch or overlap.
func AppendMerged(intervals []Interval, iv Interval) []Interval {
	if n := len(intervals); n > 0 && iv.Begin <= intervals[n-1].End {
		intervals[n-1].End = max(intervals[n-1].End, iv.End)
		return intervals
	}
	return append(intervals, iv)
}

// TotalSize is the sum of the sizes of intervals.
func TotalSize(intervals []Interval) int64 {
	var n int64
	for _, iv := range intervals {
		n += iv.Size()
	}
	return n
}

// ListIntervals renders the first few intervals for a message.
func ListIntervals(intervals []Interval) string {
	const shown = 4
	var parts []string
	for i, iv := range intervals {
		if i == shown {
			parts = append(parts, "and "+strconv.Itoa(len(intervals)-shown)+" more")
			break
		}
		parts = append(parts, iv.String())
	}
	return strings.Join(parts, " ")
}

// TilePart is the part of a mapping on one tile.
type TilePart = layout.TilePart

// Loop is a loop over the elements of a variable. The step may be negative, or 0 where
// elements are shown again.
type Loop struct{ Count, Step int64 }
