// Package filecheck checks that a text contains everything that the directives in another
// file require, as LLVM's FileCheck does, without LLVM.
//
// The directives, options, variables, expressions, exit codes and the first line of every message
// are the same as in the FileCheck of LLVM 22. The further lines of a message are optc's addition:
// the line that comes closest to the expected text, and a character diff against it. Where
// FileCheck silently ignores a mistake in the check file, e.g. CHECK-NXT: or CHECK-NEXT without a
// colon, Options.Strict makes it an error with a suggestion.
package filecheck
