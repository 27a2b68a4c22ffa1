import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/base/clock.ts'
import { commonPasswords } from '#server/platform/identity/guessable-passwords.ts'
import type { WebRoot } from '#server/run/system/web-client.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { withDemoGateway } from './demo-gateway.ts'
import { withDemoProvider } from './demo-provider.ts'
import type { Settings } from './settings.ts'

type Place = Pick<Database, 'connection' | 'direct' | 'replica'> & { embedded: boolean }
type OfProcess = Pick<Settings, 'key' | 'stop' | 'processes' | 'backups' | 'metrics' | 'demo'> & {
  /** Where the gateway of the demo and its provider of sign-in are, if there are any. */
  demoGateway: string | null
  demoProvider: string | null
}

/** The product as one process serves it, according to the settings of the installation. */
export const appOf = (
  config: Config,
  { connection, direct, replica, embedded }: Place,
  { demoGateway, demoProvider, ...ofProcess }: OfProcess,
) =>
  buildApp({
    connection,
    direct,
    replica,
    ...ofProcess,
    // All processes of a start together use no more connections than one would.
    pool: Math.max(2, Math.ceil(config.pool / config.serving)),
    dataDir: embedded ? config.dataDir : null,
    requestLog: config.requestLog ? (line) => void process.stdout.write(line) : null,
    prepares: config.prepares,
    clock: systemClock,
    origins: config.origins,
    trustProxy: config.trustProxy,
    secondFactor: config.secondFactor,
    isCommon: commonPasswords(config.commonPasswords),
    virusScanner: config.virusScanner,
    ...config.limits,
    debtLimit: config.debtLimit,
    pushHosts: config.push.hosts,
    webhookHosts: config.webhookHosts,
    signInHosts: withDemoProvider(config.signInHosts, demoProvider),
    paymentHosts: withDemoGateway(config.paymentHosts, demoGateway),
    smsNotices: config.smsNotices !== null,
    smsInvitations: config.smsInvitations,
    smsCountries: config.smsCountries,
    web: webRoot(config.development),
    log: true,
  })

function webRoot(development: boolean): WebRoot {
  const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  if (development) return { kind: 'development', root: folder('../../..') }
  return existsSync(folder('../../../dist/index.html')) ? { kind: 'built', root: folder('../../../dist') } : null
}

/** Starts accepting calls. Throws CannotStart if the port cannot be used. */
export async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new CannotStart(`Port ${port} is already in use; stop what uses it, or choose another PORT.`)
    }
    if (code === 'EACCES') throw new CannotStart(`Port ${port} is kept for the system; choose a PORT above 1023.`)
    throw new CannotStart(`Kashkool cannot listen on HOST ${host}: ${message}`)
  }
}
