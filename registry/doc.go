// Package registry lists all passes and named pipelines of optc, so that pipelines, flags, help and
// the reference know a pass by its name. It is a separate package because it imports every pass,
// while the framework (package optc/passes) imports no pass.
package registry
