/**
 * What the api answers to a read of what was just written. It waits three seconds for the read models and then answers 404:
 * only where it waited that long, for a slow disk, is it asked again.
 */
export async function readAtOnce<Answer extends { status: number }>(read: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const began = performance.now();
    const answer = await read();
    if (answer.status !== 404 || performance.now() - began < 3_000) return answer;
  }
}
