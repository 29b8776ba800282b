import { agentProtocol, boundText, withoutEscapeCodes } from '@assay/contract';

const scalar = /^(?<key>[\w-]+):(?: (?<value>.*))?$/;

type Details = { message: string; text: string; durationMs: number | null };

/**
 * Reads the details of a test point. Writers put plain key-value pairs and blocks of text there, seldom correct YAML; so
 * lines are read, not documents.
 * @param indented between `---` and `...`
 */
export function tapDetails(indented: readonly string[]): Details {
  const lines = dedented(indented);
  const values = new Map<string, string>();
  for (let at = 0; at < lines.length; at += 1) {
    const { key, value = '' } = scalar.exec(lines[at] ?? '')?.groups ?? {};
    if (key === undefined) continue;
    if (!/^[|>][-+]?\d?$/.test(value.trim())) {
      if (!values.has(key)) values.set(key, plainValue(value.trim()));
      continue;
    }
    const block: string[] = [];
    while (at + 1 < lines.length && /^(?:\s|$)/.test(lines[at + 1] ?? '')) {
      at += 1;
      block.push((lines[at] ?? '').replace(/^ {1,2}/, ''));
    }
    if (!values.has(key)) values.set(key, block.join('\n').trimEnd());
  }
  const duration = Number(values.get('duration_ms') ?? Number.NaN);
  const [expected, actual] = [values.get('expected'), values.get('actual')];
  const compared = expected === undefined || actual === undefined ? '' : `Expected ${expected}, got ${actual}`;
  const message = [values.get('error'), values.get('message'), compared, values.get('diff')].find((each) => each);
  return {
    message: withoutEscapeCodes(boundText(message ?? '', agentProtocol.textLimit)),
    text: withoutEscapeCodes(boundText(lines.join('\n'), agentProtocol.textLimit)),
    durationMs: Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : null,
  };
}

function plainValue(value: string): string {
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value.slice(1, -1);
  }
}

function dedented(lines: readonly string[]): string[] {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const indent = first.length - first.trimStart().length;
  return lines.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line));
}
