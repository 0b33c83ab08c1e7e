package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// table declares a flag of every kind.
func table() (list []*Flag, show func() string) {
	var on, help bool
	var text, word, mode string
	var several, repeated []string
	number := new(int)
	list = []*Flag{
		Switch("on", &on, "turn on"),
		Text("o", "file", &text, "where to"),
		List("several", "a,b", &several, "some"),
		{Name: "D", Value: "NAME=text", Joined: true, Set: func(v string) error {
			repeated = append(repeated, "D:"+v)
			return nil
		}},
		Repeated("again", "x", &repeated, "more"),
		Number("n", &number, 1, "how many"),
		Choice("word", &word, "which", "one", "two"),
		OptionalChoice("mode", &mode, "how", "fast", "slow"),
		{Name: "help", Hidden: true, Set: func(string) error {
			help = true
			return ErrStop
		}},
	}
	return list, func() string {
		return fmt.Sprintf("%t %q %v %v %d %q %q %t", on, text, several, repeated, *number, word, mode, help)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, rest, want string }{
		{"", "", `false "" [] [] 0 "" "" false`},
		{"a --on - b", "a - b", `true "" [] [] 0 "" "" false`},
		{"--on -on=false", "", `false "" [] [] 0 "" "" false`},
		{"-o f --o=g", "", `false "g" [] [] 0 "" "" false`},
		{"--several=a,b --several c --again a,b --again c", "", `false "" [a b c] [a,b c] 0 "" "" false`},
		{"-DX=1 --DY -D=z", "", `false "" [] [D:X=1 D:Y D:=z] 0 "" "" false`},
		{"-n 3 --word=two --mode a", "a", `false "" [] [] 3 "two" "fast" false`},
		{"--mode=slow -- --on", "--on", `false "" [] [] 0 "" "slow" false`},
		{"a --help --bad", "a", `false "" [] [] 0 "" "" true`},
	} {
		list, show := table()
		rest, err := (&Parser{Flags: list}).Parse(strings.Fields(c.args))
		if err != nil || strings.Join(rest, " ") != c.rest || show() != c.want {
			t.Errorf("%s: got %v, %v and\n%s, want\n%s", c.args, rest, err, show(), c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--no":        "unknown flag '--no'; did you mean '--on'?",
		"--halp":      "unknown flag '--halp'", // hidden flags are not suggested
		"---on":       "unknown flag '---on'; did you mean '--on'?",
		"--cze":       "unknown flag '--cze'; did you mean '--cse'?",
		"-o":          "flag '-o' requires a value: -o <file>",
		"-D":          "flag '-D' requires a value: -D <NAME=text>",
		"--several":   "flag '--several' requires a value: --several=<a,b>",
		"--on=maybe":  "flag '--on' expects true or false, but got 'maybe'",
		"-n 0":        "flag '-n' expects a number of at least 1, but got '0'",
		"--word=tow":  "flag '--word' expects one of one, two, but got 'tow'; did you mean 'two'?",
		"--mode=zzzz": "flag '--mode' expects one of fast, slow, but got 'zzzz'",
	} {
		list, _ := table()
		_, err := (&Parser{Flags: list, Suggested: func() []string { return []string{"cse"} }}).Parse(strings.Fields(args))
		var wrong *Error
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%s: got %v, want %s", args, err, want)
		}
	}
}

func TestFlagsFirst(t *testing.T) {
	t.Parallel()
	list, show := table()
	rest, err := (&Parser{Flags: list, FlagsFirst: true}).Parse([]string{"-o", "f", "a", "--on"})
	if err != nil || !slices.Equal(rest, []string{"a", "--on"}) || !strings.HasPrefix(show(), `false "f"`) {
		t.Errorf("got %v, %v, %s", rest, err, show())
	}
}

func TestUndeclared(t *testing.T) {
	t.Parallel()
	var steps []string
	list, _ := table()
	p := Parser{Flags: list, Undeclared: func(name, value string) bool {
		steps = append(steps, name+":"+value)
		return name == "cse"
	}}
	if _, err := p.Parse([]string{"--cse=a=1", "--on", "-cse"}); err != nil || strings.Join(steps, " ") != "cse:a=1 cse:" {
		t.Errorf("got %v, %v", steps, err)
	}
	if _, err := p.Parse([]string{"--other"}); err == nil {
		t.Error("an unknown flag is accepted")
	}
}
