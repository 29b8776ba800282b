import { arch } from 'node:os';
import { networkTools } from '../isolationWays.ts';
import { adapterOf, attackAtOnce, hostileWays, openHostileBench } from './hostileBench.ts';

/** What finds the process that asks whether the server answers, for each of the attacks. */
const find = `import ctypes, os, signal, time
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
def askers():
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and b"serverAnswers.cjs" in open(f"/proc/{name}/cmdline", "rb").read() and os.stat(f"/proc/{name}").st_uid == os.getuid(): found.append(int(name))
        except OSError: pass
    return found
own = askers()
print("askers", own, flush=True)
`;
/** Replaces its input by its output, by a system call in its name: what the agent writes next has no reader. */
const replaceInput = `${find}
attach, detach, getregs, setregs, step = 16, 17, 12, 13, 9
for pid in own:
    if libc.ptrace(attach, pid, None, None) != 0: continue
    os.waitpid(pid, 0x40000000)
    before = (ctypes.c_ulonglong * 27)()
    libc.ptrace(getregs, pid, None, before)
    after = (ctypes.c_ulonglong * 27)(*before)
    after[10], after[14], after[13], after[15], after[16] = 33, 1, 0, 2 ** 64 - 1, before[16] - 2
    libc.ptrace(setregs, pid, None, after)
    libc.ptrace(step, pid, None, None)
    os.waitpid(pid, 0x40000000)
    libc.ptrace(setregs, pid, None, before)
    libc.ptrace(detach, pid, None, None)
    print("taken over", flush=True)
`;
/** Stops the process for good. */
const stop = `${find}
for pid in own:
    os.kill(pid, signal.SIGSTOP)
    print("taken over", flush=True)
`;
/** Answers in its place, without an end. */
const flood = `${find}
for pid in own:
    os.kill(pid, signal.SIGSTOP)
    answers = libc.syscall(438, libc.syscall(434, pid, 0), 3, 0)
    os.set_blocking(answers, True)
    print("taken over", flush=True)
    try:
        while True: os.write(answers, b"no\\n" * 20000)
    except OSError: pass
`;

const server = "require('node:http').createServer((_, answer) => answer.end('here')).listen(process.env.ASSAY_PORT);\n";

const { usable, needs } = adapterOf('PyTest');
const canTrace = arch() === 'x64';
const canAsk = usable && typeof networkTools !== 'string';
const withPython = { ...adapterOf('Other'), usable: canAsk, needs: `${needs}, and a recent passt` };

describe.each(hostileWays)('a question for a server that tests take over, isolated by %s', (...way) => {
  const bench = openHostileBench(way[0], way[1]);
  const cases = [
    { name: 'its input is replaced', script: replaceInput, usable: canAsk && canTrace },
    { name: 'stopped', script: stop, usable: canAsk },
    { name: 'answers without an end', script: flood, usable: canAsk },
  ];
  attackAtOnce(
    bench,
    way,
    'leaves the agent and the run as they are',
    cases.map(({ name, script, usable }) => ({
      name,
      adapter: { ...withPython, usable },
      planOf: () => ({
        files: { 'take.py': script, 'server.cjs': server },
        settings: {
          serverCommand: 'python3 take.py; exec node server.cjs',
          serverUrl: 'http://127.0.0.1:$ASSAY_PORT/',
        },
      }),
    })),
    async ({ order, outcome }, hostile) => {
      const { problem, statuses } = await outcome;
      const logs = [...hostile.service.logs].filter(([name]) => name.startsWith(`${order.testRunId}/`));
      const log = logs.map(([, text]) => text).join('\n');
      // In a process space of their own, tests see no such process.
      expect(log).toContain(way[0] === 'bubblewrap' ? 'askers []' : 'taken over');
      expect({ problem, statuses, isUp: hostile.isUp }).toEqual({
        problem: null,
        statuses: { attacks: 'PASS' },
        isUp: true,
      });
    },
  );
});
