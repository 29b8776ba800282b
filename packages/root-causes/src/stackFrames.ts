/** A line of code in a stack trace. */
export type StackFrame = {
  /** Null: an anonymous function, or the trace names none. */
  name: string | null;
  /** As the trace has it, with slashes. */
  file: string;
  /** For people only: it changes with each commit. */
  line: number;
};

type Pattern = {
  pattern: RegExp;
  read: (groups: readonly string[], before: string) => StackFrame;
  /** The trace begins with the outermost call. */
  isOutermostFirst?: true;
};

const frameOf = (name: string | null | undefined, file = '', line = ''): StackFrame => ({
  name: nameOf(name ?? ''),
  file: file.replaceAll('\\', '/').replace(/^file:\/\//, ''),
  line: Number(line),
});

/** @returns null for functions that have no name in the source */
function nameOf(name: string): string | null {
  const plain = name
    .replace(/^(?:async|new) /, '')
    .replace(/ \[as .{1,100}\]$/, '')
    .replace(/^(?:Object|Module|Proxy|exports|module)\./, '');
  return plain === '' || /<anonymous>|<module>|<lambda>|lambda\$|^<|\bblock \(|^Context\b|^eval\b/.test(plain)
    ? null
    : plain;
}

/** How the traces of each language are written. Lengths are bounded, so that time grows with the text alone. */
const patterns: readonly Pattern[] = [
  // Java, Kotlin: `at bank.Accounts.balance(Accounts.java:17)`
  {
    pattern:
      /^at (?:[\w.-]{1,80}(?:@[\w.-]{1,40})?\/{1,2})?((?:[\w$]{1,100}\.){1,20})([\w$<>]{1,100})\((\w{1,100}\.(?:java|kt|groovy|scala)):(\d{1,7})\)$/,
    read: ([, type = '', method, file, line]) => {
      const parts = type.slice(0, -1).split('.');
      const simple = parts.pop() ?? '';
      return {
        ...frameOf(`${simple}.${method}`, [...parts, file].join('/'), line),
        name: nameOf(method === '<init>' ? `new ${simple}` : `${simple}.${method}`),
      };
    },
  },
  // C#: `at Shop.Cart.Total(Int32 id) in /src/Cart.cs:line 17`
  {
    pattern: /^at ([\w.`+<>[\],]{1,200}?)\([^)]{0,300}\) in (.{1,300}?):line (\d{1,7})$/,
    read: ([, method = '', file, line]) => frameOf(method.split('.').slice(-2).join('.'), file, line),
  },
  // JavaScript: `at total (/shop/cart.js:4:9)`, `at /shop/cart.js:4:9`, Vitest's `❯ total src/cart.js:4:9`
  {
    pattern:
      /^(?:at|❯) (?:(?!\/|file:)(.{1,200}?) )?\(?((?:file:\/\/|node:|[A-Za-z]:)?[^\s():]{1,300}(?:\([^\s():]{1,100}\)[^\s():]{0,100})?):(\d{1,7}):\d{1,7}\)?(?: \{)?$/,
    read: ([, name, file, line]) => frameOf(name, file, line),
  },
  {
    pattern: /^(?:(.{1,200}?) )?\(?((?:file:\/\/|\/|[A-Za-z]:)[^\s():]{1,300}\.[cm]?[jt]sx?):(\d{1,7}):\d{1,7}\)?$/,
    read: ([, name, file, line]) => frameOf(name, file, line),
  },
  // Python: `File "/shop/cart.py", line 4, in total`, pytest's `shop/cart.py:4: in total` and `shop/cart.py:4: KeyError`
  {
    pattern: /^File "(.{1,300}?)", line (\d{1,7})(?:, in (\S{1,100}))?$/,
    read: ([, file, line, name]) => frameOf(name, file, line),
    isOutermostFirst: true,
  },
  {
    pattern: /^([^\s:"]{1,300}\.py):(\d{1,7}):(?: in (\S{1,100})| \w{0,100})?$/,
    read: ([, file, line, name], before) => frameOf(name ?? before, file, line),
    isOutermostFirst: true,
  },
  // Ruby: `/shop/cart.rb:4:in `total'`
  {
    pattern: /^(?:from )?([^\s:]{1,300}\.rb):(\d{1,7}):in [`'](?:[\w:]{1,100}[#.])?(.{1,100}?)'$/,
    read: ([, file, line, name]) => frameOf(name, file, line),
  },
  { pattern: /^\[?([^\s:[]{1,300}\.rb):(\d{1,7})\]?:?$/, read: ([, file, line]) => frameOf(null, file, line) },
  // PHP: `#0 /shop/Cart.php(4): Cart->total()`, PHPUnit's `/shop/Cart.php:4`
  {
    pattern: /^#\d{1,3} (.{1,300}?\.php)\((\d{1,7})\): ([^(]{1,150})\(/,
    read: ([, file, line]) => frameOf(null, file, line),
  },
  { pattern: /^([^\s:]{1,300}\.php):(\d{1,7})$/, read: ([, file, line]) => frameOf(null, file, line) },
  // Go: a panic has the function in the line before
  {
    pattern: /^([^\s:]{1,300}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?$/,
    read: ([, file, line], before) => frameOf(before.split('/').at(-1), file, line),
  },
];

/** Go's `t.Fatal` and minitest say where before they say what. */
const placeBeforeText = /^([\w./-]{1,200}(?:_test\.go|\.go)):(\d{1,7}): (.{1,1000})$/;

const foreign =
  /node_modules|(?:^|\/)node:|^node:|internal\/|<anonymous>|site-packages|dist-packages|\/lib\/python\d|importlib|<frozen|\/gems\/|rubygems|\/lib\/ruby|\/vendor\/|\/usr\/share\/php|phpunit|\/usr\/(?:lib|local)\/go|\/src\/(?:runtime|testing|reflect|net)\/[\w]+\.go|^(?:java|javax|jdk|sun|com\/sun|jakarta|kotlin|scala|groovy|org\/(?:junit|testng|hamcrest|assertj|mockito|hibernate|springframework|gradle|codehaus|apache|opentest4j|openqa|postgresql|h2)|io\/(?:restassured|cucumber|netty)|com\/(?:zaxxer|google\/common|mysql|fasterxml))\//;

/** What a line has at least that is a frame: most lines are decided by it. */
const mayHavePlace = /^at |^❯ |^#\d|:\d|line \d/;
const foreignLine = /^(?:at |❯ ).{0,300}(?:\/node_modules\/|\(node:)/;

/** Frames without a file of the project. */
const withoutPlace =
  /^at (?:async )?(?:[\w.<>$]{1,100} \()?(?:<anonymous>|native)|^at .{1,300}\((?:native code|Native Method|Unknown Source|<anonymous>)\)$|^at <Jasmine>$|^at (?:System|Microsoft|NUnit|Xunit)\.|^at [\w.`+<>[\],]{1,200}\([\w.,&[\]<> `]{0,300}\)$/;

type ReadLine = { frame: StackFrame | null; text: string | null; isOutermostFirst: boolean };

/**
 * @param line of an error or stack trace
 * @param before the function that the lines before it name
 * @returns the frame that it is, the text that it says, or both
 */
function readLine(line: string, before: string): ReadLine {
  // TAP has the place of a failure as `at: 'total (/shop/cart.js:4:9)'`.
  const trimmed = line.trim().replace(/^at: ['"]?(.{1,600}?)['"]?$/, 'at $1');
  const place = placeBeforeText.exec(trimmed);
  if (place) return { frame: frameOf(null, place[1], place[2]), text: place[3] ?? '', isOutermostFirst: false };
  if (!mayHavePlace.test(trimmed)) return { frame: null, text: line, isOutermostFirst: false };
  if (foreignLine.test(trimmed) || withoutPlace.test(trimmed))
    return { frame: null, text: null, isOutermostFirst: false };
  for (const { pattern, read, isOutermostFirst = false } of patterns) {
    const found = pattern.exec(trimmed);
    if (found) return { frame: read(found, before), text: null, isOutermostFirst };
  }
  return { frame: null, text: line, isOutermostFirst: false };
}

export type ReadText = {
  /** Lines that are not frames. */
  lines: readonly string[];
  /** Frames of the project, the innermost first. */
  frames: readonly StackFrame[];
};

/** Separates the frames of a text from what it says, and drops those of runtimes, packages and test frameworks. */
export function readStack(text: string): ReadText {
  const lines: string[] = [];
  const frames: StackFrame[] = [];
  let before = '';
  let reversed = false;
  for (const line of text.split('\n')) {
    const { frame, text: said, isOutermostFirst } = readLine(line, before);
    if (said !== null) lines.push(said);
    const defined =
      /^[ >]{0,20}(?:async )?def (\w{1,100})\(/.exec(line)?.[1] ?? /^([\w./*()-]{1,200})\(.{0,300}\)$/.exec(line)?.[1];
    if (defined) before = defined;
    if (frame === null || foreign.test(frame.file)) continue;
    frames.push(frame);
    reversed ||= isOutermostFirst;
  }
  return { lines, frames: withoutBuiltIns(reversed ? frames.reverse() : frames) };
}

/** Functions of the runtime, and constructors, have the line of their caller in some languages: the caller remains. */
function withoutBuiltIns(frames: readonly StackFrame[]): StackFrame[] {
  return frames.filter(({ file, line }, index) => {
    const caller = frames[index + 1];
    return caller === undefined || caller.file !== file || caller.line !== line || !/\.rb$/.test(file);
  });
}

const testFolder = /(?:^|\/)(?:tests?|specs?|__tests__|features|e2e|cypress|testing)\//;
const testFile =
  /[._-](?:test|spec|cy|steps?|e2e)\.\w{1,5}$|(?:^|\/)test_[^/]*\.py$|_test\.(?:go|py|rb)$|(?:Tests?|Spec|IT|TestCase)\.[a-z]{2,6}$|(?:^|\/)conftest\.py$/;

/** Parts of a path that are read, from its end: where a project was checked out says nothing. */
const foldersRead = 4;

/** @returns whether the file is one of tests, or of what only tests use, by its name */
export function isTestCode(file: string): boolean {
  return testFile.test(file) || testFolder.test(file.split('/').slice(-foldersRead).join('/'));
}

/** @returns whether the file has tests itself, by its name */
export function isTestFile(file: string): boolean {
  return testFile.test(file);
}
