import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Values that are made: what a bundler cannot prove to have no side effects, such as a call, or a spread of one. */
const made = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression', 'TSAsExpression', 'NewExpression']);

function declarationsOf(program: Node): Node[] {
  return (program.body as Node[])
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .filter((node) => node?.type === 'VariableDeclaration')
    .flatMap((node) => node?.declarations as Node[]);
}

/**
 * Lets the bundler leave out every value of the contract that the client does not use: its schemas are made by calls with
 * spreads, which count as side effects, and one schema that stays brings all of typebox into the first page. A function
 * that is marked as pure is left out whole.
 */
export function pureDeclarations(): Plugin {
  return {
    name: 'assay:pure-declarations',
    transform: {
      filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/].*\.ts$/ },
      handler(code) {
        const values = declarationsOf(this.parse(code) as Node)
          .map(({ init }) => init as Node | null)
          .filter((init): init is Node => init !== null && made.has(init.type));
        let pure = code;
        for (const { start, end } of values.sort((one, other) => other.start - one.start)) {
          const value = `/* @__PURE__ */ (() => (${code.slice(start, end)}))()`;
          pure = pure.slice(0, start) + value + pure.slice(end);
        }
        return { code: pure, map: null };
      },
    },
  };
}
