package lit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// texts reads the files of a filter, or standard input if there are none.
func (inv *Invocation) texts(files []string) (string, bool) {
	if len(files) == 0 {
		files = []string{"-"}
	}
	var b strings.Builder
	for _, f := range files {
		text, err := inv.read(f)
		if err != nil {
			inv.Errorf("%v", err)
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

// ends is "head" and "tail" with -n N, -N and -c N of one text. In head a negative number
// leaves out that many at the end; in tail +N starts with the N-th.
func ends(inv *Invocation) int {
	count, unit := "10", byte('n')
	if len(inv.Args) > 0 && len(inv.Args[0]) > 1 && strings.Trim(inv.Args[0][1:], "0123456789") == "" && inv.Args[0][0] == '-' {
		short := *inv
		short.Args = append([]string{"-n", inv.Args[0][1:]}, inv.Args[1:]...)
		code := ends(&short)
		inv.refused = short.refused
		return code
	}
	files, ok := inv.shortOptions("q", "nc", map[string]byte{"--lines": 'n', "--bytes": 'c'}, func(letter byte, value string) {
		if letter != 'q' {
			count, unit = value, letter
		}
	})
	n, err := strconv.Atoi(count)
	switch {
	case !ok:
		return 1
	case err != nil, len(files) > 1:
		inv.refuse("expected a number and at most one file")
		return 1
	}
	text, ok := inv.texts(files)
	if !ok {
		return 1
	}
	parts := slices.Collect(strings.Lines(text))
	if unit == 'c' {
		parts = strings.Split(text, "")
	}
	switch {
	case inv.Name == "head" && n >= 0:
		parts = parts[:min(n, len(parts))]
	case inv.Name == "head":
		parts = parts[:max(len(parts)+n, 0)]
	case strings.HasPrefix(count, "+"):
		parts = parts[min(max(n-1, 0), len(parts)):]
	default:
		parts = parts[max(len(parts)-max(n, -n), 0):]
	}
	io.WriteString(inv.Stdout, strings.Join(parts, ""))
	return 0
}

// tee is "tee" with -a.
func tee(inv *Invocation) int {
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	files, ok := inv.shortOptions("a", "", map[string]byte{"--append": 'a'}, func(byte, string) { flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND })
	if !ok {
		return 1
	}
	text, ok := inv.texts(nil)
	if !ok {
		return 1
	}
	for _, name := range files {
		path, err := inv.Output(name)
		if err == nil {
			err = writeWith(path, flag, text)
		}
		if err != nil {
			return inv.Errorf("%v", err)
		}
	}
	io.WriteString(inv.Stdout, text)
	return 0
}

func writeWith(path string, flag int, text string) error {
	f, err := os.OpenFile(path, flag, 0o644)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

// sortLines is "sort" with -r and -u, by bytes.
func sortLines(inv *Invocation) int {
	on := map[byte]bool{}
	files, ok := inv.shortOptions("ru", "", nil, func(letter byte, _ string) { on[letter] = true })
	if !ok {
		return 2
	}
	text, ok := inv.texts(files)
	if !ok {
		return 2
	}
	lines := slices.Collect(strings.Lines(text))
	if n := len(lines); n > 0 && !strings.HasSuffix(lines[n-1], "\n") {
		lines[n-1] += "\n"
	}
	slices.Sort(lines)
	if on['r'] {
		slices.Reverse(lines)
	}
	if on['u'] {
		lines = slices.Compact(lines)
	}
	io.WriteString(inv.Stdout, strings.Join(lines, ""))
	return 0
}

// uniq is "uniq" with -c.
func uniq(inv *Invocation) int {
	counts := false
	files, ok := inv.shortOptions("c", "", nil, func(byte, string) { counts = true })
	if !ok || len(files) > 1 {
		inv.refuse("expected at most one file")
		return 1
	}
	text, ok := inv.texts(files)
	if !ok {
		return 1
	}
	last, n := "", 0
	put := func() {
		switch {
		case n > 0 && counts:
			fmt.Fprintf(inv.Stdout, "%7d %s\n", n, last)
		case n > 0:
			fmt.Fprintln(inv.Stdout, last)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n > 0 && line != last {
			put()
			n = 0
		}
		last, n = line, n+1
	}
	put()
	return 0
}

// wc is the command "wc" with one of the options -l, -w and -c.
func wc(inv *Invocation) int {
	unit := byte(0)
	files, ok := inv.shortOptions("lwc", "", map[string]byte{"--lines": 'l'}, func(letter byte, _ string) { unit = letter })
	if !ok || unit == 0 || len(files) > 1 {
		inv.refuse("expected -l, -w or -c and at most one file")
		return 1
	}
	text, ok := inv.texts(files)
	if !ok {
		return 1
	}
	n := len(text)
	switch unit {
	case 'l':
		n = strings.Count(text, "\n")
	case 'w':
		n = len(strings.Fields(text))
	}
	name := ""
	if len(files) == 1 {
		name = " " + files[0]
	}
	fmt.Fprintf(inv.Stdout, "%d%s\n", n, name)
	return 0
}

// translate is "tr" with -d, or with two sets of characters and ranges.
func translate(inv *Invocation) int {
	deletes := false
	sets, ok := inv.shortOptions("d", "", nil, func(byte, string) { deletes = true })
	if !ok {
		return 1
	}
	if want := map[bool]int{true: 1, false: 2}[deletes]; len(sets) != want {
		inv.refuse("expected %d sets of characters, but got %d", want, len(sets))
		return 1
	}
	var members [2]string
	for i, set := range sets {
		if members[i], ok = characters(set); !ok {
			inv.refuse("unknown set '%s'", set)
			return 1
		}
	}
	text, ok := inv.texts(nil)
	if !ok {
		return 1
	}
	var b strings.Builder
	for i := range len(text) {
		at := strings.LastIndexByte(members[0], text[i])
		switch {
		case at < 0:
			b.WriteByte(text[i])
		case !deletes && members[1] != "":
			b.WriteByte(members[1][min(at, len(members[1])-1)])
		}
	}
	io.WriteString(inv.Stdout, b.String())
	return 0
}

// characters returns the members of a set of "tr": characters, ranges, and escapes.
func characters(set string) (string, bool) {
	if strings.Contains(set, "[:") || strings.Contains(set, "[=") {
		return "", false
	}
	set = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(set)
	var b strings.Builder
	for i := 0; i < len(set); i++ {
		if i+2 >= len(set) || set[i+1] != '-' {
			b.WriteByte(set[i])
			continue
		}
		for c := int(set[i]); c <= int(set[i+2]); c++ {
			b.WriteByte(byte(c))
		}
		i += 2
	}
	return b.String(), true
}
