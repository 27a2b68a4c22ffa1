import { once } from 'node:events'
import { createServer, type AddressInfo, connect } from 'node:net'

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Whether something accepts connections on a port of this machine. */
export async function listens(port: number) {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => !socket.destroy().connecting,
    () => false,
  )
}
