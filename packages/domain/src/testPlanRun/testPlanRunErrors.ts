export const testPlanRunErrors = {
  'testPlanRun.notFound': { status: 404, text: 'There is no such run of this test plan.' },
  'testPlanRun.notRunning': { status: 409, text: 'This run of the test plan has ended.' },
  'testPlanRun.canceled': { status: 409, text: 'This run was stopped. Run the test plan again.' },
  'testPlanRun.suiteNotEnded': { status: 409, text: 'This suite has not ended in this run yet.' },
  'testPlanRun.nothingFailed': { status: 409, text: 'Every suite that was run has passed.' },
} as const;
