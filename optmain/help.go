package optmain

import (
	"fmt"
	"strings"

	"optc/diag"
)

// helpCommand is `optc help`.
func helpCommand() *Command {
	return &Command{
		Name:  "help",
		Title: "explain a pass, an operation, a type, an attribute, a target, a command or an error code",
		Usage: "[topic] | --search <word>",
		Run:   runs(runHelp),
		words: (*tool).topics,
		Help: "A topic is a name, with its dashes or sigil or without: poplar-place, vector.transfer_read, !poplar.in, ipu2, poplar.out-of-memory. " +
			"These topics are lists: " + listNames() + ". --search finds pages by the words of the field, such as 'bank conflict', and everything whose name or description contains a word.",
	}
}

// explainCommand is `optc explain`.
func explainCommand() *Command {
	return &Command{
		Name:  "explain",
		Title: "the same as help",
		Usage: "<topic>",
		Run:   runs(runHelp),
		words: (*tool).topics,
	}
}

// runHelp explains topics, or shows the help of the main command.
func runHelp(t *tool, args []string) int {
	if len(args) == 0 {
		return t.print(t.overview())
	}
	if word, ok := searched(args); ok {
		text := t.search(word)
		if text == "" {
			return t.fail(fmt.Errorf("no page, name or description contains '%s'", word))
		}
		return t.print(text)
	}
	code := 0
	for i, topic := range args {
		if i > 0 {
			t.print("\n")
		}
		text := t.topic(topic)
		if text == "" {
			code = t.fail(t.unknownTopic(topic))
			continue
		}
		t.print(text)
	}
	return code
}

// unknownTopic is the error about a topic that does not exist, with the search that probably
// finds it: "no tile" for poplar.no-tile. Such a phrase that is found is better than a code with
// a similar spelling.
func (t *tool) unknownTopic(topic string) error {
	name := topic[strings.LastIndexByte(topic, '.')+1:]
	if words := strings.Split(name, "-"); len(words) > 1 {
		if phrase := strings.Join(words, " "); t.search(phrase) != "" {
			return fmt.Errorf("nothing is known about '%s'\ntry '%s help --search \"%s\"'", topic, t.Name, phrase)
		}
	}
	return fmt.Errorf("nothing is known about '%s'%s\ntry '%s help --search <word>'", topic, diag.DidYouMean(topic, t.topics()), t.Name)
}

// searched returns the word of --search <word> or --search=<word>.
func searched(args []string) (word string, ok bool) {
	const flag = "--search"
	if len(args) == 2 && args[0] == flag {
		return args[1], true
	}
	if len(args) != 1 {
		return "", false
	}
	return strings.CutPrefix(args[0], flag+"=")
}
