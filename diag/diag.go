// Package diag holds the error values that every layer of optc shares: an error has a
// stable code, a one-line message and notes that show the computation.
//
// Packages without a notion of source text (layout, the pure functions of the
// dialects) return *Error; package ir attaches a location and turns it into a
// diagnostic. Callers test errors by code, never by text:
//
//	if diag.CodeOf(err) == "count-overflow" { … }
package diag

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Error is a failure with a stable code. Msg is lower case, has no final full stop and names the
// expected item before the item found.
type Error struct {
	Code  string     // stable identifier, e.g. "addr-align"
	Msg   string     // a single line, without the code
	Notes []string   // the computation, a line each
	Meant Suggestion // the suggestion in the message, or none
	Word  string     // the wrong word of the text, or ""
	Cause error      // the underlying error, or nil
}

// Errorf returns an *Error with the given code. A [Suggestion] among the arguments
// becomes the suggestion of the error, and its given word the wrong word.
func Errorf(code, format string, args ...any) *Error {
	meant := SuggestionIn(args)
	return &Error{Code: code, Msg: fmt.Sprintf(format, args...), Meant: meant, Word: meant.Given}
}

// At sets the wrong word, or words, of the text that e is about and returns e.
func (e *Error) At(format string, args ...any) *Error {
	e.Word = fmt.Sprintf(format, args...)
	return e
}

// Note appends a line of arithmetic and returns e, so that calls chain.
func (e *Error) Note(format string, args ...any) *Error {
	e.Notes = append(e.Notes, fmt.Sprintf(format, args...))
	return e
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Note appends a line of arithmetic to err if it is an [Error], and returns it.
func Note(err error, format string, args ...any) error {
	if e, ok := err.(*Error); ok {
		return e.Note(format, args...)
	}
	return err
}

// Error renders the message with its code and notes on one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Msg)
	if e.Code != "" {
		fmt.Fprintf(&b, " [%s]", e.Code)
	}
	for _, n := range e.Notes {
		b.WriteString("; ")
		b.WriteString(n)
	}
	return b.String()
}

// Must returns the value of a call that cannot fail at this place; it panics if it did.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Must panics unless e, the error of a call that cannot fail at this place, is nil.
func (e *Error) Must() {
	if e != nil {
		panic(e)
	}
}

// WithoutPath returns the reason of an error about a file without the name of the file, for
// messages that have named it already and for temporary files; it returns other errors
// unchanged.
func WithoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// SystemMessage is the message of an operating system error, without the name of a file.
func SystemMessage(err error) string {
	err = WithoutPath(err) // possibly one of several errors
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			break
		}
		err = inner
	}
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:]
}

// CodeOf returns the code of the first *Error in err's chain, or "".
func CodeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
