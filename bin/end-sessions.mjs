import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

const { register } = await import('tsx/esm/api')
register()
const { endSessionsDialogue } = await import('../server/start/end-sessions.ts')
await endSessionsDialogue(process.argv.slice(2))
