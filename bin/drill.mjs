import './check-node.mjs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// Practises a restore or a failover with the PostgreSQL of the operating system, where its packages are installed (docs/operations.md).
const names = ['pgbackrest', 'patroni']
const [name = '', ...rest] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`Name a drill: ${names.join(', ')}.`)
  process.exit(2)
}
const { runWithTypes } = await import('./with-types.mjs')
process.exit(runWithTypes(`bin/drill-${name}.ts`, rest))
