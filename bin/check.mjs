import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { install } = await import('./install.mjs')
install()
const { build, format, lint, tests, types } = await import('./steps.mjs')
const { finish, run } = await import('./run-steps.mjs')

const words = process.argv.slice(2)
if (words.length) await run([tests(...words)])
else await run([types, lint, format], [build, tests('--exclude', 'test/access/**', '--exclude', 'test/access.test.ts')])
finish()
