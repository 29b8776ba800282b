import type { ArtifactView } from '@assay/contract';

/** A screenshot that an assertion compared with the expected one. */
export type PictureSet = {
  name: string;
  expected: ArtifactView;
  actual: ArtifactView;
  difference: ArtifactView | null;
};

const role = /^(.*)-(expected|actual|diff)(\.\w+)$/;

/** @returns the pictures that belong together by their names, as Playwright names them: `cart-expected.png` and so on */
export function pictureSets(pictures: readonly ArtifactView[]): PictureSet[] {
  const byName = new Map<string, Map<string, ArtifactView>>();
  for (const picture of pictures) {
    const [, name = '', part = '', extension = ''] = role.exec(picture.name) ?? [];
    if (part === '') continue;
    const parts = byName.get(name + extension) ?? new Map<string, ArtifactView>();
    byName.set(name + extension, parts.set(part, picture));
  }
  return [...byName].flatMap(([name, parts]) => {
    const [expected, actual] = [parts.get('expected'), parts.get('actual')];
    return expected && actual ? [{ name, expected, actual, difference: parts.get('diff') ?? null }] : [];
  });
}

/** @returns how much of the picture differs, as the assertion says it; null where it does not */
export function differenceIn(error: string | null): string | null {
  const ratio = /\(ratio (\d+(?:\.\d+)?) of all image pixels\)/.exec(error ?? '')?.[1];
  if (ratio === undefined) return null;
  const percent = Number(ratio) * 100;
  return `${percent < 0.1 ? 'less than 0.1' : percent.toFixed(1)} % of pixels differ`;
}
