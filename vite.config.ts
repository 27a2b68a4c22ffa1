import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const everyPage = new RegExp(
  [
    'contract/(access|caller|classes|fields|identity|operation|schools|shapes|text|wire-names)\\.ts$',
    'web/lib/(?!resolver)\\w+\\.ts$',
    'web/ui/(Arch|Bdi|Button|Card|cx|Picture|Screen|Skeleton|States|StatusBadge|toast)\\.tsx?$',
  ].join('|'),
)

export default defineConfig({
  plugins: [react(), tailwind()],
  build: {
    target: 'es2022',
    manifest: true, // test/budgets.ts weighs what each page loads
    assetsInlineLimit: 0, // the content policy allows no data: in styles and scripts
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      output: {
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
