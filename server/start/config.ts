import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { readLimits } from './limit-settings.ts'
import { readPushSettings, readSmsNotices } from './push-settings.ts'
import { readSmsSettings } from './sms-settings.ts'

export type Config = ReturnType<typeof readConfig>

/** The settings of this installation, and the only reader of them. Throws CannotStart, naming the setting, for a bad one. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const port = portOf(env.PORT || '3000')
  const databaseUrl = databaseUrlOf('DATABASE_URL', env.DATABASE_URL)
  const migrateUrl = databaseUrlOf('MIGRATE_URL', env.MIGRATE_URL)
  if (migrateUrl && !databaseUrl) throw new CannotStart('MIGRATE_URL goes with DATABASE_URL, which is not set.')

  const origins = env.PUBLIC_URL ? listOf(env.PUBLIC_URL).map(originOf) : ownOrigins(port)

  return {
    port,
    host: env.HOST || 'localhost',
    /** The folder of the embedded database. */
    dataDir: resolve(env.DATA_DIR || 'data'),
    dataDirNamed: Boolean(env.DATA_DIR),
    /** Another PostgreSQL than the embedded one: as whom requests connect, and as whom the tables are made. */
    databaseUrl,
    migrateUrl: migrateUrl ?? databaseUrl,
    /** Unset: only into an empty embedded database. */
    demo: switchOf('DEMO', env.DEMO),
    /** Our own origins, as browsers send them. */
    origins,
    /** Addresses or ranges of the proxies whose forwarding headers count; null for none. */
    trustProxy: env.TRUST_PROXY ? listOf(env.TRUST_PROXY).map(addressOf).join(',') : null,
    /** What keyed hashes and seals are made with; null for one kept in dataDir. All processes of an installation share it. */
    secret: secretOf(env.SECRET),
    /** How SMS leave. */
    sms: readSmsSettings(env),
    /** How many notices may leave as SMS a day; null for none. */
    smsNotices: readSmsNotices(env.SMS_NOTICES),
    /** Which services may be asked to push. */
    push: readPushSettings(env, origins),
    /** Who must have a second factor; null for whoever is enrolled alone. */
    secondFactor: secondFactorOf(env.SECOND_FACTOR),
    /** A file of passwords that nobody may choose; null for none. */
    commonPasswords: env.COMMON_PASSWORDS ? resolve(env.COMMON_PASSWORDS) : null,
    /** How often what may be called, sent and read. */
    limits: readLimits(env.LIMITS),
    development: env.NODE_ENV === 'development',
  }
}

const ownOrigins = (port: number) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`].map(originOf)

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

function portOf(text: string) {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new CannotStart(`PORT must be a number from 0 to 65535, not "${text}".`)
}

function databaseUrlOf(name: string, text: string | undefined) {
  if (!text) return null
  // The address may hold a password: it is not repeated.
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return text
  throw new CannotStart(`${name} must be an address such as postgres://user:password@host:5432/kashkool.`)
}

function secretOf(text: string | undefined) {
  if (!text) return null
  if (text.length >= 32) return text
  throw new CannotStart('SECRET must have at least 32 characters.')
}

function secondFactorOf(text: string | undefined): 'platform' | null {
  if (!text) return null
  if (text === 'platform') return text
  throw new CannotStart(`SECOND_FACTOR must be "platform" or left out, not "${text}".`)
}

function switchOf(name: string, text: string | undefined) {
  if (!text) return null
  if (text === 'on' || text === 'off') return text === 'on'
  throw new CannotStart(`${name} must be "on" or "off", not "${text}".`)
}

function originOf(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null
  const bare =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (bare) return url.origin
  throw new CannotStart(`PUBLIC_URL must be a list of origins such as https://school.example, not "${text}".`)
}

function addressOf(text: string) {
  const [address = '', bits, more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  if (most > 0 && fits && more === undefined) return text
  throw new CannotStart(`TRUST_PROXY must be a list of addresses or ranges such as 10.0.0.0/8, not "${text}".`)
}
