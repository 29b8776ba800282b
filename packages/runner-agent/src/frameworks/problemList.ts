const most = { problems: 1000, characters: 1024 * 1024 };

/** What a framework says besides the results of tests: the first messages, because memory is for all runs of the agent. */
export class ProblemList {
  readonly all: string[] = [];
  #characters = 0;

  add(message: string): void {
    this.#characters += message.length;
    if (this.all.length < most.problems && this.#characters <= most.characters) this.all.push(message);
  }
}
