import type { Plugin } from 'vite';

/** What a browser needs to send a call; its schemas, texts and example are for the service. */
const kept = new Set(['method', 'path', 'topic', 'changes', 'status', 'secretAnswer']);

type Node = { type: string; start: number; end: number; [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function* callsIn(node: Node): Generator<Node> {
  const callee = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
  if (callee?.type === 'Identifier' && callee.name === 'call') yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* callsIn(child);
  }
}

function propertiesOf(call: Node): Node[] {
  const [declaration] = call.arguments as Node[];
  if (declaration?.type !== 'ObjectExpression') throw new Error('a call is declared by an object literal');
  return declaration.properties as Node[];
}

function isKept({ type, key }: Node): boolean {
  return type !== 'Property' || !isNode(key) || kept.has(String(key.name));
}

/**
 * Strips the contract's calls to what a browser needs to send them. Otherwise the first page would include the schemas
 * of every call, and typebox with them.
 */
export function callsAsSent(): Plugin {
  return {
    name: 'assay:calls-as-sent',
    transform: {
      filter: { id: /[\\/]packages[\\/]contract[\\/]src[\\/].*Calls\.ts$/ },
      handler(code) {
        const left = [...callsIn(this.parse(code) as Node)].flatMap(propertiesOf).filter((node) => !isKept(node));
        let sent = code;
        for (const { start, end } of left.sort((one, other) => other.start - one.start)) {
          sent = sent.slice(0, start) + sent.slice(end).replace(/^\s*,/, '');
        }
        return { code: sent, map: null };
      },
    },
  };
}
