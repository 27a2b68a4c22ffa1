import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/db.ts'
import { accountRecorder } from '#server/audit/account-lines.rules.ts'
import { codeFigures } from '#server/identity/code-figures.ts'
import { codeLimits } from '#server/identity/code-limits.ts'
import { smsCodes } from '#server/identity/codes.ts'
import { commonPasswords } from '#server/identity/guessable-passwords.ts'
import { loginFigures, secondFactorTries } from '#server/identity/login-figures.ts'
import { loginLimits } from '#server/identity/login-limits.ts'
import { lookUpFigures, lookUpLimits } from '#server/identity/look-up-limits.ts'
import { triesOfPerson } from '#server/identity/tries-of-person.ts'
import { secondFactor } from '#server/identity/second-factor.ts'
import { verifyLimit } from '#server/papers/verify-limit.ts'
import { vapidOf } from '#server/push/vapid.ts'
import type { Secrets } from '#server/secrets.ts'
import { codesAMinute, studentCodeLimits } from '#server/students/code-limits.ts'
import { debtAllowed } from '#server/students/debt.rules.ts'
import type { Settings } from './settings.ts'

export type Provided = ReturnType<typeof provide>

/** What this installation provides to the domains; each takes what it needs. `counters` has separate connections. */
export function provide(settings: Settings, counters: Db, secrets: Secrets, log: FastifyBaseLogger) {
  const warn = (what: string) => log.error(what)
  const figures = { ...codeFigures, ...settings.codes }
  return {
    logins: loginLimits(counters, secrets, { ...loginFigures, ...settings.logins }, warn),
    recordAccount: accountRecorder(counters),
    passwords: triesOfPerson(counters, { proof: 'old-password', atMost: 5 }),
    lookUps: lookUpLimits(counters, { ...lookUpFigures, ...settings.lookUps }),
    importFigures: { ...lookUpFigures, ...settings.lookUps },
    studentCodes: studentCodeLimits(counters, settings.studentCodes ?? codesAMinute),
    debtLimit: settings.debtLimit ?? debtAllowed,
    codes: smsCodes({ counters, secrets, figures, limits: codeLimits(counters, secrets, figures, warn) }),
    secondFactor: secondFactor({
      secrets,
      clock: settings.clock,
      compulsory: settings.secondFactor ?? null,
      tries: triesOfPerson(counters, { proof: 'second-factor', atMost: secondFactorTries, exceeded: guessing(warn) }),
      alarm: warn,
    }),
    proofs: triesOfPerson(counters, { proof: 'second-proof', atMost: 10 }),
    secrets,
    paperChecks: verifyLimit(counters, secrets, settings.paperChecks),
    isCommon: settings.isCommon ?? commonPasswords(null),
    pushKey: vapidOf(secrets).publicKey,
    pushHosts: settings.pushHosts ?? [],
    smsNotices: settings.smsNotices ?? false,
    smsInvitations: settings.smsInvitations ?? null,
  }
}

const guessing = (warn: (what: string) => void) => (personId: string) =>
  warn(`somebody who knows the password of person ${personId} tried too many codes of their authenticator`)
