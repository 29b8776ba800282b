/** Why nothing was written, as a sentence for the person who ran the command. */
export class Refusal extends Error {}
