import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type pg from 'pg'

export type Pooler = { port: number; stop: () => Promise<void> }

type Server = { socket: Socket; client: Socket | null; pending: number }

const [query, sync, end, ready, password] = Buffer.from('QSXZR')

/**
 * A pooler that behaves like PgBouncer in transaction mode: many clients share few connections of one account, each for one transaction at
 * a time. It refuses start-up options, does not separate the settings of sessions, and does not support prepared statements.
 */
export async function poolerFor(to: pg.ClientConfig, connections: number): Promise<Pooler> {
  const servers = await Promise.all(Array.from({ length: connections }, () => signedIn(to)))
  const waiting: { client: Socket; sent: Buffer[] }[] = []
  const clients = new Set<Socket>()

  function lend() {
    for (const server of servers) {
      if (server.client || waiting.length === 0) continue
      const { client, sent } = waiting.shift()!
      server.client = client
      for (const message of sent) send(server, message)
    }
  }

  function send(server: Server, message: Buffer) {
    if (message[0] === query || message[0] === sync) server.pending++
    server.socket.write(message)
  }

  for (const server of servers)
    eachMessage(server.socket, (message) => {
      server.client?.write(message)
      if (message[0] !== ready) return
      server.pending--
      if (server.pending > 0 || String.fromCharCode(message[5]!) !== 'I') return
      server.client = null
      lend()
    })

  /** Rolls back the transaction of a client that has gone. */
  function gone(client: Socket) {
    clients.delete(client)
    const place = waiting.findIndex((one) => one.client === client)
    if (place >= 0) waiting.splice(place, 1)
    const server = servers.find((one) => one.client === client)
    if (server) send(server, message('Q', Buffer.from('rollback\0')))
  }

  function serve(client: Socket) {
    clients.add(client)
    client.on('error', () => {}).once('close', () => gone(client))
    client.once('data', (start) => {
      if (start.includes('\0options\0')) return void client.end(refusal('unsupported startup parameter: options'))
      client.write(welcome)
      eachMessage(client, (message) => {
        if (message[0] === end) return void client.end()
        const server = servers.find((one) => one.client === client)
        const inLine = waiting.find((one) => one.client === client)
        if (server) send(server, message)
        else if (inLine) inLine.sent.push(message)
        else waiting.push({ client, sent: [message] })
        lend()
      })
    })
  }

  const listener = createServer(serve).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    async stop() {
      for (const socket of [...clients, ...servers.map((server) => server.socket)]) socket.destroy()
      await new Promise((done) => listener.close(done))
    },
  }
}

/** A connection that is signed in by the kernel's identification of the account, or needs no password. */
async function signedIn({ host, port, user, database }: pg.ClientConfig): Promise<Server> {
  const socket = connect(`${host}/.s.PGSQL.${port}`)
  await once(socket, 'connect')
  const facts = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const start = Buffer.alloc(8)
  start.writeUInt32BE(8 + facts.length)
  start.writeUInt32BE(196_608, 4)
  socket.write(Buffer.concat([start, facts]))
  await new Promise<void>((done) => {
    eachMessage(socket, (message) => {
      if (message[0] === ready) done()
    })
  })
  socket.removeAllListeners('data')
  return { socket, client: null, pending: 0 }
}

/** Messages of the protocol after the first one: a letter, a length, and the content. */
function eachMessage(socket: Socket, take: (message: Buffer) => void) {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}

function message(letter: string, body: Buffer) {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const welcome = Buffer.concat([
  message(String.fromCharCode(password!), Buffer.alloc(4)),
  message('S', Buffer.from('server_version\x0018.0\0')),
  message('K', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  message('Z', Buffer.from('I')),
])

const refusal = (text: string) => message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`))
