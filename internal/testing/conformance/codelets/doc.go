// Package codelets compares codelets that were imported from C++ with the same files compiled by a
// C++ compiler of the local machine: both execute the same random vertex states, and all data must
// be equal bit for bit. The headers in testdata/include have the types of the SDK that codelets
// use; they are read by that compiler only.
//
//	go test ./internal/testing/conformance/codelets                               the codelets in testdata
//	go test ./internal/testing/conformance/codelets -run Wild -v -wild DIR        the codelets in a folder
//	POPLIBS=DIR go test ./internal/testing/conformance/codelets -run Poplibs -v   a working tree of poplibs
//
// The tests are skipped if there is no clang++.
package codelets
