import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What every page loads. */
const everyFile = /^(assets\/)?(base|house|rolldown-runtime)\b/

// Small files that the home of the signed-in shares with other screens: one by one they would be twenty requests.
const signs =
  /web\/ui\/(tone|Ring|StatusBadge|Counts|StackedBar|Excerpt|Moment)\.|lucide-react\/.*\/(check|clock|minus|x)\./
const ofTheDay = /contract\/(home|today|inbox|push|live)\/|web\/lib\/(live|push|worker|reference|idle)\./

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    target: 'es2022',
    // What is loaded already need not be asked for ahead; a browser without modulepreload does as well without it.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !everyFile.test(file)),
    },
    manifest: true, // test/budgets.ts weighs what each page loads
    assetsInlineLimit: 0, // the content policy allows no data: in styles and scripts
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // To read a property or a global does nothing else, here and in what we use.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        // The first page lists all others; their names would be most of that list.
        chunkFileNames: ({ name }) => `assets/${everyFile.test(name) ? '[name]' : 'c'}-[hash].js`,
        // What the entry imports in two files: they compress better than forty, and the libraries outlive our own changes
        // in a cache. Everything else is split where it is imported lazily.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules/, tags: ['$initial'] },
            { name: 'house', test: /\/(?!main\.tsx)[\w-]+\.tsx?$/, tags: ['$initial'] },
            { name: 'signs', test: signs },
            { name: 'day', test: ofTheDay },
          ],
        },
      },
    },
  },
})
