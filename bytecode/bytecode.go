// Package bytecode reads and writes modules as MLIR bytecode (.mlirbc).
//
// It exists because text must be lexed, looked up by name and spelled again, and bytecode
// need not: a module that travels between tools is read several times faster from
// bytecode than from text. This package reads the bytecode that mlir-opt of LLVM 22
// writes, and mlir-opt reads the bytecode that is written here, as long as it knows the
// dialects.
//
// The format is described in MLIR Bytecode Format (mlir/docs/BytecodeFormat.md).
// Attributes and types of the builtin dialect have special encodings
// (mlir/include/mlir/IR/BuiltinDialectBytecode.td), all others are written as text.
// Inherent attributes of an operation are encoded without their names, in alphabetical
// order (genPropertiesSupportForBytecode in mlir/tools/mlir-tblgen/OpDefinitionsGen.cpp),
// so that reading them requires the definition of the operation.
package bytecode

import "strings"

// Magic is the beginning of every file of bytecode.
const Magic = "ML\xefR"

// Is reports whether a file with these contents is bytecode.
func Is(data string) bool { return strings.HasPrefix(data, Magic) }

// Versions of the format (mlir/include/mlir/Bytecode/Encoding.h).
const (
	MinVersion = 0
	MaxVersion = 6

	dialectVersions         = 1 // dialects may have a version
	lazyRegions             = 2 // regions of isolated operations are sections
	useListOrders           = 3 // orders of use lists are kept
	elidedArgLocations      = 4 // arguments of blocks may lack a location; operation names are counted
	nativeProperties        = 5 // inherent attributes are stored separately from the discardable ones
	nativeSegmentSizes      = 6 // sizes of segments are numbers, not an attribute
	alignmentByte      byte = 0xCB
	alignedSection     byte = 0x80 // flag of a section number
)

// Sections.
const (
	stringSection byte = iota
	dialectSection
	nodeSection // attributes and types
	nodeOffsetSection
	irSection
	resourceSection
	resourceOffsetSection
	dialectVersionSection
	propertiesSection
	numSections
)

// Parts that an operation has.
const (
	hasAttrs byte = 1 << iota
	hasResults
	hasOperands
	hasSuccessors
	hasRegions
	hasUseListOrders
	hasProperties
)

// Kinds of resources.
const (
	resourceBlob byte = iota
	resourceBool
	resourceString
)

// Codes of the attributes of the builtin dialect (BuiltinDialectAttributes).
const (
	codeArray = iota
	codeDictionary
	codeString
	codeTypedString
	codeFlatSymbolRef
	codeSymbolRef
	codeTypeAttr
	codeUnit
	codeInteger
	codeFloat
	codeCallSiteLoc
	codeFileLineColLoc
	codeFusedLoc
	codeFusedLocWithMetadata
	codeNameLoc
	codeUnknownLoc
	codeDenseResource
	codeDenseArray
	codeDenseElements
	codeDenseStrings
	codeSparse
	codeDistinct
	codeFileLineColRange
)

// Codes of the types of the builtin dialect (BuiltinDialectTypes).
const (
	codeIntegerType = iota
	codeIndex
	codeFunction
	codeBF16
	codeF16
	codeF32
	codeF64
	codeF80
	codeF128
	codeComplex
	codeMemRef
	codeMemRefWithSpace
	codeNone
	codeRankedTensor
	codeRankedTensorWithEncoding
	codeTuple
	codeUnrankedMemRef
	codeUnrankedMemRefWithSpace
	codeUnrankedTensor
	codeVector
	codeScalableVector
)
