"""The connection to the command, which answers requests by JSON-RPC, a message per line."""

import atexit
import json
import os
import re
import shutil
import subprocess
import threading


class Error(Exception):
    """A request that failed. `diagnostics` is what the command says about the input: a list of
    dictionaries with severity, message, code, file, begin, end, notes and fixes."""

    def __init__(self, message, diagnostics=()):
        super().__init__(message)
        self.diagnostics = list(diagnostics)


def command():
    """The file of the command: $OPTC, the one in this package, or the one in $PATH."""
    packaged = os.path.join(os.path.dirname(__file__), "bin", "optc")
    found = os.environ.get("OPTC") or (packaged if os.path.exists(packaged) else shutil.which("optc"))
    if not found:
        raise Error("there is no command optc: neither $OPTC, nor in the package, nor in $PATH")
    return found


class Service:
    """A running command. Requests of several threads are answered at the same time."""

    def __init__(self, file=None):
        self._process = subprocess.Popen(
            [file or command(), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._answers = {}
        self._number = 0
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self.close)

    def _read(self):
        for line in self._process.stdout:
            answer = json.loads(line)
            with self._changed:
                self._answers[answer.get("id")] = answer
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _send(self, message):
        message["jsonrpc"] = "2.0"
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def request(self, method, **params):
        """Returns the result of a method, a dictionary. Raises Error if the method fails, or says
        that the input is wrong. KeyboardInterrupt cancels the request."""
        params = {name: value for name, value in params.items() if value not in (None, False)}
        with self._changed:
            self._number += 1
            number = self._number
            try:
                self._send({"id": number, "method": method, "params": params})
            except (BrokenPipeError, ValueError):
                raise Error("the command optc has ended") from None
            try:
                while number not in self._answers and not self._ended:
                    self._changed.wait()
            except KeyboardInterrupt:
                self._send({"method": "cancel", "params": {"id": number}})
                raise
            answer = self._answers.pop(number, None)
        if answer is None:
            raise Error("the command optc has ended")
        if "error" in answer:
            raise Error(named(answer["error"]["message"]))
        result = answer["result"]
        if not result.get("ok", True):
            raise Error(describe(result["diagnostics"]), result["diagnostics"])
        return result

    def close(self):
        """Ends the command."""
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()


def named(message):
    """A message with the names that arguments have in Python: elementAt is element_at."""
    def snake(found):
        return "argument '%s'" % re.sub("([A-Z])", lambda upper: "_" + upper.group(1).lower(), found.group(1))
    return re.sub(r"\bparameter '(\w+)'", snake, message)


def describe(diagnostics):
    """The diagnostics as text, a line each."""
    lines = []
    for d in diagnostics:
        place = ""
        if "begin" in d:
            place = "%s:%d:%d: " % (d.get("file", ""), d["begin"]["line"], d["begin"]["column"])
        code = " [%s]" % d["code"] if d.get("code") else ""
        lines.append("%s%s: %s%s" % (place, d["severity"], named(d["message"]), code))
        lines += ["  " + note["message"] for note in d.get("notes", ())]
    return "\n".join(lines)


_default = None
_starting = threading.Lock()


def default():
    """The service that the functions of the package use. It starts with the first request."""
    global _default
    with _starting:
        if _default is None or _default._ended:
            _default = Service()
        return _default
