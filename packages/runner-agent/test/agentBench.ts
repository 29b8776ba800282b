import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  defaultProjectSettings,
  type ListedTest,
  type ProblemPost,
  type ProjectId,
  type ProjectSettings,
  TestListBlob,
  type TestRunId,
  type UnitEvent,
} from '@assay/contract';
import { pino } from 'pino';
import { Value } from 'typebox/value';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { type AgentOptions, type RunningAgent, startAgent } from '../src/index.ts';
import { AgentServiceUnderTest } from './agentServiceUnderTest.ts';

export type TestFinished = Extract<UnitEvent, { type: 'testFinished' }>;

/** The outcome of a run. */
export type RunOutcome = {
  /** The final result of each test, by name. */
  finals: Map<string, TestFinished>;
  statuses: Record<string, TestFinished['status']>;
  /** Those of the list. */
  tests: ListedTest[];
  /** Of all tests, in order of arrival. */
  attempts: TestFinished[];
  attemptsOf: (name: string) => TestFinished[];
  /** The first problem with which a unit of the run ended. */
  problem: ProblemPost | null;
  setupLog: string;
};

/**
 * Opens a bench before the tests of a suite and closes it after them; everything it received must have matched the
 * contract.
 */
export function openBench(options: Partial<AgentOptions> = {}): AgentBench {
  const bench = new AgentBench();
  beforeAll(() => bench.open(options));
  afterAll(async () => {
    try {
      expect(bench.service.violations).toEqual([]);
    } finally {
      await bench.close();
    }
  });
  return bench;
}

/** A fake service, a real agent and real git repositories, in a folder that is removed when the bench is closed. */
export class AgentBench {
  readonly service = new AgentServiceUnderTest();
  #folder: string | null = null;
  #agent: RunningAgent | null = null;

  static async open(options: Partial<AgentOptions> = {}): Promise<AgentBench> {
    const bench = new AgentBench();
    await bench.open(options);
    return bench;
  }

  async open(options: Partial<AgentOptions> = {}): Promise<void> {
    await this.service.listen();
    await this.startAgent(options);
  }

  /** Created at first use: all tests of a bench may be skipped. */
  get folder(): string {
    this.#folder ??= realpathSync(mkdtempSync(join(tmpdir(), 'assay-agent-')));
    return this.#folder;
  }

  get workDir(): string {
    return join(this.folder, 'work');
  }

  /** The marks of complete installations. */
  get installed(): string[] {
    const all = readdirSync(join(this.workDir, 'installed'), { recursive: true, withFileTypes: true });
    return all.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async startAgent(options: Partial<AgentOptions> = {}): Promise<void> {
    const { url, token } = this.service;
    const log = pino({ level: process.env.ASSAY_LOG_LEVEL ?? 'silent' });
    this.#agent = await startAgent({
      url,
      token,
      capacity: 2,
      workDir: this.workDir,
      name: 'bench',
      minFreeDisk: 0,
      log,
      ...options,
    });
  }

  async stopAgent(): Promise<void> {
    await this.#agent?.stop();
    this.#agent = null;
  }

  async close(): Promise<void> {
    this.service.down = false;
    await this.stopAgent();
    await this.service.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** @returns the folder of a git repository with these files on branch main, as one commit. */
  repository(files: Record<string, string>): string {
    const folder = join(this.folder, `repository-${randomUUID()}`);
    mkdirSync(folder);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return commitAll(folder);
  }

  /** @returns a git repository with one of the samples. */
  sample(name: string): string {
    const folder = join(this.folder, `${name}-${randomUUID()}`);
    cpSync(resolve('samples', name), folder, { recursive: true });
    return commitAll(folder);
  }

  order(
    settings: Partial<ProjectSettings> & Pick<ProjectSettings, 'gitUrl'>,
    run: Partial<AssignedRun> = {},
  ): AssignedRun {
    const whole = {
      ...defaultProjectSettings,
      defaultBranch: 'main',
      testingFramework: 'CucumberJS' as const,
      ...settings,
    };
    return {
      testRunId: randomUUID() as TestRunId,
      number: 1,
      projectId: 'project-1' as ProjectId,
      projectKey: 'P',
      settings: whole,
      branch: whole.defaultBranch,
      ref: null,
      commit: null,
      build: null,
      deployKey: null,
      includeTags: [],
      excludedTags: [],
      testFilters: [],
      selectedTests: null,
      testTimeoutSeconds: 300,
      retryFailedTests: false,
      recordVideo: false,
      playwrightProject: null,
      environmentKey: 'test',
      environmentUrl: null,
      variables: [],
      ...run,
    };
  }

  /** Runs to the end and returns the final result of each test, by name. */
  async run(order: AssignedRun): Promise<Map<string, TestFinished>> {
    this.service.startRun(order);
    await this.service.untilRunEnded(order.testRunId);
    return this.finals(order.testRunId);
  }

  /** Runs to the end and returns its outcome. */
  async outcomeOf(order: AssignedRun): Promise<RunOutcome> {
    const finals = await this.run(order);
    const { testRunId } = order;
    const list = this.service.lists.get(testRunId);
    const tests: ListedTest[] = Value.Check(TestListBlob, list) ? list.tests : [];
    const units = this.service.unitsOf(testRunId);
    const attempts = units.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'testFinished' ? [event] : [])),
    );
    return {
      finals,
      statuses: Object.fromEntries([...finals].map(([name, { status }]) => [name, status])),
      tests,
      attempts,
      attemptsOf: (name) => {
        const { testId } = tests.find((each) => each.name === name) ?? {};
        return attempts.filter((attempt) => attempt.testId === testId);
      },
      problem: units.find((unit) => unit.problem)?.problem ?? null,
      setupLog: this.service.logs.get(`${testRunId}/setup`) ?? '',
    };
  }

  finals(testRunId: string): Map<string, TestFinished> {
    const names = new Map<string, string>();
    const finals = new Map<string, TestFinished>();
    for (const { assignment, events } of this.service.unitsOf(testRunId)) {
      for (const { testId, name } of assignment.tests) names.set(testId, name);
      for (const event of events) {
        if (event.type === 'testDiscovered') names.set(event.testId, event.name);
        if (event.type === 'testFinished' && event.final) finals.set(names.get(event.testId) ?? event.testId, event);
      }
    }
    return finals;
  }
}

function commitAll(folder: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'All of it');
  return folder;
}
