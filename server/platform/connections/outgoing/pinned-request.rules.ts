import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { hostOf, isPublicAddress, outgoingUrl } from './addresses.rules.ts'

/** Asks for all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>

export type Outgoing = {
  /** `name` or `name:port` that may be private. */
  hosts: readonly string[]
  resolve?: Resolve
  /** In ms, for the name and the call together. */
  timeout: number
  /** A certificate authority to trust in addition to the usual ones. */
  ca?: string
  /** The most bytes of an answer that is read, if they are not `mostBytesRead`. */
  mostBytes?: number
}

type CallProblem = { problem: 'address' | 'timeout' | 'unreachable' }

type PinnedAnswer = { answer: number } | CallProblem

/** An address with the one of its IP addresses to which the call goes. */
type PlacedCall = { url: URL; address: string }

const usualResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Sends a POST to an address that a school entered, and returns the status of the answer; its body is not read, and a redirection is an answer
 * like any other. The name is resolved once, all its addresses must be public, and the call goes to the one that was checked: a name server
 * that changes its answer meanwhile changes nothing.
 */
export async function sendPinned(
  text: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { hosts, resolve = usualResolve, timeout, ca }: Outgoing,
): Promise<PinnedAnswer> {
  const over = AbortSignal.timeout(timeout)
  const placed = await placeOfCall(text, { hosts, resolve }, over)
  if ('problem' in placed) return placed
  return new Promise((resolve) => {
    const length = String(Buffer.byteLength(body))
    const call = pinnedCall(placed, { method: 'POST', headers: { ...headers, 'content-length': length }, over, ca })
    call.on('error', () => resolve({ problem: over.aborted ? 'timeout' : 'unreachable' }))
    call.on('response', ({ statusCode = 0 }) => {
      resolve({ answer: statusCode })
      call.destroy()
    })
    call.end(body)
  })
}

/** Where a call goes: its name is resolved once, and all addresses of it must be public unless the operator listed the host. */
async function placeOfCall(
  text: string,
  { hosts, resolve = usualResolve }: Pick<Outgoing, 'hosts' | 'resolve'>,
  over: AbortSignal,
): Promise<PlacedCall | CallProblem> {
  const url = outgoingUrl(text, hosts)
  if (!url) return { problem: 'address' }
  const addresses = await Promise.race([resolved(hostOf(url), resolve), ended(over)])
  if (addresses === 'timeout' || addresses.length === 0)
    return { problem: addresses === 'timeout' ? 'timeout' : 'unreachable' }
  if (!hosts.includes(url.host) && !addresses.every(isPublicAddress)) return { problem: 'address' }
  return { url, address: addresses.find((one) => isIP(one) === 4) ?? addresses[0]! }
}

type CallOptions = { method: string; headers: Record<string, string>; over: AbortSignal; ca?: string | undefined }

const pinnedCall = ({ url, address }: PlacedCall, { method, headers, over, ca }: CallOptions) =>
  (url.protocol === 'https:' ? https : http).request(url, {
    method,
    headers,
    agent: false,
    signal: over,
    lookup: pinned(address),
    ...(ca && { ca }),
  })

/** The most bytes of an answer that is read. */
export const mostBytesRead = 256 * 1024

export type ReadAnswer = { status: number; headers: Record<string, string>; body: Buffer } | CallProblem | TooLarge

type TooLarge = { problem: 'size' }

/** Like `sendPinned`, for a call of which the answer is read, up to a size. A redirection is an answer like any other here too. */
export async function readPinned(
  text: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string | undefined },
  { hosts, resolve, timeout, ca, mostBytes = mostBytesRead }: Outgoing,
): Promise<ReadAnswer> {
  const over = AbortSignal.timeout(timeout)
  const placed = await placeOfCall(text, { hosts, ...(resolve && { resolve }) }, over)
  if ('problem' in placed) return placed
  return new Promise((answered) => {
    const length = body === undefined ? null : { 'content-length': String(Buffer.byteLength(body)) }
    const call = pinnedCall(placed, { method, headers: { ...headers, ...length }, over, ca })
    const failed = () => answered({ problem: over.aborted ? 'timeout' : 'unreachable' })
    call.on('error', failed)
    call.on('response', (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('error', failed)
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        parts.push(part)
        if (bytes <= mostBytes) return
        answered({ problem: 'size' })
        call.destroy()
      })
      answer.on('end', () => {
        const [type, total] = [answer.headers['content-type'], answer.headers['x-total-count']]
        answered({
          status: answer.statusCode ?? 0,
          headers: {
            ...(type && { 'content-type': type }),
            ...(typeof total === 'string' && { 'x-total-count': total }),
          },
          body: Buffer.concat(parts),
        })
      })
    })
    call.end(body)
  })
}

const resolved = async (host: string, resolve: Resolve) => (isIP(host) === 0 ? resolve(host).catch(() => []) : [host])

const ended = (over: AbortSignal) =>
  new Promise<'timeout'>((end) => over.addEventListener('abort', () => end('timeout'), { once: true }))

/** The resolver of one call, which knows one address. */
const pinned =
  (address: string): NonNullable<https.RequestOptions['lookup']> =>
  (_, { all }, answer) => {
    const family = isIP(address)
    if (all) answer(null, [{ address, family }])
    else answer(null, address, family)
  }
