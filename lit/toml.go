package lit

import (
	"fmt"
	"strconv"
	"strings"

	"optc/diag"
	"optc/internal/base/pydata"
)

// tomlFile is a configuration without Python: the members of config that decide about tests, as TOML.
//
//	suffixes = [".mlir", ".test"]
//	excludes = ["Inputs"]
//	available_features = ["gpu"]
//	execute_external = true
//
//	[environment]
//	MODE = "fast"
//
//	[substitutions]
//	"%opt" = "their-opt --quiet"
const tomlFile = "lit.toml"

// tomlMembers are the members of a configuration, with the sorts of their values.
var tomlMembers = map[string]string{
	"name": "a string", "suffixes": "a list of strings", "excludes": "a list of strings", "available_features": "a list of strings",
	"unsupported": "true or false", "pipefail": "true or false", "execute_external": "true or false", "test_retry_attempts": "a number", "recursiveExpansionLimit": "a number",
}

// tomlTables are the tables of names and strings.
var tomlTables = []string{"environment", "substitutions"}

// toml reads a part of TOML: keys with strings, lists of strings, numbers, true and false, in tables of one level.
type toml struct {
	file, text string
	at         int
}

// readTOML sets the members of a configuration.
func readTOML(config *pydata.Object, file, text string) error {
	p := &toml{file: file, text: text}
	table, external := "", false
	seen := map[string]bool{}
	for p.skip(true); p.at < len(p.text); p.skip(true) {
		if p.take('[') {
			name, err := p.key()
			if err != nil {
				return err
			}
			known := false
			for _, t := range tomlTables {
				known = known || t == name
			}
			if !known {
				return p.errorf("there is no table '%s'%s; the tables are %s", name, diag.DidYouMean(name, tomlTables), strings.Join(tomlTables, " and "))
			}
			if p.skip(false); !p.take(']') {
				return p.errorf("expected ']' after the name of a table")
			}
			if table = name; seen["["+name] {
				return p.errorf("the table '%s' is there twice", name)
			}
			seen["["+name] = true
			if err := p.end(); err != nil {
				return err
			}
			continue
		}
		name, err := p.key()
		if err != nil {
			return err
		}
		start := p.at
		if p.skip(false); !p.take('=') {
			return p.errorf("expected '=' after '%s'", name)
		}
		value, err := p.value(0)
		if err != nil {
			return err
		}
		if err := p.end(); err != nil {
			return err
		}
		p.at, start = start, p.at
		switch {
		case seen[table+"."+name]:
			return p.errorf("'%s' is there twice", name)
		case table == "":
			if name == "execute_external" {
				external = value == true
			}
			err = p.member(config, name, value)
		default:
			err = p.entry(config, table, name, value)
		}
		if err != nil {
			return err
		}
		p.at = start
		seen[table+"."+name] = true
	}
	config.Attrs["test_format"] = object("ShTest", named{"execute_external": external})
	return nil
}

// member sets a member of the configuration.
func (p *toml) member(config *pydata.Object, name string, value pydata.Value) error {
	sort, ok := tomlMembers[name]
	if !ok {
		return p.errorf("there is no member '%s'%s; the members are %s", name, diag.DidYouMean(name, sortedKeys(tomlMembers)), strings.Join(sortedKeys(tomlMembers), ", "))
	}
	got := "a string"
	switch v := value.(type) {
	case bool:
		got = "true or false"
	case int:
		got = "a number"
	case *pydata.List:
		got = "a list of strings"
		v.Set = true
	}
	if got != sort {
		return p.errorf("expected %s as '%s', but got %s", sort, name, got)
	}
	config.Attrs[name] = value
	return nil
}

// entry sets an entry of a table.
func (p *toml) entry(config *pydata.Object, table, name string, value pydata.Value) error {
	text, ok := value.(string)
	if !ok {
		return p.errorf("expected a string as '%s' of the table '%s'", name, table)
	}
	if table == "environment" {
		config.Attrs[table].(*pydata.Dict).Items[name] = text
		return nil
	}
	list := config.Attrs[table].(*pydata.List)
	list.Items = append(list.Items, &pydata.List{Items: []pydata.Value{name, text}})
	return nil
}

// errorf returns an error at the current line.
func (p *toml) errorf(format string, args ...any) error {
	line := 1 + strings.Count(p.text[:min(p.at, len(p.text))], "\n")
	return fmt.Errorf("%s:%d: "+format, append([]any{p.file, line}, args...)...)
}

// skip passes over spaces and comments, and over the ends of lines if told to.
func (p *toml) skip(lines bool) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ' ' || c == '\t' || c == '\r' || lines && c == '\n':
			p.at++
		case c == '#':
			for p.at < len(p.text) && p.text[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

func (p *toml) take(c byte) bool {
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

// end expects the end of a line.
func (p *toml) end() error {
	if p.skip(false); p.at < len(p.text) && !p.take('\n') {
		return p.errorf("expected the end of the line, but got '%.20s'", p.text[p.at:])
	}
	return nil
}

// key reads a name, with or without quotes.
func (p *toml) key() (string, error) {
	p.skip(false)
	if p.at < len(p.text) && (p.text[p.at] == '"' || p.text[p.at] == '\'') {
		return p.quoted()
	}
	from := p.at
	for p.at < len(p.text) && (isLetter(p.text[p.at]) || strings.IndexByte("_-", p.text[p.at]) >= 0) {
		p.at++
	}
	if p.at == from {
		return "", p.errorf("expected a name, but got '%.20s'", p.text[from:])
	}
	return p.text[from:p.at], nil
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// value reads a string, a number, true, false, or a list of strings; lists are not nested.
func (p *toml) value(depth int) (pydata.Value, error) {
	p.skip(false)
	switch rest := p.text[p.at:]; {
	case strings.HasPrefix(rest, `"`), strings.HasPrefix(rest, "'"):
		return p.quoted()
	case strings.HasPrefix(rest, "true"):
		p.at += len("true")
		return true, nil
	case strings.HasPrefix(rest, "false"):
		p.at += len("false")
		return false, nil
	case strings.HasPrefix(rest, "[") && depth == 0:
		p.at++
		list := &pydata.List{}
		for {
			if p.skip(true); p.take(']') {
				return list, nil
			}
			v, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			if _, ok := v.(string); !ok {
				return nil, p.errorf("expected a string in the list")
			}
			list.Items = append(list.Items, v)
			if p.skip(true); !p.take(',') {
				if !p.take(']') {
					return nil, p.errorf("expected ',' or ']' in the list")
				}
				return list, nil
			}
		}
	default:
		end := 0
		for end < len(rest) && (rest[end] >= '0' && rest[end] <= '9') {
			end++
		}
		n, err := strconv.Atoi(rest[:end])
		if err != nil {
			return nil, p.errorf("expected a string, a list of strings, a number, true or false, but got '%.20s'", rest)
		}
		p.at += end
		return n, nil
	}
}

// quoted reads a string: with escapes between double quotes, verbatim between single quotes.
func (p *toml) quoted() (string, error) {
	quote := p.text[p.at]
	var b strings.Builder
	for i := p.at + 1; i < len(p.text) && p.text[i] != '\n'; i++ {
		switch c := p.text[i]; {
		case c == quote:
			p.at = i + 1
			return b.String(), nil
		case c == '\\' && quote == '"' && i+1 < len(p.text):
			i++
			escape, ok := map[byte]byte{'n': '\n', 't': '\t', '"': '"', '\\': '\\'}[p.text[i]]
			if !ok {
				return "", p.errorf("there is no escape '\\%c' in strings; write the text between single quotes", p.text[i])
			}
			b.WriteByte(escape)
		default:
			b.WriteByte(c)
		}
	}
	return "", p.errorf("the string lacks its closing quote")
}
