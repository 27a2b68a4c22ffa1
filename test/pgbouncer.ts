import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Pooler } from './pooler.ts'
import { freePort, listens } from './ports.ts'

const settings = ({ host, port, user, database }: pg.ClientConfig, own: number, connections: number) => `
[databases]
${database} = host=${host} port=${port} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`

/** The same pooler by PgBouncer itself, which runs as the account that may open the socket of the database. */
export async function pgbouncerFor(to: pg.ClientConfig, connections: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePort()
  writeFileSync(file, settings(to, port, connections))
  chmodSync(folder, 0o755)
  const { uid, gid } = statSync(to.host!)
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  const child = spawn('pgbouncer', ['-q', file], { ...account, stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => listens(port)).toBe(true)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
