const lines = { c1: [{ price: 3 }], c2: [undefined], c3: [{ price: 1 }, undefined] };
exports.total = (id) => lines[id].reduce((sum, line) => sum + line.price, 0);
exports.discount = (total) => (total >= 100 ? total * 0.9 : total);
exports.greeting = (name) => `Hello ${name}`;
