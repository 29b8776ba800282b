import { shellQuoted, withoutNpmCall } from '@assay/contract';

/** A command of a script, and what separates it from the next one: '&&', '||', ';', '|', '&', or '' at the end. */
export type ShellStep = { text: string; separator: string };

/** More steps and words of one script are not read. */
const most = { length: 4000 };

/** @returns the steps of a script in order; null where it has subshells, or is longer than anyone writes */
export function shellSteps(script: string): ShellStep[] | null {
  if (script.length > most.length || /`|\$\(|^\s*[({]|[;&|]\s*[({]\s/.test(script)) return null;
  const steps: ShellStep[] = [];
  let [text, quote] = ['', ''];
  for (let at = 0; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (char === '\\') {
      text += char + script.charAt(at + 1);
      at += 1;
    } else if (quote !== '' || char === '"' || char === "'") {
      if (quote === '') quote = char;
      else if (quote === char) quote = '';
      text += char;
    } else if (char === ';' || char === '|' || (char === '&' && !isRedirection(script, at))) {
      const isDouble = char !== ';' && script.charAt(at + 1) === char;
      steps.push({ text: text.trim(), separator: isDouble ? char + char : char });
      at += isDouble ? 1 : 0;
      text = '';
    } else text += char;
  }
  steps.push({ text: text.trim(), separator: '' });
  return quote === '' ? steps.filter((step) => step.text !== '') : null;
}

/** Such as `2>&1`, `&>log`. */
function isRedirection(script: string, at: number): boolean {
  return script.charAt(at - 1) === '>' || script.charAt(at + 1) === '>';
}

/** @returns the script of steps, without a separator at its end */
export function joinSteps(steps: readonly ShellStep[]): string {
  return steps
    .map(({ text, separator }, index) => {
      if (index === steps.length - 1) return text;
      return separator === ';' ? `${text}; ` : `${text} ${separator} `;
    })
    .join('');
}

/** @returns the words of a step, as they are written, quotes included */
export function wordsOf(step: string): string[] {
  return step.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
}

/** Programs that run the program named after them, with options of their own in between. */
const wrappers =
  /^(cross-env|cross-env-shell|env|c8|nyc|dotenv|dotenvx|env-cmd|time|timeout|xvfb-run|node|tsx|ts-node|infisical|doppler|op)$/;
/** Programs that run one of an installed package. */
const launchers = /^(npx|pnpx|bunx|yarn|pnpm|npm|bun)$/;

/** @returns the index of the word that is the program of a step, behind what only sets it up; -1 where it is another */
export function programIndex(words: readonly string[], program: RegExp): number {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const word = words[first];
  if (word === undefined) return -1;
  if (program.test(word)) return first;
  if (wrappers.test(word)) return words.findIndex((each, index) => index > first && program.test(each));
  if (!launchers.test(word)) return -1;
  const next = words.findIndex(
    (each, index) => index > first && !/^-/.test(each) && each !== 'exec' && each !== 'dlx' && each !== 'x',
  );
  if (next < 0) return -1;
  if (word === 'npm' && words[first + 1] !== 'exec') return -1;
  const inner = programIndex(words.slice(next), program);
  return inner < 0 ? -1 : next + inner;
}

/** Programs that may run npx themselves: what it runs is in their environment, and counts more than their arguments. */
const nested = /(^|[\s&|;(])(npx|npm|pnpm|yarn|bun|turbo|nx|lerna)\s/;

/** @returns the command that runs a script with the programs of the packages, as npm does */
export function packagesCommand(script: string): string {
  return `npx -c ${shellQuoted(nested.test(script) ? `${withoutNpmCall}${script}` : script)}`;
}
