// Package fn is the func dialect: functions, calls and returns. The package has another
// name than its folder because func is a keyword of Go.
//
// Functions of other dialects (gpu.func) have the same textual form and the same rules;
// they use Parse, Print and Verify in function.go.
package fn
