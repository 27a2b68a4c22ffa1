import { once } from 'node:events'
import { createServer, type AddressInfo, connect } from 'node:net'

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Whether something takes connections on a port. */
export async function listens(port: number) {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => !socket.destroy().connecting,
    () => false,
  )
}
