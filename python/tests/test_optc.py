"""Tests of the package: python3 -m unittest discover -s python/tests, with $OPTC or optc in $PATH."""

import ast
import json
import os
import sys
import threading
import unittest

if "OPTC_INSTALLED" not in os.environ:
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import optc

DOUBLE = """
func.func @double(%x: memref<4xf32>, %y: memref<4xf32>) -> i32 {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %p : memref<4xf32>, vector<4xf32>
  %unused = arith.mulf %v, %v : vector<4xf32>
  %d = arith.addf %v, %v : vector<4xf32>
  vector.transfer_write %d, %y[%c0] : vector<4xf32>, memref<4xf32>
  %n = arith.constant 7 : i32
  return %n : i32
}
"""

PROGRAM = """
poplar.vertex @Scale worker {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %x[%i] : memref<?xf32>
      %d = arith.addf %v, %v : f32
      memref.store %d, %y[%i] : memref<?xf32>
    }
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" : !poplar.tensor<4xf32>
  %y = poplar.variable "y" : !poplar.tensor<4xf32>
  poplar.set_tile_mapping %x on 0
  poplar.set_tile_mapping %y on 0
  poplar.compute_set @cs {
    %v = poplar.add_vertex @Scale on 0
    poplar.connect %v @x to %x
    poplar.connect %v @y to %y
  }
  poplar.program {
    poplar.execute @cs
  }
}
"""


def values(a):
    return a.tolist()


class Optc(unittest.TestCase):
    def test_passes(self):
        module = optc.Module.parse(DOUBLE).run("canonicalize,cse")
        self.assertNotIn("mulf", module.text)
        self.assertIn("-    %unused = arith.mulf", module.diff)
        self.assertEqual(module.run("func.func(cse)").diff, "")

    def test_error(self):
        with self.assertRaises(optc.Error) as caught:
            optc.Module.parse("func.func @f() { retrn }", name="f.mlir")
        d = caught.exception.diagnostics[0]
        self.assertEqual((d["file"], d["begin"]["line"], d["begin"]["column"]), ("f.mlir", 1, 18))
        self.assertIn("did you mean 'func.return'?", str(caught.exception))
        with self.assertRaisesRegex(optc.Error, "unknown pass 'nosuch'"):
            optc.Module.parse(DOUBLE).run("nosuch")

    def test_call(self):
        x = optc.array([1, 2.5, -3, 0])
        outputs = optc.Module.parse(DOUBLE).call("double", x=x, y=optc.array([0] * 4))
        self.assertEqual(values(outputs["y"]), [2, 5, -6, 0])
        self.assertEqual(values(outputs["result0"]), 7)

    def test_program(self):
        program = optc.Module.parse(PROGRAM).build("ipu2")
        for k in (1, 2):
            outputs = program.run(x=optc.array([k, 2 * k, 3 * k, 4 * k]))
            self.assertEqual(values(outputs["y"]), [2 * k, 4 * k, 6 * k, 8 * k])
        with self.assertRaisesRegex(optc.Error, "'z'"):
            program.run(z=optc.array([1]))
        program.release()
        with self.assertRaisesRegex(optc.Error, "there is no program"):
            program.run()

    def test_tensors(self):
        """A function on tensors has one result on the host and on each machine."""
        with open(os.path.join(os.path.dirname(__file__), "..", "..", "examples", "models", "mlp.mlir")) as f:
            module = optc.Module.parse(f.read())
        names = ("x", "w1", "b1", "w2", "b2")
        host = module.call("mlp", **{name: "random" for name in names})
        for target in ("sm_90", "gfx942", "ipu2", "bm1684"):
            with self.subTest(target):
                program = module.build(target)
                self.assertEqual(repr(program), "program for " + target)
                outputs, profile = program.run(profile=True, **{name: host[name] for name in names})
                for row, expected in zip(values(outputs["result0"]), values(host["result0"])):
                    for number, want in zip(row, expected):
                        self.assertAlmostEqual(number, want, delta=1e-4)
                self.assertGreater(profile.cycles, 0)
                self.assertTrue(module.export(target))

    def test_prove(self):
        verdicts = optc.Module.parse(DOUBLE).prove("canonicalize")
        self.assertTrue(verdicts and all(verdicts), verdicts)
        optc.Module.parse(DOUBLE).verify("canonicalize,cse")

    def test_layout(self):
        picture = optc.layout("!poplar.in<vec<f16, SHORT_SPAN>>", machine="ipu2")
        self.assertTrue(picture._repr_svg_().startswith("<svg"))
        self.assertIn("count", str(picture))

    def test_notebook(self):
        """The cells of the example run, and their last values show themselves."""
        name = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "notebooks", "layouts.ipynb")
        if not os.path.exists(name):
            self.skipTest("the package was installed without the examples")
        with open(name, encoding="utf-8") as f:
            cells = json.load(f)["cells"]
        names, shown = {}, []
        for cell in cells:
            if cell["cell_type"] != "code":
                continue
            tree = ast.parse("".join(cell["source"]))
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, name, "exec"), names)
            if last is None or "print(" in ast.unparse(last):
                continue
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)
            shown.append(type(value).__name__)
            for form in ("_repr_html_", "_repr_svg_"):
                text = getattr(value, form, lambda: "<")()
                self.assertTrue(text.startswith("<"), (type(value), form, text[:80]))
        self.assertEqual(shown, ["Layout", "Layout", "Module", "Program", "Profile", "list", "list"])
        self.assertEqual(names["outputs"]["y"].tolist()[:4], [0, 2, 4, 6])
        page = names["profile"]._repr_html_()
        for part in ("bank cycles" if "bank cycles" in page else "sectors", "vector.load", "<svg"):
            self.assertIn(part, page)

    def test_escaped(self):
        """Texts of a source are no markup."""
        module = optc.Module("<script>&", diff="-<b>\n+<i>", diagnostics=[{"severity": "warning", "message": "<u>"}])
        page = module._repr_html_()
        for text in ("<script>", "<b>", "<i>", "<u>"):
            self.assertNotIn(text, page)
        profile = optc.Profile({"costs": [{"name": "<a>", "count": 1, "cycles": 2}], "lines": [{"line": 1, "text": "<p>x", "cycles": 1}]})
        self.assertNotIn("<a>", profile._repr_html_())
        self.assertNotIn("<p>x", profile._repr_html_())

    def test_step(self):
        threads = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>"
        back = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>"
        with self.assertRaisesRegex(optc.Error, "there is no step 'nosuch=1'.*the steps are") as caught:
            optc.convert(threads, back, target="sm_80", shape=(16, 8), step="nosuch=1")
        step = str(caught.exception).split("the steps are ")[1].split(",")[0]
        self.assertTrue(optc.convert(threads, back, target="sm_80", shape=(16, 8), step=step).svg.startswith("<svg"))

    def test_explain(self):
        self.assertIn("gpu.barrier", optc.explain("sim.race"))

    def test_threads(self):
        texts = ["func.func @f%d() { return }" % i for i in range(20)]
        got = [None] * len(texts)

        def parse(i):
            got[i] = optc.Module.parse(texts[i]).text

        threads = [threading.Thread(target=parse, args=(i,)) for i in range(len(texts))]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        for i, text in enumerate(got):
            self.assertIn("@f%d(" % i, text)


class Questions(unittest.TestCase):
    def test_layouts(self):
        rows = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>"
        columns = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [0, 1]}>"
        self.assertIn("thread 24, register 2", optc.layout(rows, element_at=(3, 2)).text)
        self.assertIn("(0,28) (0,29)", optc.layout(rows, held_by="lane=7").text)
        self.assertTrue(optc.layout(rows, to="ttg.linear").text.startswith("#ttg.linear<"))
        self.assertIn("cycles", optc.convert(rows, columns, target="sm_80", shape=(4, 32)).text)
        self.assertIn("The best", optc.layout(rows, second=columns, buffer=True, shape=(4, 32)).text)
        self.assertIn("layouts_changes.md", optc.search("bank conflict"))

    def test_calls(self):
        module = optc.Module.parse(DOUBLE)
        x = optc.array([1.0, 2.0, 3.0, 4.0], "f4")
        outputs = module.call("double", x=x, y="random", workgroup=1, expect={"y": optc.array([2.0, 4.0, 6.0, 8.0], "f4")})
        self.assertEqual(values(outputs["y"]), [2.0, 4.0, 6.0, 8.0])
        with self.assertRaisesRegex(optc.Error, "differs from what is expected"):
            module.call("double", x=x, y="random", expect={"y": x})
        outputs = module.call("double", x, "random")
        self.assertEqual(values(outputs["y"]), [2.0, 4.0, 6.0, 8.0])
        for message, wrong in (
            ("expected the argument 'seed' to be of type integer, but got string", lambda: module.call("double", x, "random", seed="x")),
            ("argument 'element_at': expected a number from 0 to 3", lambda: optc.layout("(4,4):(4,1)", element_at="9,0")),
            ("unknown pass 'canonicalise'; did you mean 'canonicalize'", lambda: module.run("canonicalise")),
        ):
            with self.assertRaisesRegex(optc.Error, message):
                wrong()
        with self.assertRaisesRegex((TypeError, ValueError), "argument 'x'"):
            module.call("double", x=object(), y="random")
        self.assertIn("<pre ", module._repr_html_())
        self.assertIn("ipu2", repr(optc.Module.parse(PROGRAM).build("ipu2")))


if __name__ == "__main__":
    unittest.main()
