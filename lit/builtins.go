package lit

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"optc/internal/base/output"
	"optc/internal/base/textdiff"
)

// builtins are the commands that every test can use, besides FileCheck and the
// words not and env.
var builtins = map[string]Tool{
	"cat":        cat,
	"cmp":        compare,
	"count":      countLines,
	"cp":         copyFile,
	"diff":       diffFiles,
	"echo":       echo,
	"egrep":      grepLines,
	"false":      func(*Invocation) int { return 1 },
	"fgrep":      grepLines,
	"grep":       grepLines,
	"head":       ends,
	"mkdir":      mkdir,
	"rm":         remove,
	"sed":        sed,
	"sort":       sortLines,
	"split-file": splitFile,
	"tail":       ends,
	"tee":        tee,
	"test":       testFile,
	"touch":      touch,
	"tr":         translate,
	"uniq":       uniq,
	"wc":         wc,
	"true":       func(*Invocation) int { return 0 },
	":":          func(*Invocation) int { return 0 },
}

// stateBuiltins change the shell for the commands after them.
var stateBuiltins = map[string]func(*shell, *Invocation) int{
	"cd": func(sh *shell, inv *Invocation) int {
		if len(inv.Args) != 1 {
			return inv.Errorf("expected one directory, but got %d arguments", len(inv.Args))
		}
		dir := inv.Path(inv.Args[0])
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return inv.Errorf("'%s' is no directory", dir)
		}
		sh.dir = dir
		return 0
	},
	"export": func(sh *shell, inv *Invocation) int {
		for _, a := range inv.Args {
			name, value, ok := strings.Cut(a, "=")
			if !ok {
				return inv.Errorf("expected NAME=VALUE, but got '%s'", a)
			}
			sh.export(name, value)
		}
		return 0
	},
}

// export sets a variable for the rest of the test.
func (sh *shell) export(name, value string) {
	env := map[string]string{name: value}
	for k, v := range sh.env {
		if k != name {
			env[k] = v
		}
	}
	sh.env = env
}

func echo(inv *Invocation) int {
	args, newline, escapes := inv.Args, "\n", false
	for len(args) > 0 && (args[0] == "-n" || args[0] == "-e") {
		if args[0] == "-n" {
			newline = ""
		} else {
			escapes = true
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = unescaped(text)
	}
	io.WriteString(inv.Stdout, text+newline)
	return 0
}

// escapedLetters are the letters that mean a character after a backslash.
var escapedLetters = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// unescaped replaces the escapes of echo -e as lit does: letters, up to three octal digits, and \x with two hexadecimal digits. A
// backslash before another character stays.
func unescaped(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		digits, base := "", 8
		if c, ok := escapedLetters[text[i]]; ok {
			b.WriteByte(c)
			continue
		}
		if text[i] == 'x' && i+2 < len(text) {
			digits, base = text[i+1:i+3], 16
		} else {
			for n := i; n < len(text) && n < i+3 && text[n] >= '0' && text[n] <= '7'; n++ {
				digits += text[n : n+1]
			}
		}
		n, err := strconv.ParseUint(digits, base, 16)
		if err != nil {
			b.WriteByte('\\')
			b.WriteByte(text[i])
			continue
		}
		b.WriteRune(rune(n))
		if i += len(digits); base == 8 {
			i--
		}
	}
	return b.String()
}

// read returns the contents of a file, or of standard input for "-".
func (inv *Invocation) read(name string) (string, error) {
	if name == "-" {
		b, err := io.ReadAll(inv.Stdin)
		return string(b), err
	}
	b, err := os.ReadFile(inv.Path(name))
	return string(b), err
}

func cat(inv *Invocation) int {
	files := inv.Args
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, f := range files {
		if strings.HasPrefix(f, "-") && f != "-" {
			inv.refuse("unknown option '%s'", f)
			return 1
		}
		text, err := inv.read(f)
		if err != nil {
			return inv.Errorf("%v", err)
		}
		io.WriteString(inv.Stdout, text)
	}
	return 0
}

// countLines checks the number of lines of its input.
func countLines(inv *Invocation) int {
	if len(inv.Args) != 1 {
		return inv.Errorf("expected one number, but got %d arguments", len(inv.Args))
	}
	want, err := strconv.Atoi(inv.Args[0])
	if err != nil || want < 0 {
		return inv.Errorf("expected a number of lines, but got '%s'", inv.Args[0])
	}
	text, err := inv.read("-")
	if err != nil {
		return inv.Errorf("%v", err)
	}
	got := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		got++
	}
	if got != want {
		return inv.Errorf("expected %d lines, but got %d", want, got)
	}
	return 0
}

// two reads the two files that diff and cmp compare.
func (inv *Invocation) two(options string) (names []string, texts [2]string, code int) {
	for _, a := range inv.Args {
		if strings.HasPrefix(a, "-") && a != "-" {
			if strings.Trim(a[1:], options) != "" && a != "--strip-trailing-cr" {
				inv.refuse("unknown option '%s'", a)
				return nil, texts, 2
			}
			continue
		}
		names = append(names, a)
	}
	if len(names) != 2 {
		return nil, texts, inv.Errorf("expected two files, but got %d", len(names)) + 1
	}
	for i, n := range names {
		text, err := inv.read(n)
		if err != nil {
			return nil, texts, inv.Errorf("%v", err) + 1
		}
		texts[i] = text
	}
	return names, texts, 0
}

func compare(inv *Invocation) int {
	names, texts, code := inv.two("s")
	if code != 0 {
		return code
	}
	if texts[0] != texts[1] {
		fmt.Fprintf(inv.Stdout, "%s %s differ\n", names[0], names[1])
		return 1
	}
	return 0
}

// diffFiles compares two files: -u is the only format, -b and -w ignore space,
// --strip-trailing-cr carriage returns.
func diffFiles(inv *Invocation) int {
	names, texts, code := inv.two("ubw")
	if code != 0 {
		return code
	}
	same := texts
	for _, a := range inv.Args {
		for i := range same {
			switch {
			case a == "--strip-trailing-cr":
				same[i] = strings.ReplaceAll(same[i], "\r\n", "\n")
			case a == "-" || !strings.HasPrefix(a, "-"):
			case strings.Contains(a, "w"):
				same[i] = mapLines(same[i], func(l string) string { return strings.Join(strings.Fields(l), "") })
			case strings.Contains(a, "b"):
				same[i] = mapLines(same[i], func(l string) string { return strings.TrimRight(strings.Join(strings.Fields(" x"+l), " "), " ") })
			}
		}
	}
	if same[0] == same[1] {
		return 0
	}
	io.WriteString(inv.Stdout, textdiff.Unified(names[0], names[1], texts[0], texts[1]))
	return 1
}

func mapLines(text string, f func(string) string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = f(l)
	}
	return strings.Join(lines, "\n")
}

// files returns the arguments that are not options; only the given letters are
// allowed as options.
func (inv *Invocation) files(letters string) (files []string, options string, ok bool) {
	for _, a := range inv.Args {
		if !strings.HasPrefix(a, "-") {
			files = append(files, inv.Path(a))
			continue
		}
		if strings.Trim(a[1:], letters) != "" {
			return nil, "", inv.refuse("unknown option '%s'", a)
		}
		options += a[1:]
	}
	return files, options, true
}

// each calls f for every file argument, which f changes, and reports the first error.
func (inv *Invocation) each(letters string, f func(file, options string) error) int {
	files, options, ok := inv.files(letters)
	if !ok {
		return 1
	}
	for _, file := range files {
		err := output.Within(inv.Within, file)
		if err == nil {
			err = f(file, options)
		}
		if err != nil {
			return inv.Errorf("%v", err)
		}
	}
	return 0
}

// mkdir makes directories, as lit's mkdir does: an existing directory is no error.
func mkdir(inv *Invocation) int {
	return inv.each("p", func(dir, options string) error {
		if info, err := os.Stat(dir); options == "" && (err != nil || !info.IsDir()) {
			return os.Mkdir(dir, 0o755)
		}
		return os.MkdirAll(dir, 0o755)
	})
}

// remove deletes files, and with -r directories, but nothing outside of the
// directory for temporary files.
func remove(inv *Invocation) int {
	return inv.each("rf", func(file, options string) error {
		if !strings.Contains(filepath.ToSlash(file), "/Output/") {
			return fmt.Errorf("'%s' is no temporary file of a test", file)
		}
		if _, err := os.Lstat(file); err != nil && strings.Contains(options, "f") {
			return nil
		}
		if strings.Contains(options, "r") {
			return os.RemoveAll(file)
		}
		return os.Remove(file)
	})
}

func touch(inv *Invocation) int {
	return inv.each("", func(file, _ string) error {
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		return f.Close()
	})
}

func copyFile(inv *Invocation) int {
	files, _, ok := inv.files("")
	if !ok || len(files) != 2 {
		return inv.Errorf("expected two files, but got %d", len(files))
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return inv.Errorf("%v", err)
	}
	to := files[1]
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		to = filepath.Join(to, filepath.Base(files[0]))
	}
	err = output.Within(inv.Within, to)
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		return inv.Errorf("%v", err)
	}
	return 0
}

// testFile is "test" with -e, -f, -d, -s and !.
func testFile(inv *Invocation) int {
	args, want := inv.Args, true
	if len(args) > 0 && args[0] == "!" {
		args, want = args[1:], false
	}
	if len(args) != 2 {
		inv.refuse("expected an operator and a file")
		return 2
	}
	info, err := os.Stat(inv.Path(args[1]))
	ok := err == nil
	switch args[0] {
	case "-e":
	case "-f":
		ok = ok && info.Mode().IsRegular()
	case "-d":
		ok = ok && info.IsDir()
	case "-s":
		ok = ok && info.Size() > 0
	default:
		inv.refuse("unknown operator '%s'", args[0])
		return 2
	}
	if ok != want {
		return 1
	}
	return 0
}
