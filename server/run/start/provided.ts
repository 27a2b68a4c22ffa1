import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/db.ts'
import { accountRecorder } from '#server/platform/audit/account-lines.rules.ts'
import { codeFigures } from '#server/platform/identity/code-figures.ts'
import { codeLimits } from '#server/platform/identity/code-limits.ts'
import { smsCodes } from '#server/platform/identity/codes.ts'
import { commonPasswords } from '#server/platform/identity/guessable-passwords.ts'
import { loginFigures, secondFactorTries } from '#server/platform/identity/login-figures.ts'
import { loginLimits } from '#server/platform/identity/login-limits.ts'
import { lookUpFigures, lookUpLimits } from '#server/platform/identity/look-up-limits.ts'
import { triesOfPerson } from '#server/platform/identity/tries-of-person.ts'
import { secondFactor } from '#server/platform/identity/second-factor.ts'
import { verifyLimit } from '#server/results/papers/verify-limit.ts'
import { gatewaysOf } from '#server/money/online/gateways/gateways.ts'
import { askAgain, proveAgain } from '#server/platform/identity/prove-again.rules.ts'
import { owedByStudents } from '#server/money/fees/accounts.queries.ts'
import { vapidOf } from '#server/messages/push/vapid.ts'
import { systemClock } from '#server/base/clock.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { takeInvitations } from '#server/people/parents/invitations.rules.ts'
import { offerTeaching } from '#server/people/teachers/staff-invitations.rules.ts'
import { codesAMinute, studentCodeLimits } from '#server/people/students/code-limits.ts'
import { debtAllowed } from '#server/people/students/debt.rules.ts'
import type { SignInNeeds } from '#server/platform/sign-in/providers.rules.ts'
import type { Settings } from './settings.ts'

export type Provided = ReturnType<typeof provide>

/** What this installation provides to the domains; each takes what it needs. `counters` has separate connections. */
export function provide(settings: Settings, counters: Db, secrets: Secrets, log: FastifyBaseLogger) {
  const warn = (what: string) => log.error(what)
  const figures = { ...codeFigures, ...settings.codes }
  const smsCountries = settings.smsCountries ?? ['EG']
  const factor = secondFactor({
    secrets,
    clock: settings.clock,
    compulsory: settings.secondFactor ?? null,
    tries: triesOfPerson(counters, { proof: 'second-factor', atMost: secondFactorTries, exceeded: guessing(warn) }),
    alarm: warn,
  })
  const passwords = triesOfPerson(counters, { proof: 'old-password', atMost: 5 })
  const prove = proveAgain(factor)
  return {
    logins: loginLimits(counters, secrets, { ...loginFigures, ...settings.logins }, warn, systemClock),
    recordAccount: accountRecorder(counters),
    invitations: { take: takeInvitations, offer: offerTeaching },
    accountsOfStudents: owedByStudents,
    passwords,
    lookUps: lookUpLimits(counters, { ...lookUpFigures, ...settings.lookUps }),
    importFigures: { ...lookUpFigures, ...settings.lookUps },
    studentCodes: studentCodeLimits(counters, settings.studentCodes ?? codesAMinute),
    debtLimit: settings.debtLimit ?? debtAllowed,
    codes: smsCodes({
      counters,
      secrets,
      figures,
      limits: codeLimits(counters, secrets, figures, warn, systemClock),
      countries: smsCountries,
    }),
    secondFactor: factor,
    proveAgain: prove,
    askAgain: askAgain(prove, passwords),
    online: onlineOf(settings, secrets),
    signIn: signInOf(settings),
    webhookHosts: settings.webhookHosts ?? [],
    proofs: triesOfPerson(counters, { proof: 'second-proof', atMost: 10 }),
    secrets,
    paperChecks: verifyLimit(counters, secrets, settings.paperChecks),
    isCommon: settings.isCommon ?? commonPasswords(null),
    pushKey: vapidOf(secrets).publicKey,
    pushHosts: settings.pushHosts ?? [],
    smsNotices: settings.smsNotices ?? false,
    smsInvitations: settings.smsInvitations ?? null,
    smsCountries,
    demo: settings.demo ?? null,
  }
}

/** How fees are paid online: the gateways, our own secret, and the address to which they come back. */
export const onlineOf = (
  { paymentHosts = {}, gateways, origins }: Pick<Settings, 'paymentHosts' | 'gateways' | 'origins'>,
  secrets: Secrets,
) => ({
  gateways: gatewaysOf(paymentHosts, gateways),
  secrets,
  get origin() {
    return ownOrigin(origins)
  },
})

/** Where providers of sign-in may be, and the address to which they send people back. */
export const signInOf = ({ signInHosts = [], signInWithin, origins }: Settings): SignInNeeds => ({
  hosts: signInHosts,
  ...(signInWithin !== undefined && { timeout: signInWithin }),
  get origin() {
    return ownOrigin(origins)
  },
})

const ownOrigin = (origins: readonly string[]) =>
  origins.find((origin) => origin.startsWith('https:')) ?? origins[0] ?? ''

const guessing = (warn: (what: string) => void) => (personId: string) =>
  warn(`somebody who knows the password of person ${personId} tried too many codes of their authenticator`)
