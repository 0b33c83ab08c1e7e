//go:build unix

package lit

import (
	"os/exec"
	"syscall"
)

// stopWithChildren makes the end of the context also end the processes that the command started.
func stopWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// exitCode is the code of a program that failed, or the negative number of the signal that
// ended it.
func exitCode(err *exec.ExitError) int {
	if s, ok := err.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return -int(s.Signal())
	}
	return err.ExitCode()
}
