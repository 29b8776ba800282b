import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** What Wireit runs for a script whose text is its name. */
const WireitScript = Type.Object({
  command: Type.Optional(Type.String()),
  dependencies: Type.Optional(Type.Array(Type.Unknown())),
});
const Dependency = Type.Object({ script: Type.String() });

/** @returns the scripts, those of Wireit as npm would run them: the scripts of the package that they depend on first */
export function withWireit(scripts: Readonly<Record<string, string>>, wireit: unknown): Record<string, string> {
  const settings = new Map(Object.entries(Object(wireit)));
  return Object.fromEntries(
    Object.entries(scripts).map(([name, text]) => {
      const own = settings.get(name);
      return [name, text.trim() === 'wireit' && Value.Check(WireitScript, own) ? textOf(own, scripts) : text];
    }),
  );
}

function textOf(
  { command, dependencies = [] }: { command?: string; dependencies?: unknown[] },
  scripts: object,
): string {
  const names = dependencies.flatMap((each) => {
    const name = Value.Check(Dependency, each) ? each.script : each;
    return typeof name === 'string' && Object.hasOwn(scripts, name) ? [name] : [];
  });
  return [...names.map((name) => `npm run ${name}`), ...(command === undefined ? [] : [command])].join(' && ');
}
