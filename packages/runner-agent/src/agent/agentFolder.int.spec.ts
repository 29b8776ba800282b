import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../../test/support/eventually.ts';
import { FolderInUseError, openAgentFolder } from './agentFolder.ts';

const onLinux = process.platform === 'linux' ? it : it.skip;

describe("an agent's folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-agent-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const statOf = async (pid: number) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };

  it('is of one agent at a time, and keeps its id', async () => {
    const first = await openAgentFolder(folder);
    await expect(openAgentFolder(folder)).rejects.toBeInstanceOf(FolderInUseError);
    await first.release();
    const again = await openAgentFolder(folder);
    expect(again.agentId).toBe(first.agentId);
    await again.release();
  });

  onLinux('is free once its agent was killed, even if nobody has asked for the end of that process', async () => {
    // The second sleep takes the place of the shell, and never asks.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
    try {
      const [told] = await once(parent.stdout, 'data');
      const pid = Number(String(told).trim());
      const start = (await statOf(pid))[19];
      await writeFile(join(folder, 'agent.lock'), `${pid} ${start}`);
      await expect(openAgentFolder(folder)).rejects.toMatchObject({ message: expect.stringContaining(`${pid}`) });
      process.kill(pid, 'SIGKILL');
      await eventually(async () => (await statOf(pid))[0] === 'Z');
      await (await openAgentFolder(folder)).release();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  onLinux('is not kept by another process that has got the id of a killed one', async () => {
    await writeFile(join(folder, 'agent.lock'), `${process.ppid} 1`);
    await (await openAgentFolder(folder)).release();
  });
});
