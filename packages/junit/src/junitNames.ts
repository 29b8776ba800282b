import { isAbsolute, relative, sep } from 'node:path';
import type { JunitCase } from './junitCase.ts';
import { UniqueNames } from './testIdentity.ts';

const longestFile = 1000;
/** Class names that say nothing: node's own reporter calls every test's class so. */
const emptyClassnames = ['test', 'suite', ''];

/**
 * Names the cases of a run. JUnit XML has no one place for file and name, so the best that a case says is taken:
 * its file or its suite's, else its class, else its outermost suite, else the result file.
 */
export class JunitNames {
  readonly #directory: string;
  readonly #unique = new UniqueNames();
  readonly #labels = new Map<string, string>();
  readonly #seen = new Map<string, string>();

  /** @param directory where the command is run; files are named relative to it */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** @returns null for a case that another file holds as well: reports are found together with their aggregate. */
  take(junitCase: JunitCase, resultFile: string): { file: string; name: string } | null {
    const { file: whole, name } = this.#plainNames(junitCase, resultFile);
    const file = whole.slice(0, longestFile);
    const key = `${file}\0${name}`;
    const fingerprint = JSON.stringify([junitCase.durationMs, junitCase.attributeStatus, junitCase.outcomes]);
    const copy = this.#seen.get(`${key}\0${fingerprint}`);
    if (copy !== undefined && copy !== resultFile) return null;
    this.#seen.set(`${key}\0${fingerprint}`, resultFile);

    // Cases that differ by nothing but their suite, as with several browsers, are called after it.
    const label = junitCase.suites.at(-1)?.hostname ?? junitCase.suites.at(-1)?.name ?? '';
    const first = this.#labels.get(key);
    if (first === undefined) this.#labels.set(key, label);
    const told = first !== undefined && label !== '' && label !== first ? `${name} [${label}]` : name;
    return { file, name: this.#unique.take(file, told) };
  }

  #plainNames(junitCase: JunitCase, resultFile: string): { file: string; name: string } {
    const { suites, classname } = junitCase;
    const own = junitCase.name || '(a test without a name)';
    const declared = junitCase.file ?? suites.findLast(({ file }) => file !== null)?.file;
    const className = emptyClassnames.includes(classname) || classname === own ? null : classname;
    const named = suites.map(({ name }) => name).filter(Boolean);
    if (declared) {
      const file = this.#relative(declared);
      const around = className === null ? named : [className];
      return {
        file,
        name: joined(
          around.filter((part) => part !== declared && part !== file),
          own,
        ),
      };
    }
    if (className !== null) return { file: this.#relative(className), name: own };
    return { file: named[0] ?? resultFile, name: joined(named.slice(1), own) };
  }

  #relative(file: string): string {
    const path = file.replace(/^file:\/\//, '');
    const inside = isAbsolute(path) ? relative(this.#directory, path) : path;
    return inside.split(sep).join('/').replace(/^\.\//, '');
  }
}

function joined(around: readonly string[], own: string): string {
  return [...around, own].join(' › ');
}
