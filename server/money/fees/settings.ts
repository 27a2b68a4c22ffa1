import { amountText, decimalsOf, exact, fitsCurrency } from '#contract/money/fees/amounts.ts'
import { feeParts } from '#contract/money/fees/parts.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import type { OutputOf, ReadInputOf } from '#contract/language/operation.ts'
import { changedMeanwhile, conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { mustFit, settingsWanted } from './money.rules.ts'
import {
  feeReductionsOf,
  feeSettingsOf,
  hasPosted,
  insertFeePlan,
  insertSettings,
  feeItemsOf,
  lockFees,
  plansOf,
  storeFeeItems,
  storeReductions,
  storeWays,
  updateFeeSettings,
  waysOf,
  yearsAndGrades,
} from './settings.queries.ts'

export const feeSettingOperations = implement(feeSettings, {
  get: ({ db, school }) => shown(db, school.id),

  async save({ db, school, audit, input }) {
    const { currency, onlyHighest, reductionLimit = null, overdueNotices, baseVersion } = input
    if (reductionLimit !== null) mustFit(reductionLimit, decimalsOf[currency], 'reductionLimit')
    const row = { schoolId: school.id, currency, onlyHighest, reductionLimit, overdueNotices }
    const before = await lockFees(db, school.id)
    if (!before) {
      if ((await insertSettings(db, row)) === 0) throw changedMeanwhile({ current: await shown(db, school.id) })
      await storeWays(db, school.id, firstWays)
      await storeFeeItems(db, school.id, [{ id: null, name: firstItem, rate: null, active: true }])
    } else {
      if (baseVersion != null && baseVersion !== before.version)
        throw changedMeanwhile({ current: await shown(db, school.id) })
      if (before.currency !== currency && (await hasPosted(db, school.id)))
        throw conflict('The currency stays once something was charged or paid', { field: 'currency' })
      await updateFeeSettings(db, row)
    }
    await audit('feeSettings', school.id)
    return shown(db, school.id)
  },

  async saveWays({ db, school, audit, input: { ways } }) {
    await settingsWanted(db, school.id)
    const known = await waysOf(db, school.id)
    const rows = ways.map(({ id = null, ...way }) => ({ id, ...way }))
    mustBeKnown(rows, known)
    mustDiffer(
      rows.map(({ name }) => name),
      'A name is listed twice',
      'ways',
    )
    for (const { id, kind } of rows)
      if (id && known.find((one) => one.id === id)!.kind !== kind)
        throw invalid('The kind of a way stays; switch it off and add another one', 'ways')
    await storeWays(db, school.id, rows)
    await audit('feeSettings', school.id)
    return shown(db, school.id)
  },

  async saveItems({ db, school, audit, input: { items } }) {
    await settingsWanted(db, school.id)
    if (items.some(({ rate }) => rate && exact(rate) >= 100_000n))
      throw invalid('Write a percentage from 0 to 100', 'items')
    const rows = items.map(({ id = null, rate = null, ...item }) => ({ id, rate, ...item }))
    mustBeKnown(rows, await feeItemsOf(db, school.id))
    mustDiffer(
      rows.map(({ name }) => name),
      'A name is listed twice',
      'items',
    )
    await storeFeeItems(db, school.id, rows)
    await audit('feeSettings', school.id)
    return shown(db, school.id)
  },

  async saveReductions({ db, school, audit, input: { reductions } }) {
    const { decimals } = await settingsWanted(db, school.id)
    const rows = reductions.map(({ id = null, value = null, ...reduction }) => ({ id, value, ...reduction }))
    mustBeKnown(rows, await feeReductionsOf(db, school.id))
    mustDiffer(
      rows.map(({ name }) => name),
      'A name is listed twice',
      'reductions',
    )
    const items = new Set((await feeItemsOf(db, school.id)).map(({ id }) => id))
    for (const row of rows) {
      mustBeReduction(row, decimals)
      if (row.itemIds.some((id) => !items.has(id))) throw notFound()
    }
    await storeReductions(db, school.id, rows)
    await audit('feeSettings', school.id)
    return shown(db, school.id)
  },

  async savePlan({ db, user, school, audit, input: { yearId, gradeId, baseVersion, lines } }) {
    const { decimals } = found(await lockFees(db, school.id))
    await mustBePlan(db, school.id, decimals, { yearId, gradeId, lines })
    const [before] = await plansOf(db, school.id, { yearId, gradeId })
    if (baseVersion != null && baseVersion !== (before?.version ?? null))
      throw changedMeanwhile({ current: await shown(db, school.id) })
    const stored = lines.map(({ itemId, amount, parts }) => ({
      itemId,
      amount,
      parts: parts.map((part, nth) => ({
        dueOn: part.dueOn,
        // The last part is what is left, whatever was written there.
        amount: nth === parts.length - 1 ? null : (part.amount ?? null),
        percent: nth === parts.length - 1 ? null : (part.percent ?? null),
      })),
    }))
    const plan = { schoolId: school.id, yearId, gradeId, lines: stored, savedBy: user.id }
    await insertFeePlan(db, { ...plan, version: (before?.version ?? 0) + 1 })
    await audit('feePlan', gradeId)
    return shown(db, school.id)
  },
})

const firstWays = [
  { id: null, name: 'نقدًا', kind: 'cash', active: true },
  { id: null, name: 'شيك', kind: 'cheque', active: true },
  { id: null, name: 'تحويل بنكي', kind: 'transfer', active: true },
]
const firstItem = 'المصروفات الدراسية'

function mustBeKnown(rows: readonly { id: string | null }[], known: readonly { id: string }[]) {
  const ids = new Set(known.map(({ id }) => id))
  if (rows.some(({ id }) => id !== null && !ids.has(id))) throw notFound()
  mustDiffer(
    rows.flatMap(({ id }) => id ?? []),
    'A name is listed twice',
  )
}

type Reduction = { kind: string; measure: string; value: string | null; byChild: readonly string[] }

function mustBeReduction({ kind, measure, value, byChild }: Reduction, decimals: number) {
  const ofSiblings = kind === 'sibling'
  const values = ofSiblings ? byChild : [value].flatMap((one) => one ?? [])
  if (values.length === 0 || (ofSiblings ? value !== null : byChild.length > 0))
    throw invalid('Write how much is taken off', 'reductions')
  for (const one of values) {
    if (measure === 'percent' && exact(one) > 100_000n) throw invalid('Write a percentage from 0 to 100', 'reductions')
    if (measure === 'amount') mustFit(one, decimals, 'reductions')
  }
}

type Planned = Pick<ReadInputOf<typeof feeSettings.savePlan>, 'yearId' | 'gradeId' | 'lines'>

async function mustBePlan(db: Db, schoolId: string, decimals: number, { yearId, gradeId, lines }: Planned) {
  const { years, grades } = await yearsAndGrades(db, schoolId)
  const year = found(years.find(({ id }) => id === yearId))
  if (!grades.some(({ id }) => id === gradeId)) throw notFound()
  mustDiffer(
    lines.map(({ itemId }) => itemId),
    'An item is listed twice',
    'lines',
  )
  const items = new Set((await feeItemsOf(db, schoolId)).map(({ id }) => id))
  if (lines.some(({ itemId }) => !items.has(itemId))) throw notFound()
  for (const line of lines) mustBeParts(line, year, decimals)
}

type Days = { startsOn: string | null; endsOn: string | null }

function mustBeParts({ amount, parts }: Planned['lines'][number], { startsOn, endsOn }: Days, decimals: number) {
  mustFit(amount, decimals, 'lines')
  for (const part of parts) {
    if (part.amount && part.percent) throw invalid('A part has an amount or a percentage, not both', 'lines')
    if (part.amount) mustFit(part.amount, decimals, 'lines')
    if ((startsOn && part.dueOn < startsOn) || (endsOn && part.dueOn > endsOn))
      throw invalid('This day is outside the school year', 'lines')
  }
  if (parts.some((part, nth) => nth > 0 && part.dueOn < parts[nth - 1]!.dueOn))
    throw invalid('Parts are in the order of their days', 'lines')
  if (parts.slice(0, -1).some((part) => !part.amount && !part.percent))
    throw invalid('Only the last part takes the remainder', 'lines')
  if (feeParts(exact(amount), parts, decimals) === null) throw invalid('The parts exceed the amount', 'lines')
}

async function shown(db: Db, schoolId: string): Promise<OutputOf<typeof feeSettings.get>> {
  const settings = await feeSettingsOf(db, schoolId)
  const { years, grades } = await yearsAndGrades(db, schoolId)
  const decimals = settings?.decimals ?? 2
  const inCurrency = (text: string) => (fitsCurrency(exact(text), decimals) ? amountText(exact(text), decimals) : text)
  const reductions = await feeReductionsOf(db, schoolId)
  const plans = await plansOf(db, schoolId)
  return {
    currency: settings?.currency ?? null,
    decimals,
    currencyFixed: await hasPosted(db, schoolId),
    onlyHighest: settings?.onlyHighest ?? false,
    reductionLimit: settings?.reductionLimit ?? null,
    overdueNotices: settings?.overdueNotices ?? false,
    version: settings?.version ?? 0,
    ways: await waysOf(db, schoolId),
    items: await feeItemsOf(db, schoolId),
    reductions: reductions.map((one) => ({
      ...one,
      value: one.value && inCurrency(one.value),
      byChild: one.byChild.map(inCurrency),
    })),
    plans: plans.map((plan) => ({
      ...plan,
      lines: plan.lines.map((line) => ({
        ...line,
        amount: inCurrency(line.amount),
        parts: line.parts.map((part) => ({ ...part, amount: part.amount && inCurrency(part.amount) })),
      })),
      total: amountText(
        plan.lines.reduce((sum, { amount }) => sum + exact(amount), 0n),
        decimals,
      ),
    })),
    years,
    grades,
  }
}
