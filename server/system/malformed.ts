import type { Socket } from 'node:net'
import { newId } from '#server/db/ids.ts'
import { invalid, tooLarge } from '#server/call/errors.ts'

/** Answers what is no HTTP, or more of it than is read, as any refusal: no hook and no route sees it. */
export function refuseMalformed({ code }: { code?: string }, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, message } = code === 'HPE_HEADER_OVERFLOW' ? tooLarge() : invalid('Invalid input')
  const lines = [
    `HTTP/1.1 ${status} ${status === 413 ? 'Content Too Large' : 'Bad Request'}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${message.length}`,
    `X-Request-Id: ${newId()}`,
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}`)
}
