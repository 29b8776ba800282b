import { execFileSync, spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { findCommand } from '../../src/process/findCommand.ts';
import { asUser } from '../../src/sandbox/separation.ts';
import { testUser, testUsers } from '../../src/sandbox/testUser.ts';
import { adapterOf, hostileWays, openHostileBench } from './hostileBench.ts';

/** Takes each port that outgoing connections may get, 800 to a process: fewer than a process may open by default. */
const takePorts = `
import os, socket, time
low, high = map(int, open("/proc/sys/net/ipv4/ip_local_port_range").read().split())
for start in range(low, high + 1, 800):
    if os.fork() == 0:
        held = []
        for port in range(start, min(high + 1, start + 800)):
            each = socket.socket()
            try: each.bind(("", port)); held.append(each)
            except OSError: each.close()
        time.sleep(4); os._exit(0)
time.sleep(4)
`;
const up = 'import socket, fcntl, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x41))';
const hasNetworks =
  process.getuid?.() === 0 && spawnSync('unshare', ['--net', '/usr/bin/python3', '-c', up]).status === 0;

describe.each(hostileWays)('what all processes of a machine share, isolated by %s', (...way) => {
  const [name, usable, needs] = way;
  const bench = openHostileBench(name, usable);
  const its = usable ? it : it.skip;

  // What is in memory outlives its process: where it is all of it, the service is the next to end.
  its(`tests cannot put most of the memory into folders (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: 'df --output=size --block-size=1 /dev/shm' }));
    const [test] = [...(await started.outcome).finals.values()];
    const size = Number(/^\s*(\d+)$/m.exec(test?.output ?? '')?.[1]);
    expect(size).toBeLessThanOrEqual(totalmem() / 4);
  });

  its(`tests cannot put memory into System V IPC of the machine (needs ${needs})`, async () => {
    const started = bench().attack(adapterOf('Other'), () => ({ attack: 'ipcmk -M 4096; readlink /proc/self/ns/ipc' }));
    const [test] = [...(await started.outcome).finals.values()];
    expect(test?.output).not.toContain(execFileSync('readlink', ['/proc/self/ns/ipc'], { encoding: 'utf8' }).trim());
  });
});

(hasNetworks ? describe : describe.skip)('the network of a machine (needs root and unshare)', () => {
  it('has ports for connections of the service whatever tests take', () => {
    const [setpriv = null, prlimit = null] = ['setpriv', 'prlimit'].map((each) => findCommand(process.env, [each]));
    const test = asUser(testUser(testUsers.count - 9), { setpriv, prlimit }).join(' ');
    const connect = `
      const { createServer, connect } = require('node:net');
      const server = createServer((socket) => socket.end()).listen(4400, '127.0.0.1', () =>
        setTimeout(() => connect(4400, '127.0.0.1').on('connect', () => over('connected')).on('error', ({ code }) => over(code)), 2500));
      const over = (said) => { console.log(said); process.exit(); };
    `;
    const script = `/usr/bin/python3 -c "$UP"; ${test} /usr/bin/python3 -c "$TAKE" & exec "$NODE" --eval "$CONNECT"`;
    const env = { PATH: process.env.PATH, UP: up, TAKE: takePorts, NODE: process.execPath, CONNECT: connect };
    const said = execFileSync('unshare', ['--net', '/bin/sh', '-c', script], { env, encoding: 'utf8' });
    expect(said.trim()).toBe('connected');
  });
});
