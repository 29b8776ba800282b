import type { ExpectedRevision } from '../storage/decideAppend.ts';
import { invalidArgument } from './callErrors.ts';
import { readWholeNumber } from './wholeNumbers.ts';

/** How Delete and Tombstone state their expectation of a stream. */
type RevisionOptions = {
  hasAny(): boolean;
  hasNoStream(): boolean;
  hasStreamExists(): boolean;
  hasRevision(): boolean;
  getRevision(): string;
};

/** @throws CallError INVALID_ARGUMENT when a request makes no choice */
export function readExpectedRevision(options: RevisionOptions): ExpectedRevision {
  return requireExpected(choiceOf(options));
}

/** @throws CallError INVALID_ARGUMENT when a request makes no choice */
export function requireExpected(choice: ExpectedRevision | undefined): ExpectedRevision {
  if (choice === undefined) throw invalidArgument('The request does not say which revision it expects.');
  return choice;
}

function choiceOf(options: RevisionOptions): ExpectedRevision | undefined {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'noStream';
  if (options.hasStreamExists()) return 'streamExists';
  return options.hasRevision() ? readWholeNumber(options.getRevision()) : undefined;
}
