import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

const { register } = await import('tsx/esm/api')
register()
const { secondFactorOf } = await import('../server/start/second-factor.ts')
await secondFactorOf(process.argv.slice(2))
