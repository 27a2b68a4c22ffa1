import type pg from 'pg'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { type Db, openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signerOf } from '#server/db/signing.ts'
import { duesOfFamily, familyOfStudent } from '#server/money/fees/family.queries.ts'
import {
  accountOfSchool,
  type AccountRow,
  insertAccount,
  insertGatewayWay,
} from '#server/money/online/accounts.queries.ts'
import { sealedKeys } from '#server/money/online/accounts.rules.ts'
import { applyEvent } from '#server/money/online/applying.rules.ts'
import { insertIntent } from '#server/money/online/intents.queries.ts'
import { insertTold } from '#server/money/online/told.queries.ts'
import { demoGatewayHost } from '#server/run/start/demo-gateway.ts'
import { paymobKeys } from '#test/world/gateways/paymob.mjs'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const keys = paymobKeys('kashkool-demo-secret')
const schoolId = schools.nile.id

/**
 * The first school takes fees by the gateway of the demo: one payment came, one waits for the bank, one is unclear because nobody set out to pay it,
 * and a parent reported a transfer.
 */
export async function payDemoOnline(connection: pg.ClientConfig, secrets: Secrets, now: Date, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  try {
    await db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [schoolId] })
      await fill(tx, secrets, now, today)
    })
  } finally {
    await db.destroy()
  }
}

async function fill(db: Db, secrets: Secrets, now: Date, today: string) {
  const last4 = { secretKey: keys['secretKey']!.slice(-4), hmacSecret: keys['hmacSecret']!.slice(-4) }
  const account = { schoolId, gateway: 'paymob' as const, host: demoGatewayHost, active: true, takesCodes: true }
  const sealed = sealedKeys(secrets, keys)
  const savedBy = people.manager.id
  await insertAccount(db, { ...account, sealed, last4, savedBy }, await insertGatewayWay(db, schoolId, 'Paymob'))
  const stored = (await accountOfSchool(db, schoolId))!
  const told = { db, secrets, account: stored, now, today, verified: 'signature' as const, alarm: () => {} }
  const before = (minutes: number) => new Date(+now - minutes * 60_000)

  const paid = await setOut(db, stored, { student: students.omar, order: '216999001', at: before(55) })
  await applyEvent(told, received('216999001', '191999001', paid))
  await setOut(db, stored, { student: students.laila, order: '216999002', at: before(4) })
  await applyEvent(told, received('216999003', '191999003', '1250.000'))

  const familyId = (await familyOfStudent(db, schoolId, students.omar.id))!
  const transfer = { schoolId, familyId, payerId: people.parent.id, amount: '2000', day: today }
  await insertTold(db, { ...transfer, reference: 'IPN4471902', note: 'من حساب والدهم', imageUrl: null })
}

type SettingOut = { student: { id: string }; order: string; at: Date }

/** The parent sets out to pay the oldest part of a child that is owed; answers how much. */
async function setOut(db: Db, account: AccountRow, { student, order, at }: SettingOut) {
  const familyId = (await familyOfStudent(db, schoolId, student.id))!
  const dues = await duesOfFamily(db, schoolId, familyId)
  const due = dues.find(({ studentId, open }) => studentId === student.id && !/^0+(\.0+)?$/.test(open))!
  await insertIntent(db, {
    schoolId,
    id: newId(),
    accountId: account.id,
    familyId,
    payerId: people.parent.id,
    dues: [{ id: due.id, share: due.open }],
    amount: due.open,
    currency: 'EGP',
    gatewayOrder: order,
    byCode: null,
    createdAt: at,
    expiresAt: new Date(+at + 3 * 24 * 3_600_000),
  })
  return due.open
}

const received = (gatewayOrder: string, transactionId: string, amount: string) => ({
  kind: 'payment' as const,
  outcome: 'paid' as const,
  gatewayOrder,
  transactionId,
  amount,
  currency: 'EGP',
  merchant: null,
  isTotal: false,
  body: { id: Number(transactionId), 'order.id': Number(gatewayOrder), 'source_data.pan': '2346' },
})
