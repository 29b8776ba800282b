// Writes the lists of what the packages consist of, from the names of their files: a new area adds files and no lines to
// lists that every other area edits as well. Run by `npm run generate`; with `--check` it only says whether they are
// up to date. Decision: docs/decisions/0032-registries-are-generated.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatSource } from './formatSource.mjs';

const packages = dirname(fileURLToPath(import.meta.url));

function modulesOf(folder) {
  return readdirSync(join(packages, folder), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort();
}

/** Constants that the folder's modules export, by module. */
function exportsOf(folder, isModule, isExport) {
  return modulesOf(folder)
    .filter(isModule)
    .map((file) => {
      const text = readFileSync(join(packages, folder, file), 'utf8');
      const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name).filter(isExport);
      return { file, names };
    })
    .filter(({ names }) => names.length > 0);
}
const named = (suffix) => ({
  isModule: (file) => file.endsWith(`${suffix}.ts`),
  isExport: (name) => name.endsWith(suffix),
});
const importsOf = (modules) =>
  modules
    .map(({ file, names }) => `import { ${names.join(', ')} } from '${file.startsWith('.') ? '' : './'}${file}';`)
    .join('\n');
const listed = (modules, prefix = '') => modules.flatMap(({ names }) => names.map((name) => `  ${prefix}${name},`));

const registries = [
  {
    file: 'contract/src/index.ts',
    text: () =>
      modulesOf('contract/src')
        .filter((file) => file !== 'index.ts')
        .map((file) => `export * from './${file}';`)
        .join('\n'),
  },
  {
    file: 'contract/src/calls.ts',
    text: () => {
      const { isModule, isExport } = named('Calls');
      const calls = exportsOf('contract/src', isModule, isExport);
      return `${importsOf(calls)}\n
/** Every call of the service, by area. */
export const callsByArea = {
${listed(calls).join('\n')}
};`;
    },
  },
  {
    file: 'contract/src/rolesWith.ts',
    text: () => {
      const { isModule, isExport } = named('Permissions');
      const permissions = exportsOf('contract/src', isModule, isExport);
      return `${importsOf(permissions)}\n
/** The roles that have each permission in an account. */
export const rolesWith = {
${listed(permissions, '...').join('\n')}
};`;
    },
  },
  {
    file: 'domain/src/domainErrors.ts',
    text: () => {
      const { isModule, isExport } = named('Errors');
      const errors = exportsOf('domain/src', (file) => isModule(file) && file !== 'domainErrors.ts', isExport);
      return `${importsOf(errors)}\n
/** What the domain refuses with, by aggregate. */
export const domainErrorTables = {
${listed(errors).join('\n')}
} as const;

export const domainErrors = {
${listed(errors, '...').join('\n')}
} as const;`;
    },
  },
  {
    file: 'projections/src/projections.ts',
    text: () => {
      const isModule = (file) => posix.basename(file, '.ts') === posix.dirname(file);
      const all = exportsOf('projections/src', isModule, () => true).map(({ file, names }) => ({
        file,
        names: names.filter((name) => name === posix.dirname(file)),
      }));
      return `${importsOf(all)}\n
/** Every read model, by its name. Its collection, its type and what the projector runs all follow from this. */
export const projections = {
${listed(all).join('\n')}
} as const;`;
    },
  },
  {
    file: 'projections/src/reads.ts',
    text: () => {
      const { isModule, isExport } = named('Reads');
      const reads = exportsOf('projections/src', isModule, isExport);
      const isOfService = (name) => name.endsWith('ServiceReads');
      const only = (isWanted) => reads.map(({ names }) => ({ names: names.filter(isWanted) }));
      return `${importsOf(reads)}\n
/** Queries of one account. */
export const readsOfAccount = {
${listed(
  only((name) => !isOfService(name)),
  '...',
).join('\n')}
} as const;

/** Queries over all accounts, for the service itself. */
export const readsOfService = {
${listed(only(isOfService), '...').join('\n')}
} as const;`;
    },
  },
  {
    file: 'projections/src/auditEntries/auditedEvents.ts',
    text: () => {
      const { isModule } = named('Changes');
      const isAudited = (name) => name.startsWith('audited') && name.endsWith('Changes');
      const changes = exportsOf('projections/src', isModule, isAudited);
      return `import type { AuditedEvents } from './auditedChange.ts';
${importsOf(changes.map(({ file, names }) => ({ file: `../${file}`, names })))}\n
/** Everything that has an audit trail. */
export const auditedEvents: AuditedEvents = {
${listed(changes, '...').join('\n')}
};`;
    },
  },
  {
    file: 'web/src/connection/serviceHooks.ts',
    // Each by itself: the build leaves out those that no screen has.
    text: () => `import { serviceEndpoints } from './serviceEndpoints.ts';\n
function hookNamed<Name extends keyof typeof serviceEndpoints>(name: Name): (typeof serviceEndpoints)[Name] {
  return serviceEndpoints[name];
}\n
${hooksOfCalls()
  .map((hook) => `export const ${hook} = /* @__PURE__ */ hookNamed('${hook}');`)
  .join('\n')}`,
  },
  {
    file: 'api/src/routeTable.ts',
    text: () => {
      const { isModule, isExport } = named('Routes');
      const routes = exportsOf('api/src', isModule, isExport);
      return `import type { Route } from './http/route.ts';
${importsOf(routes)}\n
/** Every route of the service. Tests walk it: who may call each, and what another account or a lesser role is told. */
export const routeTable: readonly Route[] = [
${listed(routes, '...').join('\n')}
];`;
    },
  },
];

/** Hooks as RTK Query names them, of every call but those whose endpoints features define. */
function hooksOfCalls() {
  const { isModule } = named('Calls');
  const text = (file) => readFileSync(join(packages, file), 'utf8');
  const inList = (list, name) => new RegExp(`${list} = \\[[^\\]]*'${name}'`).test(text('web/src/connection/calls.ts'));
  return modulesOf('contract/src')
    .filter(isModule)
    .flatMap((file) => [...text(`contract/src/${file}`).matchAll(/^ {2}(\w+): call\(\{\s+method: '(\w+)'/gm)])
    .filter(([, name]) => !inList('definedByFeatures', name))
    .flatMap(([, name, method]) => {
      const capitalized = name[0].toUpperCase() + name.slice(1);
      return method === 'GET' || inList('readsByPost', name)
        ? [`use${capitalized}Query`, `useLazy${capitalized}Query`]
        : [`use${capitalized}Mutation`];
    });
}

const banner = '// Made by `npm run generate` from the files that it lists.\n';
const isCheck = process.argv.includes('--check');
const stale = registries.filter(({ file, text }) => {
  const path = join(packages, file);
  const wanted = formatSource(path, `${banner}${text()}\n`);
  const isStale = readFileSync(path, 'utf8') !== wanted;
  if (isStale && !isCheck) writeFileSync(path, wanted);
  return isStale;
});
if (stale.length > 0) {
  const names = stale.map(({ file }) => `packages/${file}`).join(', ');
  console.log(isCheck ? `npm run generate brings up to date: ${names}` : `wrote ${names}`);
  if (isCheck) process.exit(1);
}
