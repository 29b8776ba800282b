import { hash } from 'node:crypto';
import { type PlatformPath, posix, win32 } from 'node:path';
import { firstPart } from './firstPart.ts';
import type { JunitCase } from './junitCase.ts';
import { nodeClassname } from './nodeEscapes.ts';
import { suiteKeyOf } from './suiteDigests.ts';
import { maxOwnNameLength, UniqueNames } from './testIdentity.ts';

const maxFileLength = 1000;
/** Class names without information. */
const emptyClassnames = [nodeClassname, 'suite', ''];

/** unittest-xml-reporting adds the time of the run to the names of suites. */
const timeOfRun = /-20\d{12}$/;
/** busted says where a test begins, which is another line after each edit above it. */
const lineOfFile = /(\.[a-z]\w{0,3}):\d+$/i;
/** Jenkins builds two commits of a branch at a time in two folders. */
const secondWorkspace = /(\/workspace\/[^/]{1,200})@\d{1,3}(?=\/)/;

/** Results of a file that were not taken, because another one holds them as well. */
type JunitCopies = { file: string; of: string; results: number };

/** Where a test is, and what it is called there. */
export type TestName = { file: string; name: string };

/**
 * Names the cases of a run. JUnit XML has no one place for file and name, so the best that a case says is taken:
 * its file or its suite's, else its class, else its outermost suite, else the result file. What a test is called follows
 * from its case alone, so it is called the same in whatever order and company the cases come.
 */
export class JunitNames {
  readonly #directory: string | null;
  /** Reports may come from another system than this one. */
  readonly #paths: PlatformPath;
  readonly #unique = new UniqueNames();
  readonly #seen = new Map<string, string>();
  readonly #copies = new Map<string, JunitCopies>();

  /** @param directory where the command was run; files are named relative to it. Null: not known. */
  constructor(directory: string | null) {
    this.#directory = directory?.replace(/(?<=[^:])[\\/]+$/, '') ?? null;
    this.#paths = directory === null || directory.startsWith('/') ? posix : win32;
  }

  /** What `take` left out so far. */
  get copies(): JunitCopies[] {
    return [...this.#copies.values()];
  }

  /** @returns the names that a case has by itself; several cases may have the same. */
  nameOf(junitCase: JunitCase, resultFile: string): TestName {
    const { file, name } = this.#plainNames(junitCase, resultFile);
    const variant = junitCase.suites.findLast((suite) => suite.variant)?.variant;
    const whole = variant ? `${name} [${variant}]` : name;
    return { file: firstPart(file, maxFileLength), name: firstPart(whole, maxOwnNameLength) };
  }

  /**
   * Names the cases of a run one after the other, while its files are being written.
   * @param known the test whose next result it is; null: a test that had none
   * @returns null for a case that another file holds as well: reports are found together with their aggregate.
   */
  take(junitCase: JunitCase, resultFile: string, known: TestName | null = null): TestName | null {
    const fingerprint = this.fingerprintOf(junitCase, resultFile);
    const copy = this.#seen.get(fingerprint);
    if (copy !== undefined && copy !== resultFile) {
      this.#tellCopy(resultFile, copy);
      return null;
    }
    this.#seen.set(fingerprint, resultFile);
    return known ?? this.another(junitCase, resultFile);
  }

  /** @returns the names of one more test: a number is added to a name that another test has. */
  another(junitCase: JunitCase, resultFile: string): TestName {
    const { file, name } = this.nameOf(junitCase, resultFile);
    return { file, name: this.#unique.take(file, name) };
  }

  /** @returns what copies of one case in several files have in common. */
  fingerprintOf(junitCase: JunitCase, resultFile: string): string {
    const { file, name } = this.nameOf(junitCase, resultFile);
    return fingerprintOf(`${file}\0${name}`, junitCase);
  }

  #tellCopy(file: string, of: string): void {
    const key = JSON.stringify([file, of]);
    this.#copies.set(key, { file, of, results: (this.#copies.get(key)?.results ?? 0) + 1 });
  }

  #plainNames(junitCase: JunitCase, resultFile: string): TestName {
    const { suites } = junitCase;
    const { classname, name } = wholeFixture(junitCase);
    const own = this.#ownName(name);
    const declared = junitCase.file ?? suites.findLast(({ file }) => file !== null)?.file;
    const className =
      emptyClassnames.includes(classname) || classname === own ? null : classname.replace(lineOfFile, '$1');
    // PHPUnit calls its outermost suite by the folder.
    const named = suites
      .map(({ name }) => name.replace(timeOfRun, ''))
      .filter((name) => name && name !== this.#directory);
    if (declared) {
      const file = this.#relative(declared);
      const around = this.#around(className, named, own, file).filter((part) => part !== declared && part !== file);
      return { file, name: joined(around, own) };
    }
    if (className !== null && !isEndOf(className, own, named)) return { file: this.#relative(className), name: own };
    // node:test calls what went wrong with a file by its path.
    if (name.endsWith(own) && own !== name && named.length === 0 && name !== '') return { file: own, name: own };
    // textlint, Stylelint and Deno call a suite by the path of its file.
    const file = named[0] === undefined ? resultFile : this.#ownName(named[0]).replace(/^\.\//, '');
    return { file, name: joined(unsaid(named.slice(1), own), own) };
  }

  /** Where the command was run is another place each time. */
  #ownName(name: string): string {
    if (name.trim() === '') return '(a test without a name)';
    if (this.#directory === null) return name;
    const folder = `${this.#directory}${this.#paths.sep}`;
    return name.startsWith(folder) ? this.#relative(name) : name.replaceAll(folder, '');
  }

  /** What stands before a test's own name where its file is known. */
  #around(className: string | null, suites: string[], own: string, file: string): string[] {
    if (className === null) return suites;
    if (isEndOf(className, own, suites)) return [];
    // Python and Ruby: the class begins with the file, dots for slashes.
    const module = file.replace(/\.[^./]+$/, '').replaceAll('/', '.');
    if (className === module) return [];
    return [className.startsWith(`${module}.`) ? className.slice(module.length + 1) : className];
  }

  #relative(file: string): string {
    const path = file.replace(/^file:\/\//, '');
    const inside =
      this.#directory !== null && this.#paths.isAbsolute(path) ? this.#paths.relative(this.#directory, path) : path;
    return inside.replaceAll('\\', '/').replace(/^\.\//, '').replace(secondWorkspace, '$1');
  }
}

/** nose2 splits `setUpClass (module.Class)` at its last dot into a class and a test. */
function wholeFixture({ classname, name }: JunitCase): Pick<JunitCase, 'classname' | 'name'> {
  const [, fixture, module] = /^((?:setUp|tearDown)Class) \(([^)]*)$/.exec(classname) ?? [];
  return fixture && name.endsWith(')')
    ? { classname: `${module}.${name.slice(0, -1)}`, name: fixture }
    : { classname, name };
}

/**
 * One of Mocha's reporters calls a test by its whole title, and its class by the end of it; its suite stands before that
 * end. Others may have a title that happens to end in the name of its class.
 */
function isEndOf(className: string, own: string, suites: readonly string[]): boolean {
  if (!own.endsWith(` ${className}`)) return false;
  const before = own.slice(0, -className.length - 1);
  const suite = suites.at(-1);
  return suite === undefined || ` ${before}`.endsWith(` ${suite}`);
}

/** Equal for copies of one case in several files: its names, its suite, its time and all that was said of it. */
function fingerprintOf(key: string, { suites, durationMs, attributeStatus, outcomes }: JunitCase): string {
  const said = outcomes.length > 0 ? hash('sha256', JSON.stringify(outcomes), 'base64url') : '';
  return `${key}\0${suiteKeyOf(suites.at(-1))}\0${durationMs}\0${attributeStatus}\0${said}`;
}

/** Suites whose names the test's own begins with already are not said twice. */
function unsaid(suites: readonly string[], own: string): string[] {
  return own.startsWith(`${suites.join(' ')} `) ? [] : [...suites];
}

function joined(around: readonly string[], own: string): string {
  return [...around, own].join(' › ');
}
