/** A test in the text of a spec file: the titles around it and its own. */
export type SpecTitle = { titles: string[]; line: number };

const suites = /^(describe|context)$/;
const tests = /^(it|specify)$/;
const word = /[A-Za-z_$][\w$]*(?:\.(?:only|skip))?/y;

/**
 * Reads the tests of a spec file from its text, because code for the browser cannot be loaded here. Computed titles are
 * left out: their tests are known once they run.
 */
export function specTitlesOf(source: string): SpecTitle[] {
  const found: SpecTitle[] = [];
  const open: { title: string | null; depth: number }[] = [];
  let depth = 0;
  let line = 1;
  let before = '';
  for (let at = 0; at < source.length; ) {
    const end = skipped(source, at, before);
    if (end > at) {
      line += linesIn(source.slice(at, end));
      if (!/\s/.test(source[at] ?? '') && source[at] !== '/') before = 'x';
      at = end;
      continue;
    }
    const character = source[at] ?? '';
    word.lastIndex = at;
    const name = /[\w$]/.test(before) ? null : (word.exec(source)?.[0] ?? null);
    if (name !== null) {
      const call = callOf(source, at + name.length);
      const kind = name.split('.')[0] ?? '';
      if (call && before !== '.' && suites.test(kind)) open.push({ title: call.title, depth });
      const around = open.map(({ title }) => title).filter((title) => title !== null);
      if (call?.title && before !== '.' && tests.test(kind) && around.length === open.length) {
        found.push({ titles: [...around, call.title], line });
      }
      before = 'x';
      at += name.length;
      continue;
    }
    if (character === '(' || character === '{' || character === '[') depth += 1;
    if (character === ')' || character === '}' || character === ']') {
      depth -= 1;
      while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth && character === ')') open.pop();
    }
    before = character;
    at += 1;
  }
  return found;
}

/** @returns the title that a call begins with, null where it is not plain text; null where nothing is called. */
function callOf(source: string, at: number): { title: string | null } | null {
  const call = /\s*\(\s*/y;
  call.lastIndex = at;
  if (!call.test(source)) return null;
  const from = call.lastIndex;
  const quote = source[from] ?? '';
  if (!['"', "'", '`'].includes(quote)) return { title: null };
  const end = endOfText(source, from);
  const text = source.slice(from + 1, end - 1);
  if (!/^\s*[,)]/.test(source.slice(end, end + 200)) || (quote === '`' && text.includes('${'))) return { title: null };
  return { title: text.replace(/\\(.)/gs, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)) };
}

/** @returns the end of the space, comment, string or pattern at this position; else the position itself. */
function skipped(source: string, at: number, before: string): number {
  const character = source[at] ?? '';
  if (/\s/.test(character)) return at + 1;
  if (source.startsWith('//', at)) return endOr(source, source.indexOf('\n', at));
  if (source.startsWith('/*', at)) return endOr(source, source.indexOf('*/', at) + 2);
  if (['"', "'", '`'].includes(character)) return endOfText(source, at);
  // A slash after a value divides; anywhere else it begins a pattern.
  if (character !== '/' || /[\w$)\]}]/.test(before)) return at;
  const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//y;
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

function endOfText(source: string, from: number): number {
  const quote = source[from];
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at + 1;
  }
  return source.length;
}

function endOr(source: string, end: number): number {
  return end < 2 ? source.length : end;
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
