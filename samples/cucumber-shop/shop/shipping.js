const zones = { mainland: 490, neighbours: 990, overseas: 2490 };

/** Postage in cents. Islands are posted as mainland here, which is the mistake that a scenario shows. */
export function postage(country, weight) {
  const zone = {
    Germany: 'mainland',
    Sylt: 'mainland',
    Austria: 'neighbours',
    France: 'neighbours',
    Japan: 'overseas',
  }[country];
  if (!zone) throw new Error(`We do not ship to ${country}`);
  return zones[zone] + Math.max(0, Math.ceil((weight - 1000) / 500)) * 150;
}
