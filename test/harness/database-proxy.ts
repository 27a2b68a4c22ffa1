import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { afterAll } from 'vitest'

/** A proxy to the database that can go silent: it then neither delivers nor refuses what is sent, like a broken network. */
export type DatabaseProxy = {
  connection: pg.ClientConfig
  /** Open connections stay silent forever; new ones are accepted and are silent too. */
  silence: () => void
  /** Open connections stay silent forever; new ones work. */
  loseConnections: () => void
  /** New connections work again. */
  restore: () => void
}

export async function databaseProxy(server: pg.ClientConfig): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  const passing = new Set<() => void>()
  let silent = false

  const proxy = createServer((client) => {
    keep(client)
    if (silent) return
    const upstream = keep(connect(addressOf(server)))
    client.pipe(upstream).pipe(client)
    const stop = () => {
      client.unpipe(upstream)
      upstream.unpipe(client)
      upstream.destroy()
    }
    passing.add(stop)
    upstream.on('close', () => passing.has(stop) && client.destroy())
    client.on('close', () => upstream.destroy())
  })
  function keep(socket: Socket) {
    open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
    return socket
  }
  function loseConnections() {
    const stops = [...passing]
    passing.clear()
    for (const stop of stops) stop()
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((closed) => proxy.close(closed))
  })
  const { port } = proxy.address() as AddressInfo

  return {
    connection: through(server, port),
    silence() {
      silent = true
      loseConnections()
    },
    loseConnections,
    restore() {
      silent = false
    },
  }
}

function through(server: pg.ClientConfig, port: number): pg.ClientConfig {
  if (!server.connectionString) return { ...server, host: '127.0.0.1', port }
  const url = new URL(server.connectionString)
  url.host = `127.0.0.1:${port}`
  return { ...server, connectionString: url.href }
}

function addressOf({ connectionString, host = 'localhost', port = 5432 }: pg.ClientConfig) {
  if (!connectionString) return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}
