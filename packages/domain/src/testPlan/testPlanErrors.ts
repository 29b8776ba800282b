import { messages } from '@assay/contract';

export const testPlanErrors = {
  'testPlan.notFound': { status: 404, text: messages.noSuchTestPlan },
  'testPlan.exists': { status: 409, text: 'This test plan exists already.' },
  'testPlan.stageNotFound': { status: 404, text: 'There is no such stage in this test plan.' },
  'testPlan.suiteNotFound': { status: 404, text: messages.noSuiteFound },
  'testPlan.tooManyStages': { status: 409, text: messages.tooManyStages },
  'testPlan.tooManySuites': { status: 409, text: messages.tooManyPlanSuites },
  'testPlan.withoutSuites': { status: 409, text: messages.testPlanWithoutSuites },
} as const;
