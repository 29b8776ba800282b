import type { Plugin } from 'vite';

const mesh = '@nivo/voronoi';
const inPlace = `\0assay:${mesh}`;
const names = ['Mesh', 'useVoronoiMesh', 'renderVoronoiToCanvas', 'renderVoronoiCellToCanvas'];
const missing = "() => { throw new Error('Charts have no mesh: see chartsWithoutMesh'); }";

/**
 * Leaves out of the line charts what finds the point that is nearest to a pointer, with all of d3-delaunay: half of what
 * lines weigh. Ours are drawings (`isInteractive={false}`): the frame around them follows pointer and keyboard.
 */
export function chartsWithoutMesh(): Plugin {
  return {
    name: 'assay:charts-without-mesh',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === mesh ? inPlace : null),
    load: (id) => (id === inPlace ? names.map((name) => `export const ${name} = ${missing};`).join('\n') : null),
  };
}
