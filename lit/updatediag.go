package lit

import (
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/lazyre"
)

// expectation is an "expected-error {{...}}" comment of a test for --verify-diagnostics,
// in the form of MLIR's SourceMgrDiagnosticVerifierHandler.
var expectation = lazyre.New(`expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}`)

// unexpectedMessage and missingMessage match the messages of the verifier.
var (
	unexpectedMessage = lazyre.New(`(?m)^(.*?):([0-9]+):[0-9]+: error: unexpected (error|note|remark|warning): (.*)$`)
	missingMessage    = lazyre.New(`(?m)^(.*?):([0-9]+):([0-9]+): error: expected (?:error|note|remark|warning) ".*" was not produced$`)
)

// diagnostic is a message that no comment expects.
type diagnostic struct {
	line           int // from 1
	severity, text string
}

// updateDiagnostics changes the comments of a test file to the diagnostics that the
// verifier reports in log. An expectation that was not met takes the text of an
// unexpected diagnostic on the same line, or is removed if there is none; remaining
// diagnostics get a comment above their line.
func updateDiagnostics(text, file, log string) string {
	var found []diagnostic
	for _, m := range unexpectedMessage().FindAllStringSubmatch(log, -1) {
		if n, err := strconv.Atoi(m[2]); err == nil && m[1] == file {
			found = append(found, diagnostic{n, m[3], m[4]})
		}
	}
	lines := strings.SplitAfter(text, "\n")
	remove := map[int]bool{} // indices of lines
	for _, m := range missingMessage().FindAllStringSubmatch(log, -1) {
		n, err := strconv.Atoi(m[2])
		col, err2 := strconv.Atoi(m[3])
		if err != nil || err2 != nil || m[1] != file || n > len(lines) || col > len(lines[n-1]) {
			continue
		}
		comment := lines[n-1]
		loc := expectation().FindStringSubmatchIndex(comment[col-1:])
		if loc == nil {
			continue
		}
		for i := range loc {
			if loc[i] >= 0 {
				loc[i] += col - 1
			}
		}
		severity, target := comment[loc[2]:loc[3]], targetLine(lines, n, part(comment, loc, 4))
		i := slices.IndexFunc(found, func(d diagnostic) bool { return d.line == target && d.severity == severity })
		if i < 0 {
			remove[n-1] = true
			continue
		}
		lines[n-1] = replaceExpectation(comment, loc, found[i].text)
		found = slices.Delete(found, i, i+1)
	}
	var out strings.Builder
	for i, line := range lines {
		for _, d := range found {
			if d.line == i+1 {
				out.WriteString(line[:len(line)-len(strings.TrimLeft(line, " \t"))])
				out.WriteString("// expected-" + d.severity + " @below {{" + d.text + "}}\n")
			}
		}
		if !remove[i] {
			out.WriteString(line)
			continue
		}
		// Code before a comment is kept.
		code, _, _ := strings.Cut(line, "//")
		if code = strings.TrimRight(code, " \t"); code != "" {
			out.WriteString(code + "\n")
		}
	}
	return out.String()
}

// part returns a group of a match, or "".
func part(s string, loc []int, group int) string {
	if loc[2*group] < 0 {
		return ""
	}
	return s[loc[2*group]:loc[2*group+1]]
}

// replaceExpectation writes a new text between the braces; the text is literal, so that
// "-re" is removed.
func replaceExpectation(comment string, loc []int, text string) string {
	out := comment[:loc[10]] + text + comment[loc[11]:]
	if loc[4] >= 0 {
		out = out[:loc[4]] + out[loc[5]:]
	}
	return out
}

// targetLine returns the line that an expectation on line n is about. Above and
// below skip lines that hold expectations only.
func targetLine(lines []string, n int, designator string) int {
	step := 0
	switch designator {
	case "":
		return n
	case "above":
		step = -1
	case "below":
		step = 1
	default:
		offset, err := strconv.Atoi(designator)
		if err != nil {
			return 0 // unknown location
		}
		return n + offset
	}
	for n += step; n >= 1 && n <= len(lines) && expectation().MatchString(lines[n-1]); n += step {
	}
	return n
}
