import { adapterOf, attackAtOnce, hostileWays, openHostileBench } from './hostileBench.ts';

/**
 * Sends, over each descriptor that is a socket, a connection that lingers with data that is never read: who drops the last
 * reference is blocked until the linger time is over.
 */
const send = `import array, os, signal, socket, stat, struct
def lingering():
    server = socket.create_server(("127.0.0.1", 0))
    client = socket.create_connection(server.getsockname())
    kept.append(server.accept()[0])
    client.setblocking(False)
    try:
        while True: client.send(b"x" * 65536)
    except BlockingIOError: pass
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 10))
    return client
kept = []
sockets = [each for each in range(8) if os.path.exists(f"/proc/self/fd/{each}") and stat.S_ISSOCK(os.fstat(each).st_mode)]
print("sockets", sockets, flush=True)
for each in sockets:
    client = lingering()
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [client.fileno()]))]
    socket.socket(fileno=os.dup(each)).sendmsg([b"sent\\n"], rights)
    client.close()
# The connections stay until this process is ended.
if sockets: signal.pause()
`;
const server = "require('node:http').createServer((_, answer) => answer.end('here')).listen(process.env.ASSAY_PORT);\n";
const serverUrl = 'http://127.0.0.1:$ASSAY_PORT/';

const { usable, needs } = adapterOf('PyTest');
const withPython = { ...adapterOf('Other'), usable, needs };

describe.each(hostileWays)('descriptors that tests send to the agent, isolated by %s', (...way) => {
  const bench = openHostileBench(way[0], way[1]);
  const doors = {
    'the install command': { installCommand: 'python3 send.py' },
    'the build command': { buildCommand: 'python3 send.py' },
    'the server': { serverCommand: 'python3 send.py; exec node server.cjs', serverUrl },
  };
  attackAtOnce(
    bench,
    way,
    'do not arrive',
    Object.entries(doors).map(([name, settings]) => ({
      name,
      adapter: withPython,
      planOf: () => ({ files: { 'send.py': send, 'server.cjs': server }, settings }),
    })),
    async ({ order, outcome }, hostile) => {
      const { problem, statuses } = await outcome;
      const logs = [...hostile.service.logs].filter(([name]) => name.startsWith(`${order.testRunId}/`));
      expect(logs.map(([, text]) => text).join('\n')).toContain('sockets []');
      expect({ problem, statuses }).toEqual({ problem: null, statuses: { attacks: 'PASS' } });
    },
  );
});
