import { BlockList, isIP } from 'node:net'

/** IPv4 that is no receiver on the public internet: this machine, private networks, link-local with the metadata of clouds, multicast. */
const notPublic = new BlockList()
for (const range of '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4'.split(
  ' ',
)) {
  const [base, bits] = range.split('/') as [string, string]
  notPublic.addSubnet(base, Number(bits))
}

/** IPv6 is public only in 2000::/3; and there not where it carries an IPv4 address inside (Teredo, 6to4). */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
const carriers = new BlockList()
carriers.addSubnet('2001::', 32, 'ipv6')
carriers.addSubnet('2002::', 16, 'ipv6')
carriers.addSubnet('2001:db8::', 32, 'ipv6')

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address)
  return family === 6 && global.check(address, 'ipv6') && !carriers.check(address, 'ipv6')
}

/** A host of an address as it is asked for: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * An address to which the server may send what a school wants: https and public. `hosts` (`name` or `name:port`) may be private as well, and on
 * this machine be called without encryption. Null for every other one. Where a name leads is known only when it is called.
 */
export function outgoingUrl(text: string, hosts: readonly string[]): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password || url.hash) return null
  if (hosts.includes(url.host)) return url.protocol === 'https:' || hostOf(url) === 'localhost' ? url : null
  const host = hostOf(url)
  if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))) return null
  // A name without a dot, or below one of these, is a machine of the own network.
  const isOwn =
    isIP(host) === 0 && (!host.includes('.') || /\.(local|localhost|internal|lan|home|arpa)\.?$/i.test(host))
  return isOwn ? null : url
}
