// Plain JavaScript without packages, because it runs before anything is installed.
import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
const { build, isBuilt } = await import('./build.mjs')
const { bundle, isBundled } = await import('./bundle.mjs')
install({ forRunning: isBuilt() && isBundled() })

if (!(await build())) {
  console.error('The web client could not be built; see above.')
  process.exit(1)
}

const { stopWithNpm } = await import('./with-npm.mjs')
stopWithNpm()

await bundle()

// In this process: a child would make the start slower and could outlive this one.
process.setSourceMapsEnabled(true)
await import('../bundle/main.mjs')
