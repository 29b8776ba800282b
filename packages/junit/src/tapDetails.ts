import { agentProtocol, boundText, withoutEscapeCodes } from '@assay/contract';

const scalar = /^(?<key>[\w-]+):(?: (?<value>.*))?$/;

/** A text in double quotes that has no end in its line, and the line with its end. */
const openText = /^\s*[\w-]+: "(?:[^"\\]|\\.)*$/;
const endOfText = /^(?:[^"\\]|\\.)*"\s*$/;
/** Lines of such a text. */
const longestText = 200;

type Details = {
  message: string;
  text: string;
  durationMs: number | null;
  /** textlint writes a file that it has only warnings about as failed, and succeeds. */
  isWarning: boolean;
};

/**
 * Reads the details of a test point. Writers put plain key-value pairs and blocks of text there, seldom correct YAML; so
 * lines are read, not documents.
 * @param indented between `---` and `...`
 */
export function tapDetails(indented: readonly string[]): Details {
  const lines = withoutBrokenTexts(dedented(indented.filter((line) => line.trim() !== '---')));
  const values = valuesIn(lines);
  const duration = Number(values.get('duration_ms') ?? Number.NaN);
  const [expected, actual] = [values.get('expected'), values.get('actual')];
  const compared = expected === undefined || actual === undefined ? '' : `Expected ${expected}, got ${actual}`;
  const message = [
    values.get('error'),
    thrownIn(lines, values.get('message')) ?? values.get('message'),
    ...[compared, values.get('diff'), messageOfStack(values.get('stack'))],
    values.has('exitCode') ? `The exit code is ${values.get('exitCode')}.` : undefined,
  ].find((each) => each);
  const severities = lines.map((line) => line.trim()).filter((line) => line.startsWith('severity:'));
  return {
    message: withoutEscapeCodes(boundText(message ?? '', agentProtocol.textLimit)),
    text: withoutEscapeCodes(boundText(lines.join('\n'), agentProtocol.textLimit)),
    isWarning: severities.length > 0 && severities.every((line) => /: *['"]?warning['"]?$/.test(line)),
    durationMs: Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : null,
  };
}

/** node-tap writes frames alone. */
function messageOfStack(stack: string | undefined): string | undefined {
  const first = stack?.split('\n')[0];
  return first === undefined || /:\d+:\d+\)?$/.test(first) ? undefined : first;
}

/** AVA has a heading for a message, and the error itself among its details under the same heading. */
function thrownIn(lines: readonly string[], heading: string | undefined): string | null {
  const at = heading === undefined ? -1 : lines.findIndex((line) => line.trim().startsWith(`'${heading}:'`));
  const message = at === -1 ? undefined : lines.slice(at + 1).find((line) => /^\s+message: '.*',?$/.test(line));
  return message === undefined ? null : message.trim().replace(/^message: '|',?$/g, '');
}

/** The first value of each key: of an error in several lines its message. */
function valuesIn(lines: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < lines.length; at += 1) {
    const { key, value = '' } = scalar.exec(lines[at] ?? '')?.groups ?? {};
    if (key === undefined) continue;
    const isBlock = /^[|>][-+]?\d?$/.test(value.trim());
    if (!isBlock && (key !== 'error' || value.trim() !== '')) {
      if (!values.has(key)) values.set(key, plainValue(value.trim()));
      continue;
    }
    const block: string[] = [];
    while (at + 1 < lines.length && /^(?:\s|$)/.test(lines[at + 1] ?? '')) {
      at += 1;
      block.push((lines[at] ?? '').replace(/^ {1,2}/, ''));
    }
    if (values.has(key)) continue;
    values.set(key, isBlock ? block.join('\n').trimEnd() : (valuesIn(dedented(block)).get('message') ?? ''));
  }
  return values;
}

/** Vitest breaks texts in quotes at the end of a line: they become one line, with what JSON writes for a line break. */
function withoutBrokenTexts(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const rest = openText.test(line) ? lines.slice(at + 1, at + 1 + longestText) : [];
    const closed = rest.findIndex((each) => endOfText.test(each));
    whole.push(closed === -1 ? line : [line, ...rest.slice(0, closed + 1)].join('\\n'));
    at += closed + 1;
  }
  return whole;
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
