import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { visitorView, type VisitorTexts } from './web/app/visitor-view.ts'

/** What every page loads. */
const everyFile = /^(assets\/)?(base|house|rolldown-runtime)\b/

/** What the signed-in see first, what their next tap opens, and what visitors open beside the first page. */
const main = 'main.tsx'
const home = 'app/signed-in.ts'
const nextTap = 'app/next-tap.ts'
const identity = 'app/identityScreens.ts'
const openToVisitors = ['app/AuthScreen.tsx', 'app/schoolScreens.ts', 'ui/Toasts.tsx']

/**
 * What is fetched together, because one by one it would be fifty requests: what the home of the signed-in needs, and what
 * their next tap opens and other screens need too. What visitors open as well stays apart, so that they fetch nothing of it;
 * the little that it has in common with the home is in the first page.
 */
const together = [
  group('base', (reached, id) => reached.by(main) && id.includes('/node_modules/')),
  group('house', (reached) => reached.by(main) || (reached.by(home) && (reached.byVisitors || reached.by(identity)))),
  group('day', (reached) => reached.by(home)),
  group('open', (reached) => reached.by(nextTap) && reached.byVisitors),
  group('tools', (reached) => reached.by(nextTap)),
  { name: 'signs', test: /node_modules\/lucide-react\/.*\/icons\// },
]

type Reached = { by: (entry: string) => boolean; byVisitors: boolean }
type Module = { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Modules = { getModuleInfo: (id: string) => Module | null }

function group(name: string, has: (reached: Reached, id: string) => boolean) {
  return {
    debugName: name,
    includeDependenciesRecursively: false,
    name: (id: string, modules: Modules) => (has(reachedAs(id, graphOf(modules)), id) ? name : null),
  }
}

/** The modules behind each module that is fetched by itself. */
type Graph = Map<string, Set<string>>
let known: Graph | null = null

function graphOf(modules: Modules): Graph {
  known ??= new Map()
  const entries = [web(main)]
  for (const entry of entries) {
    if (known.has(entry)) continue
    const behind = new Set<string>()
    known.set(entry, behind)
    const reach = (id: string) => {
      if (behind.has(id)) return
      behind.add(id)
      const module = modules.getModuleInfo(id)
      if (!module) return
      entries.push(...module.dynamicallyImportedIds)
      for (const next of module.importedIds) if (!lists.test(next)) reach(next)
      namedIn(module, modules).forEach(reach)
    }
    reach(entry)
  }
  return known
}

/** Libraries that list all their modules in one: of those behind it only the ones count that are named. */
const lists = /node_modules\/(lucide-react\/dist\/esm\/lucide-react|radix-ui\/dist\/index)\./

function namedIn({ code, importedIds }: Module, modules: Modules) {
  const named = [...(code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["'](lucide-react|radix-ui)["']/g)].flatMap(
    ([, names]) => names!.split(',').map((name) => kebab(name.trim().split(' ')[0]!)),
  )
  const behind = importedIds
    .filter((id) => lists.test(id))
    .flatMap((id) => modules.getModuleInfo(id)?.importedIds ?? [])
  return behind.filter((id) => named.some((name) => id.includes(`/icons/${name}.`) || id.includes(`/react-${name}/`)))
}

const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[0-9])/g, '-').toLowerCase()

function reachedAs(id: string, graph: Graph): Reached {
  const by = (entry: string) => graph.get(web(entry))?.has(id) ?? false
  return {
    by,
    byVisitors: openToVisitors.some(by),
  }
}

function web(file: string) {
  return fileURLToPath(new URL(`web/${file}`, import.meta.url)).replaceAll('\\', '/')
}

/**
 * The page's own script fetches what the signed-in see first at once: their files, whose names are known after the build.
 */
const firstFiles = (): Plugin => ({
  name: 'first-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const signedIn = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/web/app/signed-in.ts')))
      const files = signedIn ? [signedIn.fileName, ...signedIn.imports.filter((name) => !everyFile.test(name))] : []
      const listed = (names: string[]) => names.map((name) => `/${name}`).join(' ')
      return html.replace('%SIGNED_IN_FILES%', listed(files))
    },
  },
})

/** What a visitor reads first stands in the page itself, and is painted before any script is there. */
const visitorFirst = (): Plugin => ({
  name: 'visitor-first',
  transformIndexHtml: (html) =>
    html.replace(/%VISITOR_(EN|AR)%/g, (_, language: string) => {
      const file = new URL(`public/locales/${language.toLowerCase()}.json`, import.meta.url)
      return visitorView(JSON.parse(readFileSync(file, 'utf8')) as VisitorTexts)
    }),
})

/** The page names the version of its texts, whose files keep their names (web/lib/i18n.ts). */
const versionOfTexts = (): Plugin => ({
  name: 'version-of-texts',
  transformIndexHtml(html) {
    const folder = new URL('public/locales/', import.meta.url)
    const version = createHash('sha256')
    for (const name of readdirSync(folder).toSorted((a, b) => a.localeCompare(b)))
      version.update(readFileSync(new URL(name, folder)))
    return html.replace('%TEXTS%', version.digest('hex').slice(0, 12))
  },
})

/**
 * A module that is fetched lazily and stands in a file with others is given a file of its own that does nothing but name it:
 * one request more, after which the other begins. Those who want it fetch the other file at once.
 */
const withoutFacades = (): Plugin => ({
  name: 'without-facades',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const facade of chunks.filter(({ isDynamicEntry }) => isDynamicEntry)) {
        const [, names, target] = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(facade.code) ?? []
        if (!names || !target) continue
        const name = facade.fileName.replace('assets/', '')
        const picked = names.split(',').map((one) => one.split(' as ').toReversed().join(':e.'))
        for (const chunk of chunks)
          if (chunk !== facade)
            chunk.code = chunk.code
              .replaceAll(`import("./${name}")`, `import("./${target}").then(e=>({${picked.join()}}))`)
              .replaceAll(`import(\`./${name}\`)`, `import("./${target}").then(e=>({${picked.join()}}))`)
              .replaceAll(facade.fileName, `assets/${target}`)
      }
    },
  },
})

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
