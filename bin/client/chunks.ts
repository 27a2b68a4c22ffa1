import { fileURLToPath } from 'node:url'

/** What every page loads. */
export const everyFile = /^(assets\/)?(base|house|rolldown-runtime)\b/

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
export const together = [
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
  return fileURLToPath(new URL(`../../web/${file}`, import.meta.url)).replaceAll('\\', '/')
}
