export { attachmentsNamedIn } from './attachmentNotes.ts';
export { attemptsOfCase, type JunitAttempt, type JunitCase } from './junitCase.ts';
export { JunitNames } from './junitNames.ts';
export { type JunitProblem, readJunitFile } from './readJunitFile.ts';
export { testIdOf, UniqueNames } from './testIdentity.ts';
