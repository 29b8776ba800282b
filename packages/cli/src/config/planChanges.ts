import { nameKey } from '@assay/contract';
import type { Config, ConfigVariable } from './configFile.ts';

/** The kinds of things, in the order in which they refer to each other. */
export const kinds = ['runner pool', 'pipeline stage', 'environment', 'project', 'test suite'] as const;
export type Kind = (typeof kinds)[number];

/** A setting that has another value in the file. */
export type SettingChange = { setting: string; from: unknown; to: unknown };

/** What applying a file does to one thing. Nothing is ever deleted. */
export type Change = {
  kind: Kind;
  /** Its key, or its name where it has none. */
  key: string;
  /** Of a suite: the key of its project. */
  project?: string;
  action: 'add' | 'change' | 'none';
  settings: SettingChange[];
};

type Thing = Record<string, unknown>;

/** @returns for every thing of the file what it needs, in the order in which it can be done */
export function planChanges(now: Required<Config>, wanted: Config): Change[] {
  const { runnerPools = [], pipelineStages = [], environments = [], projects = [] } = wanted;
  const suites = projects.flatMap(({ key: project, testSuites = [] }) => {
    const there = now.projects.find((each) => nameKey(each.key) === nameKey(project))?.testSuites ?? [];
    return changesOf('test suite', 'name', there, testSuites).map((change) => ({ ...change, project }));
  });
  return [
    ...changesOf('runner pool', 'name', now.runnerPools, runnerPools),
    ...changesOf('pipeline stage', 'name', now.pipelineStages, pipelineStages),
    ...changesOf('environment', 'key', now.environments, environments),
    ...changesOf('project', 'key', now.projects.map(withoutSuites), projects.map(withoutSuites)),
    ...suites,
  ];
}

function withoutSuites<Project extends { testSuites?: unknown }>({ testSuites: _, ...project }: Project) {
  return project;
}

function changesOf(kind: Kind, by: 'name' | 'key', now: readonly Thing[], wanted: readonly Thing[]): Change[] {
  return wanted.map((thing) => {
    const key = String(thing[by]);
    const there = now.find((each) => nameKey(String(each[by])) === nameKey(key));
    if (!there) {
      const settings = Object.entries(thing).map(([setting, to]) => ({ setting, from: undefined, to }));
      return { kind, key, action: 'add', settings };
    }
    const settings = Object.entries(thing)
      .filter(([setting, to]) => setting !== by && !isSame(setting, there[setting], to))
      .map(([setting, to]) => ({ setting, from: there[setting], to }));
    return { kind, key, action: settings.length > 0 ? 'change' : 'none', settings };
  });
}

function isSame(setting: string, now: unknown, wanted: unknown): boolean {
  if (setting === 'variables') return textOfVariables(now) === textOfVariables(wanted);
  return JSON.stringify(now) === JSON.stringify(wanted);
}

/** Their order does not matter, nor does the name by which the value of a secret is given. */
function textOfVariables(variables: unknown): string {
  const list = Array.isArray(variables) ? (variables as ConfigVariable[]) : [];
  const texts = list.map(({ key, value, secret, file = false }) => [key, secret === undefined, value ?? null, file]);
  return JSON.stringify(texts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
