"""Reduces tool output by `tinyjuice reduce-json`. One file, Python 3.8 or later, nothing to install.

Whatever goes wrong with TinyJuice, the text comes back as it was given:

    from tinyjuice_client import TinyJuice
    with TinyJuice() as juice:
        small = juice.reduce(output, command="cargo test", exit_code=101)

`TinyJuice` keeps one process for all requests; `reduce_once` starts one for a single text.
"""

import json
import os
import signal
import subprocess
import threading


def _request(text, command=None, exit_code=None, tool_name="shell", options=None):
    given = {"toolName": tool_name, "combinedText": text, "exitCode": exit_code}
    if isinstance(command, str):
        given["command"] = command
    elif command is not None:
        given["argv"] = list(command)
    return json.dumps({"input": given, "options": options or {}})


def _answer(line, text):
    """The answer as a dict; `inlineText` is the text as it was where there is no usable answer."""
    try:
        answer = json.loads(line)
        if isinstance(answer.get("inlineText"), str):
            return answer
        reason = answer.get("error", {}).get("code", "NO_ANSWER")
    except (ValueError, AttributeError):
        reason = "NO_ANSWER"
    return {"inlineText": text, "compaction": {"applied": False, "lossy": False, "skipReason": reason}}


def _start(words):
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _kill(process):
    """Ends it with all that it has started: what a launcher leaves behind would keep the pipe that we read open."""
    if process.returncode is not None:
        return  # its number may be another one's by now
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # Windows, or it has ended
        process.kill()


def reduce_once(text, program=("tinyjuice",), timeout=10.0, **given):
    """Reduces one text in a process of its own. Returns the answer as a dict, always with `inlineText`."""
    try:
        request = _request(text, **given).encode("utf-8", "surrogatepass")
        with _start([*program, "reduce-json", "-"]) as process:
            try:
                printed, _ = process.communicate(request, timeout)
            except BaseException:
                _kill(process)
                raise
        return _answer(printed.decode("utf-8"), text)
    except Exception:  # whatever it is, the text is worth more
        return _answer("", text)


class TinyJuice:
    """A session: one process, one request after the other. Safe to use from several threads."""

    def __init__(self, program=("tinyjuice",), timeout=10.0):
        self._program = program
        self._timeout = timeout
        self._lock = threading.Lock()
        self._process = None

    def answer(self, text, **given):
        """Returns the answer as a dict, always with `inlineText`."""
        try:
            line = _request(text, **given).encode("utf-8", "surrogatepass")
            with self._lock:
                return _answer(self._ask(line), text)
        except Exception:  # whatever it is, the text is worth more
            return _answer("", text)

    def reduce(self, text, **given):
        """Returns the reduced text, or the text itself."""
        return self.answer(text, **given)["inlineText"]

    def close(self):
        """Ends the process."""
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                try:
                    pipe.close()
                except OSError:  # of what could not be sent
                    pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, line):
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = _start([*self._program, "reduce-json", "--lines"])
        process = self._process
        # A process that does not answer in time is ended, which ends the read; the next request starts a new one.
        timer = threading.Timer(self._timeout, _kill, [process])
        timer.start()
        try:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError):
            answer = b""
        except BaseException:
            self.close()  # an answer that is still to come would be taken for that of the next request
            raise
        finally:
            timer.cancel()
        if not answer.endswith(b"\n"):
            self.close()
            return ""
        return answer.decode("utf-8")
