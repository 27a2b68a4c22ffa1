import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
const { bundle, isBundled } = await import('./bundle.mjs')
install({ forRunning: isBundled() })
await bundle()

process.setSourceMapsEnabled(true)
const { kashkool } = await import('../bundle/kashkool.mjs')
process.exitCode = await kashkool(process.argv.slice(2))
