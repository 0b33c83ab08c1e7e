package flags

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
)

// Switch is a flag that turns v on, or off with =false.
func Switch(name string, v *bool, help string) *Flag {
	return &Flag{Name: name, Help: help, Set: func(text string) error {
		switch text {
		case "", "true", "TRUE", "True", "1":
			*v = true
		case "false", "FALSE", "False", "0":
			*v = false
		default:
			return fmt.Errorf("expects true or false, but got '%s'", text)
		}
		return nil
	}}
}

// Text is a flag with any text as its value. If it is given more than once, the last
// value is used.
func Text(name, value string, v *string, help string) *Flag {
	return &Flag{Name: name, Value: value, Help: help, Set: func(text string) error {
		*v = text
		return nil
	}}
}

// List is a flag whose values, separated by commas, add up.
func List(name, value string, v *[]string, help string) *Flag {
	return &Flag{Name: name, Value: value, Help: help, Set: func(text string) error {
		*v = append(*v, strings.Split(text, ",")...)
		return nil
	}}
}

// Repeated is a flag that collects a value each time it is given.
func Repeated(name, value string, v *[]string, help string) *Flag {
	return &Flag{Name: name, Value: value, Help: help, Set: func(text string) error {
		*v = append(*v, text)
		return nil
	}}
}

// Number is a flag whose value is a number that must not be below least.
func Number(name string, v **int, least int, help string) *Flag {
	return &Flag{Name: name, Value: "n", Help: help, Set: func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least {
			return fmt.Errorf("expects a number of at least %d, but got '%s'", least, text)
		}
		*v = &n
		return nil
	}}
}

// Float is a flag with a finite number that is not negative.
func Float(name string, v *float64, help string) *Flag {
	return &Flag{Name: name, Value: "x", Help: help, Set: func(text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(0 <= x && x <= math.MaxFloat64) {
			return fmt.Errorf("expects a number of at least 0, but got '%s'", text)
		}
		*v = x
		return nil
	}}
}

// Choice is a flag whose value is one of words.
func Choice(name string, v *string, help string, words ...string) *Flag {
	return &Flag{
		Name: name, Value: strings.Join(words, "|"), Help: help,
		Words: func() []string { return words },
		Set: func(text string) error {
			if !slices.Contains(words, text) {
				return fmt.Errorf("expects one of %s, but got '%s'%s", strings.Join(words, ", "), text, diag.DidYouMean(text, words))
			}
			*v = text
			return nil
		},
	}
}

// OptionalChoice is a [Choice] that means the first of the words when it is given
// without a value.
func OptionalChoice(name string, v *string, help string, words ...string) *Flag {
	f := Choice(name, v, help, words...)
	set := f.Set
	f.Optional, f.Set = true, func(text string) error { return set(cmp.Or(text, words[0])) }
	return f
}
