import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { everyFile, together } from './bin/client/chunks.ts'
import { firstFiles, versionOfTexts, visitorFirst } from './bin/client/page.ts'
import { withoutFacades } from './bin/client/without-facades.ts'

export default defineConfig({
  plugins: [react(), tailwind(), withoutFacades(), firstFiles(), visitorFirst(), versionOfTexts()],
  build: {
    target: 'es2022',
    // What is loaded already need not be asked for ahead; a browser without modulepreload does as well without it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !everyFile.test(file)),
    },
    manifest: true, // test/house/budgets.ts weighs what each page loads
    assetsInlineLimit: 0, // the content policy allows no data: in styles and scripts
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // A dialog stands in the file of all dialogs and is asked for by those who mostly need none.
      checks: { ineffectiveDynamicImport: false },
      preserveEntrySignatures: false, // nobody imports the entry: it needs no file of its own
      // To read a property or a global does nothing else, here and in what we use.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        // The first page lists all others; their names would be most of that list.
        chunkFileNames: ({ name }) => `assets/${everyFile.test(name) ? '[name]' : 'c'}-[hash].js`,
        codeSplitting: { groups: together },
      },
    },
  },
})
