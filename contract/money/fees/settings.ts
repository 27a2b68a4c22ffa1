import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, List, OneOf, optional } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { currencies, Percent, MoneyText } from './amounts.ts'

export const wayKinds = ['cash', 'cheque', 'transfer', 'card', 'other'] as const
export const reductionKinds = ['sibling', 'staff', 'hardship', 'merit', 'early', 'other'] as const
export const measures = ['percent', 'amount'] as const

/** A part of an item: a fixed amount or a percentage; the last part has neither and takes the remainder. */
const PlanPart = z.object({ dueOn: z.string(), amount: z.nullable(z.string()), percent: z.nullable(z.string()) })

const PlanLine = z.object({ itemId: z.string(), amount: z.string(), parts: z.array(PlanPart) })

/** What a grade pays in a year, in its latest version. */
const FeePlan = z.object({
  id: z.string(),
  yearId: z.string(),
  gradeId: z.string(),
  gradeName: z.string(),
  version: z.number(),
  lines: z.array(PlanLine),
  total: z.string(),
  /** How many students were charged by a version of it. */
  charged: z.number(),
})

export const FeeSettings = z.object({
  /** Null: the school has not begun with fees. */
  currency: z.nullable(z.enum(currencies)),
  decimals: z.number(),
  /** Whether something was posted, so that the currency stays. */
  currencyFixed: z.boolean(),
  onlyHighest: z.boolean(),
  reductionLimit: z.nullable(z.string()),
  overdueNotices: z.boolean(),
  version: z.number(),
  ways: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(wayKinds), active: z.boolean() })),
  items: z.array(z.object({ id: z.string(), name: z.string(), rate: z.nullable(z.string()), active: z.boolean() })),
  reductions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(reductionKinds),
      measure: z.enum(measures),
      value: z.nullable(z.string()),
      byChild: z.array(z.string()),
      itemIds: z.array(z.string()),
      active: z.boolean(),
      version: z.number(),
    }),
  ),
  plans: z.array(FeePlan),
  /** The years of the school with their first and last day, and its grades. */
  years: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      current: z.boolean(),
      startsOn: z.nullable(z.string()),
      endsOn: z.nullable(z.string()),
    }),
  ),
  grades: z.array(z.object({ id: z.string(), name: z.string() })),
})

const manages = staff('ManageFees', { school: 'schoolId' }, 'wholeSchool')
const known = { id: optional(Id), active: Bool }
const Name = NameOf(1, 60)

export const NewPlan = z.strictObject({
  schoolId: Id,
  yearId: Id,
  gradeId: Id,
  baseVersion: BaseVersion,
  lines: List(
    z.strictObject({
      itemId: Id,
      amount: MoneyText,
      parts: List(z.strictObject({ dueOn: Day, amount: optional(MoneyText), percent: optional(Percent) }), 1, 24),
    }),
    1,
    30,
  ),
})

/** Further operations (api.md §16): how a school charges its families. */
export const feeSettings = {
  get: operation({
    path: 'Fee/GetSettings',
    access: staff('ViewFees', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: FeeSettings,
  }),

  /** The first save begins: it makes the ways cash, transfer and cheque, and the item tuition, which can be changed. */
  save: operation({
    path: 'Fee/SaveSettings',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      currency: OneOf(currencies),
      onlyHighest: Bool,
      reductionLimit: optional(MoneyText),
      overdueNotices: Bool,
      baseVersion: BaseVersion,
    }),
    output: FeeSettings,
    writes: true,
  }),

  /** In the order of the list. One that is left out stays as it was, after these; nothing is deleted, only switched off. */
  saveWays: operation({
    path: 'Fee/SaveWays',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      ways: List(z.strictObject({ ...known, name: Name, kind: OneOf(wayKinds) }), 1, 30),
    }),
    output: FeeSettings,
    writes: true,
  }),

  saveItems: operation({
    path: 'Fee/SaveItems',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      items: List(z.strictObject({ ...known, name: Name, rate: optional(Percent) }), 1, 30),
    }),
    output: FeeSettings,
    writes: true,
  }),

  saveReductions: operation({
    path: 'Fee/SaveReductions',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      reductions: List(
        z.strictObject({
          ...known,
          name: Name,
          kind: OneOf(reductionKinds),
          measure: OneOf(measures),
          value: optional(MoneyText),
          byChild: List(MoneyText, 0, 9),
          itemIds: List(Id, 0, 30),
        }),
        0,
        30,
      ),
    }),
    output: FeeSettings,
    writes: true,
  }),

  savePlan: operation({
    path: 'Fee/SavePlan',
    access: manages,
    input: NewPlan,
    output: FeeSettings,
    writes: true,
  }),
}
