import { limits, messages } from '@assay/contract';

export const testRunErrors = {
  'testRun.notFound': { status: 404, text: 'There is no such test run.' },
  'testRun.exists': { status: 409, text: 'This test run exists already.' },
  'testRun.notFinished': {
    status: 409,
    text: 'The test run has not finished yet. Cancel it, or wait for its verdict.',
  },
  'testRun.uploaded': {
    status: 409,
    text: 'The results of this run were uploaded, so there is nothing to run again. Upload newer results.',
  },
  'testRun.nothingFailed': { status: 409, text: 'No test of this run failed.' },
  'testRun.otherProject': { status: 409, text: messages.differentProjects },
  'testRun.tooLargeToCompare': {
    status: 409,
    text: `One of the runs has more than ${limits.comparedTests.toLocaleString('en-US')} tests: such runs cannot be compared.`,
  },
  'testRun.tooManySelected': {
    status: 400,
    text: messages.tooManySelected,
    field: 'testIds',
  },
  'testRun.testsNotOfRun': {
    status: 400,
    text: 'Select tests of this run: it has not had all of these.',
    field: 'testIds',
  },
} as const;
