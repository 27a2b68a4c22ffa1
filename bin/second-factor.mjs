import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()

const { register } = await import('tsx/esm/api')
register()
const { enrolDialogue } = await import('../server/start/second-factor.ts')
await enrolDialogue(process.argv.slice(2))
