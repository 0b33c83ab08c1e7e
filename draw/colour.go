package draw

// Colour is a colour of the palette, which has a variant for light pages and a variant
// for dark pages. The zero value is transparent.
type Colour uint8

// The colours with a fixed meaning.
const (
	None    Colour = iota
	Padding        // belongs to something but contains nothing
	Alert          // should not be
	shades         // the first of shadeCount colours from weak to strong
)

const (
	shadeCount  = 8
	series      = shades + shadeCount
	seriesCount = 12
)

// Filler is the colour of cells that hold nothing but padding.
const Filler Colour = series + seriesCount

// Series returns the colour of the i-th of several things. Colours repeat in another order each time, so that series whose distance
// is a multiple of the number of colours, such as the rows of a matrix of 12 columns, can be distinguished.
func Series(i int) Colour {
	i = max(i, -i)
	return series + Colour((i+i/seriesCount)%seriesCount)
}

// Shade returns the colour for a share of a whole: the larger the share, the stronger the
// colour. Shares are clipped to [0, whole]; a share above 0 is never drawn like 0.
func Shade(share, whole int64) Colour {
	if whole <= 0 || share <= 0 {
		return None
	}
	share = min(share, whole)
	return shades + Colour(min(shadeCount-1, int(float64(share)/float64(whole)*shadeCount)))
}

// Shades are the colours of Shade from weak to strong.
func Shades() []Colour {
	list := make([]Colour, shadeCount)
	for i := range list {
		list[i] = shades + Colour(i)
	}
	return list
}

// mark is the letter that represents a colour for which the legend gives no other.
func (c Colour) mark() rune {
	switch {
	case c == None:
		return ' '
	case c == Padding:
		return '-'
	case c == Alert:
		return '!'
	case c == Filler:
		return '~'
	case c < series:
		return []rune(".:;=+*%#")[c-shades]
	}
	return 'A' + rune(c-series)
}

// fill is a colour in both forms, as CSS writes it.
type fill struct{ light, dark string }

// The series; neighbours differ clearly.
var (
	seriesLight = [...]string{
		"#a6ccf2", "#f7c797", "#abe3be", "#e0c2f0", "#efe78f", "#f5bcbc",
		"#9fdfdf", "#f1c6e2", "#b8d897", "#c4c4f3", "#d1af9f", "#93beb0",
	}
	seriesDark = [...]string{
		"#30577e", "#7b5228", "#325d40", "#6d3e84", "#6f692a", "#853232",
		"#366363", "#843e6d", "#425430", "#414195", "#826455", "#57756b",
	}
)

// The shades, from weak to strong; text is readable on each.
var (
	shadesLight = [...]string{
		"#e1edfa", "#c4ddf5", "#a8ccf0", "#8cbbeb",
		"#70abe6", "#549ae1", "#388adc", "#2479ce",
	}
	shadesDark = [...]string{
		"#17334f", "#1d4063", "#224c77", "#28598a",
		"#2e669e", "#3473b2", "#397fc6", "#4d8ccb",
	}
)

func (c Colour) fill() fill {
	switch {
	case c == None:
		return fill{"none", "none"}
	case c == Padding:
		return fill{"#d8d8d8", "#4a4a4a"}
	case c == Alert:
		return fill{"#ff8a80", "#b3261e"}
	case c == Filler:
		return fill{"#b9a9a9", "#6b5c5c"}
	case c < series:
		level := int(c - shades)
		return fill{shadesLight[level], shadesDark[level]}
	}
	i := c - series
	return fill{seriesLight[i], seriesDark[i]}
}
