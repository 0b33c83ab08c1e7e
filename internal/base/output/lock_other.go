//go:build !unix

package output

import "os"

// lock does nothing, because only Unix has locks that end with the process.
func lock(*os.File, bool) (taken bool) { return false }
