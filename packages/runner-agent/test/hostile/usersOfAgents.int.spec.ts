import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectUser } from '../../src/sandbox/projectUser.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const projectsOfEach = 300;

(isRoot ? describe : describe.skip)('the users of projects (needs root on Linux)', () => {
  const machine = mkdtempSync(join(tmpdir(), 'assay-agents-'));
  afterAll(() => rmSync(machine, { recursive: true }));

  it('are not shared by projects of two agents on one machine', async () => {
    const users: number[] = [];
    for (const agent of ['agent-1', 'agent-2']) {
      for (let at = 0; at < projectsOfEach; at += 1) {
        const folder = join(machine, agent, 'projects', `project-${at}`);
        mkdirSync(folder, { recursive: true });
        users.push((await projectUser(folder)).uid);
      }
    }
    expect(new Set(users).size).toBe(2 * projectsOfEach);
  });
});
