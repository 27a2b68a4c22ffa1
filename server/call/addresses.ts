import { isIPv6 } from 'node:net'
import { busy } from '#server/base/errors.ts'

/** Undefined, against its type, once the connection of the request is closed. */
type Address = string | undefined

/** The address that identifies one caller. For IPv6 it is the /64 network, because a household has practically unlimited addresses. */
export const addressOf = (address: Address) => prefixOf(address, { v4: 4, v6: 4 })

/** The surrounding network of an address: /24, or /48 for IPv6. */
export const networkOf = (address: Address) => prefixOf(address, { v4: 3, v6: 3 })

function prefixOf(address: Address, parts: { v4: number; v6: number }) {
  // Nobody receives this refusal, and it is not an error of ours to log.
  if (address === undefined) throw busy()
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain.split('.').slice(0, parts.v4).join('.')

  const [start = '', end = ''] = new URL(`http://[${plain.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = [start, end].map((half) => half.split(':').filter(Boolean))
  const missing = Array.from({ length: 8 - groups[0]!.length - groups[1]!.length }, () => '0')
  return [...groups[0]!, ...missing, ...groups[1]!].slice(0, parts.v6).join(':')
}
