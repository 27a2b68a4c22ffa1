import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

const { register } = await import('tsx/esm/api')
register()
const { audit } = await import('../server/start/audit.ts')
await audit(process.argv[2])
