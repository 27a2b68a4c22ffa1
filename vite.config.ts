import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What every page loads. */
const everyFile = /^(assets\/)?(base|house|rolldown-runtime)\b/

/** What the signed-in see first, and what visitors open beside the first page. */
const home = 'app/signed-in.ts'
const openToVisitors = ['app/AuthScreen.tsx', 'app/schoolScreens.ts', 'ui/Toasts.tsx']

const reached = new Map<string, Set<string>>()

/**
 * What the home of the signed-in shares with other screens is one file, because one by one it would be thirty requests. What
 * visitors need too stays apart, so that they fetch nothing of it. Each sign is a file too small to be fetched alone.
 */
const together = [
  { name: 'signs', test: /node_modules\/lucide-react\/.*\/icons\// },
  {
    debugName: 'day',
    includeDependenciesRecursively: false,
    name(id: string, modules: Modules) {
      if (id.includes('/node_modules/idb-keyval/')) return 'day'
      if (id.includes('/node_modules/') || id === web(home) || !reachedFrom(home, modules).has(id)) return null
      return openToVisitors.some((open) => reachedFrom(open, modules).has(id)) ? null : 'day'
    },
  },
]

function web(file: string) {
  return fileURLToPath(new URL(`web/${file}`, import.meta.url)).replaceAll('\\', '/')
}

function reachedFrom(entry: string, modules: Modules) {
  const known = reached.get(entry) ?? new Set<string>()
  if (known.size === 0) reach(web(entry), known, modules)
  reached.set(entry, known)
  return known
}

function reach(id: string, seen: Set<string>, modules: Modules) {
  if (seen.has(id)) return
  seen.add(id)
  if (id.includes('/node_modules/')) return
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reach(next, seen, modules)
}

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** The page's own script fetches what the signed-in see first at once: their files, whose names are known after the build. */
const signedInFiles = (): Plugin => ({
  name: 'signed-in-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const signedIn = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/app/signed-in.ts')))
      const files = signedIn ? [signedIn.fileName, ...signedIn.imports.filter((name) => !everyFile.test(name))] : []
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
      const listed = (names: string[]) => names.map((name) => `/${name}`).join(' ')
      return html.replace('%SIGNED_IN_FILES%', listed(files)).replace('%FONT_FILES%', listed(fonts))
    },
  },
})

export default defineConfig({
  plugins: [react(), tailwind(), signedInFiles()],
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
      preserveEntrySignatures: false, // nobody imports the entry: it needs no file of its own
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
            { name: 'house', test: /\/[\w-]+\.tsx?$/, tags: ['$initial'] },
            ...together,
          ],
        },
      },
    },
  },
})
