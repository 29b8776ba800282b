// Two tiers: `npm test` runs all specs but those named `*.whole.spec.ts` or `*.whole.int.spec.ts`, `npm run test:whole`
// runs every spec. The name of a spec is the only place that states its tier (docs/decisions/0097-specs-have-two-tiers.md).
export const wholeTierOnly = String.raw`\.whole\.(int\.)?spec\.ts$`;
