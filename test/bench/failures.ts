import { upload } from './upload.ts';
import type { Workbench } from './workbench.ts';

const everyMs = 150;
const failure = '<testcase classname="c" name="pays" time="1"><failure message="declined"/></testcase>';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Uploads failures at an even rate, each on a branch of its own, so that it is news to every alert. @returns the runs */
export async function uploadFailures(bench: Workbench, of: string, count: number): Promise<string[]> {
  const caller = await bench.caller();
  const project = await bench.project();
  const ids: string[] = [];
  for (let round = 0; round < count; round++) {
    const began = performance.now();
    const branch = { ...project, branch: `${of}-${round}` };
    ids.push((await upload(bench, caller, branch, `<testsuite name="s">${failure}</testsuite>`)).id);
    await pause(Math.max(0, everyMs - (performance.now() - began)));
  }
  return ids;
}
