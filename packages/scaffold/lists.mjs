// The lists in the sources that name every thing of the product: where each is, and what a new thing adds to it. Lists
// that only repeat the names of files are not here: `npm run generate` writes them.
import { Refusal } from './refusal.mjs';

const isOutdated = 'packages/scaffold/lists.mjs has to be adapted to it';

/** @returns the first and the last index of the lines between two lines, the latter excluded */
function between(lines, file, [first, last]) {
  const starts = lines.flatMap((line, index) => (line === first ? [index] : []));
  const end = lines.indexOf(last, starts[0]);
  if (starts.length !== 1 || end === -1) {
    throw new Refusal(`${file} has no single list between '${first.trim()}' and '${last.trim()}': ${isOutdated}.`);
  }
  return [starts[0] + 1, end];
}

/** @returns the index of the first line of the comment above a line, or of the line itself */
function withComment(lines, index) {
  return /^\s*\/?\*/.test(lines[index - 1] ?? '') ? withComment(lines, index - 1) : index;
}

/**
 * Inserts lines into a list of a file: before the first entry with a greater key, or at the end where the list has an
 * order of its own.
 * @param {string} text of the file
 * @param {import('./lists.mjs').ListEntry} entry
 * @returns {string}
 * @throws Refusal when the list is not found, or already has the key
 */
export function withEntry(text, { file, part, entry, key, hasOwnOrder = false, add }) {
  const lines = text.split('\n');
  const [start, end] = part ? between(lines, file, part) : [0, lines.length];
  if (entry === undefined) return lines.toSpliced(part ? end : start, 0, ...add).join('\n');
  const known = lines.flatMap((line, index) => {
    const found = index >= start && index < end ? entry.exec(line) : null;
    return found ? [{ index, key: found[1] }] : [];
  });
  if (known.length === 0) throw new Refusal(`${file} has no line like ${entry}: ${isOutdated}.`);
  if (known.some((one) => one.key === key)) throw new Refusal(`${file} already has '${key}'.`);
  const next = hasOwnOrder ? undefined : known.find((one) => one.key > key);
  const after = hasOwnOrder ? end : known.at(-1).index + 1;
  return lines.toSpliced(next ? withComment(lines, next.index) : after, 0, ...add).join('\n');
}

/** As {@link withEntry} for a file of JSON whose entries have a line each, all with a comma but the last. */
export function withJsonEntry(text, entry) {
  return withEntry(text.replace(/\n\}\n$/, ',\n}\n'), entry).replace(/,\n\}\n$/, '\n}\n');
}

/** Expected seconds of the specs, until they are recorded. */
const durations = ({ one, many }) => ({
  [`packages/api/test/${many.camel}.int.spec.ts`]: 8,
  [`packages/domain/src/${one.camel}/decide${one.pascal}.unit.spec.ts`]: 0.3,
  [`packages/web/src/features/${many.camel}/${many.camel}.spec.tsx`]: 8,
  [`test/journeys/${many.camel}.whole.spec.ts`]: 15,
});

/**
 * @param {import('./nounForms.mjs').NounForms} forms
 * @returns {import('./lists.mjs').ListEntry[]} what a new thing adds to the lists
 */
export function listEntries({ one, many }) {
  const id = `${one.pascal}Id`;
  const pages = ['', `/:${one.camel}Id`, `/:${one.camel}Id/audit-log`, '/new'].map(
    (below) => `/:account/${many.kebab}${below}`,
  );
  return [
    {
      file: 'packages/contract/src/ids.ts',
      entry: /^export type (\w+Id) = Brand</,
      key: id,
      add: [`export type ${id} = Brand<'${id}'>;`],
    },
    {
      file: 'packages/contract/src/ids.ts',
      entry: /^export const (\w+Id) = idSchema</,
      key: id,
      add: [`export const ${id} = idSchema<${id}>('${one.text} id');`],
    },
    {
      file: 'packages/contract/src/exampleIds.ts',
      part: ['import type {', "} from './ids.ts';"],
      entry: /^ {2}(\w+Id),$/,
      key: id,
      add: [`  ${id},`],
    },
    {
      file: 'packages/contract/src/exampleIds.ts',
      part: ['export const exampleIds = {', '};'],
      entry: /^ {2}(\w+): /,
      key: one.camel,
      add: [`  ${one.camel}: 'example-${one.kebab}' as ${id},`],
    },
    {
      file: 'packages/contract/src/live/topics.ts',
      part: ['export const topics = {', '} as const;'],
      entry: /^ {2}(\w+): /,
      key: many.camel,
      hasOwnOrder: true,
      add: [`  ${many.camel}: '${many.camel}',`],
    },
    ...pages.map((page) => ({
      file: 'packages/contract/src/pages.ts',
      part: ['export const pagePaths: readonly string[] = [', '];'],
      entry: /^ {2}'(.+)',$/,
      key: page,
      add: [`  '${page}',`],
    })),
    {
      file: 'packages/contract/src/permissions.unit.spec.ts',
      part: ['    expect(adminOnly.sort()).toEqual([', '    ]);'],
      entry: /^ {6}'(.+)',$/,
      key: `${one.camel}.write`,
      add: [`      '${one.camel}.write',`],
    },
    {
      file: 'packages/domain/src/index.ts',
      entry: /^export \* from '(.+)';$/,
      key: `./${one.camel}/decide${one.pascal}.ts`,
      add: [`export * from './${one.camel}/decide${one.pascal}.ts';`],
    },
    {
      file: 'packages/application/src/named/namedThings.ts',
      part: ['import {', "} from '@assay/domain';"],
      entry: /^ {2}(\w+Decider),$/,
      key: `${one.camel}Decider`,
      add: [`  ${one.camel}Decider,`],
    },
    {
      file: 'packages/application/src/named/namedThings.ts',
      part: ['export const namedThings = {', '};'],
      entry: /^ {2}(\w+): named\(/,
      key: one.camel,
      hasOwnOrder: true,
      add: [
        `  ${one.camel}: named({`,
        `    decider: ${one.camel}Decider,`,
        "    unique: ['name'],",
        "    within: 'account',",
        `    notFound: '${one.camel}.notFound',`,
        '  }),',
      ],
    },
    {
      file: 'packages/projections/src/readModelsApart.int.spec.ts',
      add: [`import { first${one.pascal} } from '../../../test/support/recorded${many.pascal}.ts';`],
    },
    ...[
      [many.camel, `(await theirs.${many.camel}())[0]`],
      [one.camel, `await theirs.${one.camel}(first${one.pascal})`],
    ].map(([read, seen]) => ({
      file: 'packages/projections/src/readModelsApart.int.spec.ts',
      part: ['    const seen: Record<keyof AccountReads, unknown> = {', '    };'],
      entry: /^ {6}(\w+): /,
      key: read,
      hasOwnOrder: true,
      add: [`      ${read}: ${seen},`],
    })),
    {
      file: 'packages/api/test/exampleThings.ts',
      part: ['  return {', '  };'],
      entry: /^ {4}(\w+)[:,]/,
      key: one.camel,
      add: [`    ${one.camel}: (await api.done('POST', '/${many.kebab}', { body: { name: 'First' } })).id,`],
    },
    {
      file: 'packages/api/src/auditTrail/auditTrailOf.ts',
      part: ['const notFound = {', '} as const satisfies Readonly<Record<string, DomainErrorCode>>;'],
      entry: /^ {2}(\w+): /,
      key: one.camel,
      add: [`  ${one.camel}: '${one.camel}.notFound',`],
    },
    {
      file: 'packages/web/src/app/areas.ts',
      add: [`import { ${many.camel}Area } from '../features/${many.camel}/${many.camel}Routes.tsx';`],
    },
    {
      file: 'packages/web/src/app/areas.ts',
      part: ['  agentsArea,', '  settingsArea,'],
      add: [`  ${many.camel}Area,`],
    },
    {
      file: 'packages/web/src/app/AppRoutes.spec.tsx',
      part: ["      'Agents',", "      'Settings',"],
      add: [`      '${many.title}',`],
    },
    {
      file: 'test/support/recordedSetting.ts',
      add: [`import { record${many.pascal} } from './recorded${many.pascal}.ts';`],
    },
    {
      file: 'test/support/recordedSetting.ts',
      part: ['  await recordWorkflows(log);', '  await recordDistributionRules(log);'],
      add: [`  await record${many.pascal}(log);`],
    },
    {
      file: 'test/support/oneOfEach.ts',
      part: ['export type OneOfEach = {', '  /** Failed, by an agent, and rerun; staff may read it. */'],
      add: [`  ${one.camel}Id: string;`],
    },
    {
      file: 'test/support/oneOfEach.ts',
      part: ["  const workflowId = await post('/workflows', { name: 'To production' });", ''],
      add: [`  const ${one.camel}Id = await post('/${many.kebab}', { name: 'First' });`],
    },
    {
      file: 'test/support/oneOfEach.ts',
      part: ['  return {', '    testRunId: first.id,'],
      add: [`    ${one.camel}Id,`],
    },
    {
      file: 'test/support/screens.ts',
      part: ["    'alerts',", "    'agents',"],
      add: [
        `    '${many.kebab}',`,
        `    ...tabs('${many.kebab}', 'new', ids.${one.camel}Id, \`\${ids.${one.camel}Id}/audit-log\`),`,
      ],
    },
    ...Object.entries(durations({ one, many })).map(([spec, seconds]) => ({
      file: 'test/harness/durations.json',
      entry: /^ {2}"(.+)": \{/,
      key: spec,
      add: [`  ${JSON.stringify(spec)}: { "seconds": ${seconds} },`],
    })),
  ];
}
