import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const everyPage = new RegExp(
  [
    'contract/(language/(access|caller|fields|operation|shapes|text|wire-names)|classes/classes|identity/identity|schools/schools)\\.ts$',
    'web/lib/(?!live|passed|push|reference|resolver|worker)\\w+\\.ts$',
    'web/ui/(Arch|Bdi|Button|Card|cx|Pager|Picture|Screen|SearchField|Skeleton|States|StatusBadge|toast)\\.tsx?$',
    'web/app/(ErrorPage|FirstUse|menus|SchoolChoice|SideMenu)\\.tsx?$',
    'web/schools/SchoolList\\.tsx$',
    '@radix-ui/react-direction/',
    'lucide-react/dist/esm/(?!icons/|lucide-react|dynamic)[\\w/]+\\.\\w+$',
    'lucide-react/dist/esm/icons/(baby|book-open|chevrons-up-down|plus|rotate-cw|school|search|settings-2|triangle-alert)\\.\\w+$',
  ].join('|'),
)

/** What every page loads. */
const everyFile = /^(assets\/)?(base|house|rolldown-runtime)\b/

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
        // What every page needs in two files: they compress better, and the first outlives our own changes in a cache.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack|zod)\// },
            { name: 'house', test: everyPage },
          ],
        },
      },
    },
  },
})
