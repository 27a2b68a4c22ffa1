import type { Socket } from 'node:net'
import { newId } from '#server/db/ids.ts'
import { invalid, tooLarge, tooSlow } from '#server/base/errors.ts'

/** Such a request has no method and no path that could be read. */
export const malformed = { method: 'unknown', operation: 'unknown', ms: 0 }

/**
 * Answers requests that are not HTTP, too large or too slow in the format of any other refusal. Such requests reach no hook and
 * no route. `refused` gets the id and the status of each.
 */
export function refuseMalformed(
  { code }: { code?: string },
  socket: Socket,
  refused: (refused: { id: string; status: number }) => void,
) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, message } = refusalFor(code)
  const id = newId()
  refused({ id, status })
  const lines = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${message.length}`,
    `X-Request-Id: ${id}`,
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}`)
}

function refusalFor(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return tooLarge()
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow() : invalid('Invalid input')
}

const reasons: Record<number, string> = { 400: 'Bad Request', 408: 'Request Timeout', 413: 'Content Too Large' }
