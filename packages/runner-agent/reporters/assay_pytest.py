"""A pytest plugin that tells the runner agent which tests there are and how they go, as it happens.

Each event is one JSON line appended to the file ASSAY_CHANNEL and written at once, so that it is with the agent even if
the process dies in the next moment. ASSAY_ORDER names a JSON file:
{"list": bool, "keys": [str] | null, "files": [str] | null, "retry": bool, "noReruns": bool}.
"""

import hashlib
import json
import os
import re
import shutil
import sys
import time

import pytest

LONGEST_KEY = 1900
LONGEST_TEXT = 900_000
# Bytes of a line, with its end left out. The agent drops a longer one whole.
LONGEST_LINE = 4_000_000
MOST_FILES = 2000
# Marks that say how pytest runs a test, not what kind of test it is.
MECHANICS = {"parametrize", "usefixtures", "filterwarnings", "skip", "skipif", "xfail", "tryfirst", "trylast"}
PICTURE = re.compile(r"\.(png|jpe?g|webm|mp4)$", re.IGNORECASE)
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")

# Not found: another process will not find it either.
NOT_THERE = {
    "status": "NOT_RUN",
    "willRetry": False,
    "timedOut": False,
    "durationMs": 0,
    "error": (
        "This time pytest found no test of this name, though it did when the tests were listed. Does the name change from "
        "one collection to the next, with the time of day, a random number or an address in memory? Give such parameters "
        "ids that stay the same."
    ),
    "stack": None,
    "output": "",
    "files": [],
}

with open(os.environ["ASSAY_ORDER"], encoding="utf-8") as order_file:
    ORDER = json.load(order_file)
CHANNEL = os.open(os.environ["ASSAY_CHANNEL"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
PROCESS = os.getpid()


def send(message):
    # A test that forks must not report as its parent.
    if os.getpid() != PROCESS:
        return
    line = line_of(message)
    while line:
        line = line[os.write(CHANNEL, line) :]


def key_of(nodeid):
    if len(nodeid) <= LONGEST_KEY:
        return nodeid
    return nodeid[: LONGEST_KEY - 70] + "#" + hashlib.sha256(nodeid.encode("utf-8", "replace")).hexdigest()


# The longest of the texts is shortened while the line has no room for all. Half a surrogate pair, which UTF-8 cannot
# encode, becomes an escape of JSON.
def line_of(message):
    while True:
        line = json.dumps(message, ensure_ascii=False).encode("utf-8", "backslashreplace")
        if len(line) <= LONGEST_LINE:
            return line + b"\n"
        name = max(("error", "stack", "output", "message", "name"), key=lambda each: len(message.get(each) or ""))
        text = message.get(name) or ""
        if len(text) > 1000:
            message = {**message, name: both_ends(text, len(text) // 2)}
        elif message.get("files"):
            message = {**message, "files": message["files"][: len(message["files"]) // 2]}
        else:
            return line + b"\n"


def bounded(text):
    return both_ends(COLOURS.sub("", text), LONGEST_TEXT)


def both_ends(text, limit):
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out by Assay …\n{text[-half:]}"


class Running:
    """The running test."""

    def __init__(self, nodeid):
        self.nodeid = nodeid
        self.duration = 0.0
        self.failures = []
        self.skipped = None
        self.sections = []
        self.written = []
        self.tried_again = False


class AssayPlugin:
    def __init__(self, config):
        self.root = str(config.rootpath)
        self.running = None
        self.files = 0
        self.folder = os.environ.get("ASSAY_ARTIFACTS")
        self.keys = None if ORDER["keys"] is None else set(ORDER["keys"])
        self.places = None if ORDER["files"] is None else places_of(ORDER["files"])
        # Node ids of files and folders that could not be collected, or were skipped as a whole.
        self.uncollected = []
        sys.addaudithook(self.audit)

    # Pictures and videos belong to the test that writes them, wherever it puts them.
    def audit(self, event, args):
        if event != "open" or self.running is None or not isinstance(args[0], str):
            return
        path, mode, flags = args
        writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else flags & (os.O_WRONLY | os.O_RDWR)
        if writes and PICTURE.search(path):
            whole = os.path.abspath(path)
            if whole not in self.running.written:
                self.running.written.append(whole)

    # Pytest collects by its own rules, without the files that have none of the tests: a file that is named to pytest is
    # imported as a module of tests, even where only a plugin would look at it.
    if hasattr(pytest, "version_tuple"):

        def pytest_ignore_collect(self, collection_path):
            return self.leaves_out(str(collection_path))

    else:

        def pytest_ignore_collect(self, path):
            return self.leaves_out(str(path))

    def leaves_out(self, path):
        if self.places is None or path in self.places or os.path.basename(path) == "__init__.py":
            return None
        return True

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        if self.keys is None:
            return
        others = [item for item in items if key_of(item.nodeid) not in self.keys]
        items[:] = [item for item in items if key_of(item.nodeid) in self.keys]
        if others:
            config.hook.pytest_deselected(items=others)
        for key in sorted(self.keys - {key_of(item.nodeid) for item in items}):
            if not any(key.startswith(nodeid) for nodeid in self.uncollected):
                send({"t": "end", "key": key, **NOT_THERE})

    def pytest_collectreport(self, report):
        if report.passed:
            return
        self.uncollected.append(report.nodeid)
        file = report.nodeid.split("::")[0]
        if ORDER["list"] and os.path.isfile(os.path.join(self.root, file)):
            relative = os.path.relpath(os.path.join(self.root, file)).replace(os.sep, "/")
            status, message = ("FAIL", collect_error(report)) if report.failed else ("IGNORED", reason_of(report))
            send({"t": "unloaded", "file": relative, "status": status, "message": bounded(message)})
        elif report.failed:
            send({"t": "problem", "message": bounded(f"{report.nodeid}: {report.longreprtext}")})

    def pytest_collection_finish(self, session):
        if not ORDER["list"]:
            return
        for item in session.items:
            # The file with the test: an inherited method's location may be in another file.
            path = str(getattr(item, "path", None) or item.fspath)
            written, line, _ = item.location
            elsewhere = os.path.realpath(os.path.join(self.root, written)) != os.path.realpath(path)
            file = os.path.relpath(path).replace(os.sep, "/")
            tags = list(dict.fromkeys(mark.name for mark in item.iter_markers() if mark.name not in MECHANICS))
            line = None if line is None or elsewhere else line + 1
            send({"t": "listed", "key": key_of(item.nodeid), "file": file, "name": name_of(item), "line": line, "tags": tags})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid):
        self.begin(nodeid)

    def begin(self, nodeid):
        self.running = Running(nodeid)
        send({"t": "begin", "key": key_of(nodeid), "at": time.time() * 1000})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        running = self.running
        if running is None or running.nodeid != report.nodeid:
            return
        # A plugin of the project retries the test at once.
        if running.tried_again and report.when == "setup":
            self.end(will_retry=True)
            self.begin(report.nodeid)
            running = self.running
        running.duration += report.duration
        running.sections = report.sections or running.sections
        if report.outcome in ("failed", "rerun"):
            running.failures.append((report.when, head_of(report), report.longreprtext))
        elif report.outcome == "skipped" and running.skipped is None:
            running.skipped = reason_of(report)
        running.tried_again = running.tried_again or report.outcome == "rerun"

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid):
        if self.running is not None and self.running.nodeid == nodeid:
            self.end(will_retry=self.running.tried_again or bool(ORDER["retry"] and self.running.failures))

    def end(self, will_retry):
        running, self.running = self.running, None
        status = "FAIL" if running.failures else "PASS" if running.skipped is None else "IGNORED"
        heads = [head if when == "call" else f"{when}: {head}" for when, head, _ in running.failures]
        send(
            {
                "t": "end",
                "key": key_of(running.nodeid),
                "status": status,
                "willRetry": will_retry,
                "timedOut": False,
                "durationMs": running.duration * 1000,
                "error": bounded("\n".join(heads)) if heads else running.skipped,
                "stack": bounded("\n\n".join(text for _, _, text in running.failures)) or None,
                "output": bounded(output_of(running.sections)),
                "files": [kept for path in running.written[:MOST_FILES] for kept in self.keep(path)],
            }
        )

    # The next test may write a picture with the same name.
    def keep(self, path):
        if not self.folder or not os.path.isfile(path):
            return []
        self.files += 1
        kept = os.path.join(self.folder, f"{self.files}{os.path.splitext(path)[1]}")
        shutil.copyfile(path, kept)
        return [{"path": kept, "name": os.path.basename(path), "mediaType": None}]


# The files and the folders that they are in.
def places_of(files):
    places = set()
    for file in files:
        path = os.path.abspath(file)
        while path not in places:
            places.add(path)
            path = os.path.dirname(path)
    return places


def name_of(item):
    chain = item.listchain()
    inside = [node.name for node in chain if not hasattr(node, "session") or not is_file(node)]
    return " › ".join(name for name in inside if name and name != "()")


def is_file(node):
    return isinstance(node, (pytest.Session, pytest.File, pytest.Package)) or type(node).__name__ in ("Dir", "Package")


def head_of(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash is not None else report.longreprtext.strip()


# The error is at the end of a long traceback through pytest's own code: it is reported first.
def collect_error(report):
    text = COLOURS.sub("", report.longreprtext)
    errors = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
    return "\n".join([*errors, "", text] if errors else [text])


def reason_of(report):
    expected = getattr(report, "wasxfail", None)
    if expected is not None:
        return f"failed as expected: {expected}" if expected else "failed as expected"
    if isinstance(report.longrepr, tuple):
        return bounded(report.longrepr[2])
    return bounded(head_of(report))


def output_of(sections):
    parts = []
    for title, content in sections:
        # Standard output is the test's output as it is; other sections get a heading.
        parts.append(content if "stdout" in title else f"--- {title} ---\n{content}")
    return "\n".join(part.rstrip("\n") for part in parts if part) + ("\n" if parts else "")


# The agent distributes and retries tests. A project may have disabled these plugins, and pytest refuses options of
# missing plugins.
@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config, args):
    if early_config.pluginmanager.hasplugin("xdist"):
        args.append("-n0")
    if ORDER["noReruns"] and early_config.pluginmanager.hasplugin("rerunfailures"):
        args.append("--reruns=0")


def pytest_configure(config):
    # In the worker processes of pytest-xdist the events would be duplicates.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(AssayPlugin(config), "assay")
