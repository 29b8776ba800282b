import { nameKey } from '@assay/contract';
import type { ConfigVariable } from './configFile.ts';
import { paired } from './paired.ts';
import type { Change, SettingChange } from './planChanges.ts';
import type { ConfigPlanStage } from './testPlanConfig.ts';

const longest = 80;

/** @returns one change as lines of a difference; none for what stays as it is */
export function describeChange({ kind, key, project, nth, action, settings }: Change): string {
  if (action === 'none') return '';
  const what = `${kind} ${project === undefined ? '' : `${project} / `}${key}${nth === 0 ? '' : ` (${nth + 1})`}`;
  if (action === 'add') return `+ ${what}\n`;
  return `~ ${what}\n${settings.map((change) => `    ${describeSetting(change)}\n`).join('')}`;
}

/** @returns how much of a file is new, different and as it is */
export function describeCounts(changes: readonly Change[], dryRun: boolean): string {
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  const [added, changed, same] = [count('add'), count('change'), count('none')];
  if (dryRun) return `${added} to add, ${changed} to change, ${same} as they are. Nothing was changed: a dry run.`;
  return `${added} added, ${changed} changed, ${same} as they were.`;
}

function describeSetting({ setting, from, to, hidden }: SettingChange): string {
  if (setting === 'variables') return `variables: ${describeVariables(from, to)}`;
  if (setting === 'stages') return `stages: ${describeStages(stagesOf(from), stagesOf(to))}`;
  if (hidden) return `${setting}: another`;
  return `${setting}: ${shown(from)} → ${shown(to)}`;
}

/** By name only: a value may be long, and what is plain here may be secret elsewhere. */
function describeVariables(from: unknown, to: unknown): string {
  const before = new Map(listOf(from).map((variable) => [variable.key, textOf(variable)]));
  const after = new Map(listOf(to).map((variable) => [variable.key, textOf(variable)]));
  const added = [...after.keys()].filter((key) => !before.has(key)).map((key) => `+ ${key}`);
  const changed = [...after].filter(([key, text]) => before.has(key) && before.get(key) !== text);
  const removed = [...before.keys()].filter((key) => !after.has(key)).map((key) => `- ${key}`);
  return [...added, ...changed.map(([key]) => `~ ${key}`), ...removed].join(', ');
}

function describeStages(before: readonly ConfigPlanStage[], after: readonly ConfigPlanStage[]): string {
  const keyOf = ({ name }: ConfigPlanStage) => nameKey(name);
  const { pairs, left } = paired({ there: before, keyOf }, after, keyOf);
  const marked = pairs.map(([{ name }, there]) => `${there ? '' : '+ '}${name}`);
  return [...marked, ...left.map(({ name }) => `- ${name}`)].join(', ');
}

function stagesOf(stages: unknown): ConfigPlanStage[] {
  return Array.isArray(stages) ? (stages as ConfigPlanStage[]) : [];
}

function listOf(variables: unknown): ConfigVariable[] {
  return Array.isArray(variables) ? (variables as ConfigVariable[]) : [];
}

function textOf({ value, secret, file = false }: ConfigVariable): string {
  return JSON.stringify([secret === undefined, value ?? null, file]);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
