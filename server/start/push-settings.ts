import { isIP } from 'node:net'
import { CannotStart } from './cannot-start.ts'

export type PushSettings = {
  /** Hosts that may be asked to push: `name`, `name:port`, or `*.name` for every host below it. */
  hosts: string[]
  /** Whom a push service may turn to: an https or mailto address. */
  contact: string
}

/** The services of the known browsers. */
const known = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/** Where pushes may go. Throws CannotStart, naming the setting, for a bad one. */
export function readPushSettings(env: NodeJS.ProcessEnv, origins: readonly string[]): PushSettings {
  const secure = origins.find((origin) => origin.startsWith('https:'))
  return {
    hosts: env.PUSH_HOSTS ? hostsOf(env.PUSH_HOSTS) : known,
    contact: contactOf(env.PUSH_CONTACT || secure || 'mailto:operator@kashkool.invalid'),
  }
}

/** The most SMS notices a day, of all processes together; null for none at all. */
export function readSmsNotices(text: string | undefined): number | null {
  if (!text || text === 'off') return null
  if (/^\d{1,8}$/.test(text) && Number(text) >= 1) return Number(text)
  throw new CannotStart(`SMS_NOTICES must be "off" or how many are sent a day at most, not "${text}".`)
}

/**
 * Whether a browser's endpoint is at one of the hosts. A client names it, and the server will call it: nothing but the very
 * name and port counts, so that nobody reaches the network of the server by it.
 */
export function isPushHost(endpoint: string, hosts: readonly string[]) {
  const { protocol, username, password, host } = new URL(endpoint)
  if (protocol !== 'https:' || username || password) return false
  return hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one))
}

function hostsOf(text: string) {
  if (text === 'none') return []
  const hosts = text.split(',').map((one) => one.trim().toLowerCase())
  if (hosts.every(isName)) return hosts
  throw new CannotStart(
    `PUSH_HOSTS must be "none" or a list such as fcm.googleapis.com, *.push.apple.com, not "${text}".`,
  )
}

function isName(host: string) {
  if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)) return false
  const address = `https://${host.replace(/^\*\./, '')}`
  return URL.canParse(address) && isIP(new URL(address).hostname) === 0
}

function contactOf(text: string) {
  if (/^(https:\/\/|mailto:)[^\s]+$/.test(text) && URL.canParse(text)) return text
  throw new CannotStart(`PUSH_CONTACT must be an https or mailto address, not "${text}".`)
}
