import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Lists, Row, Rows } from './insert.ts'
import { people } from './people.ts'
import { schools, years } from './schools.ts'
import { allStudents } from './students.ts'

type Request = {
  name: string
  school: (typeof schools)[keyof typeof schools]
  type: string
  code: string
  amount: number
  daysAgo: number
  /** The default is the day after the request. */
  decidedDaysAgo?: number
  approved: boolean | null
  reason?: string
}

/** A coin costs 1, so a payment buys as many coins as its amount. */
const requests: Request[] = [
  {
    name: 'first',
    school: schools.nile,
    type: 'bank transfer',
    code: 'TRX-1001',
    amount: 300,
    daysAgo: 90,
    approved: true,
  },
  {
    name: 'refused',
    school: schools.nile,
    type: 'bank transfer',
    code: 'TRX-1002',
    amount: 150,
    daysAgo: 40,
    approved: false,
    reason: 'رقم التحويل غير موجود في كشف الحساب',
  },
  {
    name: 'waiting',
    school: schools.nile,
    type: 'bank transfer',
    code: 'TRX-1003',
    amount: 150,
    daysAgo: 2,
    approved: null,
  },
  { name: 'first', school: schools.delta, type: 'cash', code: 'C-77', amount: 40, daysAgo: 85, approved: true },
  { name: 'first', school: schools.closed, type: 'cash', code: 'C-15', amount: 10, daysAgo: 300, approved: true },
]

/** The payments on the platform's desk in the morning: another open one, and one that was approved before. */
const requestsOfMorning: Request[] = [
  {
    name: 'second',
    school: schools.delta,
    type: 'bank transfer',
    code: 'TRX-1004',
    amount: 60,
    daysAgo: 1,
    approved: null,
  },
  {
    name: 'second',
    school: schools.nile,
    type: 'bank transfer',
    code: 'TRX-0998',
    amount: 250,
    daysAgo: 3,
    // Today, so that money was received in every month that has begun.
    decidedDaysAgo: 0,
    approved: true,
  },
]

export const coinsOfMorning = (calendar: Calendar, lists: Lists): Rows => {
  const approved = requestsOfMorning.filter((request) => request.approved)
  return [
    ['payment_requests', requestsOfMorning.map((request) => requestRow(request, calendar, lists))],
    ['payment_transactions', approved.map((request) => transactionRow(request, calendar, lists))],
    ['coin_entries', approved.map((request) => paymentEntry(request, calendar))],
  ]
}

/** The payments of the schools, and the seats that were paid with them. */
export function coinRows(calendar: Calendar, lists: Lists): Rows {
  const approved = requests.filter((request) => request.approved)
  const seated = allStudents.filter(({ seat }) => seat !== 'never')
  return [
    ['payment_requests', requests.map((request) => requestRow(request, calendar, lists))],
    ['payment_transactions', approved.map((request) => transactionRow(request, calendar, lists))],
    ['seats', seated.map((student) => seatRow(student, calendar))],
    [
      'coin_entries',
      [...approved.map((request) => paymentEntry(request, calendar)), ...seated.map((one) => seatEntry(one, calendar))],
    ],
  ]
}

const decidedOn = ({ daysAgo, decidedDaysAgo = daysAgo - 1 }: Request, today: string) =>
  daysFrom(today, -decidedDaysAgo)

const idFor = (kind: string, { name, school }: Request) => idOf(kind, school.id, name)

function requestRow(request: Request, { today }: Calendar, { paymentTypes }: Lists): Row {
  const { school, type, code, amount, daysAgo, approved, reason } = request
  const day = daysFrom(today, -daysAgo)
  const decided = approved !== null
  return {
    id: idFor('request', request),
    school_id: school.id,
    payment_type_id: paymentTypes.get(type),
    requested_by: school.adminId,
    requested_at: `${day}T10:00:00Z`,
    transfer_code: code,
    transfer_date: day,
    transfer_amount: amount,
    approved,
    decided_by: decided ? people.admin.id : null,
    decided_at: decided ? `${decidedOn(request, today)}T06:00:00Z` : null,
    reject_reason: reason ?? null,
  }
}

const transactionRow = (request: Request, { today }: Calendar, { paymentTypes, coinType }: Lists) => ({
  id: idFor('transaction', request),
  school_id: request.school.id,
  payment_type_id: paymentTypes.get(request.type),
  request_id: idFor('request', request),
  payment_date: decidedOn(request, today),
  amount: request.amount,
  coin_type_id: coinType,
  coin_value: 1,
  coins: request.amount,
  recorded_by: people.admin.id,
  created_at: `${decidedOn(request, today)}T06:00:00Z`,
})

const paymentEntry = (request: Request, { today }: Calendar) => ({
  id: idOf('entry', idFor('transaction', request)),
  school_id: request.school.id,
  kind: 'payment',
  coins: request.amount,
  payment_transaction_id: idFor('transaction', request),
  seat_id: null,
  made_by: people.admin.id,
  created_at: `${decidedOn(request, today)}T06:00:00Z`,
})

type Student = (typeof allStudents)[number]

const yearIds = new Map<string, string>(
  Object.values(years).flatMap(({ id, schoolId, current }) => (current ? [[schoolId, id]] : [])),
)
const admins = new Map<string, string>(Object.values(schools).map(({ id, adminId }) => [id, adminId]))

/** A school without a current year pays for seats of its next year. */
const seatRow = ({ id, schoolId }: Student, { firstDay }: Calendar) => ({
  id: idOf('seat', id),
  school_id: schoolId,
  student_id: id,
  school_year_id: yearIds.get(schoolId) ?? null,
  charged_on: firstDay,
})

const seatEntry = ({ id, schoolId }: Student, { firstDay }: Calendar) => ({
  id: idOf('entry', idOf('seat', id)),
  school_id: schoolId,
  kind: 'seat',
  coins: -1,
  payment_transaction_id: null,
  seat_id: idOf('seat', id),
  made_by: admins.get(schoolId),
  created_at: `${firstDay}T09:30:00Z`,
})
