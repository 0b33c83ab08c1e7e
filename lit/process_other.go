//go:build !unix

package lit

import "os/exec"

// stopWithChildren changes nothing: the end of the context ends the command only.
func stopWithChildren(*exec.Cmd) {}

// exitCode is the code of a program that failed.
func exitCode(err *exec.ExitError) int { return err.ExitCode() }
