"""optc from Python: passes over MLIR, layouts, programs for accelerators and their execution.

    import optc
    module = optc.Module.parse(text).run("canonicalize,cse")
    print(module.diff)
    program = module.build("ipu2")
    outputs = program.run(x=array)

Everything is done by the command optc, which runs in the background. The package needs nothing but
the standard library; where NumPy is installed, arrays are NumPy's.
"""

from ._arrays import Array, array, decode, encode
from ._pages import code, difference, escaped, lines, table
from ._service import Error, Service, default

__all__ = ["Array", "Error", "Layout", "Module", "Profile", "Program", "Service", "Verdict", "array", "convert", "explain", "layout", "search"]


class Module:
    """A module of MLIR. `text` is the module as it is printed, `diff` what the passes that made it
    changed, `diagnostics` the warnings and remarks about it."""

    def __init__(self, text, diff="", diagnostics=(), name=None):
        self.text, self.diff, self.diagnostics, self.name = text, diff, list(diagnostics), name

    @classmethod
    def parse(cls, text, name=None):
        """Reads and verifies a module. `name` is the name of the file in errors."""
        r = default().request("parse", text=text, name=name)
        return cls(r["text"], diagnostics=r.get("diagnostics", ()), name=name)

    def run(self, passes):
        """The module after passes: "canonicalize,cse", or a pipeline with anchors."""
        return self._after(default().request("transform", text=self.text, name=self.name, passes=passes))

    def verify(self, passes):
        """Like run, but also executes the module before and after each pass, and compares."""
        return self._after(default().request("verify", text=self.text, name=self.name, passes=passes))

    def prove(self, passes):
        """Runs passes, and compares the module before and after each of them for all inputs. Returns a
        list of verdicts."""
        r = default().request("prove", text=self.text, name=self.name, passes=passes)
        return [Verdict(v["pass"], v["function"], v["verdict"]) for v in r["verdicts"]]

    def reduce(self, passes, verify_exec=False, expect=None, max_tests=None):
        """A small module for which the passes fail in the same way."""
        return self._after(default().request("reduce", text=self.text, name=self.name, passes=passes,
                                             verifyExec=verify_exec, expect=expect, maxTests=max_tests))

    def _after(self, r):
        return Module(r.get("text", ""), r.get("diff", ""), r.get("diagnostics", ()), self.name)

    def call(self, function, *positional, seed=0, workgroup=None, subgroup=None, grid=None, expect=None, rtol=0.0, atol=0.0, **arguments):
        """Calls a function in the simulator. Arguments are arrays, numbers, or texts such as "random",
        in their order or by their names in the text. `workgroup`, `subgroup` and `grid` are numbers of threads, or of
        workgroups, as numbers or tuples. `expect` has arrays that arguments and results must equal.
        Returns the arguments and results whose elements are all defined."""
        arguments = {**{"argument%d" % i: a for i, a in enumerate(positional)}, **arguments}
        r = default().request("run", text=self.text, call=function, seed=seed, workgroup=_sizes(workgroup),
                              subgroup=_sizes(subgroup), grid=_sizes(grid), expect=_arrays(expect), rtol=rtol, atol=atol,
                              inputs=_arrays(arguments))
        return {name: decode(a) for name, a in (r.get("outputs") or {}).items()}

    def build(self, target):
        """The program of the module, compiled for a target."""
        r = default().request("build", text=self.text, name=self.name, target=target)
        return Program(r["program"], r.get("manifest"), target)

    def plan(self, target):
        """How a target computes the functions on tensors of the module: a Plan."""
        r = default().request("plan", text=self.text, name=self.name, target=target, svg=True)
        return Plan(r["text"], r.get("svg", ""), r["steps"])

    def tune(self, target, budget=None, whole=False):
        """The module with its open layouts, layout(?), chosen for a target; `report` has the candidates."""
        r = default().request("tune", text=self.text, name=self.name, target=target, budget=budget, whole=whole)
        tuned = self._after(r)
        tuned.report = r.get("report", "")
        return tuned

    def export(self, target=None, language=None):
        """Files for other tools, a dictionary of texts: for PTX and AMDGCN, C++, C or an assembler."""
        return default().request("export", text=self.text, name=self.name, target=target, language=language)["files"]

    def layouts(self, machine=None):
        """A picture of all layouts in the module."""
        return _picture(text=self.text, machine=machine)

    def __str__(self):
        return self.text

    def _repr_html_(self):
        problems = [(d.get("severity", ""), d.get("message", "")) for d in self.diagnostics]
        return code(self.text) + (difference(self.diff) if self.diff else "") + (table(("", "message"), problems) if problems else "")


class Verdict:
    """What a proof says about a pass and a function. It counts as true if the function computes the
    same before and after the pass."""

    def __init__(self, name, function, verdict):
        self.pass_name, self.function, self.verdict = name, function, verdict

    def __bool__(self):
        return self.verdict.startswith("equal")

    def __repr__(self):
        return "%s %s: %s" % (self.pass_name, self.function, self.verdict)

    def _repr_html_(self):
        return "<p>%s %s</p>" % ("&#10003;" if self else "&#10007;", escaped(repr(self)))


class Program:
    """A program compiled for `target`. `manifest` describes its memory and its variables."""

    def __init__(self, name, manifest, target):
        self._name, self.manifest, self.target, self._service = name, manifest, target, default()

    def run(self, profile=False, **variables):
        """Executes the program in the simulator. Variables are arrays by their names, or texts such as
        "random". Returns the variables whose elements are all defined, or with profile a pair of them and
        the Profile of the run."""
        r = self._service.request("run", program=self._name, profile=profile, svg=profile,
                                  inputs=_arrays(variables))
        outputs = {name: decode(a) for name, a in (r.get("outputs") or {}).items()}
        return (outputs, Profile(r["profile"], r.get("svg", ""))) if profile else outputs

    def __repr__(self):
        return "program for %s" % self.target

    def _repr_html_(self):
        rows = [(v["name"], "x".join([str(n) for n in v["shape"]] + [v["type"]])) for v in (self.manifest or {}).get("variables", ())]
        return "<p>%s</p>" % escaped(repr(self)) + table(("variable", "type"), rows)

    def release(self):
        """Removes the program. It cannot be executed afterwards."""
        self._service.request("release", program=self._name)


class Profile(dict):
    """What a run cost, as `optc run --profile=json` writes it: a dictionary. A notebook shows the cycles,
    the costs of the lines of the source, and pictures of the work of units."""

    def __init__(self, contents, svg=""):
        super().__init__(contents)
        self.svg = svg

    @property
    def cycles(self):
        """The estimated cycles of all parts."""
        return sum(c["cycles"] for c in self.get("costs") or ())

    def __str__(self):
        return "about %d cycles" % self.cycles

    def _repr_html_(self):
        costs = [(c["name"], c["count"], "%g" % c["cycles"]) for c in self.get("costs") or ()]
        return "<p>%s</p>" % self + table(("part", "count", "cycles"), costs) + lines(self.get("lines") or ()) + self.svg


class Layout:
    """A picture of a layout, which a notebook shows, and print as text."""

    def __init__(self, text, svg):
        self.text, self.svg = text, svg

    def _repr_svg_(self):
        return self.svg or None

    def __str__(self):
        return self.text

    __repr__ = __str__


class Plan(Layout):
    """How a machine computes functions on tensors, which a notebook shows, and print as a table. `steps` is a list of dictionaries: each has the
    division of a step and its costs."""

    def __init__(self, text, svg, steps):
        super().__init__(text, svg)
        self.steps = steps


def layout(layout, second=None, machine=None, target=None, shape=None, element=None, element_at=None, held_by=None,
           to=None, buffer=False, axis=None, step=None):
    """A picture of a type, an attribute, or a layout of CuTe, Triton, XeGPU or IREE: which thread, byte or
    tile has which element. With `second`, the change from one to the other, or the accesses of threads to
    a memory. `element_at` says who holds an element, such as (3, 5), `held_by` lists the elements of a
    place, such as "lane=7", `to` writes the layout in another spelling, and `buffer` proposes the swizzle
    and the padding that avoid bank conflicts. `step` draws a step of a change, such as "write=0"."""
    return _picture(layout=layout, second=second, machine=machine, target=target, shape=_sizes(shape, "x"), element=element,
                    elementAt=_sizes(element_at), heldBy=held_by, to=to, buffer=buffer, axis=axis, step=step)


def convert(a, b, target=None, element=None, shape=None, step=None):
    """A picture of the change from one layout to another: the ways, and their cycles. `step` draws one of its
    steps, such as "shuffle=0", "write=0" or "read=1"."""
    return layout(a, second=b, target=target, element=element, shape=shape, step=step)


def _picture(**params):
    r = default().request("layout", svg=True, **params)
    return Layout(r["text"], r.get("svg", ""))


def _sizes(value, separator=","):
    """A number, a tuple of numbers or a text, as text."""
    if isinstance(value, (tuple, list)):
        return separator.join(str(n) for n in value)
    return None if value is None else str(value)


def _arrays(given):
    """Arrays by their names, for a request. An error names the argument."""
    arrays = {}
    for name, v in (given or {}).items():
        try:
            arrays[name] = encode(v)
        except (TypeError, ValueError) as e:
            raise type(e)("argument '%s': %s" % (name, e)) from None
    return arrays


def search(words):
    """Pages of the documentation, and names, for words of the field such as "bank conflict"."""
    return default().request("search", words=words)["text"]


def explain(topic):
    """What is known about an error code, an operation, a type, a pass, a target or a command."""
    return default().request("explain", topic=topic)["text"]
