import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

const { register } = await import('tsx/esm/api')
register()
const { kashkool } = await import('../server/operator/kashkool.ts')
process.exitCode = await kashkool(process.argv.slice(2))
