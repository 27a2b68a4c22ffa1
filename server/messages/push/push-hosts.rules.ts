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
 * Whether a browser's endpoint is at one of the hosts. A client sends the endpoint and the server calls it. The exact name and
 * port must match, so that nobody can use it to reach the server's internal network.
 */
export function isPushHost(endpoint: string, hosts: readonly string[]) {
  const { protocol, username, password, host } = new URL(endpoint)
  if (protocol !== 'https:' || username || password) return false
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
}

/** Whether an operator may enter this host: it must be a name, not an IP address. */
export function isHostName(host: string) {
  if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)) return false
  const address = `https://${host.replace(/^\*\./, '')}`
  return URL.canParse(address) && isIP(new URL(address).hostname) === 0
}
