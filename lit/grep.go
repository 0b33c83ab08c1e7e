package lit

import (
	"fmt"
	"strconv"
	"strings"

	"optc/internal/base/ere"
)

// shortOptions reads single-letter options with one dash, which may be joined, up to "--". Letters
// in valued take the rest of the word or the next word as their value. It returns the words that
// are not options, and reports whether all options are known; if one is not, the command is
// refused.
func (inv *Invocation) shortOptions(plain, valued string, long map[string]byte, set func(letter byte, value string)) (rest []string, ok bool) {
	for i := 0; i < len(inv.Args); i++ {
		a := inv.Args[i]
		name, value, given := strings.Cut(a, "=")
		switch letter, known := long[name]; {
		case a == "--":
			return append(rest, inv.Args[i+1:]...), true
		case known:
			if strings.IndexByte(valued, letter) >= 0 && !given {
				if i++; i == len(inv.Args) {
					return nil, inv.refuse("option '%s' has no value", a)
				}
				value = inv.Args[i]
			}
			set(letter, value)
			continue
		case !strings.HasPrefix(a, "-") || a == "-":
			rest = append(rest, a)
			continue
		case strings.HasPrefix(a, "--"):
			return nil, inv.refuse("unknown option '%s'", a)
		}
		for j := 1; j < len(a); j++ {
			switch {
			case strings.IndexByte(plain, a[j]) >= 0:
				set(a[j], "")
				continue
			case strings.IndexByte(valued, a[j]) < 0:
				return nil, inv.refuse("unknown option '-%c'", a[j])
			}
			value := a[j+1:]
			if value == "" {
				if i++; i == len(inv.Args) {
					return nil, inv.refuse("option '-%c' has no value", a[j])
				}
				value = inv.Args[i]
			}
			set(a[j], value)
			break
		}
	}
	return rest, true
}

// grepLines is "grep" with -E -F -G -H -c -e -h -i -l -m -n -o -q -s -v -w and -x.
func grepLines(inv *Invocation) int {
	on := map[byte]bool{}
	var patterns []string
	most := -1
	files, ok := inv.shortOptions("EFGHchilnoqsvwx", "em", map[string]byte{
		"--count": 'c', "--ignore-case": 'i', "--invert-match": 'v', "--line-number": 'n', "--only-matching": 'o', "--quiet": 'q', "--silent": 'q',
		"--extended-regexp": 'E', "--fixed-strings": 'F', "--word-regexp": 'w', "--line-regexp": 'x', "--regexp": 'e', "--max-count": 'm',
		"--files-with-matches": 'l', "--no-filename": 'h', "--with-filename": 'H', "--no-messages": 's',
	}, func(letter byte, value string) {
		on[letter] = true
		switch letter {
		case 'e':
			patterns = append(patterns, strings.Split(value, "\n")...)
		case 'm':
			if n, err := strconv.Atoi(value); err == nil {
				most = n
			}
		}
	})
	if !ok {
		return 2
	}
	if patterns == nil {
		if len(files) == 0 {
			inv.refuse("expected a pattern")
			return 2
		}
		patterns, files = strings.Split(files[0], "\n"), files[1:]
	}
	on['E'] = on['E'] || inv.Name == "egrep"
	on['F'] = on['F'] || inv.Name == "fgrep"
	find, err := finder(patterns, on)
	if err != nil {
		inv.refuse("%v", err)
		return 2
	}
	named := len(files) > 1 && !on['h'] || on['H']
	if len(files) == 0 {
		files = []string{"-"}
	}
	code := 1
	for _, file := range files {
		text, err := inv.read(file)
		if err != nil {
			if !on['s'] {
				inv.Errorf("%v", err)
			}
			code = max(code, 2)
			continue
		}
		prefix := ""
		if named {
			prefix = file + ":"
			if file == "-" {
				prefix = "(standard input):"
			}
		}
		if inv.grepFile(text, prefix, most, find, on) && code == 1 {
			code = 0
			if on['q'] {
				return 0
			}
		}
	}
	return code
}

// grepFile prints what grep finds in a text, and reports whether it selects a line.
func (inv *Invocation) grepFile(text, prefix string, most int, find func(line string) []int, on map[byte]bool) bool {
	number, selected := 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		number++
		if most >= 0 && selected >= most {
			break
		}
		at := find(line)
		if (at != nil) == on['v'] {
			continue
		}
		selected++
		if on['q'] || on['c'] || on['l'] {
			continue
		}
		start := prefix
		if on['n'] {
			start += fmt.Sprint(number, ":")
		}
		if !on['o'] {
			fmt.Fprintf(inv.Stdout, "%s%s\n", start, line)
			continue
		}
		for rest := line; at != nil && !on['v']; at = find(rest) {
			if at[1] > at[0] {
				fmt.Fprintf(inv.Stdout, "%s%s\n", start, rest[at[0]:at[1]])
			}
			if rest = rest[max(at[1], at[0]+1, 1):]; rest == "" {
				break
			}
		}
	}
	switch {
	case on['q']:
	case on['l'] && selected > 0:
		name := strings.TrimSuffix(prefix, ":")
		if name == "" {
			name = "(standard input)"
		}
		fmt.Fprintln(inv.Stdout, name)
	case on['c']:
		fmt.Fprintf(inv.Stdout, "%s%d\n", prefix, selected)
	}
	return selected > 0
}

// finder returns the function that finds the first match of any of the patterns in a line.
func finder(patterns []string, on map[byte]bool) (func(line string) []int, error) {
	var alternatives []string
	for _, p := range patterns {
		if on['F'] {
			p = ere.Escape(p)
		} else {
			p = posixExpression(p, on['E'])
		}
		switch {
		case on['x']:
			p = "^(" + p + ")$"
		case on['w']:
			p = "[[:<:]](" + p + ")[[:>:]]"
		}
		alternatives = append(alternatives, p)
	}
	list := make([]*ere.Regexp, 0, len(alternatives))
	for i, p := range alternatives {
		if p == "" || p == "^()$" { // an empty expression, which ere does not have
			p = "^"
			if on['x'] {
				p = "^$"
			}
		}
		re, err := ere.Compile(p, on['i'])
		if err != nil {
			return nil, fmt.Errorf("'%s': %w", patterns[i], err)
		}
		list = append(list, re)
	}
	return func(line string) (first []int) {
		for _, re := range list {
			at, err := re.Match(line, false)
			if err == nil && at != nil && (first == nil || at[0] < first[0] || at[0] == first[0] && at[1] > first[1]) {
				first = at
			}
		}
		return first
	}, nil
}
