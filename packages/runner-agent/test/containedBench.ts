import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeaseId, ProblemPost, ProjectSettings } from '@assay/contract';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { AgentBench } from './agentBench.ts';
import { agentMain } from './agentMain.ts';

const feature = (...steps: string[]) =>
  `Feature: Contained\n${steps.map((step) => `  Scenario: ${step}\n    Given ${step}\n`).join('\n')}`;

/** A bench whose agent is a process of its own, as users start it, and runs tests in containers. */
export class ContainedBench extends AgentBench {
  readonly #steps: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #agents: ChildProcess[] = [];

  /**
   * @param steps of the scenarios for `orderOf`
   * @param environment of the agents, beside this process's own
   */
  static async listen(steps: string, environment: NodeJS.ProcessEnv = {}): Promise<ContainedBench> {
    const bench = new ContainedBench(steps, environment);
    await bench.service.listen();
    return bench;
  }

  private constructor(steps: string, environment: NodeJS.ProcessEnv) {
    super();
    this.#steps = steps;
    this.#environment = environment;
  }

  /**
   * The agent's own process.
   * @param inherited what it has open from its start, as Node's `stdio`, from descriptor 3 on
   */
  start(
    args: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    workDir = this.workDir,
    inherited: readonly ('ignore' | number)[] = [],
  ) {
    const { url, token } = this.service;
    const options = ['--url', url, '--name', 'contained', '--dir', workDir, '--min-free-mb', '0', ...args];
    const child = spawn(process.execPath, [agentMain, ...options], {
      env: { ...process.env, ASSAY_AGENT_TOKEN: token, ASSAY_LOG_LEVEL: 'info', ...this.#environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', ...inherited],
    });
    this.#agents.push(child);
    const said = { all: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said.all += text;
      });
    }
    return { child, said, ended: once(child, 'close').then(([code]: unknown[]) => code) };
  }

  /** Ends the agents with a signal. */
  async stopAgents(): Promise<void> {
    for (const agent of this.#agents.splice(0)) {
      if (agent.exitCode === null && agent.signalCode === null) {
        agent.kill('SIGTERM');
        await once(agent, 'exit');
      }
      // Processes that an agent started, and could not end, may hold its pipes; they must not block this process.
      agent.stdout?.destroy();
      agent.stderr?.destroy();
    }
  }

  override async close(): Promise<void> {
    try {
      await this.stopAgents();
      expect(this.service.violations).toEqual([]);
    } finally {
      await super.close();
    }
  }

  /** Where a hanging test writes the ids of its processes. */
  get pids(): string {
    return join(this.folder, 'pids');
  }

  orderOf(
    scenarios: readonly string[],
    run: Partial<AssignedRun> = {},
    settings: Partial<ProjectSettings> = {},
  ): AssignedRun {
    const files = {
      'features/contained.feature': feature(...scenarios),
      'features/steps.js': this.#steps,
      'package.json': '{"name":"contained","private":true}',
    };
    const variables = [{ key: 'PIDS', value: this.pids, encrypted: false, file: false }, ...(run.variables ?? [])];
    return this.order({ gitUrl: this.repository(files), ...settings }, { ...run, variables });
  }

  problemOf(order: AssignedRun): ProblemPost | null {
    return this.service.unitsOf(order.testRunId).find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** Runs the scenario `it hangs`, which writes the ids of its processes, separated by a blank. */
  async startHanging(run: Partial<AssignedRun> = {}): Promise<{ lease: LeaseId; hung: number[] }> {
    const order = this.orderOf(['it hangs'], run);
    this.service.startRun(order);
    const lease = `${order.testRunId}.1.1` as LeaseId;
    const begun = () => this.service.units.get(lease)?.events.some(({ type }) => type === 'testStarted') ?? false;
    const hangs = () => begun() && existsSync(this.pids) && readFileSync(this.pids, 'utf8').includes(' ');
    await this.service.until(hangs, 'the test to hang');
    return {
      lease,
      hung: readFileSync(this.pids, 'utf8').split(' ').map(Number),
    };
  }
}

/** @returns whether the process runs; zombies do not. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return !readFileSync(`/proc/${id}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
