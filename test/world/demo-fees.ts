import type pg from 'pg'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { daysFrom } from '#server/base/days.ts'
import type { Domain } from '#server/call/implement.ts'
import { type Db, openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signerOf } from '#server/db/signing.ts'
import { feeChargingOperations } from '#server/money/fees/charging.ts'
import { feeCounterOperations } from '#server/money/fees/counter.ts'
import { feeDecisionOperations } from '#server/money/fees/decisions.ts'
import { feeFamilyOperations } from '#server/money/fees/families.ts'
import { feeGrantOperations } from '#server/money/fees/grants.ts'
import { feeSettingOperations } from '#server/money/fees/settings.ts'
import { feeStatementOperations } from '#server/money/fees/statements.ts'
import { bringOpenings } from '#server/money/fees/openings.rules.ts'
import { storeStatement } from '#server/money/fees/statements.rules.ts'
import { feeTillOperations } from '#server/money/fees/tills.ts'
import { calendarOn } from './calendar.ts'
import { classes } from './classes.ts'
import { chance } from './ids.ts'
import { officePeople } from './demo-office.ts'
import { people } from './people.ts'
import { grades, schools } from './schools.ts'
import { allStudents, students } from './students.ts'

type Answer = Record<string, never> & { [name: string]: never }
type Moment = { day: string; time: string }

/** Calls operations of fees as a person, as the server does after it has decided that they may. */
function office(db: Db, secrets: Secrets) {
  return async (domain: Domain<never>, name: string, input: object, { day, time }: Moment, user: { id: string }) =>
    db.transaction().execute(async (tx) => {
      await seeOnly(tx, { schools: [schools.nile.id] })
      const context = {
        db: tx,
        user,
        school: { id: schools.nile.id, today: day },
        now: new Date(`${day}T${time}:00Z`),
        input: { schoolId: schools.nile.id, ...input },
        page: { limit: 200, offset: 0 },
        may: () => true,
        audit: async () => {},
        readsStudent: () => {},
      }
      return domain.functions({ secrets } as never)[name]!(context) as Promise<Answer>
    })
}

const { accountant } = officePeople
const { manager } = people

/**
 * A year of fees at the first school: plans of two grades, brothers and sisters who pay less, payments of every way, arrears of three ages, a
 * cheque dated ahead, a receipt that was reversed, a till that was closed with five pounds missing, and a refund that waits for a second person.
 */
export async function chargeDemoFees(connection: pg.ClientConfig, secrets: Secrets, today: string) {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  try {
    await fill(office(db, secrets), today)
  } finally {
    await db.destroy()
  }
}

async function fill(call: ReturnType<typeof office>, today: string) {
  const { schoolDays, year } = calendarOn(today, { opensToday: true })
  const [first, last] = [year.months[0]!.startDate, year.months.at(-1)!.endDate]
  const within = (day: string) => [first, day, last].toSorted()[1]!
  const at = (day: string, time = '08:30'): Moment => ({ day, time })
  const start = at(schoolDays.at(-1)!)
  const settings = (name: string, input: object) => call(feeSettingOperations, name, input, start, manager)

  await settings('save', { currency: 'EGP', onlyHighest: false, reductionLimit: '5000', overdueNotices: true })
  await settings('saveItems', { items: ['الكتب', 'الأنشطة'].map((name) => ({ name, active: true })) })
  const shown = (await settings('saveReductions', {
    reductions: [
      { name: 'أخوة', kind: 'sibling', measure: 'percent', byChild: ['5', '10'], itemIds: [], active: true },
      {
        name: 'أبناء العاملين',
        kind: 'staff',
        measure: 'percent',
        value: '25',
        byChild: [],
        itemIds: [],
        active: true,
      },
      { name: 'تفوق', kind: 'merit', measure: 'amount', value: '1000', byChild: [], itemIds: [], active: true },
    ],
  })) as unknown as Settings
  const item = (name: string) => shown.items.find((one) => one.name === name)!.id
  const way = (kind: string) => shown.ways.find((one) => one.kind === kind)!.id
  const yearId = shown.years.find(({ current }) => current)!.id
  const families = [
    [students.omar, students.laila],
    [students.eldest, students.middleChild, students.youngest],
  ]
  for (const members of families)
    await call(feeFamilyOperations, 'confirm', { studentIds: members.map(({ id }) => id) }, start, accountant)
  const days = [-100, -45, -12, 25].map((ago) => within(daysFrom(today, ago)))
  for (const [grade, tuition] of [
    [grades.grade4, '24000'],
    [grades.grade5, '26000'],
  ] as const) {
    const of = { yearId, gradeId: grade.id }
    const parts = days.map((dueOn, nth) => ({ dueOn, ...(nth < 3 && { percent: '25' }) }))
    const lines = [
      { itemId: item('المصروفات الدراسية'), amount: tuition, parts },
      { itemId: item('الكتب'), amount: '2500', parts: [{ dueOn: days[0] }] },
      { itemId: item('الأنشطة'), amount: '1200', parts: [{ dueOn: days[0], percent: '50' }, { dueOn: days[2] }] },
    ]
    await settings('savePlan', { ...of, lines })
    const plan = (await call(feeChargingOperations, 'plan', { ...of, fromMonth: false }, start, manager)) as {
      hash?: string
    }
    await call(feeChargingOperations, 'charge', { ...of, fromMonth: false, hash: plan.hash }, start, manager)
  }
  await bringBalances(call, shown, start)
  const grant = {
    studentId: students.classmate.id,
    yearId,
    reductionId: shown.reductions[2]!.id,
    reason: 'الأولى على الصف',
  }
  await call(feeGrantOperations, 'grant', grant, start, manager)

  const of = (student: { id: string }) =>
    call(
      feeFamilyOperations,
      'get',
      { studentId: student.id },
      at(today),
      accountant,
    ) as Promise<unknown> as Promise<Family>
  const take = async (student: { id: string }, amount: string, kind: string, moment: Moment, more: object = {}) => {
    const { familyId } = await of(student)
    const input = { clientOperationId: newId(), familyId, amount, wayId: way(kind), ...more }
    return (await call(feeCounterOperations, 'take', input, moment, accountant)) as unknown as {
      receipt: { id: string }
    }
  }

  const payers = allStudents.filter(
    ({ id, active, classRoomId }) =>
      active && charged.has(classRoomId) && id !== students.laila.id && id !== students.movedStudent.id,
  )
  const counterDays = [44, 28, 14, 6, 1].flatMap((back) => schoolDays[back] ?? [])
  for (const [nth, day] of counterDays.entries()) {
    await call(feeTillOperations, 'openTill', { opening: '500' }, at(day, '06:00'), accountant)
    const own = payers.filter(({ id }) => chance(counterDays.length + 1, 'fee day', id) === nth)
    for (const [place, student] of own.entries()) {
      const transfer = chance(3, 'fee way', student.id) === 0
      const more = transfer ? { reference: `IPN${day.replaceAll('-', '')}${String(place).padStart(2, '0')}` } : {}
      const amount = ['9100', '15100', '3000'][chance(8, 'fee amount', student.id)] ?? '22300'
      await take(student, amount, transfer ? 'transfer' : 'cash', at(day, '07:20'), more)
    }
    const till = (await call(feeTillOperations, 'till', {}, at(day), accountant)) as unknown as { cash: string }
    const isLast = nth === counterDays.length - 1
    const counted = isLast ? lessFive(till.cash) : till.cash
    const note = isLast ? 'خمسة جنيهات ناقصة، لم يُعرف سببها' : null
    await call(feeTillOperations, 'closeTill', { counted, note }, at(day, '12:30'), accountant)
  }

  await call(feeTillOperations, 'openTill', { opening: '500' }, at(today, '06:00'), accountant)
  await take(students.omar, '6000', 'cash', at(today, '07:05'))
  const wrong = await take(students.classmate, '9100', 'cash', at(today, '07:12'))
  const reversal = { receiptId: wrong.receipt.id, reason: 'كُتب لأسرة أخرى' }
  await call(feeDecisionOperations, 'reverse', reversal, at(today, '07:15'), manager)
  await take(students.unpaidStudent, '4500', 'cheque', at(today, '07:25'), {
    reference: '000471',
    dated: daysFrom(today, 20),
  })
  await bank(call, of, schoolDays[1] ?? today, at(today, '07:30'))
  const { familyId, owed } = await of(students.youngest)
  const tooMuch = `${BigInt(owed.split('.')[0]!) + 500n}`
  await take(students.youngest, tooMuch, 'transfer', at(today, '07:40'), { reference: 'IPN771203' })
  const refund = { familyId, amount: '500', wayId: way('cash'), reason: 'دُفع أكثر من المستحق' }
  await call(feeDecisionOperations, 'refund', refund, at(today, '07:50'), accountant)
}

/**
 * What two families owed when the school began here, brought as a table of another system: one child owes a part of last year, brother and sister
 * of the other family owe together, under the code that the family had there.
 */
async function bringBalances(call: ReturnType<typeof office>, { items, years }: Settings, moment: Moment) {
  const itemId = items[0]!.id
  const yearId = (years.find(({ current }) => !current) ?? years[0]!).id
  const [alone, brother, sister] = allStudents
    .filter(({ active, classRoomId }) => active && classRoomId === classes.class6b.id)
    .slice(-3)
  const openings = [
    { student: alone!, code: '20417', due: '18000', paid: '13500' },
    { student: brother!, code: '20388', due: '18000', paid: '18000' },
    { student: sister!, code: '20388', due: '17100', paid: '9000' },
  ].map(({ student, code, due, paid }, row) => ({
    row: row + 1,
    studentId: student.id,
    family: { id: null, code, joins: true },
    itemId,
    yearId,
    due,
    paid,
    dueOn: daysFrom(moment.day, -60),
  }))
  const bring = {
    functions: () => ({
      bring: async ({ db }: { db: Db }) => {
        const by = { schoolId: schools.nile.id, today: moment.day, personId: manager.id }
        return { rows: await bringOpenings(db, by, openings) }
      },
    }),
  } as unknown as Domain<never>
  await call(bring, 'bring', {}, moment, manager)
}

/**
 * Three lines of a statement of the bank wait and propose their family: by its code, by what it owes, and by the transfer that a parent
 * reported; one names nobody, and one has become a payment.
 */
async function bank(
  call: ReturnType<typeof office>,
  of: (student: { id: string }) => Promise<Family>,
  day: string,
  moment: Moment,
) {
  const [coded, named, posted] = [
    await of(students.classmate),
    await of(students.movedStudent),
    await of(students.nileSister),
  ]
  const lines = [
    { amount: '4400', text: `تحويل لحظي كود ${coded.code}`, reference: 'FT2604417' },
    { amount: named.owed, text: `حوالة واردة من ولي أمر ${named.children[0]!.studentName}`, reference: 'FT2604422' },
    { amount: '1500', text: 'إيداع نقدي فرع المعادي', reference: 'FT2604430' },
    // A parent reports this transfer (demo-online.ts).
    { amount: '2000', text: 'تحويل لحظي IPN4471902', reference: 'FT2604441' },
    { amount: '3000', text: `تحويل لحظي كود ${posted.code}`, reference: 'FT2604435' },
  ].map((line) => ({ ...line, day }))
  const upload = {
    functions: () => ({ upload: (context: never) => storeStatement(context, { lines, left: 1 }) }),
  } as unknown as Domain<never>
  await call(upload, 'upload', { fileName: 'كشف حساب بنك مصر.xlsx', file: 'ab'.repeat(32) }, moment, accountant)
  const shown = { text: 'FT2604435' }
  const [line] = (await call(feeStatementOperations, 'lines', shown, moment, accountant)).rows as unknown as Named[]
  const matches = [{ lineId: line!.id, familyId: posted.familyId }]
  await call(feeStatementOperations, 'match', { matches }, moment, accountant)
}

/** Parents are told of the receipts of today; of earlier ones they were told then. */
export const receiptsNotified = `delete from outbox where event = 'fees received' and (payload ->> 'receiptId')::uuid in (
  select r.id from fee_receipts r where r.received_on < (select max(received_on) from fee_receipts))`

type Named = { id: string; name: string }
type Settings = {
  items: Named[]
  ways: (Named & { kind: string })[]
  years: (Named & { current: boolean })[]
  reductions: Named[]
}
type Family = { familyId: string; owed: string; code: string; children: { studentName: string }[] }

const charged = new Set<string>(
  [classes.class4a, classes.class4b, classes.class5a, classes.class5b].map(({ id }) => id),
)

/** An amount of whole pounds, less five. */
const lessFive = (amount: string) => `${BigInt(amount.split('.')[0]!) - 5n}`
