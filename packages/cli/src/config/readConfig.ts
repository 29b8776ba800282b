import { isSealed, nameKey } from '@assay/contract';
import { Value } from 'typebox/value';
import { isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { ConfigAlert } from './alertConfig.ts';
import { type Config, ConfigSchema, type ConfigVariable } from './configFile.ts';

/** What is wrong with a file, and where. */
export type ConfigError = { line: number; column: number; message: string };

/** A broken rule of the schema. */
type Broken = { keyword: string; instancePath: string; params: object; message: string };
type Path = readonly (string | number)[];

const maxErrors = 20;

/** @returns what the text says, or everything that is wrong with it, in the order of the text */
export function readConfig(text: string): { config: Config } | { errors: ConfigError[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0) {
    return { errors: document.errors.map(({ pos, message }) => ({ ...at(pos[0]), message })) };
  }
  const content: unknown = document.toJS({ maxAliasCount: 100 });
  const place = (path: Path) => at(offsetOf(document.contents, path));
  const broken = Value.Check(ConfigSchema, content)
    ? bySense(content as Config)
    : [...Value.Errors(ConfigSchema, content)].flatMap((rule) => ofSchema(rule as Broken));
  if (broken.length === 0) return { config: content as Config };
  const errors = broken.map(({ path, message }) => ({ ...place(path), message }));
  errors.sort((a, b) => a.line - b.line || a.column - b.column);
  const once = errors.filter(
    ({ line, message }, index) =>
      errors.findIndex((other) => other.line === line && other.message === message) === index,
  );
  return { errors: once.slice(0, maxErrors) };
}

type Wrong = { path: Path; message: string };

function ofSchema({ keyword, instancePath, params, message }: Broken): Wrong[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const names = Object.values(params)
    .flat()
    .filter((name) => typeof name === 'string');
  switch (keyword) {
    case 'additionalProperties':
      return names.map((name) => ({ path: [...path, name], message: `There is no setting '${name}' here.` }));
    case 'required':
      return names.map((name) => ({ path, message: `'${name}' is missing.` }));
    case 'anyOf':
    case 'boolean':
    case '~guard':
      // The rules of what it could be are told each by itself.
      return [];
    default:
      return [{ path, message: `${nameOf(path)} ${message}.` }];
  }
}

function nameOf(path: Path): string {
  return `'${String(path.findLast((part) => typeof part === 'string') ?? 'The file')}'`;
}

/** What no schema sees: things that are there twice, and variables with no value or two. */
function bySense(config: Config): Wrong[] {
  const { runnerPools = [], pipelineStages = [], environments = [], projects = [], testPlans = [] } = config;
  return [
    ...twice(runnerPools, 'name', ['runnerPools']),
    ...twice(pipelineStages, 'name', ['pipelineStages']),
    ...twice(environments, 'key', ['environments']),
    ...twice(projects, 'key', ['projects']),
    ...projects.flatMap(({ testSuites = [] }, index) => twice(testSuites, 'name', ['projects', index, 'testSuites'])),
    ...twice(testPlans, 'key', ['testPlans']),
    ...testPlans.flatMap(({ stages = [] }, index) => twice(stages, 'name', ['testPlans', index, 'stages'])),
    ...(config.alerts ?? []).flatMap(ofDestination),
    ...pipelineStages.flatMap(({ variables }, index) => ofVariables(variables, ['pipelineStages', index])),
    ...environments.flatMap(({ variables }, index) => ofVariables(variables, ['environments', index])),
  ];
}

function twice<Name extends string>(things: readonly Record<Name, string>[], name: Name, path: Path): Wrong[] {
  const seen = new Set<string>();
  return things.flatMap((thing, index) => {
    const key = nameKey(thing[name]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path: [...path, index, name], message: `'${thing[name]}' is in the file twice.` }];
  });
}

/** An address that opens what it leads to stands in no file. */
function ofDestination({ actionType, destination, destinationSecret }: ConfigAlert, index: number): Wrong[] {
  const [wrong, message] = isSealed(actionType)
    ? ([destination, "'destination' is secret here: name it by 'destinationSecret'."] as const)
    : ([destinationSecret, "'destinationSecret' is for webhooks and Microsoft Teams: say the 'destination'."] as const);
  return wrong === undefined ? [] : [{ path: ['alerts', index], message }];
}

function ofVariables(variables: readonly ConfigVariable[] = [], path: Path): Wrong[] {
  const wrong = variables.flatMap(({ key, value, secret }, index) =>
    (value === undefined) === (secret === undefined)
      ? [{ path: [...path, 'variables', index], message: `'${key}' needs a value, or the name of a secret.` }]
      : [],
  );
  return [...wrong, ...twice(variables, 'key', [...path, 'variables'])];
}

/** @returns where in the text something is: a setting by its name, all else by its value */
function offsetOf(root: Node | null, path: Path): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!pair) return offset;
      if (isScalar(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = pair.value;
    } else if (isNode(node) && 'get' in node && typeof node.get === 'function') {
      node = node.get(part, true);
      if (isNode(node) && node.range) offset = node.range[0];
    } else return offset;
  }
  return offset;
}
