import { adapterOf, attackAtOnce, hostileWays, openHostileBench } from './hostileBench.ts';

/** More than the agent ever needs for its work, in MiB. */
const memoryLimit = 900;

/** Stops the helper for the files of the project, takes its descriptors, and answers in its place. */
const takeOver = `import ctypes, json, os, signal, time
libc = ctypes.CDLL(None, use_errno=True)
own = []
for name in os.listdir("/proc"):
    try:
        if name.isdigit() and b"projectFiles.cjs" in open(f"/proc/{name}/cmdline", "rb").read() and os.stat(f"/proc/{name}").st_uid == os.getuid(): own.append(int(name))
    except OSError: pass
print("helpers", own, flush=True)
taken = []
for pid in own:
    handle = libc.syscall(434, pid, 0)
    pair = [libc.syscall(438, handle, each, 0) for each in (0, 3)]
    print(pid, pair, ctypes.get_errno(), flush=True)
    if min(pair) >= 0: taken.append((pid, pair))
if taken:
    pid, (asked, answers) = taken[0]
    os.kill(pid, signal.SIGSTOP)
    os.set_blocking(asked, True)
    os.set_blocking(answers, True)
    until = time.time() + 15
    rest, count = b"", 0
    print("taken over", flush=True)
    while time.time() < until and count < 2000:
        data = os.read(asked, 1 << 16)
        if not data: break
        *lines, rest = (rest + data).split(b"\\n")
        for line in lines:
            order = json.loads(line)
            count += 1
            result = {"find": [], "replaced": [{"path": "/x/" + "n" * 8000 + str(count) + "-" + str(at), "size": 1, "modifiedMs": 1, "inode": 1, "handle": None} for at in range(100)]}.get(order["operation"])
            text = json.dumps({"id": order["id"], "result": result}).encode() + b"\\n"
            while text: text = text[os.write(answers, text):]
    print("answered", count, flush=True)
    os.kill(pid, signal.SIGCONT)
`;

const { usable, needs } = adapterOf('PyTest');
const withPython = { ...adapterOf('Other'), usable, needs };

describe.each(hostileWays)('a helper that tests take over, isolated by %s', (...way) => {
  const bench = openHostileBench(way[0], way[1]);
  attackAtOnce(
    bench,
    way,
    'answers without an end',
    [
      {
        name: 'leave the agent its memory',
        adapter: withPython,
        planOf: () => ({
          files: { 'forge.py': takeOver },
          settings: { testCommand: 'python3 forge.py; node command.cjs' },
        }),
      },
    ],
    async ({ order, outcome }, hostile) => {
      const { problem } = await outcome;
      const [, log = ''] =
        [...hostile.service.logs].find(([name]) => name.startsWith(`${order.testRunId}/`) && /-1$/.test(name)) ?? [];
      // In a process space of their own, tests see no helper.
      if (log.includes('taken over')) expect(problem?.code).toBe('results.unreadable');
      else if (way[0] === 'bubblewrap') expect(log).toContain('helpers []');
      expect(hostile.isUp).toBe(true);
      expect(hostile.mostMemory).toBeLessThan(memoryLimit);
    },
  );
});
