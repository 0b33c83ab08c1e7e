// Package structured turns code with variables and jumps into operations with regions.
//
// The bodies of codelets assign to variables, leave loops in the middle and return early. The
// operations of scf have none of that: a region yields values, and it ends at its end. A front end
// writes a [Code] with variables, branches, loops and exits from labelled blocks, and [Code.Emit]
// writes it as scf.for, scf.while and scf.if: variables become values that regions carry, exits
// become conditions, and code whose results are never read is omitted.
package structured
