import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsAsSent } from './build/callsAsSent.ts';

const service = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callsAsSent()],
  server: {
    port: 5173,
    proxy: { '/api': service, '/socket': { target: service, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // No data: URLs and no polyfill script: both would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What always comes together comes in one file: by itself, whatever two screens share would be one of its own.
          groups: [
            { name: 'app', test: /[\\/]src[\\/]app[\\/]App\.tsx$/, priority: 2 },
            { name: 'testRuns', test: /[\\/](TestRunListScreen|CommandPalette)\.tsx$/, priority: 1 },
          ],
        },
      },
      // The contract's schemas are values made by calls, which a bundler must keep unless it knows that they have no
      // side effects; the client uses the contract's types, texts and small functions.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]packages[\\/]contract[\\/]|[\\/]typebox[\\/]/, sideEffects: false }],
        manualPureFunctions: ['Type', 'Nullable', 'idSchema', 'pagingFields', 'commaList'],
        // `...pagingFields()` in a schema that nothing uses. None of the libraries here reads a property for a side
        // effect.
        propertyReadSideEffects: false,
      },
    },
  },
});
