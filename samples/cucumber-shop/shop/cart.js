import { catalogue } from './catalogue.js';

export class Cart {
  #lines = new Map();
  #discount = 0;

  add(name, quantity = 1) {
    const article = catalogue.get(name);
    if (!article) throw new Error(`We do not sell "${name}"`);
    const wanted = (this.#lines.get(name) ?? 0) + quantity;
    if (wanted > article.stock) throw new Error(`Only ${article.stock} of "${name}" in stock`);
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
