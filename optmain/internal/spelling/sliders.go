package spelling

import (
	"slices"
	"strconv"
	"strings"
)

// Slider is a number in the text of a layout, with alternative values for it.
type Slider struct {
	Name    string // such as "thread_tile 1"
	From    int    // offset of the number in the text
	To      int
	Value   int64
	Choices []SliderChoice // ascending; the current value is one of them
}

// SliderChoice is a value for a number, with the text in which the number has that value.
type SliderChoice struct {
	Value int64
	Text  string
}

// mostSliders bounds the numbers of a text that get a slider.
const mostSliders = 24

// Sliders lists the numbers in a text, each with the values for which the text still describes a layout. If the number is the size of
// a digit, the steps of the higher digits are adjusted, so that units or cells keep no gaps: in (4,8):(8,1), the value 16 for 8 gives
// (4,16):(16,1).
func Sliders(text string, o Options) (list []Slider) {
	numbers := numbersIn(text)
	pairs := pairsOf(text, numbers)
	for i, n := range numbers[:min(mostSliders, len(numbers))] {
		s := Slider{Name: n.name, From: n.from, To: n.to, Value: n.value}
		for _, value := range choicesFor(n.value) {
			changed := text
			if value != n.value {
				changed = rewrite(text, numbers, pairs, i, value)
				if _, err := Read(changed, o); err != nil {
					continue
				}
			}
			s.Choices = append(s.Choices, SliderChoice{value, changed})
		}
		if len(s.Choices) > 1 {
			list = append(list, s)
		}
	}
	return list
}

// choicesFor returns the values that are tried for a number: neighbouring powers of two, and 0 for steps.
func choicesFor(value int64) []int64 {
	list := []int64{value}
	for power := int64(1); power <= max(64, 4*value) && power < 1<<20; power *= 2 {
		list = append(list, power)
	}
	if value == 0 {
		list = append(list, 3)
	}
	list = append(list, 0)
	slices.Sort(list)
	return slices.Compact(list)
}

// number is a number in a text.
type number struct {
	from, to int
	value    int64
	name     string
}

// isWord reports whether a byte belongs to a name.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// numbersIn finds the numbers of a text which are no parts of names. An underscore may precede a number, because CuTe prints
// compile-time numbers so.
func numbersIn(text string) (list []number) {
	field, index := "", 0
	for at := 0; at < len(text); {
		if !isWord(text[at]) {
			at++
			continue
		}
		end := at
		for end < len(text) && isWord(text[end]) {
			end++
		}
		word, begin := text[at:end], at
		at = end
		if digits := strings.TrimPrefix(word, "_"); digits != "" && len(digits) <= 9 && strings.Trim(digits, "0123456789") == "" {
			value, _ := strconv.ParseInt(digits, 10, 64)
			if begin > 0 && text[begin-1] == '-' {
				continue
			}
			name := strings.TrimSpace(field + " " + strconv.Itoa(index))
			list = append(list, number{from: end - len(digits), to: end, value: value, name: name})
			index++
			continue
		}
		rest := strings.TrimLeft(text[end:], " ")
		if strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "<") && strings.HasPrefix(word, "S") {
			field, index = word, 0
		}
	}
	return list
}

// paired are the numbers of digits: their sizes, and their steps in the same order.
type paired struct{ sizes, steps []int }

// stepFields are fields that have the sizes of digits, and the fields of their steps.
var stepFields = map[string]string{"thread_tile": "thread_strides", "subgroup_tile": "subgroup_strides"}

// pairsOf finds sizes and steps: tuples before and after a colon, and fields.
func pairsOf(text string, numbers []number) (list []paired) {
	within := func(from, to int) (found []int) {
		for i, n := range numbers {
			if n.from >= from && n.to <= to {
				found = append(found, i)
			}
		}
		return found
	}
	for at := range len(text) {
		if text[at] != ':' {
			continue
		}
		left, right := within(tupleBefore(text, at), at), within(at, tupleAfter(text, at+1))
		if len(left) != len(right) || len(left) == 0 {
			continue
		}
		for i := range left {
			numbers[left[i]].name, numbers[right[i]].name = "extent "+strconv.Itoa(i), "stride "+strconv.Itoa(i)
		}
		list = append(list, paired{left, right})
	}
	for tile, strides := range stepFields {
		var p paired
		for i, n := range numbers {
			switch name, _, _ := strings.Cut(n.name, " "); name {
			case tile:
				p.sizes = append(p.sizes, i)
			case strides:
				p.steps = append(p.steps, i)
			}
		}
		if len(p.sizes) == len(p.steps) && len(p.sizes) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// tupleBefore returns the beginning of the tuple or number that ends before a position.
func tupleBefore(text string, end int) int {
	at, depth := end, 0
	for at > 0 {
		switch c := text[at-1]; {
		case c == ')':
			depth++
		case c == '(':
			if depth--; depth < 0 {
				return at
			}
			if depth == 0 {
				return at - 1
			}
		case depth == 0 && c != ' ' && !isWord(c):
			return at
		}
		at--
	}
	return 0
}

// tupleAfter returns the end of the tuple or number that begins at a position.
func tupleAfter(text string, from int) int {
	depth := 0
	for at := from; at < len(text); at++ {
		switch c := text[at]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth <= 0 {
				return at + max(0, depth+1)
			}
		case depth == 0 && c != ' ' && !isWord(c):
			return at
		}
	}
	return len(text)
}

// rewrite returns a text in which number changed has another value.
func rewrite(text string, numbers []number, pairs []paired, changed int, value int64) string {
	values := make([]int64, len(numbers))
	for i, n := range numbers {
		values[i] = n.value
	}
	for _, p := range pairs {
		if k := slices.Index(p.sizes, changed); k >= 0 {
			p.follow(values, k, value)
		}
	}
	values[changed] = value
	var b strings.Builder
	at := 0
	for i, n := range numbers {
		if values[i] != n.value {
			b.WriteString(text[at:n.from] + strconv.FormatInt(values[i], 10))
			at = n.to
		}
	}
	return b.String() + text[at:]
}

// follow changes the steps of digits for another size of the digit k: those that are multiples of its extent grow or shrink with it.
// A digit that had one value and no step gets a step beyond all other digits.
func (p paired) follow(values []int64, k int, size int64) {
	old, step := values[p.sizes[k]], values[p.steps[k]]
	end := old * step
	if old == 1 && step == 0 {
		span := int64(1)
		for i, s := range p.steps {
			span = max(span, values[s]*values[p.sizes[i]])
		}
		values[p.steps[k]] = span
		return
	}
	for i, s := range p.steps {
		if i != k && end > 0 && values[s] >= end && values[s]%end == 0 {
			values[s] = values[s] / old * size
		}
	}
}
