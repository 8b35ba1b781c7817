import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// One file, with no name or hash in it that depends on where or when it was built: the result is committed.
export default defineConfig({
  base: './',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: { target: 'es2022', outDir: 'dist', modulePreload: false, emptyOutDir: true, reportCompressedSize: false,
           rollupOptions: { input: 'report.html' } },
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
});
