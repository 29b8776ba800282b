import { setTimeout as wait } from 'node:timers/promises';
import { catalogue } from './catalogue.js';

/** Asks the warehouse for its stock, which takes a moment. */
async function stockOf(article) {
  await wait(350);
  return article.stock;
}

export class Cart {
  #lines = new Map();
  #discount = 0;

  async add(name, quantity = 1) {
    const article = catalogue.get(name);
    if (!article) throw new Error(`We do not sell "${name}"`);
    const wanted = (this.#lines.get(name) ?? 0) + quantity;
    const stock = await stockOf(article);
    if (wanted > stock) throw new Error(`Only ${stock} of "${name}" in stock`);
    this.#lines.set(name, wanted);
  }

  remove(name) {
    this.#lines.delete(name);
  }

  redeem(voucher) {
    if (voucher !== 'TEATIME') throw new Error(`The voucher ${voucher} is not valid`);
    this.#discount = 0.1;
  }

  get count() {
    return [...this.#lines.values()].reduce((sum, quantity) => sum + quantity, 0);
  }

  get weight() {
    return [...this.#lines].reduce((sum, [name, quantity]) => sum + catalogue.get(name).weight * quantity, 0);
  }

  get total() {
    const full = [...this.#lines].reduce((sum, [name, quantity]) => sum + catalogue.get(name).price * quantity, 0);
    return Math.round(full * (1 - this.#discount));
  }
}
