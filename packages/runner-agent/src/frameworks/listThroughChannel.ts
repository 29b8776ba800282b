import { describeExit } from '../process/describeExit.ts';
import type { ProcessEnd } from '../process/startProcess.ts';
import type { FoundTest } from '../testSelection/testIdentity.ts';
import { unloadedFile } from '../testSelection/unloadedFile.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import type { ChannelMessage } from './channelMessage.ts';
import { type FrameworkCommand, startChannelProcess } from './channelProcess.ts';
import type { FrameworkContext } from './frameworkAdapter.ts';
import { ProblemList } from './problemList.ts';

const maxMs = 10 * 60_000;
const noTests = /no tests (were )?(found|ran|collected)|collected 0 items/i;

/** Limits for listing files separately: the number of listings, and the number of listings without any test. */
const maxListings = 48;
const maxEmptyListings = 10;
/** After this many files that cannot be loaded alone, and no test, the cause is none of the files. */
const hopelessFiles = 3;
/** What is stored of one listing: memory is for all runs of the agent. */
const most = { tests: 300_000, suspects: 100_000, characters: 128 * 1024 * 1024 };

type Listing = {
  found: FoundTest[];
  unloaded: FoundTest[];
  /** What is wrong with each file that cannot be loaded. */
  broken: Map<string, string>;
  /** The files of which some cannot be loaded, where nothing says which. */
  suspects: string[];
  problems: string[];
  end: ProcessEnd;
};

/** Starts the framework on some of the files, for a framework that lists nothing when one file is broken. */
export type PartialListing = {
  without: (files: readonly string[]) => Promise<FrameworkCommand>;
  only: (files: readonly string[]) => Promise<FrameworkCommand>;
};

/**
 * Lists the tests, at least one, through our reporter inside the framework. A file that cannot be loaded is listed
 * beside the tests of the others; where there is nothing else, the listing fails.
 * @param partial for a framework that lists nothing when one file is broken
 * @throws UnitProblem list.empty with what the framework says about it; list.failed with the end of the output, or with
 * the reason why this agent cannot run the project; or timeout.
 */
export async function listThroughChannel(
  context: FrameworkContext,
  command: FrameworkCommand,
  partial?: PartialListing,
): Promise<FoundTest[]> {
  const unloaded = new Map<string, FoundTest>();
  const broken = new Map<string, string>();
  let listing = await listOnce(context, command);
  for (;;) {
    const before = broken.size;
    for (const file of listing.unloaded) unloaded.set(file.file, file);
    for (const [file, said] of listing.broken) broken.set(file, said);
    if (!partial || listing.found.length > 0 || broken.size === before) break;
    listing = await listOnce(context, await partial.without([...broken.keys()]));
  }
  // A framework that finds no tests may exit with a failure too.
  const real = listing.problems.filter((problem) => !noTests.test(problem));
  if (partial && listing.found.length === 0 && real.length > 0 && listing.suspects.length > 1) {
    const apart = await listApart(context, partial, listing.suspects);
    if (apart) return apart;
  }
  const { found, end } = listing;
  const failed = end.exitCode !== 0 && broken.size === 0 && !noTests.test(end.tail);
  const nothingElse = found.length === 0 && broken.size > 0;
  if (real.length > 0 || failed || nothingElse) {
    const said = [...real, ...[...broken].map(([file, wrong]) => `${file}: ${wrong}`)].join('\n') || end.tail;
    throw new UnitProblem(
      'list.failed',
      `The tests could not be listed (${describeExit(end)}). Run the tests once where you write them, and look at the ` +
        `test-list log here. ${context.mask.text(said)}`,
    );
  }
  const tests = [...found, ...unloaded.values()];
  if (tests.length === 0) throw noTestsProblem(context, listing);
  return tests;
}

function noTestsProblem({ run, mask }: FrameworkContext, { problems, end }: Listing): UnitProblem {
  const where = run.settings.workingDirectory ?? 'the repository';
  const said = mask.text(problems.join('\n') || end.tail);
  return new UnitProblem(
    'list.empty',
    `No tests were found in ${where}. Check the working directory and the config file in the project's settings, and ` +
      `that this branch has ${run.settings.testingFramework} tests.${said && ` It was said:\n${said}`}`,
  );
}

/**
 * Bisects the files until those that cannot be loaded are isolated; first come a few of them alone.
 * @returns null where this finds no tests.
 */
async function listApart(
  context: FrameworkContext,
  { only }: PartialListing,
  files: readonly string[],
): Promise<FoundTest[] | null> {
  const tests: FoundTest[] = [];
  const unloaded: FoundTest[] = [];
  const samples = samplesOf(files);
  const groups = [...samples.map((file) => [file]), ...halvesOf(files.filter((file) => !samples.includes(file)))];
  for (let listings = 0; ; listings += 1) {
    const group = groups.shift();
    if (!group) return tests.length > 0 ? [...tests, ...unloaded] : null;
    if (tests.length === 0 && (unloaded.length === hopelessFiles || listings === maxEmptyListings)) return null;
    if (listings === maxListings) return null;
    const { found, broken, problems } = await listOnce(context, await only(group));
    const wrong = [...problems.filter((problem) => !noTests.test(problem)), ...broken.values()];
    const [file] = group;
    if (wrong.length === 0) tests.push(...found);
    else if (group.length > 1) groups.unshift(...halvesOf(group));
    else if (file) unloaded.push(unloadedFile(file, 'FAIL', wrong.join('\n')));
  }
}

/** The first, the last and the one in the middle. */
function samplesOf(files: readonly string[]): string[] {
  const places = [0, Math.floor(files.length / 2), files.length - 1];
  return [...new Set(places.flatMap((place) => files[place] ?? []))];
}

function halvesOf(files: readonly string[]): (readonly string[])[] {
  const middle = Math.ceil(files.length / 2);
  return [files.slice(0, middle), files.slice(middle)].filter(({ length }) => length > 0);
}

async function listOnce(context: FrameworkContext, command: FrameworkCommand): Promise<Listing> {
  const found: FoundTest[] = [];
  const unloaded: FoundTest[] = [];
  const broken = new Map<string, string>();
  const suspects: string[] = [];
  const problems = new ProblemList();
  let refused: string | null = null;
  let tooMany = false;
  let characters = 0;
  const onMessage = (message: ChannelMessage) => {
    if (message.t === 'listed' || message.t === 'unloaded' || message.t === 'suspects') {
      characters += JSON.stringify(message).length;
      tooMany ||= found.length + unloaded.length === most.tests || characters > most.characters;
      if (tooMany) return;
    }
    switch (message.t) {
      case 'listed': {
        const { key, file, name, line, tags, together } = message;
        found.push({ key, file, name, line, tags, together: together ?? null });
        return;
      }
      case 'unloaded': {
        const said = context.mask.text(message.message);
        unloaded.push(unloadedFile(message.file, message.status, said));
        if (message.status === 'FAIL') broken.set(message.file, said);
        return;
      }
      case 'suspects':
        suspects.push(...message.files.slice(0, most.suspects - suspects.length));
        return;
      case 'problem':
        problems.add(message.message);
        return;
      case 'refused':
        refused = message.message;
    }
  };
  const limit = Math.min(maxMs, context.run.settings.testRunTimeoutMinutes * 60_000);
  const { ended } = await startChannelProcess(context, command, onMessage, limit);
  const end = await ended;
  context.signal.throwIfAborted();
  if (end.timedOut) {
    const minutes = Math.round(limit / 60_000);
    throw new UnitProblem('timeout', `Listing the tests was ended after ${minutes} minutes. It said:\n${end.tail}`);
  }
  if (tooMany) {
    throw new UnitProblem(
      'list.failed',
      `The project has more than ${most.tests} tests, or more than ${most.characters} characters in their names, files and ` +
        'tags. Split it into several projects.',
    );
  }
  if (refused !== null) throw new UnitProblem('list.failed', context.mask.text(refused));
  return { found, unloaded, broken, suspects, problems: problems.all, end };
}
