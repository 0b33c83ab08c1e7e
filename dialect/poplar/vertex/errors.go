package vertex

import "optc/diag"

// Errors are about vertices, their names, constraints and stacks.
var Errors = []diag.Doc{
	{
		Code:    "poplar.name-parse",
		Text:    "The name is no C++ name of a class, perhaps with template arguments.",
		Fix:     "Write it as C++ would, demo::Blend<float, 4>.",
		Example: `poplar.vertex @"demo::P<" worker external {}`,
	},
	{
		Code: "poplar.name-form",
		Text: "The same class can be spelled in several ways; names are compared as text, so one spelling is required.",
		Fix:  "Use the spelling of the message.",
		Example: `poplar.vertex @"demo::P<unsigned>" worker external {
}`,
	},
	{
		Code: "poplar.mangle-char",
		Text: "The symbol of a class can hold letters, digits and what separates template arguments.",
		Fix:  "Rename the class or the argument.",
		Example: `poplar.vertex @"demo::P<-3>" worker external {
}`,
	},
	{
		Code: "poplar.symbol-collision",
		Text: "Mangling is not unique: two names give the same symbol, of which a program can have one.",
		Fix:  "Rename one of the classes.",
		Example: `poplar.vertex @"d::A<d::B<int, 2>, half>" worker external {}
poplar.vertex @"d::A<d::B<int>, 2, half>" worker external {}`,
	},
	{
		Code: "poplar.duplicate-symbol",
		Text: "The entry point of a compiled vertex is generated, and a function of its name exists.",
		Fix:  "Make the vertex external, or remove the function.",
		Example: `poplar.vertex @"demo::Fill" worker {}
poplar.function @__runCodelet_demo__Fill own_stack(16) external`,
	},
	{
		Code: "poplar.external-missing",
		Text: "The code of an external vertex comes from elsewhere, so its entry point must be declared.",
		Fix:  "Add a poplar.function of that name with its stack size, or a poplar.compute to the vertex.",
		Example: `poplar.vertex @"demo::Fill" worker external {
}`,
	},
	{
		Code: "poplar.supervisor-compiled",
		Text: "A supervisor vertex has neither code nor an entry point in assembly.",
		Fix:  "Make the vertex external, give it a poplar.compute, or make it a worker or multi vertex.",
		Example: `poplar.vertex @"demo::P" supervisor {
}`,
	},
	{
		Code: "poplar.start-class",
		Text: "A supervisor cannot start this class with these operands: only supervisors start workers, the class must have code, and each of its fields gets an operand of the type that its code has.",
		Fix:  "Compare the operands with the arguments of the poplar.compute of the class.",
		Example: `poplar.vertex @"demo::Work" worker {
  poplar.field @n : ui32
  poplar.compute (%n : i32) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    poplar.start @"demo::Work"
    poplar.join
    poplar.compute_return
  }
}`,
	},
	{
		Code: "poplar.start-join",
		Text: "Workers that a supervisor started are not joined in the same block before it ends or others are started, or a join has no start.",
		Fix:  "Put a poplar.join behind every poplar.start.",
		Example: `poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    poplar.join
    poplar.compute_return
  }
}`,
	},
	{
		Code: "poplar.vertex-kind",
		Text: "There is no kind of vertex of that name.",
		Fix:  "Use worker, multi or supervisor.",
	},
	{
		Code: "poplar.field-twice",
		Text: "Two fields of a vertex have the same name.",
		Fix:  "Rename one of them.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : ui8
  poplar.field @x : ui16
}`,
	},
	{
		Code: "poplar.unknown-field",
		Text: "The vertex has no field of that name.",
		Fix:  "Check the spelling.",
		Example: `poplar.vertex @"demo::P" multi external {
  poplar.field @out : !poplar.out<vec<f32>>
  poplar.split @oud strided
}`,
	},
	{
		Code: "poplar.constraint-parse",
		Text: "The text is no constraint.",
		Fix:  "Write two terms with != between them: elem(*a) != elem(*b), region(*a) != region(*b).",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.constraint "elem(*in) !="
}`,
	},
	{
		Code: "poplar.constraint-op",
		Text: "Only differences can be demanded.",
		Fix:  "Use !=.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  poplar.constraint "elem(*in) == elem(*out)"
}`,
	},
	{
		Code: "poplar.constraint-kind",
		Text: "Constraints are about memory elements or regions, and both sides about the same.",
		Fix:  "Use elem or region on both sides.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  poplar.constraint "bank(*in) != bank(*out)"
}`,
	},
	{
		Code: "poplar.constraint-field",
		Text: "A constraint names a field that the vertex does not have.",
		Fix:  "Check the spelling.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  poplar.constraint "elem(*in) != elem(*ot)"
}`,
	},
	{
		Code: "poplar.constraint-depth",
		Text: "The stars of a constraint follow pointers; the field has fewer or more of them.",
		Fix:  "Write one star for a vector, two for a vector of vectors or a list.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.field @out : !poplar.out<vec<f32>>
  poplar.constraint "elem(**in) != elem(*out)"
}`,
	},
	{
		Code: "poplar.constraint-self",
		Text: "Nothing lies in another place than itself.",
		Fix:  "Name two fields.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @in : !poplar.in<vec<f32>>
  poplar.constraint "elem(*in) != elem(*in)"
}`,
	},
	{
		Code: "poplar.split-bad",
		Text: "Elements cannot be divided in that way: the grain is not positive, limits contradict each other, or the vertex or field is none that is split.",
		Fix:  "Use a grain of at least 1, and splits on outputs of multi vertices.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @out : !poplar.out<vec<f32>>
  poplar.split @out strided
}`,
	},
	{
		Code: "poplar.compute-type",
		Text: "The arguments of the code are the fields of the vertex in their order, then the worker id of a multi vertex.",
		Fix:  "Declare the arguments that the message lists.",
		Example: `poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf16>) {
    poplar.compute_return
  }
}`,
	},
	{
		Code: "poplar.no-count",
		Text: "The code asks for a size that the layout of the field does not store.",
		Fix:  "Use a layout with a count, SPAN or SHORT_SPAN, or pass the size in a field.",
		Example: `poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec<f32, ONE_PTR>>
  poplar.compute (%x : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    poplar.compute_return
  }
}`,
	},
	{
		Code: "poplar.predicate-parse",
		Text: "The text in parentheses is no condition over template parameters.",
		Fix:  "Use parameters and literals with the operators ==, !=, <, <=, &&, ||, !, +, -, *, /, %, ? : and sizeof of C++.",
		Example: `poplar.vertex_template @"demo::P" params(n : ui32) worker external(n <) {
}`,
	},
	{
		Code: "poplar.predicate-name",
		Text: "A condition mentions a name that is no template parameter, type or truth value.",
		Fix:  "Check the spelling.",
		Example: `poplar.vertex_template @"demo::P" params(T : type) worker external(T == f61) {
}`,
	},
	{
		Code: "poplar.predicate-kind",
		Text: "A condition compares different kinds of things, or is no truth value.",
		Fix:  "Compare types with types and numbers with numbers.",
		Example: `poplar.vertex_template @"demo::P" params(n : ui32) worker external(n) {
}`,
	},
	{
		Code: "poplar.predicate-value",
		Text: "An expression over template parameters divides by zero or leaves the numbers of 64 bits.",
		Fix:  "Change the expression or the argument.",
		Example: `poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  poplar.field @x : !poplar.array<16 / $n x ui16>
}
poplar.instantiate @"demo::P"<0>`,
	},
	{
		Code: "poplar.template-param",
		Text: "Template parameters can be used only inside of a template, and only for what they are: types as types.",
		Fix:  "Declare the parameter with params(…), or write the type itself.",
		Example: `poplar.vertex @"demo::P" worker external {
  poplar.field @x : !poplar.in<vec<$T>>
}`,
	},
	{
		Code: "poplar.template-args",
		Text: "An instance has another number or other kinds of arguments than its template has parameters.",
		Fix:  "Give one argument per parameter, in their order.",
		Example: `poplar.vertex_template @"demo::P" params(T : type, n : ui32) worker {
}
poplar.instantiate @"demo::P"<f16>`,
	},
	{
		Code: "poplar.instance-twice",
		Text: "The class exists already.",
		Fix:  "Remove one of the two.",
		Example: `poplar.vertex_template @"demo::P" params(T : type) worker {
}
poplar.instantiate @"demo::P"<f16>
poplar.instantiate @"demo::P"<f16>`,
	},
	{
		Code: "poplar.unknown-vertex",
		Text: "There is no vertex or template of that name.",
		Fix:  "Check the spelling; instances of templates carry their arguments, @\"demo::P<float>\".",
		Example: `poplar.vertex @"demo::Scale" worker {}
poplar.graph @main {
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::Scle" on 0
  }
}`,
	},
	{
		Code:    "poplar.stack-both",
		Text:    "The stack of a function is either its own frame, to which callees are added, or a total.",
		Fix:     "Leave one of the two out.",
		Example: `poplar.function @f own_stack(8) total_stack(16)`,
	},
	{
		Code:    "poplar.stack-negative",
		Text:    "Stack sizes are bytes, at least 0.",
		Fix:     "Correct the size.",
		Example: `poplar.function @f own_stack(-8)`,
	},
	{
		Code:    "poplar.stack-unknown",
		Text:    "The stacks of workers are laid out in tile memory, so the need of every function must be known.",
		Fix:     "Add own_stack or total_stack to the function.",
		Example: `poplar.function @f external`,
	},
	{
		Code:    "poplar.stack-indirect",
		Text:    "A function that calls through pointers may need the stack of any function.",
		Fix:     "Declare the possible targets, or a total_stack.",
		Example: `poplar.function @f own_stack(8) has_indirect`,
	},
	{
		Code: "poplar.stack-recursion",
		Text: "The stack of functions that call each other in a circle has no bound.",
		Fix:  "Declare a total_stack for one of them.",
		Example: `poplar.function @walk own_stack(24) calls(@again)
poplar.function @again own_stack(24) calls(@walk)`,
	},
}
