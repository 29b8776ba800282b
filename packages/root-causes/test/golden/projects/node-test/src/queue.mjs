export class Queue {
  #jobs = [];
  constructor(size) {
    this.size = size;
  }
  push(job) {
    if (this.#jobs.length >= this.size)
      throw new Error(`queue is full: ${this.#jobs.length} of ${this.size} (job ${job.id})`);
    this.#jobs.push(job);
  }
  take() {
    return this.#jobs.shift().id;
  }
}
export const backoff = (attempt) => 100 * attempt;
export const parse = (text) => JSON.parse(text);
