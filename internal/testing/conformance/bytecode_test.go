package conformance

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"optc/optmain"
)

// bytecodeFlags print all the information that bytecode keeps: locations, and the order of uses.
var bytecodeFlags = []string{"--mlir-print-debuginfo", "--mlir-print-value-users"}

// CompareBytecode prints a part after a round trip through bytecode and compares the text
// with mlir-opt's output for the part. Bytecode that mlir-opt writes, in the latest
// version and in an older one, is read by this project. Bytecode that this project writes
// is read by this project, and for some parts also by mlir-opt. Parts with dialects that
// only mlir-opt has are compared in a separate lane, in version 4, because later versions
// cannot be read without the definitions of the operations.
func (o *Oracle) CompareBytecode(parts []*Part, workers, alone int) []*Outcome {
	s := o.read(parts, workers)
	s.within, s.foreign = o.settled(s.within, workers), o.settled(s.foreign, workers)
	step := max(1, len(s.within)/max(1, alone))
	chosen := map[*Part]bool{}
	for i := 0; i < len(s.within); i += step {
		chosen[s.within[i]] = true
	}
	outcomes := parallel(s.within, workers, func(within []*Part) []*Outcome {
		latest, older := &Outcome{Lane: "bytecode read"}, &Outcome{Lane: "older bytecode read"}
		written, both := &Outcome{Lane: "bytecode written and read"}, &Outcome{Lane: "bytecode written, read by " + Tool}
		wants := o.Run(texts(within), bytecodeFlags...)
		o.readBytecode(latest, within, wants, bytecodeFlags)
		places := bytecodeFlags[:1]
		without := o.Run(texts(within), places...)
		for version := range 6 {
			var some []*Part
			var expected []Answer
			flags, answers := bytecodeFlags, wants
			if version < 3 { // these keep no order of uses
				flags, answers = places, without
			}
			for i := version; i < len(within); i += 6 {
				if version >= 5 || !o.losesProperties(within[i].Generic) {
					some, expected = append(some, within[i]), append(expected, answers[i])
				}
			}
			o.readBytecode(older, some, expected, flags, "--emit-bytecode-version="+itoa(version))
		}
		for i, p := range within {
			if wants[i].Out == "" {
				continue
			}
			start := time.Now()
			data := oursRaw(p.Text, "--emit-bytecode")
			written.add(outcome(p, p.Text, wants[i], Ours(data, bytecodeFlags...)))
			written.Ours += time.Since(start)
			if chosen[p] {
				start := time.Now()
				both.add(outcome(p, p.Text, wants[i], o.readAlone(data)))
				both.Theirs += time.Since(start)
			}
		}
		return []*Outcome{latest, older, written, both}
	})
	foreign := slices.DeleteFunc(s.foreign, func(p *Part) bool { return o.losesProperties(p.Generic) })
	return append(outcomes, parallel(foreign, workers, func(foreign []*Part) []*Outcome {
		other := &Outcome{Lane: "bytecode of other dialects read"}
		o.readForeign(other, foreign, []string{"--mlir-print-op-generic", "--mlir-print-value-users"})
		return []*Outcome{other}
	})...)
}

// settled returns the parts whose printed text mlir-opt reads as the same module.
// Bytecode contains the text of affine maps, which may be read as simpler maps.
func (o *Oracle) settled(parts []*Part, workers int) []*Part {
	printed := make([]*Part, len(parts))
	for i, p := range parts {
		printed[i] = &Part{Name: p.Name, Text: p.Generic + "\n"}
	}
	o.read(printed, workers)
	again := map[string]bool{}
	for _, p := range printed {
		again[p.Generic] = true
	}
	return slices.DeleteFunc(parts, func(p *Part) bool { return !again[p.Generic] })
}

// losesProperties reports whether an operation that mlir-opt does not know has
// properties, or an operation has a property that is not an attribute, because versions
// before 5 cannot store them.
func (o *Oracle) losesProperties(generic string) bool {
	if strings.Contains(generic, "<{disjoint,") {
		return true
	}
	for line := range strings.Lines(generic) {
		if m := opName.FindStringSubmatch(line); m != nil && strings.Contains(line, "<{") && !Upstream[m[1]] && !o.Foreign[m[1]] {
			return true
		}
	}
	return false
}

// outcome compares two results for a part.
func outcome(p *Part, input string, want, got Answer) *Outcome {
	if d := compare(p, input, want, got); d != nil {
		return &Outcome{Inputs: 1, Differences: []*Difference{d}}
	}
	return &Outcome{Inputs: 1, Same: 1}
}

// readBytecode makes mlir-opt write the parts as bytecode, reads the bytecode and
// compares the result with the wanted text.
func (o *Oracle) readBytecode(r *Outcome, parts []*Part, wants []Answer, flags []string, emit ...string) {
	start := time.Now()
	files, lines := o.emit(texts(parts), emit)
	r.Theirs += time.Since(start)
	for i, data := range files {
		if wants[i].Out == "" || data == "" {
			continue
		}
		start := time.Now()
		got := Ours(data, flags...)
		got.Out = relative(got.Out, lines[i])
		r.add(outcome(parts[i], parts[i].Text, wants[i], got))
		r.Ours += time.Since(start)
	}
}

// readForeign makes mlir-opt write parts as bytecode, reads the bytecode, and lets
// mlir-opt read the printed result, because only mlir-opt knows which attributes are
// inherent.
func (o *Oracle) readForeign(r *Outcome, parts []*Part, flags []string) {
	wants := o.Run(texts(parts), flags...)
	files, _ := o.emit(texts(parts), []string{"--emit-bytecode-version=4"})
	var some, read []*Part
	var expected []Answer
	for i, data := range files {
		if wants[i].Out == "" || data == "" {
			continue
		}
		got := Ours(data, flags...)
		switch {
		case strings.Contains(got.Crash, "in an encoding of dialect"): // only mlir-opt knows the encoding
		case got.Out == "":
			r.add(outcome(parts[i], parts[i].Text, wants[i], got))
		default:
			some, expected = append(some, parts[i]), append(expected, wants[i])
			read = append(read, &Part{Text: got.Out + "\n"})
		}
	}
	for i, got := range o.Run(texts(read), flags...) {
		r.add(outcome(some[i], read[i].Text, expected[i], got))
	}
}

// emit lets mlir-opt write texts as bytecode. A file is empty if its text is not
// accepted. lines are the line numbers of the markers before the texts.
func (o *Oracle) emit(texts []string, flags []string) (files []string, lines []int) {
	files, lines = make([]string, len(texts)), make([]int, len(texts))
	args := slices.Concat([]string{"--emit-bytecode", "--split-input-file=" + marker, "--output-split-marker=" + marker}, flags)
	outs := strings.Split(o.raw(strings.Join(texts, marker+"\n"), args), marker+"\n")
	if len(outs) != len(texts) {
		return files, lines // mlir-opt has crashed on one of the parts
	}
	copy(files, outs)
	line := 0
	for i, t := range texts {
		lines[i] = line
		line += strings.Count(t, "\n") + 1
	}
	return files, lines
}

// readAlone lets a process of mlir-opt print a file of bytecode.
func (o *Oracle) readAlone(data string) Answer {
	out := o.raw(data, bytecodeFlags)
	if out == "" {
		return Answer{Crash: "mlir-opt does not read it"}
	}
	return Answer{Out: strings.TrimSpace(out)}
}

// raw returns the bytes that mlir-opt writes.
func (o *Oracle) raw(input string, flags []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), o.Timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, o.Path, append([]string{"--allow-unregistered-dialect", "--mlir-disable-threading"}, flags...)...)
	cmd.Stdin = strings.NewReader(input)
	out, _ := cmd.Output()
	return string(out)
}

// oursRaw returns the bytes that this project's tool writes.
func oursRaw(text string, flags ...string) string {
	c := optmain.DefaultConfig()
	c.Dialects = upstreamDialects()
	var stdout, stderr bytes.Buffer
	optmain.Run(context.Background(), c, append([]string{"--allow-unregistered-dialect", "--mlir-disable-threading"}, flags...), strings.NewReader(text), &stdout, &stderr)
	return stdout.String()
}
