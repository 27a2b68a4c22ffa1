import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answering } from './processes.ts'

/** The simplest Node server, against which everything else is compared. */
const server = createServer((_, answer) => {
  answer.setHeader('content-type', 'application/json; charset=utf-8')
  answer.end('{"hello":"world"}')
})
server.listen(0, '127.0.0.1', () =>
  answering(
    (server.address() as AddressInfo).port,
    () => ({}),
    async () => server.close(),
  ),
)
