import { isDeepStrictEqual } from 'node:util';
import { nameKey } from '@assay/contract';
import { type ConfigAlert, titleOfAlert } from './alertConfig.ts';
import type { Config, ConfigVariable } from './configFile.ts';
import { paired } from './paired.ts';

/** The kinds of things, in the order in which they refer to each other. */
export const kinds = [
  'runner pool',
  'pipeline stage',
  'environment',
  'project',
  'test suite',
  'test plan',
  'trigger',
  'alert',
] as const;
export type Kind = (typeof kinds)[number];

/** A setting that has another value in the file. */
export type SettingChange = {
  setting: string;
  from: unknown;
  to: unknown;
  /** Nobody's business in a log. */
  hidden?: true;
};

/** What applying a file does to one thing. Nothing is ever deleted. */
export type Change = {
  kind: Kind;
  /** Its key, or its name where it has none, or what tells it apart where it has neither. */
  key: string;
  /** Of a suite: the key of its project. */
  project?: string;
  /** Of several that are called the same: which one, from 0. */
  nth: number;
  action: 'add' | 'change' | 'none';
  settings: SettingChange[];
};

type Thing = Record<string, unknown>;
type Title = (thing: Thing) => string;

const byKey: Title = ({ key }) => String(key);
const byName: Title = ({ name }) => String(name);
const byCriteria: Title = (alert) => titleOfAlert(alert as Partial<ConfigAlert>);

/** @returns for every thing of the file what it needs, in the order in which it can be done */
export function planChanges(now: Required<Config>, wanted: Config): Change[] {
  const { projects = [] } = wanted;
  const suites = projects.flatMap(({ key: project, testSuites = [] }) => {
    const there = now.projects.find((each) => nameKey(each.key) === nameKey(project))?.testSuites ?? [];
    return changesOf('test suite', byName, there, testSuites).map((change) => ({ ...change, project }));
  });
  return [
    ...changesOf('runner pool', byName, now.runnerPools, wanted.runnerPools),
    ...changesOf('pipeline stage', byName, now.pipelineStages, wanted.pipelineStages),
    ...changesOf('environment', byKey, now.environments, wanted.environments),
    ...changesOf('project', byKey, now.projects.map(withoutSuites), projects.map(withoutSuites)),
    ...suites,
    ...changesOf('test plan', byKey, now.testPlans, wanted.testPlans),
    ...changesOf('trigger', byName, now.triggers, wanted.triggers),
    ...changesOf('alert', byCriteria, now.alerts, wanted.alerts),
  ];
}

function withoutSuites<Project extends { testSuites?: unknown }>({ testSuites: _, ...project }: Project) {
  return project;
}

function changesOf(kind: Kind, title: Title, now: readonly Thing[], wanted: readonly Thing[] = []): Change[] {
  const keyOf = (thing: Thing) => nameKey(title(thing));
  const { pairs } = paired({ there: now, keyOf }, wanted, keyOf);
  const seen = new Map<string, number>();
  return pairs.map(([thing, there]) => {
    const key = title(thing);
    const nth = seen.get(nameKey(key)) ?? 0;
    seen.set(nameKey(key), nth + 1);
    const settings = Object.entries(thing)
      .filter(([setting, to]) => !there || differs(title, setting, there[setting], to))
      .map(([setting, to]): SettingChange => {
        const change = { setting, from: there?.[setting], to };
        return isHidden(setting, thing) ? { ...change, hidden: true } : change;
      });
    if (!there) return { kind, key, nth, action: 'add', settings };
    return { kind, key, nth, action: settings.length > 0 ? 'change' : 'none', settings };
  });
}

/** Values of variables, and addresses that open what they lead to. */
function isHidden(setting: string, thing: Thing): boolean {
  return setting === 'variables' || (setting === 'destination' && thing.destinationSecret !== undefined);
}

function differs(title: Title, setting: string, now: unknown, wanted: unknown): boolean {
  // By these it was found: in another case, it is the same thing.
  if (setting === (title === byKey ? 'key' : title === byName ? 'name' : 'destinationSecret')) return false;
  switch (setting) {
    case 'variables':
      return textOfVariables(now) !== textOfVariables(wanted);
    case 'stages':
      return !includes(now, wanted);
    default:
      return !isDeepStrictEqual(now, wanted);
  }
}

/** @returns whether all that `wanted` says is so now; lists are whole, and of things some settings may be left out. */
function includes(now: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(now) && now.length === wanted.length && wanted.every((each, index) => includes(now[index], each))
    );
  }
  if (typeof wanted !== 'object' || wanted === null) return now === wanted;
  if (typeof now !== 'object' || now === null) return false;
  const values: Thing = { ...now };
  return Object.entries(wanted).every(([setting, value]) => includes(values[setting], value));
}

/** Their order does not matter, nor does the name by which the value of a secret is given. */
function textOfVariables(variables: unknown): string {
  const list = Array.isArray(variables) ? (variables as ConfigVariable[]) : [];
  const texts = list.map(({ key, value, secret, file = false }) => [key, secret === undefined, value ?? null, file]);
  return JSON.stringify(texts.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
