import { isIPv6 } from 'node:net'

/** The address that identifies one caller. For IPv6 it is the /64 network, because a household has practically unlimited addresses. */
export const addressOf = (address: string) => prefixOf(address, { v4: 4, v6: 4 })

/** The surrounding network of an address: /24, or /48 for IPv6. */
export const networkOf = (address: string) => prefixOf(address, { v4: 3, v6: 3 })

function prefixOf(address: string, parts: { v4: number; v6: number }) {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain.split('.').slice(0, parts.v4).join('.')

  const [start = '', end = ''] = new URL(`http://[${plain.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = [start, end].map((half) => half.split(':').filter(Boolean))
  const missing = Array.from({ length: 8 - groups[0]!.length - groups[1]!.length }, () => '0')
  return [...groups[0]!, ...missing, ...groups[1]!].slice(0, parts.v6).join(':')
}
