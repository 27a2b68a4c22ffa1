import { feeCharging } from '#contract/money/fees/charging.ts'
import { feeCounter, type NewFeePayment } from '#contract/money/fees/counter.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { feeTills } from '#contract/money/fees/tills.ts'
import type * as z from 'zod/mini'
import { newId } from '#server/db/ids.ts'
import { world } from '#test/world/world.ts'
import { type Person, testApp } from './app.ts'
import { tracesIn } from './traces.ts'

const { manager, nile, nileYear, grade4 } = world

/** Tables of fees, so that what refers to another comes first. */
const tables =
  'statement_lines statement_files told_transfers gateway_refunds gateway_payments gateway_events fee_intents gateway_accounts fee_promises fee_receipts fee_numbers fee_lines fee_proposals fee_dues fee_charges fee_postings tills fee_grants family_students families fee_reductions fee_plans fee_items fee_ways fee_settings'

/** An app with what tests of fees need at the first school. */
export async function feesOfNile(own: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(own)
  const { as, connection } = app
  const { sql } = tracesIn(connection)

  const settings = () => as(manager)(feeSettings.get, { schoolId: nile.id })
  /** Removes all fees, which only the owner can do with the proofs switched off, and begins anew. */
  const begin = async (currency: 'EGP' | 'KWD' = 'EGP') => {
    await sql(`set session_replication_role = replica; ${tables
      .split(' ')
      .map((table) => `delete from ${table}`)
      .join(';')};
      set session_replication_role = default`)
    await as(manager)(feeSettings.save, {
      schoolId: nile.id,
      currency,
      onlyHighest: false,
      overdueNotices: false,
    })
    const { ways, items, years } = await settings()
    const { startsOn, endsOn } = years.find(({ id }) => id === nileYear.id)!
    const way = (kind: string) => ways.find((one) => one.kind === kind)!.id
    return {
      tuition: items[0]!.id,
      startsOn: startsOn!,
      endsOn: endsOn!,
      cash: way('cash'),
      cheque: way('cheque'),
      transfer: way('transfer'),
    }
  }

  type Part = { dueOn: string; amount?: string; percent?: string }
  const plan = (lines: { itemId: string; amount: string; parts: Part[] }[], more: object = {}) =>
    as(manager)(feeSettings.savePlan, { schoolId: nile.id, yearId: nileYear.id, gradeId: grade4.id, lines, ...more })
  const ofGrade = { schoolId: nile.id, yearId: nileYear.id, gradeId: grade4.id, fromMonth: false }
  const planned = () => as(manager)(feeCharging.plan, ofGrade)
  const charge = async () => as(manager)(feeCharging.charge, { ...ofGrade, hash: (await planned()).hash })
  const family = async (student: { id: string }, by: Person = manager) =>
    (await as(by)(feeFamilies.get, { schoolId: nile.id, studentId: student.id }))!
  const openTill = (opening = '0', by: Person = manager) => as(by)(feeTills.openTill, { schoolId: nile.id, opening })
  const take = (
    payment: Omit<z.input<typeof NewFeePayment>, 'schoolId' | 'clientOperationId'> & { clientOperationId?: string },
    by: Person = manager,
  ) => as(by)(feeCounter.take, { clientOperationId: newId(), schoolId: nile.id, ...payment })

  return { ...app, sql, begin, settings, plan, planned, charge, ofGrade, family, openTill, take }
}
