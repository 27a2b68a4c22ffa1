import * as z from 'zod/mini'
import { signedIn } from '#contract/language/access.ts'
import { Day, Id, List, MediaUrl, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { MoneyText } from '#contract/money/fees/amounts.ts'
import { Intent, OwnOnline, ToldTransfer } from './shapes.ts'

const paysFor = signedIn('linkedChildren', 'ViewChildernsList')

/** A gateway may take some seconds. */
const lasts = 30_000

/** Further operations (api.md §16): how parents pay fees by a gateway, and report transfers. */
export const feesOnline = {
  own: operation({
    path: 'FeeOnline/GetOwn',
    access: paysFor,
    input: z.strictObject({}),
    output: OwnOnline,
  }),

  /** `amount`: what the parent saw for these parts, so that nobody pays what was paid meanwhile. */
  begin: operation({
    path: 'FeeOnline/Begin',
    access: paysFor,
    input: z.strictObject({
      clientOperationId: Id,
      schoolId: Id,
      dueIds: List(Id, 1, 60),
      amount: MoneyText,
      by: OneOf(['page', 'code']),
    }),
    output: Intent,
    writes: true,
    onceBy: 'clientOperationId',
    lasts,
  }),

  intent: operation({
    path: 'FeeOnline/GetIntent',
    access: paysFor,
    input: z.strictObject({ intentId: Id }),
    output: Intent,
  }),

  tell: operation({
    path: 'FeeOnline/TellTransfer',
    access: paysFor,
    input: z.strictObject({
      clientOperationId: Id,
      schoolId: Id,
      amount: MoneyText,
      day: Day,
      reference: Text(3, 60),
      note: optional(Text(0, 300)),
      imageUrl: optional(MediaUrl),
    }),
    output: ToldTransfer,
    writes: true,
    onceBy: 'clientOperationId',
  }),

  takeBackTold: operation({
    path: 'FeeOnline/TakeBackTold',
    access: paysFor,
    input: z.strictObject({ toldId: Id }),
    output: ToldTransfer,
    writes: true,
  }),
}
