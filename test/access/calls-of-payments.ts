import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import type { Body } from './body.ts'
import { aloneOfStudents } from './calls-of-students.ts'
import { readAlone } from './calls-of-teaching.ts'
import { aloneOfImports } from '#test/world/spare/import-rows.ts'
import { aloneOfInbox } from '#test/world/spare/inbox-rows.ts'

const { nile, delta, closed } = world

/** The objects that ids of requests and payments can name. */
export const thingsOfPayments = (nowhere: Record<string, string>) => ({
  paymentRequest: {
    waiting: idOf('request', nile.id, 'waiting'),
    approved: idOf('request', nile.id, 'first'),
    ofDelta: idOf('request', delta.id, 'first'),
    ...nowhere,
    rejected: idOf('request', nile.id, 'refused'),
    ofClosed: idOf('request', closed.id, 'first'),
  },
  transaction: {
    first: idOf('transaction', nile.id, 'first'),
    ofDelta: idOf('transaction', delta.id, 'first'),
    ...nowhere,
    ofClosed: idOf('transaction', closed.id, 'first'),
  },
})

export const kindsOfPayments = {
  requestId: 'paymentRequest',
  schoolRequestId: 'paymentRequest',
  paymentTransactionId: 'transaction',
  fromId: 'school',
  toId: 'anybody',
  approviedById: 'anybody',
}

/** Ids that are not mixed with the other ids of their operation. */
export const unmixed: Record<string, string[] | undefined> = {
  ...readAlone,
  ...aloneOfStudents,
  ...aloneOfImports,
  ...aloneOfInbox,
  'SchoolPaymentRequest/GetRequests': ['approviedById'],
  'PaymentTransaction/GetPaymentsList': ['fromId', 'toId', 'schoolRequestId'],
  'PaymentTransaction/AddPayment': ['schoolRequestId'],
}

/** What these operations need besides ids. */
export const plainOfPayments = { 'api/School/ChangeActivation': { active: false } }

export const moreOfPayments: Record<string, Body[]> = {
  'api/School/AddCoinsToSchool': [
    { about: 'more than were given', body: { schoolId: nile.id, coinsCount: -1 }, shown: true },
  ],
  'api/School/ChangeActivation': [
    { about: 'opening what is open', id: nile.id },
    { about: 'opening what is closed', id: closed.id },
    { about: 'opening what waits', id: world.pending.id },
  ].map(({ about, id }) => ({ about, body: { schoolId: id, active: true }, shown: true })),
}
