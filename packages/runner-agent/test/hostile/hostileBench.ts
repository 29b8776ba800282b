import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { ProjectId, ProjectSettings, ProjectTrialReport } from '@assay/contract';
import type { AssignedRun } from '../../src/connection/assignedWork.ts';
import type { RunOutcome } from '../agentBench.ts';
import { ContainedBench } from '../containedBench.ts';
import { type IsolationWay, isEngine, isolationWays } from '../isolationWays.ts';
import { type Adapter, adapters, type Planted } from './adapters.ts';
import { Canary, leaks } from './canary.ts';
import { fixtureDotnet } from './fixtureFramework.ts';

/** The ways of isolating on one machine without an engine: containers need an image for each adapter. */
export const hostileWays = isolationWays.filter(([way]) => !isEngine(way));
/** What one run tries. */
export type Plan = {
  /** Added to the files of the adapter's project; null for those that it does not have here. */
  files?: Record<string, Planted | null>;
  /** Lines of attack.sh, which the test runs. */
  attack?: string;
  settings?: Partial<ProjectSettings>;
  run?: Partial<AssignedRun>;
  variables?: Record<string, string>;
};

/** PATH without tools of root's home folder, which the user of a project does not see. */
const systemPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith('/root/'));

const brokenPrograms = mkdtempSync(join(tmpdir(), 'assay-shared-network-'));
writeFileSync(join(brokenPrograms, 'pasta'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
process.once('exit', () => rmSync(brokenPrograms, { recursive: true, force: true }));
/** Of an agent that can give no run a network of its own. */
export const sharedNetwork: NodeJS.ProcessEnv = { PATH: [brokenPrograms, ...systemPath].join(delimiter) };

/** One run, and the canary that it tries to reach. */
export type Attack = {
  order: AssignedRun;
  canary: Canary;
  /** Of the run, once all of its units are done. */
  outcome: Promise<RunOutcome>;
  /** @returns what has become of the canary, and where its secret or the agent's token has arrived */
  findings(): string[];
};

/** A trial of settings. */
export type TrialAttack = Omit<Attack, 'outcome'> & { outcome: Promise<ProjectTrialReport | null> };

/** An agent of its own process that isolates in one way, with a service that keeps all that it receives. */
export class HostileBench {
  readonly bench: ContainedBench;
  readonly way: IsolationWay | 'none';
  readonly #agent: ReturnType<ContainedBench['start']>;
  #canaries = 0;

  static async open(
    way: IsolationWay | 'none',
    environment: NodeJS.ProcessEnv = {},
    inherited: readonly ('ignore' | number)[] = [],
  ): Promise<HostileBench> {
    const bench = await ContainedBench.listen('');
    // As an operator's data folder: others may pass through it.
    chmodSync(bench.folder, 0o711);
    const tools = join(bench.folder, 'tools');
    mkdirSync(tools);
    writeFileSync(join(tools, 'dotnet'), fixtureDotnet);
    chmodSync(join(tools, 'dotnet'), 0o755);
    return new HostileBench(bench, way, { PATH: [tools, ...systemPath].join(delimiter), ...environment }, inherited);
  }

  private constructor(
    bench: ContainedBench,
    way: IsolationWay | 'none',
    environment: NodeJS.ProcessEnv,
    inherited: readonly ('ignore' | number)[],
  ) {
    this.bench = bench;
    this.way = way;
    this.#agent = bench.start(['--isolate', way, '--capacity', '4'], environment, bench.workDir, inherited);
  }

  get service() {
    return this.bench.service;
  }

  get agentPid(): number {
    return this.#agent.child.pid ?? 0;
  }

  /** Whether the agent's process has not ended. */
  get isUp(): boolean {
    return this.#agent.child.exitCode === null && this.#agent.child.signalCode === null;
  }

  /** @returns the folder that runs of a project share */
  projectFolder(projectId: string): string {
    return join(this.bench.workDir, 'projects', createHash('sha256').update(projectId).digest('hex').slice(0, 24));
  }

  runFolder({ testRunId }: AssignedRun): string {
    return join(this.bench.workDir, 'workspaces', testRunId);
  }

  /** Starts a run, whose paths to the canary are known in its plan and in the variable CANARY. */
  attack(adapter: Adapter, planOf: (canary: Canary) => Plan): Attack {
    this.#canaries += 1;
    const canary = new Canary(join(this.bench.folder, `canary-${this.#canaries}`));
    const order = this.#orderOf(adapter, canary, planOf(canary));
    // As the service does once all units are done; the agent then removes the run.
    const outcome = this.bench.outcomeOf(order).finally(() => this.service.finishedRuns.add(order.testRunId));
    // The error reaches the test that awaits it.
    outcome.catch(() => undefined);
    return { order, canary, outcome, findings: () => this.#findings(canary) };
  }

  /**
   * Starts a trial like `attack`.
   * @returns its last report, once it has come to its end
   */
  trial(adapter: Adapter, planOf: (canary: Canary) => Plan): TrialAttack {
    this.#canaries += 1;
    const canary = new Canary(join(this.bench.folder, `canary-${this.#canaries}`));
    const plan = planOf(canary);
    const order = this.#orderOf(adapter, canary, { ...plan, run: { ...plan.run, trial: true } });
    const lease = this.service.startRun(order);
    const outcome = this.service.untilRunEnded(order.testRunId).then(() => {
      this.service.finishedRuns.add(order.testRunId);
      return this.service.trials.get(lease) ?? null;
    });
    // The error reaches the test that awaits it.
    outcome.catch(() => undefined);
    return { order, canary, outcome, findings: () => this.#findings(canary) };
  }

  #findings(canary: Canary): string[] {
    return [...canary.findings(this.service, [this.#agent.said.all]), ...leaks(this.service.token, this.service)];
  }

  #orderOf(adapter: Adapter, canary: Canary, { files, attack = '', settings, run, variables }: Plan): AssignedRun {
    const all = { ...adapter.files, 'attack.sh': `${attack}\n`, ...files };
    const values = {
      CANARY: canary.folder,
      AGENT_PID: String(this.agentPid),
      JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1',
      ...variables,
    };
    return this.bench.order(
      { gitUrl: this.#repository(all), ...adapter.settings, ...settings },
      {
        projectId: `project-${randomUUID()}` as ProjectId,
        testTimeoutSeconds: 60,
        ...run,
        variables: [
          ...Object.entries(values).map(([key, value]) => ({ key, value, encrypted: false, file: false })),
          ...(run?.variables ?? []),
        ],
      },
    );
  }

  /** Runs a test of another account, which nothing that went before may hold up. */
  async expectOthersToRun(): Promise<void> {
    const { statuses, problem } = await this.attack(adapterOf('Other'), () => ({})).outcome;
    expect({ statuses, problem }).toEqual({ statuses: { attacks: 'PASS' }, problem: null });
  }

  /** Resolves when the folder of an ended run is gone. */
  async untilRemoved(order: AssignedRun): Promise<void> {
    const folder = this.runFolder(order);
    await this.service.until(() => !existsSync(folder), `the removal of ${folder}`);
  }

  /** @returns the most memory that the agent has had, in MiB */
  get mostMemory(): number {
    const status = readFileSync(`/proc/${this.agentPid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  #repository(files: Record<string, Planted | null>): string {
    const folder = join(this.bench.folder, `repository-${randomUUID()}`);
    for (const [name, content] of Object.entries(files)) {
      if (content === null) continue;
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(path, content);
      else if ('link' in content) symlinkSync(content.link, path);
      else writeFileSync(path, content.script, { mode: 0o755 });
    }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '--all', '--force');
    git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'Attack');
    return folder;
  }

  async close(): Promise<void> {
    await this.bench.close();
  }
}

export function adapterOf(name: string): Adapter {
  const found = adapters.find((each) => each.name === name);
  if (!found) throw new Error(`no adapter ${name}`);
  return found;
}

/** Opens a bench before the tests of a way and closes it after them. */
export function openHostileBench(
  way: IsolationWay | 'none',
  usable = true,
  environment: NodeJS.ProcessEnv = {},
  inherited: readonly ('ignore' | number)[] = [],
): () => HostileBench {
  let opened: HostileBench | null = null;
  beforeAll(async () => {
    if (usable) opened = await HostileBench.open(way, environment, inherited);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => {
    if (opened === null) throw new Error('the bench is not open yet');
    return opened;
  };
}

/** One attack of a kind. */
export type Case = { name: string; adapter: Adapter; planOf: (canary: Canary) => Plan };

/** What must hold after each attack of a kind, besides an untouched canary. */
export type Check = (attack: Attack, bench: HostileBench, name: string) => Promise<void> | void;

type Way = readonly [name: IsolationWay, usable: boolean, needs: string];

/** Starts attacks of one kind at once, and tests each: the canary is intact and unread. */
export function attackAtOnce(
  bench: () => HostileBench,
  [, usable, needs]: Way,
  kind: string,
  cases: readonly Case[],
  check?: Check,
): void {
  describe(kind, () => {
    const attacks = new Map<Case, Attack>();
    beforeAll(() => {
      if (!usable) return;
      for (const each of cases) {
        if (each.adapter.usable) attacks.set(each, bench().attack(each.adapter, each.planOf));
      }
    });
    for (const each of cases) {
      const its = usable && each.adapter.usable ? it : it.skip;
      const needed = [needs, each.adapter.needs].filter(Boolean).join(', ');
      its(`${kind}: ${each.name} (needs ${needed})`, async () => {
        const attack = attacks.get(each);
        if (!attack) throw new Error('the attack has not begun');
        await attack.outcome;
        try {
          await check?.(attack, bench(), each.name);
        } finally {
          expect(attack.findings()).toEqual([]);
        }
      });
    }
  });
}

/** The same attack by each adapter. */
export function attackByEach(
  bench: () => HostileBench,
  way: Way,
  { title, planOf, check }: { title: string; planOf: (adapter: Adapter, canary: Canary) => Plan; check?: Check },
  among: readonly Adapter[] = adapters,
): void {
  const cases = among.map((adapter) => ({
    name: adapter.name,
    adapter,
    planOf: (canary: Canary) => planOf(adapter, canary),
  }));
  attackAtOnce(bench, way, title, cases, check);
}
