/**
 * The program that runs in the sandbox: it reads the code of the model from a pipe, runs it, and
 * sends its calls through another one. For Python 3.8 and newer, without packages.
 *
 * It does not protect the host. The code of the model can change everything here, so the host
 * checks every message.
 */
export const RUNNER_SOURCE = String.raw`
import json
import os
import sys
from _thread import allocate_lock

CODE = "<code>"
NAME_CHARACTERS = 200
ERROR_CHARACTERS = 2000


class ToolError(Exception):
    """A call of a tool that failed."""

    def __init__(self, message, status="failed", issues=()):
        super().__init__(message)
        self.status = status
        self.issues = list(issues)


class Bridge:
    """Sends calls to the host and waits for their answers, in any number of threads."""

    def __init__(self, reading, writing):
        self.input = os.fdopen(reading, "rb")
        self.output = writing
        self.start = json.loads(self.input.readline())
        self.token = self.start["token"]
        self.lock = allocate_lock()
        self.writing = allocate_lock()
        self.last = 0
        self.open = set()
        self.answers = {}
        self.sleepers = []
        self.has_reader = False

    def send(self, message):
        message["token"] = self.token
        line = memoryview(json.dumps(message).encode() + b"\n")
        with self.writing:
            while line:
                line = line[os.write(self.output, line):]

    def ask(self, name, text, place):
        with self.lock:
            self.last += 1
            number = self.last
            self.open.add(number)
            self.send({"type": "call", "id": number, "name": name, "arguments": text, "place": place})
        return number

    def answer(self, number):
        while True:
            with self.lock:
                if number in self.answers:
                    return self.answers.pop(number)
                reads = not self.has_reader
                if reads:
                    self.has_reader = True
                else:
                    sleeper = allocate_lock()
                    sleeper.acquire()
                    self.sleepers.append(sleeper)
            if not reads:
                sleeper.acquire()
                continue
            try:
                self.read()
            finally:
                with self.lock:
                    self.has_reader = False
                    sleepers, self.sleepers = self.sleepers, []
                for sleeper in sleepers:
                    sleeper.release()

    def read(self):
        line = self.input.readline()
        if not line:
            os._exit(1)
        message = json.loads(line)
        with self.lock:
            number = message.get("id")
            if message.get("token") != self.token or number not in self.open:
                self.send({"type": "end", "error": "protocol violation", "exitCode": 1})
                os._exit(1)
            self.open.discard(number)
            self.answers[number] = message


class Program:
    """The code of the model, and the functions that it can call."""

    def __init__(self, bridge):
        self.bridge = bridge
        self.code = bridge.start["code"]
        self.output = None

    def functions(self):
        def call_tool(name, args=None):
            """Calls a tool and returns its result. Raises ToolError if the call fails."""
            value = self.wait(self.begin(name, args))
            if isinstance(value, ToolError):
                raise value
            return value

        def call_tools_parallel(calls, errors="raise"):
            """Calls tools at the same time. Returns the results in the order of the calls.

            All calls finish. Then the first error is raised. With errors="return", the list has
            each error in the place of its result.
            """
            if errors not in ("raise", "return"):
                raise ValueError('errors must be "raise" or "return"')
            checked = [self.checked(call) for call in calls]
            begun = [self.begin(*call) for call in checked]
            values = [self.wait(one) for one in begun]
            if errors == "raise":
                for value in values:
                    if isinstance(value, ToolError):
                        raise value
            return values

        def set_result(value):
            """Sets the result of the code. The last call counts."""
            if value is None:
                self.output = None
                return
            text = as_json(value, "The result")
            most = self.bridge.start["resultBytes"]
            if size(text) > most:
                raise ValueError("The result is larger than %d kB. Return less." % (most // 1000))
            self.output = text

        made = (call_tool, call_tools_parallel, set_result)
        return {"ToolError": ToolError, **{function.__name__: function for function in made}}

    def checked(self, call):
        if isinstance(call, str):
            return call, None
        if not isinstance(call, (tuple, list)) or not 1 <= len(call) <= 2 or not isinstance(call[0], str):
            raise TypeError("calls must be a list of (name, args)")
        name, args = (*call, None)[:2]
        if args is not None and not isinstance(args, dict):
            raise TypeError("args must be a dict")
        return name, args

    def begin(self, name, args):
        """Sends a call. Returns its number, or the error of a call that cannot be sent."""
        if not isinstance(name, str):
            raise TypeError("name must be a str")
        if args is not None and not isinstance(args, dict):
            raise TypeError("args must be a dict")
        text = as_json({} if args is None else args, "args")
        most = self.bridge.start["messageBytes"]
        # No tool has such a long name. The host says so.
        name = name[:NAME_CHARACTERS]
        if size(text) > most:
            problem = "The arguments are larger than %d kB. Send less." % (most // 1000)
            return ToolError("Tool '%s' failed: %s" % (name, problem), "refused")
        return self.bridge.ask(name, text, self.place_of_call())

    def wait(self, begun):
        if isinstance(begun, ToolError):
            return begun
        answer = self.bridge.answer(begun)
        if "error" not in answer:
            return answer.get("value")
        error = answer["error"]
        return ToolError(error["message"], error["status"], error["issues"])

    def run(self):
        """Runs the code. Returns the message about its end."""
        module = type(sys)("__main__")
        module.__dict__.update(self.functions())
        sys.modules["__main__"] = module
        spare = bytearray(1 << 20)
        try:
            exec(compile(self.code, CODE, "exec"), module.__dict__)
            join_threads()
            flush()
            return {"type": "end", "output": self.output, "exitCode": 0}
        except SystemExit as end:
            return self.exit(end.code)
        except MemoryError as error:
            del spare
            error.__traceback__ = None
            return {"type": "end", "error": "out of memory", "exitCode": 1}
        except BaseException as error:
            return {"type": "end", "error": self.describe(error), "exitCode": 1}

    def exit(self, code):
        if code is not None and not isinstance(code, int):
            print(code, file=sys.stderr)
        flush()
        code = 0 if code is None else int(code) & 0xFF if isinstance(code, int) else 1
        if code == 0:
            return {"type": "end", "output": self.output, "exitCode": 0}
        return {"type": "end", "output": self.output, "error": "exit code %d" % code, "exitCode": code}

    def describe(self, error):
        place = None
        text = ""
        try:
            if isinstance(error, SyntaxError) and error.filename == CODE:
                place = [error.lineno or 1, max(error.offset or 1, 1)]
                text = str(error.msg)
            else:
                place = self.place_of_error(error)
                text = str(error)
        except BaseException:
            pass
        name = type(error).__name__
        message = ("%s: %s" % (name, text) if text else name)[:ERROR_CHARACTERS]
        return message if place is None else "%s (line %d, column %d)" % (message, place[0], place[1])

    def place_of_error(self, error):
        place = None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == CODE:
                place = self.place(trace.tb_frame.f_code, trace.tb_lasti, trace.tb_lineno)
            trace = trace.tb_next
        return place

    def place_of_call(self):
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != CODE:
            frame = frame.f_back
        return frame and self.place(frame.f_code, frame.f_lasti, frame.f_lineno)

    def place(self, code, instruction, line):
        """Returns line and column, from 1. Before Python 3.11, the column is that of the line."""
        lines = self.code.split("\n", line)
        text = lines[line - 1] if len(lines) >= line else ""
        column = len(text) - len(text.lstrip())
        if hasattr(code, "co_positions"):
            from itertools import islice
            found = next(islice(code.co_positions(), instruction // 2, None), (None,) * 4)
            if found[0] == line and found[2] is not None:
                column = len(text.encode("utf-8", "replace")[:found[2]].decode("utf-8", "ignore"))
        return [line, column + 1]


def as_json(value, what):
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind("%s cannot be JSON: %s" % (what, error)) from None
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, separators=(",", ":"))


def size(text):
    return len(text.encode())


def join_threads():
    """Waits for the threads that Python waits for at its end."""
    threading = sys.modules.get("threading")
    if threading is None:
        return
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass


def close_others(kept):
    """Closes the ends of pipes in the places of descriptors that the host inherited."""
    try:
        names = os.listdir("/proc/self/fd")
    except OSError:
        return
    for descriptor in map(int, names):
        if descriptor not in kept:
            try:
                os.close(descriptor)
            except OSError:
                pass


def main():
    reading, writing = int(sys.argv[1]), int(sys.argv[2])
    os.dup2(1, 2)
    close_others((0, 1, 2, reading, writing))
    for descriptor in (reading, writing):
        os.set_inheritable(descriptor, False)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")
    os.environ.clear()
    bridge = Bridge(reading, writing)
    sys.argv[:] = [CODE]
    sys.path.extend(bridge.start["modules"])
    program = Program(bridge)
    bridge.send({"type": "begun"})
    end = program.run()
    flush()
    bridge.send(end)
    os._exit(end["exitCode"])


main()
`;
