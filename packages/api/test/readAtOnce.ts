/**
 * Reads what was just written. The api waits three seconds for its read models and then answers 404: it is asked again only
 * if it waited that long, as it does for a slow disk.
 */
export async function readAtOnce<Answer extends { status: number }>(read: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const began = performance.now();
    const answer = await read();
    if (answer.status !== 404 || performance.now() - began < 3_000) return answer;
  }
}
