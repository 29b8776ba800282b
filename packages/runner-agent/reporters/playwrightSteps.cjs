'use strict';
// The steps of a Playwright test that people know: their own, actions on the page, assertions, and hooks that failed or
// have such steps. Fixtures and attachments come by themselves.
const kinds = ['test.step', 'pw:api', 'expect', 'hook'];
const maxSteps = 300;

/** @returns the steps of a result in order, each before those within it */
function stepsOf(result) {
  const steps = [];
  const start = result.startTime.getTime();
  const take = (list, depth) => {
    for (const step of list) {
      if (steps.length === maxSteps) return;
      const shown = kinds.includes(step.category) && !isEmptyHook(step);
      if (shown) {
        steps.push({
          title: step.title.slice(0, 2000),
          depth,
          status: step.error ? 'FAIL' : 'PASS',
          startMs: Math.max(0, step.startTime.getTime() - start),
          // A step that never ended has none.
          durationMs: Math.max(0, step.duration),
        });
      }
      take(step.steps, shown ? depth + 1 : depth);
    }
  };
  take(result.steps ?? [], 0);
  return steps;
}

function isEmptyHook(step) {
  return step.category === 'hook' && !step.error && !step.steps.some((inner) => hasOwnStep(inner));
}

function hasOwnStep(step) {
  return ['test.step', 'pw:api', 'expect'].includes(step.category) || step.steps.some((inner) => hasOwnStep(inner));
}

module.exports = { stepsOf };
