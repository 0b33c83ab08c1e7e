package tilemap

import (
	"fmt"
	"slices"

	"optc/draw"
	"optc/layout/axes"
)

const (
	tilesPerRow = 64
	mostTiles   = 8192 // most tiles that are drawn
	mostRuns    = 8192 // intervals that are drawn
)

// Drawing draws a mapping: every tile in a shade for the number of its elements, and the
// tile of each interval of elements.
func (m Mapping) Drawing(title string) *draw.Picture {
	elements := make([]int64, len(m))
	end := int64(0)
	for tile, intervals := range m {
		elements[tile] = TotalSize(intervals)
		for _, iv := range intervals {
			end = max(end, iv.End)
		}
	}
	p := &draw.Picture{Title: title, Panels: []*draw.Panel{drawTiles(m, elements)}}
	if end > 0 {
		p.Panels = append(p.Panels, drawIntervals(m, end))
	}
	p.Notes = balance(m, elements)
	if len(m) > mostTiles {
		p.Notes = append(p.Notes, fmt.Sprintf("Drawn are the first %d of %d tiles.", mostTiles, len(m)))
	}
	if len(m) > 0 {
		largest := slices.Max(elements)
		for i, c := range draw.Shades() {
			from, to := (int64(i)*largest)/int64(len(draw.Shades()))+1, (int64(i)+1)*largest/int64(len(draw.Shades()))
			if from <= to {
				p.Legend = append(p.Legend, draw.Key{Colour: c, Text: rangeText(from, to)})
			}
		}
	}
	return p
}

func rangeText(from, to int64) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

// drawTiles has 64 tiles in a row.
func drawTiles(m Mapping, elements []int64) *draw.Panel {
	p := &draw.Panel{Title: fmt.Sprintf("%ss by elements", axes.Tile), Axis: draw.Axis{Name: axes.Tile.String(), To: int64(min(tilesPerRow, len(m)))}}
	for tick := int64(0); tick < p.Axis.To; tick += 8 {
		p.Axis.Ticks = append(p.Axis.Ticks, tick)
	}
	largest := int64(0)
	for _, n := range elements {
		largest = max(largest, n)
	}
	for tile := range min(len(m), mostTiles) {
		row, column := tile/tilesPerRow, int64(tile%tilesPerRow)
		if column == 0 {
			p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint(tile)})
		}
		hover := fmt.Sprintf("%s: %d elements", axes.Tile.At(int64(tile)), elements[tile])
		if len(m[tile]) > 0 {
			hover += ", " + ListIntervals(m[tile])
		}
		// If the largest tile has largest elements, n elements have the shade of (n-1)/largest, so that
		// each range of the legend includes its upper bound.
		colour := draw.None
		if elements[tile] > 0 {
			colour = draw.Shades()[(elements[tile]*int64(len(draw.Shades()))-1)/largest]
		}
		p.Add(draw.Cell{Row: row, From: column, To: column + 1, Colour: colour, Hover: hover})
	}
	return p
}

// drawIntervals draws a row of all elements with the tile of each interval.
func drawIntervals(m Mapping, end int64) *draw.Panel {
	p := &draw.Panel{Title: "elements by " + axes.Tile.String(), Axis: draw.Axis{Name: "element", To: end, Scaled: true}, Rows: []draw.Row{{Label: axes.Tile.String()}}}
	for tile, intervals := range m {
		for _, iv := range intervals {
			if len(p.Cells) == mostRuns {
				p.Title += fmt.Sprintf(", the first %d intervals", mostRuns)
				return p
			}
			p.Add(draw.Cell{From: iv.Begin, To: iv.End, Colour: draw.Series(tile), Text: fmt.Sprint(tile), Hover: fmt.Sprintf("elements %s: %s", iv, axes.Tile.At(int64(tile)))})
		}
	}
	return p
}

// balance describes in words how evenly elements are spread.
func balance(m Mapping, elements []int64) []string {
	if len(m) == 0 {
		return []string{"No tile has an element."}
	}
	total, used := int64(0), 0
	for _, n := range elements {
		total += n
		if n > 0 {
			used++
		}
	}
	return []string{
		fmt.Sprintf("%d elements on %d of %d tiles; the fullest has %d, an even split would give %d.",
			total, used, len(m), slices.Max(elements), DivUp(total, int64(len(m)))),
		fmt.Sprintf("Imbalance: %d elements above the even split.", TileImbalance(m, 0, 1)),
	}
}
