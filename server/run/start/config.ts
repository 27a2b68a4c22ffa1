import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { readQuotaFigures } from '#server/access/read-quota.ts'
import { callFigures } from '#server/call/limits.ts'
import { codeFigures } from '#server/platform/identity/code-figures.ts'
import { loginFigures } from '#server/platform/identity/login-figures.ts'
import { lookUpFigures } from '#server/platform/identity/look-up-limits.ts'
import { pictureFigures } from '#server/platform/pictures/picture-budget.ts'
import { isHostName, servicesOfBrowsers } from '#server/messages/push/push-hosts.rules.ts'
import { codesAMinute } from '#server/people/students/code-limits.ts'
import { debtAllowed } from '#server/people/students/debt.rules.ts'
import type { ScannerPlace } from '#server/run/system/virus-scanner.ts'
import { backupOf, backupVariables } from './backup-settings.ts'
import { Serving, servingOn } from './cluster-settings.ts'
import { databaseOf, databaseVariables, mustGoTogether } from './database-settings.ts'
import { retentionDays } from './retention.ts'
import { figuresLike, list, readSettings, setting, wholeNumber, word } from './setting.ts'
import { smsOf, smsVariables } from './sms-variables.ts'

/** The limits of api.md §9, with the numbers that apply if the installation sets no others. */
const usualLimits = {
  calls: callFigures,
  codes: codeFigures,
  logins: loginFigures,
  lookUps: lookUpFigures,
  studentCodes: codesAMinute,
  readings: readQuotaFigures,
  storedPictures: pictureFigures,
}

/** Where Paymob answers in Egypt, Saudi Arabia, the Emirates and Oman, and Moyasar. */
const gatewaysKnown = ['accept.paymob.com', 'ksa.paymob.com', 'uae.paymob.com', 'oman.paymob.com', 'api.moyasar.com']

/** Every variable that is read; docs/settings.md describes them. */
const Env = z.object({
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(z.string(), 'localhost'),
  NODE_ENV: z.optional(z.string()),
  ...databaseVariables,
  CLUSTER: z._default(Serving, 1),
  DRAIN_PAUSE: z.optional(wholeNumber(0, 60_000)),
  ...backupVariables,
  RETENTION: z._default(figuresLike(retentionDays), retentionDays),
  METRICS_TOKEN: z.optional(
    setting('must have at least 32 characters', (text) => (text.length >= 32 ? text : undefined), { secret: true }),
  ),
  REQUEST_LOG: z.optional(word('must be "on" or "off"', 'on', 'off')),
  DEMO: z.optional(word('must be "on" or "off"', 'on', 'off')),
  PUBLIC_URL: z.optional(list('must be a list of origins such as https://school.example', originOf)),
  TRUST_PROXY: z.optional(list('must be a list of addresses or ranges such as 10.0.0.0/8', addressOf)),
  SECRET: z.optional(
    setting('must have at least 32 characters', (text) => (text.length >= 32 ? text : undefined), { secret: true }),
  ),
  SECOND_FACTOR: z.optional(word('must be "platform" or left out', 'platform')),
  COMMON_PASSWORDS: z.optional(z.string()),
  VIRUS_SCANNER: z.optional(
    setting('must be a host and a port such as localhost:3310, or the path of a socket', scannerPlaceOf),
  ),
  DEBT_LIMIT: z._default(wholeNumber(0, 1_000_000), debtAllowed),
  LIMITS: z._default(figuresLike(usualLimits), usualLimits),
  PUSH_HOSTS: z._default(
    setting('must be "none" or a list such as fcm.googleapis.com, *.push.apple.com', hostsOf),
    servicesOfBrowsers,
  ),
  PAYMENT_HOSTS: z._default(
    setting('must be "none" or a list such as accept.paymob.com, api.moyasar.com', paymentHostsOf),
    paymentHostsOf(gatewaysKnown.join(','))!,
  ),
  WEBHOOK_HOSTS: z._default(
    setting('must be "none" or a list such as erp.school.lan, localhost:4000', webhookHostsOf),
    [],
  ),
  SIGN_IN_HOSTS: z._default(
    setting('must be "none" or a list such as login.school.lan, localhost:4000', webhookHostsOf),
    [],
  ),
  PUSH_CONTACT: z.optional(
    setting('must be an https or mailto address', (text) =>
      /^(https:\/\/|mailto:)[^\s]+$/.test(text) && URL.canParse(text) ? text : undefined,
    ),
  ),
  ...smsVariables,
})

export const settingNames: string[] = Object.keys(Env.shape)

export type Config = ReturnType<typeof readConfig>

/** Reads the settings of this installation; nothing else reads the environment. Throws CannotStart, naming the setting, for a bad one. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const read = readSettings(Env, env)
  mustGoTogether(read)

  const origins = read.PUBLIC_URL ?? [`http://localhost:${read.PORT}`, `http://127.0.0.1:${read.PORT}`].map(sameOrigin)
  const secure = origins.find((origin) => origin.startsWith('https:'))
  const sms = smsOf(read, read.NODE_ENV === 'production' || secure !== undefined)
  return {
    port: read.PORT,
    host: read.HOST,
    ...databaseOf(read),
    /** How many processes serve calls; with 1, the first process does. */
    serving: read.NODE_ENV === 'development' ? 1 : countOf(read.CLUSTER, !read.DATABASE_URL),
    /**
     * How long (ms) a process that was asked to end reports that it is not ready before it closes. With the embedded database there is no
     * other process.
     */
    drainPause: read.DRAIN_PAUSE ?? (read.DATABASE_URL ? 5000 : 0),
    /** If unset, the demo is loaded only into an empty embedded database. */
    demo: read.DEMO ? read.DEMO === 'on' : null,
    /** Our own origins, as browsers send them. */
    origins,
    /** Addresses or ranges of the proxies whose forwarding headers are trusted; null for none. */
    trustProxy: read.TRUST_PROXY?.join(',') ?? null,
    /** The secret of keyed hashes and encryption; null for one stored in dataDir. All processes of an installation share it. */
    secret: read.SECRET ?? null,
    /** Where copies of the embedded database are stored; null for none. */
    backup: backupOf(read),
    /** After how many days stored personal data is erased. */
    retention: read.RETENTION,
    /** The token for the figures under /metrics; null: nobody may read them. */
    metricsToken: read.METRICS_TOKEN ?? null,
    requestLog: read.REQUEST_LOG === 'on',
    /** How SMS are sent. */
    sms,
    /** The countries whose numbers may get codes and messages. */
    smsCountries: read.SMS_COUNTRIES,
    /** How many notices may be sent as SMS per day; null for none. */
    smsNotices: read.SMS_NOTICES,
    /** How many invitations a school may send by SMS per day; null for none. */
    smsInvitations: read.SMS_INVITATIONS,
    /** The hosts to which pushes may be sent, and the contact for their operators. */
    push: { hosts: read.PUSH_HOSTS, contact: read.PUSH_CONTACT ?? secure ?? 'mailto:operator@kashkool.invalid' },
    /** The hosts of payment gateways to which keys of schools may go, with the address of each. */
    paymentHosts: read.PAYMENT_HOSTS,
    /** Hosts of the own network to which schools may have messages about changes sent. */
    webhookHosts: read.WEBHOOK_HOSTS,
    /** Hosts of the own network at which providers of sign-in of schools may be. */
    signInHosts: read.SIGN_IN_HOSTS,
    /** The people who must have a second factor; null: only those who are enrolled. */
    secondFactor: read.SECOND_FACTOR ?? null,
    /** A file of passwords that nobody may choose, in addition to the shipped list; null for none. */
    commonPasswords: read.COMMON_PASSWORDS ? resolve(read.COMMON_PASSWORDS) : null,
    /** The ClamAV daemon that scans every file before it is used; null for none. */
    virusScanner: read.VIRUS_SCANNER ?? null,
    /** How many coins a school may owe after renewing seats. */
    debtLimit: read.DEBT_LIMIT,
    /** How often things may be called, sent and read. */
    limits: withinCeiling(read.LIMITS, sms.by === 'http' ? sms.ceiling : Infinity),
    development: read.NODE_ENV === 'development',
  }
}

const countOf = (serving: number | 'auto', databaseIsHere: boolean) =>
  serving === 'auto' ? servingOn(availableParallelism(), databaseIsHere) : serving

/** In the form of browsers, without a default port. */
const sameOrigin = (url: string) => new URL(url).origin

function originOf(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null
  const bare =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  return bare ? url.origin : undefined
}

function addressOf(text: string) {
  const [address = '', bits, more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return most > 0 && fits && more === undefined ? text : undefined
}

function scannerPlaceOf(text: string): ScannerPlace | undefined {
  if (text.startsWith('/')) return { path: text }
  const [host, port, more] = text.split(':')
  const fits = host && port && more === undefined && /^\d{1,5}$/.test(port) && Number(port) <= 65_535
  return fits ? { host, port: Number(port) } : undefined
}

function hostsOf(text: string) {
  if (text === 'none') return []
  const hosts = text.split(',').map((one) => one.trim().toLowerCase())
  return hosts.every(isHostName) ? hosts : undefined
}

/** Each host with its address. Only this machine is called without encryption, for a gateway that is tried out. */
function paymentHostsOf(text: string): Readonly<Record<string, string>> | undefined {
  const hosts = hostsOf(text)
  if (!hosts || hosts.some((host) => host.startsWith('*.'))) return undefined
  const isHere = (host: string) => host.split(':')[0] === 'localhost'
  return Object.fromEntries(hosts.map((host) => [host, `${isHere(host) ? 'http' : 'https'}://${host}`]))
}

function webhookHostsOf(text: string) {
  const hosts = hostsOf(text)
  return hosts?.some((host) => host.startsWith('*.')) ? undefined : hosts
}

/** Codes that visitors request never use up the SMS of a day: the second step of a sign-in keeps a share. */
function withinCeiling(limits: typeof usualLimits, ceiling: number): typeof usualLimits {
  const share = (figure: number, part: number) => Math.min(figure, Math.max(1, Math.floor(ceiling * part)))
  const { newDay, day, ...codes } = limits.codes
  return { ...limits, codes: { ...codes, newDay: share(newDay, 0.4), day: share(day, 0.4) } }
}
