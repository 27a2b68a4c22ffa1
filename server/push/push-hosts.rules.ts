import { isIP } from 'node:net'

/** Hosts that may receive pushes: `name`, `name:port`, or `*.name` for every host below it. */
export const servicesOfBrowsers = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Whether a browser's endpoint is at one of the hosts. A client names it, and the server will call it: nothing but the very
 * name and port counts, so that nobody reaches the network of the server by it.
 */
export function isPushHost(endpoint: string, hosts: readonly string[]) {
  const { protocol, username, password, host } = new URL(endpoint)
  if (protocol !== 'https:' || username || password) return false
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
}

/** Whether an operator may name this host: a name, and no address of a network. */
export function isHostName(host: string) {
  if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)) return false
  const address = `https://${host.replace(/^\*\./, '')}`
  return URL.canParse(address) && isIP(new URL(address).hostname) === 0
}
