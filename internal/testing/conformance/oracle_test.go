package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Tool is the mlir-opt that defines the correct output.
const Tool = "mlir-opt-22"

// Oracle runs LLVM's mlir-opt on many texts at once.
type Oracle struct {
	Path    string
	Timeout time.Duration // of one process
	Cache   *Cache        // cache of answers, or nil
	// Foreign are the dialects of mlir-opt that are not compared.
	Foreign map[string]bool
}

// Answer is the output of a program for a text.
type Answer struct {
	Out    string // without space at the ends; "" when the text is rejected
	Errors []Message
	Crash  string // why there is neither output nor error; "" when there is one
}

// Message is an error. Place is line:column, preceded by the file if that is not the
// input, or "unknown".
type Message struct{ Place, Text string }

func (m Message) String() string { return m.Place + ": " + m.Text }

// Find returns the oracle of this machine; ok is false when there is none.
func Find() (o *Oracle, ok bool) {
	path, err := exec.LookPath(Tool)
	if err != nil {
		return nil, false
	}
	o = &Oracle{Path: path, Timeout: 20 * time.Second, Foreign: map[string]bool{}}
	out, _ := exec.Command(path, "--show-dialects").Output()
	for name := range strings.FieldsSeq(strings.ReplaceAll(string(out), ",", " ")) {
		o.Foreign[name] = !Upstream[name]
	}
	return o, true
}

// marker separates the texts of a batch; it occurs in no input.
const marker = "//%%%%conformance"

// Run gives each text to mlir-opt with the given flags. The texts end with a
// newline.
func (o *Oracle) Run(texts []string, flags ...string) []Answer {
	answers := make([]Answer, len(texts))
	var missing []int
	for i, t := range texts {
		var known bool
		if answers[i], known = o.Cache.get(flags, t); !known {
			missing = append(missing, i)
		}
	}
	todo := make([]string, len(missing))
	for k, i := range missing {
		todo[k] = texts[i]
	}
	for k, a := range o.batch(todo, flags) {
		answers[missing[k]] = a
		o.Cache.put(flags, todo[k], a)
	}
	return answers
}

// alone passes one text to a separate process.
func (o *Oracle) alone(text string, flags ...string) Answer {
	key := append([]string{"alone"}, flags...)
	a, known := o.Cache.get(key, text)
	if !known {
		a = o.batch([]string{text}, flags)[0]
		o.Cache.put(key, text, a)
	}
	return a
}

// batch runs a process over all texts. If the process crashes or hangs, the text that
// caused it gets a separate process; if it reports an error that cannot be assigned to a
// text, smaller batches are tried.
func (o *Oracle) batch(texts []string, flags []string) []Answer {
	if len(texts) == 0 {
		return nil
	}
	answers, why := o.process(texts, flags)
	if why == "" {
		return answers
	}
	if len(texts) == 1 {
		return []Answer{{Crash: why}}
	}
	if at := o.last(texts, flags); at < len(texts) {
		return slices.Concat(o.batch(texts[:at], flags), o.batch(texts[at:at+1], flags), o.batch(texts[at+1:], flags))
	}
	step := max(1, len(texts)/10)
	for lo := 0; lo < len(texts); lo += step {
		answers = append(answers, o.batch(texts[lo:min(lo+step, len(texts))], flags)...)
	}
	return answers
}

// broken is a text whose line is printed with its error.
const broken = ") //%%%%broken\n"

// last returns the number of the text that a process was handling when it crashed or hung, or
// len(texts) if it did neither. The process reads a faulty text after each text. Its error is
// written at once, while outputs are written only at the end.
func (o *Oracle) last(texts []string, flags []string) int {
	pairs := make([]string, 0, 2*len(texts))
	for _, t := range texts {
		pairs = append(pairs, t, broken)
	}
	_, stderr, _ := o.start(pairs, flags)
	return strings.Count(stderr, broken)
}

// start runs a process over texts; why describes the end of a process that does not end
// by itself.
func (o *Oracle) start(texts []string, flags []string) (stdout, stderr, why string) {
	ctx, cancel := context.WithTimeout(context.Background(), o.Timeout)
	defer cancel()
	args := append([]string{"--allow-unregistered-dialect", "--mlir-disable-threading",
		"--split-input-file=" + marker, "--output-split-marker=" + marker}, flags...)
	cmd := exec.CommandContext(ctx, o.Path, args...)
	cmd.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1") // a crash shall not take a second
	cmd.Stdin = strings.NewReader(strings.Join(texts, marker+"\n"))
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		why = "hangs"
	case err != nil && cmd.ProcessState.ExitCode() != 1:
		why = "crashes"
	}
	return out.String(), errs.String(), why
}

func (o *Oracle) process(texts []string, flags []string) (answers []Answer, why string) {
	stdout, stderr, why := o.start(texts, flags)
	if why != "" {
		return nil, why
	}
	outs := strings.Split(stdout, marker+"\n")
	if len(outs) != len(texts) {
		return nil, "crashes"
	}
	errors := parseErrors(stderr)
	line := 0 // line of the marker before the text
	for i, t := range texts {
		a := Answer{Out: relative(strings.TrimSpace(outs[i]), line)}
		n := strings.Count(t, "\n")
		for _, e := range errors {
			if m, ok := e.within(line, n); ok || len(texts) == 1 {
				a.Errors = append(a.Errors, m)
			}
		}
		if a.Out == "" && len(a.Errors) == 0 {
			return nil, "fails without a message"
		}
		answers = append(answers, a)
		line += n + 1
	}
	return answers, ""
}

var (
	errorLine = regexp.MustCompile(`(?m)^(?:(\S.*?):(\d+):(\d+)|<unknown>:0|loc\(.*\)): error: (.*)$`)
	stdinLoc  = regexp.MustCompile(`"<stdin>":(\d+):(\d+)`)
)

// placedError is an error of a whole batch.
type placedError struct {
	line, col int // -1 when it is not in the input
	Message
}

// parseErrors returns the errors among diagnostics on standard error.
func parseErrors(text string) (es []placedError) {
	for _, m := range errorLine.FindAllStringSubmatch(text, -1) {
		e := placedError{-1, -1, Message{"unknown", m[4]}}
		if m[1] == "<stdin>" {
			e.line, _ = strconv.Atoi(m[2])
			e.col, _ = strconv.Atoi(m[3])
			e.Place = m[2] + ":" + m[3]
		} else if m[1] != "" {
			e.Place = m[1] + ":" + m[2] + ":" + m[3]
		}
		es = append(es, e)
	}
	return es
}

// within returns the message with its place relative to a text of n lines, which follows a marker
// in line line; ok is false if the message is about another text.
func (e placedError) within(line, n int) (m Message, ok bool) {
	m = e.Message
	switch {
	case e.line == line && (line == 0 || e.col == len(marker)+1): // the module around the text
		m.Place = "0:0"
	case line < e.line && (e.line <= line+n || e.line == line+n+1 && e.col == 1):
		m.Place = fmt.Sprintf("%d:%d", e.line-line, e.col)
	default:
		return m, false
	}
	return m, true
}

// relative turns the locations of a text in a batch into the locations of the text alone.
func relative(out string, line int) string {
	if line == 0 || !strings.Contains(out, `"<stdin>":`) {
		return out
	}
	return stdinLoc.ReplaceAllStringFunc(out, func(loc string) string {
		m := stdinLoc.FindStringSubmatch(loc)
		n, _ := strconv.Atoi(m[1])
		if n == line && m[2] == itoa(len(marker)+1) { // about the module around the text
			return `"<stdin>":0:0`
		}
		return `"<stdin>":` + itoa(n-line) + ":" + m[2]
	})
}
