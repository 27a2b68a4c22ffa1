import * as z from 'zod/mini'
import { wireNames } from '#contract/language/wire-names.ts'

const text = z.nullable(z.string())
const number = z.nullable(z.number())

/** A school's money transfer: waiting (`approved` null), approved or rejected; and what was credited for it. */
export const PaymentRequest = wireNames(
  z.object({
    id: z.string(),
    schoolId: z.string(),
    schoolName: z.string(),
    approved: z.nullable(z.boolean()),
    /** The person who approved or rejected it. */
    approvedById: text,
    approvedByName: text,
    paymentTypeId: z.string(),
    paymentTypeName: z.string(),
    requestDate: z.string(),
    transferCode: z.string(),
    transferDate: z.string(),
    transferAmount: z.number(),
    /** The coin type of the school. */
    coinTypeId: text,
    paymentAmount: number,
    coins: number,
    rejectReason: text,
    /** Whether another school used this code with this payment type. Only for the platform, else null. */
    sameCodeElsewhere: z.nullable(z.boolean()),
    /** Money left over from earlier payments, which counts towards this one while it waits. Only for the platform, else null. */
    leftOver: number,
    version: z.number(),
    /** What the caller may decide about it; a school may decide nothing. */
    may: z.object({ approve: z.boolean(), reject: z.boolean() }),
  }),
  {
    approved: 'approvied',
    approvedById: 'approviedById',
    approvedByName: 'approviedByName',
    transferCode: 'transfareCode',
    transferDate: 'transfareDate',
    transferAmount: 'transfareAmount',
    coinTypeId: 'schoolCoinTypeId',
  },
)

/** Money that was received from a school, or a correction: `adjusts` names the payment that it corrects. */
export const PaymentTransaction = wireNames(
  z.object({
    id: z.string(),
    paymentDate: z.string(),
    paymentTypeId: z.string(),
    paymentTypeName: z.string(),
    requestId: text,
    transferCode: text,
    fromType: z.string(),
    fromId: z.string(),
    fromName: z.string(),
    toType: z.string(),
    /** The person who approved the request; without a request, the person who recorded the payment. */
    toId: z.string(),
    toName: z.string(),
    amount: z.number(),
    coinTypeId: z.string(),
    coinTypeName: z.string(),
    coins: z.number(),
    adjusts: text,
    may: z.object({ correct: z.boolean() }),
  }),
  {
    paymentTypeName: 'paymentType',
    requestId: 'schoolRequestId',
    transferCode: 'schoolPaymentRequest',
    coinTypeName: 'coinType',
  },
)
