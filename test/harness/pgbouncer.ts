import { statSync } from 'node:fs'
import type pg from 'pg'
import { startInstalled } from './installed-program.ts'
import type { Pooler } from './pooler.ts'
import { freePort } from './ports.ts'

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

/** What our own pooler does, done by PgBouncer itself. It runs as the account that may open the database's socket. */
export async function pgbouncerFor(to: pg.ClientConfig, connections: number): Promise<Pooler> {
  const port = await freePort()
  const { uid, gid } = statSync(to.host!)
  return startInstalled({
    program: 'pgbouncer',
    words: (file) => ['-q', file],
    settings: settings(to, port, connections),
    port,
    ...(process.getuid?.() === 0 && { account: { uid, gid } }),
  })
}
