import * as z from 'zod/mini'
import { platform, staff, staffOrPlatform } from '#contract/language/access.ts'
import {
  Amount,
  BaseVersion,
  Bool,
  Day,
  field,
  Id,
  kept,
  Money,
  optional,
  paging,
  refuse,
  Text,
} from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { PaymentRequest, PaymentTransaction } from './payment-shapes.ts'
import { Done } from '#contract/language/shapes.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const notPositive = 'Transfer Amount must be a positive number'
const amountPaid = Amount(0.01, 9_999_999.99, { tooSmall: notPositive })
const code = Text(1, 100)
const transfer = { transferCode: 'transfareCode', transferDate: 'transfareDate', transferAmount: 'transfareAmount' }
const decidedByTheServer = ['requestDate', 'approvied', 'approviedById']
const reason = optional(Text(0, 500))

const RequestFilter = wireNames(
  z.strictObject({
    schoolId: optional(Id),
    requestDateFrom: optional(Day),
    requestDateTo: optional(Day),
    transferCode: optional(Text(0, 100)),
    transferDateFrom: optional(Day),
    transferDateTo: optional(Day),
    transferAmount: optional(Money),
    paymentTypeId: optional(Id),
    approved: optional(Bool),
    approvedById: optional(Id),
    ...paging,
  }),
  {
    transferCode: 'transfareCode',
    transferDateFrom: 'transfareDateFrom',
    transferDateTo: 'transfareDateTo',
    transferAmount: 'transfareAmount',
    approved: 'approvied',
    approvedById: 'approviedById',
  },
)

const TransactionFilter = wireNames(
  z.strictObject({
    paymentDateFrom: optional(Day),
    paymentDateTo: optional(Day),
    amount: optional(Money),
    paymentTypeId: optional(Id),
    fromId: optional(Id),
    fromName: optional(Text(0, 200)),
    fromType: optional(Text(0, 50)),
    toId: optional(Id),
    toName: optional(Text(0, 200)),
    toType: optional(Text(0, 50)),
    coinTypeId: optional(Id),
    requestId: optional(Id),
    ...paging,
  }),
  { paymentDateTo: 'paymentDateTO', requestId: 'schoolRequestId' },
)

/** The input of a request for coins, also used as the form's schema. */
export const NewPaymentRequest = ignoring(
  wireNames(
    z.strictObject({
      schoolId: Id,
      paymentTypeId: Id,
      transferCode: code,
      transferDate: Day,
      transferAmount: amountPaid,
    }),
    transfer,
  ),
  decidedByTheServer,
)

export const PaymentRequestChange = roundTrip(
  wireNames(
    z.strictObject({
      id: Id,
      paymentTypeId: kept(Id),
      transferCode: kept(code),
      transferDate: kept(Day),
      transferAmount: kept(amountPaid),
      schoolId: optional(Id),
      baseVersion: BaseVersion,
    }),
    transfer,
  ),
  PaymentRequest,
)

/** The input of an approval, also used as the form's schema. `baseVersion`: the version of the request that was read. */
export const Approval = ignoring(
  z.strictObject({
    requestId: Id,
    paymentAmount: amountPaid,
    paymentDate: Day,
    coinTypeId: optional(Id),
    baseVersion: BaseVersion,
  }),
  ['toId', 'toName'],
)

/** The input of a rejection, also used as the form's schema. */
export const Rejection = ignoring(z.strictObject({ requestId: Id, reason, baseVersion: BaseVersion }), ['rejectedById'])

/** A request can only be credited by approving it. */
const NoRequest = field<string>({ type: 'string', format: 'uuid' }, () => refuse('Invalid input'))

/** A payment received without a request, also used as the form's schema. */
export const NewPayment = ignoring(
  wireNames(
    z.strictObject({
      schoolId: Id,
      paymentDate: Day,
      amount: amountPaid,
      paymentTypeId: Id,
      coinTypeId: optional(Id),
      requestId: optional(NoRequest),
    }),
    { schoolId: 'fromId', requestId: 'schoolRequestId' },
  ),
  ['fromName', 'fromType', 'toId', 'toName', 'toType'],
)

/** `amount`: what the payment should have been. The payment itself is never changed; the answer is the row that corrects it. */
export const PaymentCorrection = roundTrip(
  z.strictObject({ id: Id, amount: Amount(0, 9_999_999.99, { tooSmall: notPositive }), reason }),
  PaymentTransaction,
)

const request = { paymentRequest: 'requestId' } as const

export const paymentRequests = {
  list: operation({
    path: 'SchoolPaymentRequest/GetRequests',
    access: staffOrPlatform('ViewSchoolPayment', 'ViewPaymentsRequests', { school: 'schoolId' }),
    input: RequestFilter,
    output: z.array(PaymentRequest),
    paging: 'whole',
  }),

  get: operation({
    path: 'SchoolPaymentRequest/GetRequest',
    access: staffOrPlatform('ViewSchoolPayment', 'ViewPaymentsRequests', request),
    input: z.strictObject({ requestId: Id }),
    output: PaymentRequest,
  }),

  add: operation({
    path: 'SchoolPaymentRequest/AddRequest',
    access: staff('AddSchoolPayment', { school: 'schoolId' }, 'wholeSchool'),
    input: NewPaymentRequest,
    output: PaymentRequest,
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'SchoolPaymentRequest/UpdateRequest',
    access: staff('UpdateSchoolPayment', { paymentRequest: 'id' }, 'wholeSchool'),
    input: PaymentRequestChange,
    output: PaymentRequest,
    writes: true,
    whileInactive: true,
    equal: ['schoolId'],
  }),

  approve: operation({
    path: 'SchoolPaymentRequest/ApproveRequest',
    access: platform('ApprovePaymentRequest', 'platform', request),
    input: Approval,
    output: PaymentRequest,
    writes: true,
  }),

  reject: operation({
    path: 'SchoolPaymentRequest/RejectRequest',
    access: platform('RejectPaymentRequest', 'platform', request),
    input: Rejection,
    output: PaymentRequest,
    writes: true,
  }),

  remove: operation({
    path: 'SchoolPaymentRequest/DeleteRequest',
    access: staff('RemoveSchoolPayment', request, 'wholeSchool'),
    input: z.strictObject({ requestId: Id }),
    output: Done,
    writes: true,
    whileInactive: true,
  }),
}

export const payments = {
  list: operation({
    path: 'PaymentTransaction/GetPaymentsList',
    access: staffOrPlatform('ViewSchoolPayment', 'ViewPaymentsTransaction'),
    input: TransactionFilter,
    output: z.array(PaymentTransaction),
    paging: 'whole',
  }),

  get: operation({
    path: 'PaymentTransaction/GetPayment',
    access: staffOrPlatform('ViewSchoolPayment', 'ViewPaymentsTransaction', { transaction: 'paymentTransactionId' }),
    input: z.strictObject({ paymentTransactionId: Id }),
    output: PaymentTransaction,
  }),

  add: operation({
    path: 'PaymentTransaction/AddPayment',
    access: platform('AssignCoinsToSchool', 'platform', { school: 'schoolId' }),
    input: NewPayment,
    output: PaymentTransaction,
    writes: true,
  }),

  correct: operation({
    path: 'PaymentTransaction/UpdatePayment',
    access: platform('AssignCoinsToSchool', 'platform', { transaction: 'id' }),
    input: PaymentCorrection,
    output: PaymentTransaction,
    writes: true,
  }),
}
