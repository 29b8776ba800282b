import { isTestFile, type StackFrame } from './stackFrames.ts';

/** The line of code where a failure has its cause; null: the trace shows no own code. */
export type FrameTexts = {
  /** The innermost own line of code that is not the test's own. */
  frame: string | null;
  /** The frame for people, with its line, such as `total cart.ts:118`. */
  displayed: string | null;
  /** The frame in titles, such as `total (cart.ts)`. */
  titled: string | null;
  /** The frame, and where it has no function its line, which distinguishes places within a run. */
  placed: string | null;
};

const hook =
  /(?:^|[.#])(?:setUp\w{0,40}|set_up|setup\w{0,40}|tearDown\w{0,40}|teardown\w{0,40}|before\w{0,40}|after\w{0,40}|init)$/;

/** @returns whether a frame is of the file that a test was reported for */
export function isSameFile(frameFile: string, file: string): boolean {
  // Some reports have the title of a suite where others have the file.
  if (!/[./\\]|Tests?$|Spec$/.test(file)) return false;
  const [one, other] = [frameFile, file].map((path) => path.replaceAll('\\', '/').replace(/\.\w{1,6}$/, ''));
  if (one === undefined || other === undefined) return false;
  const dotted = other.includes('/') ? other : other.replaceAll('.', '/');
  return one === dotted || one.endsWith(`/${dotted}`) || dotted.endsWith(`/${one}`);
}

/**
 * @returns the innermost own frame that is not the test's own: code that other tests may reach as well. In the file of the
 *   test these are named functions further in than the test, and hooks.
 */
export function causeFrame(frames: readonly StackFrame[], file: string, name: string): StackFrame | null {
  const outermost = frames.at(-1);
  if (outermost === undefined) return null;
  const isKnown = frames.some((frame) => isSameFile(frame.file, file));
  const isOfTest = (frame: StackFrame) =>
    isKnown ? isSameFile(frame.file, file) : frame.file === outermost.file && isTestFile(frame.file);
  const test =
    name
      .replace(/[([].*$/, '')
      .split(/[.#:\s]/)
      .at(-1) ?? '';
  for (const frame of frames) {
    if (!isOfTest(frame)) return frame;
    if (frame.name === null) {
      // PHPUnit names no functions: another line than the outermost is that of a function that the test calls.
      if (frame.file.endsWith('.php') && frame.line !== outermost.line) return frame;
      continue;
    }
    const last = frame.name.split(/[.#:]/).at(-1);
    const isOutermost = frame.file === outermost.file && frame.name === outermost.name;
    if ((!isOutermost && last !== test) || hook.test(frame.name)) return frame;
  }
  return null;
}

/** @returns how a frame is shown and compared */
export function framesOf(own: StackFrame | null): FrameTexts {
  if (own === null) return { frame: null, displayed: null, titled: null, placed: null };
  const { name, file, line } = own;
  const frame = name === null ? shortFile(file) : `${name} ${shortFile(file)}`;
  const base = file.split('/').at(-1) ?? file;
  const displayed = `${base}:${line}`;
  return {
    frame,
    displayed: name === null ? displayed : `${name} ${displayed}`,
    titled: name === null ? base : `${name.split('.').at(-1)} (${base})`,
    placed: name === null ? `${frame}:${line}` : frame,
  };
}

/** Go and PHP name no function where a test fails: a line that several tests have is in one that they all call. */
export function onlyPlace(frames: readonly StackFrame[]): string | null {
  const [only] = frames;
  if (only === undefined || frames.length > 1 || only.name !== null || !/\.(?:go|php)$/.test(only.file)) return null;
  return `${shortFile(only.file)}:${only.line}`;
}

/** The last folder and the name of a file. */
function shortFile(file: string): string {
  return file.split('/').slice(-2).join('/');
}
