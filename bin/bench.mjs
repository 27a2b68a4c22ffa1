import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// `node bin/bench.mjs` measures what each kind of request costs; with a name, one of the others, and what follows is passed on.
const names = [
  'run',
  'growth',
  'overload',
  'steady',
  'morning',
  'web',
  'absence',
  'announcements',
  'promotion',
  'results',
  'long-work',
  'fill',
  'table',
]
const [name = 'run', ...rest] = process.argv.slice(2)
const isOption = name.startsWith('-')
if (!isOption && !names.includes(name)) {
  console.error(`There is no bench "${name}". There are: ${names.join(', ')}.`)
  process.exit(2)
}
const { runWithTypes } = await import('./with-types.mjs')
process.exit(runWithTypes(`bench/${isOption ? 'run' : name}.ts`, isOption ? [name, ...rest] : rest))
