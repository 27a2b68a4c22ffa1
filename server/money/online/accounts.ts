import { gatewayAccounts, keysNeeded, keysOf } from '#contract/money/online/accounts.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import { type Context, implement, outside } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import { settingsWanted } from '#server/money/fees/money.rules.ts'
import type { ProveAgain } from '#server/platform/identity/prove-again.rules.ts'
import {
  accountOfSchool,
  accountsOf,
  insertAccount,
  insertGatewayWay,
  lockAccount,
  switchOffOthers,
  updateAccount,
} from './accounts.queries.ts'
import { openedKeys, sealedKeys } from './accounts.rules.ts'
import type { GatewayKeys } from './gateways/gateway.ts'
import { ownIntents, payerOf } from './intents.queries.ts'
import { begunAt, callbackUrl, type PaysOnline, shownIntent, storeIntent } from './intents.rules.ts'

type Needs = { online: PaysOnline; proveAgain: ProveAgain }

const names = { paymob: 'Paymob', moyasar: 'Moyasar' }

export const gatewayAccountOperations = implement(gatewayAccounts, ({ online, proveAgain }: Needs) => ({
  get: (context) => shown(context, online, proveAgain),

  async save(context) {
    const { db, user, school, audit, input } = context
    const { gateway, host, active, baseVersion } = input
    await settingsWanted(db, school.id)
    if (!online.gateways.hosts().includes(host)) throw invalid('The operator does not allow this host', 'host')
    const stored = await lockAccount(db, school.id, gateway)
    if (stored) await mustBeCurrent(baseVersion, stored.version, () => shown(context, online, proveAgain))
    const sent = Object.fromEntries(
      keysOf[gateway].flatMap((name) => (input.keys[name] ? [[name, input.keys[name]]] : [])),
    )
    const isOther = Object.keys(sent).length > 0 || (stored !== undefined && stored.host !== host)
    // GatewayKeys that leave for another host are as good as changed.
    if (isOther) await proveAgain(db, user.id, input.otpCode)
    const keys: GatewayKeys = { ...(stored && openedKeys(online.secrets, stored)), ...sent }
    if (keysNeeded[gateway].some((name) => !keys[name])) throw invalid('Enter all keys of this gateway', 'keys')
    if (active) await switchOffOthers(db, school.id, gateway)
    const account = {
      schoolId: school.id,
      gateway,
      host,
      active,
      sealed: sealedKeys(online.secrets, keys),
      last4: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, lastOf(key!)])),
      takesCodes: gateway === 'paymob' && Boolean(keys['kioskIntegration']),
      savedBy: user.id,
    }
    if (stored) await updateAccount(db, account, isOther)
    else await insertAccount(db, account, await insertGatewayWay(db, school.id, names[gateway]))
    await audit('gatewayAccount', school.id)
    return shown(context, online, proveAgain)
  },

  async test(context) {
    const { db, user, school, now } = context
    const account = await accountOfSchool(db, school.id)
    if (!account) throw conflict('This school does not take payments online')
    const { currency } = await settingsWanted(db, school.id)
    const id = newId()
    const setting = {
      id,
      account,
      amount: '1.000',
      currency,
      by: 'page' as const,
      familyCode: 'TEST',
      returnPath: '/settings/fees?tab=online',
      payer: await payerOf(db, user.id),
      now,
    }
    return outside(
      () => begunAt(online, setting),
      async ({ db: later, audit }, begun) => {
        await storeIntent(later, { ...setting, familyId: null, payerId: user.id, dues: [], begun })
        await audit('gatewayAccount', school.id)
        const [row] = await ownIntents(later, user.id, [school.id], id)
        return shownIntent(later, found(row), begun.url)
      },
    )
  },
}))

/** Of a short key it would say too much. */
const lastOf = (key: string) => (key.length < 12 ? '' : key.slice(-4))

type Reader = Pick<Context<typeof gatewayAccounts.get>, 'db' | 'user' | 'school'>

async function shown({ db, user, school }: Reader, { gateways, origin }: PaysOnline, proveAgain: ProveAgain) {
  const accounts = await accountsOf(db, school.id)
  return {
    hosts: gateways.hosts(),
    accounts: accounts.map(({ id, last4, ...account }) => ({
      ...account,
      keys: Object.entries(last4).map(([keyName, last]) => ({ keyName, last4: last })),
      callbackUrl: callbackUrl(origin, id),
    })),
    codeNeeded: await proveAgain.isNeeded(db, user.id),
  }
}
