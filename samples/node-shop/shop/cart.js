import { articles } from './prices.js';

export class Cart {
  #lines = new Map();

  add(name, quantity = 1) {
    if (!(name in articles)) throw new RangeError(`We do not sell ${name}`);
    this.#lines.set(name, (this.#lines.get(name) ?? 0) + quantity);
    return this;
  }

  remove(name) {
    this.#lines.delete(name);
    return this;
  }

  get total() {
    return [...this.#lines].reduce((sum, [name, quantity]) => sum + articles[name].cents * quantity, 0);
  }
}
