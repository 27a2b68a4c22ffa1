// Plain JavaScript over Node alone: it runs before anything is installed.
import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

const { build } = await import('./build.mjs')
if (!build()) {
  console.error('The web client could not be built; see above.')
  process.exit(1)
}
if (process.env.npm_lifecycle_event) stopWithNpm()

// In this very process: another would cost a second start half a second and could outlive us.
const { register } = await import('tsx/esm/api')
register()
await import('../server/main.ts')

// A killed npm cannot pass on a Ctrl-C; we would hold the port and the data unseen.
function stopWithNpm() {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
