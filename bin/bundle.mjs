import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The entry points that run as separate processes: the server, and the processes that tests start and kill. */
const bundles = {
  server: {
    folder: 'bundle',
    entries: { main: 'server/main.ts', serve: 'server/serve.ts', kashkool: 'server/run/operator/kashkool.ts' },
  },
  tests: {
    folder: 'bundle/tests',
    entries: {
      'callback-alone': 'test/harness/callback-alone.ts',
      'sign-in-alone': 'test/harness/sign-in-alone.ts',
      'imports-alone': 'test/imports/alone.ts',
      'inbox-alone': 'test/harness/inbox-alone.ts',
      'outbox-alone': 'test/harness/outbox-alone.ts',
    },
  },
}

/** What a bundle depends on besides its sources. */
const settings = ['bin/bundle.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']

/**
 * Bundles the sources of each process into one file if one of them changed. Loading and compiling a thousand separate files takes six
 * times as long. Packages are not bundled.
 */
export async function bundle(name = 'server') {
  if (isBundled(name)) return
  const { folder, entries } = bundles[name]
  const stamp = stampOf(name)
  const texts = new Map(settings.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Stack traces then name the sources, which are installed next to the bundle.
    sourcemap: true,
    sourcesContent: false,
    plugins: [sources(folder, texts)],
    write: false,
    logLevel: 'warning',
  })
  try {
    mkdirSync(join(root, folder), { recursive: true })
    // Two processes may bundle at once, and either may be killed: a bundle without its stamp counts as incomplete.
    rmSync(stamp, { force: true })
    for (const { path, contents } of outputFiles) replace(path, contents)
    replace(stamp, JSON.stringify({ hash: hashOf(texts), files: [...texts.keys()] }))
  } catch (error) {
    console.error(`${error.message}\nRun "npm run build" as the account that may write there.`)
    process.exit(1)
  }
}

const stampOf = (name) => join(root, bundles[name].folder, '.made-from')

/** Whether the bundle exists and was made from these sources. By content, because the modification times of a checkout prove nothing. */
export function isBundled(name = 'server') {
  const stamp = stampOf(name)
  if (!existsSync(stamp)) return false
  const { hash, files } = JSON.parse(readFileSync(stamp, 'utf8'))
  if (!files.every((file) => existsSync(join(root, file)))) return false
  return hash === hashOf(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])))
}

function hashOf(texts) {
  const hash = createHash('sha256')
  for (const file of [...texts.keys()].sort((a, b) => (a < b ? -1 : 1)))
    hash.update(`${file}\n`).update(texts.get(file))
  return hash.digest('hex')
}

function replace(path, contents) {
  const written = `${path}.${process.pid}`
  writeFileSync(written, contents)
  renameSync(written, path)
}

/**
 * Reads the sources and remembers what it read. `import.meta.url` keeps the path of the source file, because migrations and workers are
 * found next to it; `import.meta.filename` is the bundle.
 */
const sources = (folder, texts) => ({
  name: 'sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(ts|mjs|json)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      texts.set(relative(root, path).replaceAll('\\', '/'), text)
      const place = JSON.stringify(relative(join(root, folder), path).replaceAll('\\', '/'))
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        loader: { '.ts': 'ts', '.mjs': 'js', '.json': 'json' }[extname(path)],
      }
    }),
})

const started = process.argv[1]
if (started && realpathSync(started) === fileURLToPath(import.meta.url))
  for (const name of Object.keys(bundles)) await bundle(name)
