import { Socket } from 'node:net'
import type pg from 'pg'

/** What was sent to a database over all connections that were opened with one configuration. */
export type Traffic = { statements: number; roundTrips: number; bytes: number }

/**
 * The same configuration, with connections that count what they send: statements that run, and round trips. A round trip is counted
 * when something is sent after something was received, so statements that are sent without waiting are one round trip.
 */
export function counted(connection: pg.ClientConfig): { connection: pg.ClientConfig; traffic: Traffic } {
  const traffic: Traffic = { statements: 0, roundTrips: 0, bytes: 0 }
  return { connection: { ...connection, stream: () => countingSocket(traffic) as never }, traffic }
}

/** What a piece of work sent: the difference between after and before. */
export async function during(traffic: Traffic, work: () => Promise<unknown>): Promise<Traffic> {
  const before = { ...traffic }
  await work()
  return {
    statements: traffic.statements - before.statements,
    roundTrips: traffic.roundTrips - before.roundTrips,
    bytes: traffic.bytes - before.bytes,
  }
}

/** Set once the socket is connected, because Node replaces its write function then. */
function countingSocket(traffic: Traffic) {
  const socket = new Socket()
  let received = true
  socket.on('data', (chunk) => {
    received = true
    traffic.bytes += chunk.length
  })
  socket.once('connect', () => {
    const write = socket.write.bind(socket) as (...sent: unknown[]) => boolean
    socket.write = (...sent: unknown[]) => {
      const chunk = sent[0] as Buffer
      traffic.statements += executions(chunk)
      traffic.bytes += chunk.length
      if (received) traffic.roundTrips++
      received = false
      return write(...sent)
    }
  })
  return socket
}

const [query, execute] = [0x51, 0x45]

/** How many protocol messages of a chunk run a statement. */
function executions(chunk: Buffer) {
  let found = 0
  // The first message of a connection has no type letter.
  if (chunk[0] === 0) return 0
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readUInt32BE(at + 1))
    if (chunk[at] === query || chunk[at] === execute) found++
  return found
}
