import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsAsSent } from './build/callsAsSent.ts';
import { chartsWithoutMesh } from './build/chartsWithoutMesh.ts';
import { pureDeclarations } from './build/pureDeclarations.ts';

const service = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callsAsSent(), chartsWithoutMesh(), pureDeclarations()],
  server: {
    port: 5173,
    proxy: { '/api': service, '/badge': service, '/socket': { target: service, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // No data: URLs and no polyfill script: both would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The frame for cards is a page of its own, with a policy of its own.
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'card.html')],
      output: {
        codeSplitting: {
          // What always comes together comes in one file: by itself, whatever two screens share would be one of its own.
          groups: [{ name: 'app', test: /[\\/]web[\\/]src[\\/]main\.tsx$/ }],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]packages[\\/]contract[\\/]|[\\/]typebox[\\/]/, sideEffects: false }],
      },
    },
  },
});
