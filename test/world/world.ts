import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { passwordHash } from '#server/platform/identity/passwords.ts'
import { auditOfMorning } from './audit-rows.ts'
import { conductRows } from './conduct-rows.ts'
import { familiesThatAgree } from './demo-families.ts'
import { gradesWithStage, namesInLatin, officePeople, officePeopleRows, paperTemplateRows } from './demo-office.ts'
import { liveBefore } from './demo-start.ts'
import { absenceOfMorning, stepsOfMorning } from './absence-rows.ts'
import { type Calendar, calendarOn } from './calendar.ts'
import { schoolCalendarRows } from './calendar-rows.ts'
import { classes } from './classes.ts'
import { classWorkRows, marksOfMorning } from './class-work.ts'
import { coinRows, coinsOfMorning } from './coins.ts'
import { picturesNamed, pictureRows } from '#test/world/drawings/pictures.ts'
import { familiesOfMorning } from './family-rows.ts'
import { insert, type Rows, startedLists } from './insert.ts'
import { meetingsOfMorning } from './meeting-rows.ts'
import { people } from './people.ts'
import { threadsOfMorning } from './thread-rows.ts'
import { peopleRows } from './people-rows.ts'
import { postRows } from './post-rows.ts'
import { formsAnswered, guardiansOfOmar, recordOfOmar } from './record-of-omar.ts'
import { registerRows, registersOfMorning } from './register.ts'
import { officeRows, rightsRows } from './rights.ts'
import { courses, grades, schools, years } from './schools.ts'
import { askedBeforeMorning, schoolRows } from './school-rows.ts'
import { leavingOfMorning, studentRows } from './student-rows.ts'
import { students } from './students.ts'
import { groupsOfMorning, timetableRows, weeksOfMorning } from './timetable-rows.ts'

/** One small world of named people and schools, the same in tests, journeys and the demo. Ids and names never change. */
export const world = { ...people, ...schools, ...grades, ...courses, ...years, ...classes, ...students }

/** Everybody's password in the demo. */
export const demoPassword = 'kashkool'

export { fillDemo } from './demo-fill.ts'
export { demoAccounts, putDemoProvider } from './demo-provider.ts'

/** The sign-ins that are printed when the demo is loaded. */
export const demoSignIns: { id: string; who: string; phone: string }[] = [
  { ...people.admin, who: 'Platform administrator' },
  { ...people.manager, who: 'Manager of the first school' },
  { ...people.supervisor, who: 'Supervisor' },
  { ...people.teacher, who: 'Teacher' },
  { ...people.parent, who: 'Parent' },
  { ...people.otherManager, who: 'Manager of the second school' },
  { ...people.dual, who: 'Teacher in the first school, parent in the second' },
].map(({ id, who, phone }) => ({ id, who, phone }))

/** Those of the office, which only the demo has. */
export const officeSignIns: typeof demoSignIns = [
  { ...people.registrar, who: 'Registrar of the first school' },
  { ...people.secondSupervisor, who: 'Deputy of the first school, supervisor of two classes' },
  { ...officePeople.accountant, who: 'Accountant of the first school' },
  { ...officePeople.counsellor, who: 'Counsellor of the first school' },
].map(({ id, who, phone }) => ({ id, who, phone }))

/**
 * Inserts the world, as it is on the given day, into a migrated database. Needs the owner's connection; throws if the database has people.
 * `morning`: also the events of a morning at the first school and of the two weeks before it, and pictures, for a demo; tests start before
 * that morning. `now`: nothing of the demo is later. `hash`: the hash of everybody's password, if it was computed before.
 */
export async function loadDemo(
  connection: pg.ClientConfig,
  today: string,
  {
    morning = false,
    hash,
    now = new Date(`${today}T20:00:00Z`),
  }: { morning?: boolean; hash?: string; now?: Date } = {},
): Promise<void> {
  const hashOfAll = hash ?? (await passwordHash(demoPassword))
  await withClient(connection, async (client) => {
    await client.query('begin')
    if (!(await holdsNobody(client))) throw new Error('The demo is loaded only into a database without people')
    const lists = await startedLists(client)
    const calendar = calendarOn(today, { opensToday: morning })
    const rows: Rows = [
      ...peopleRows(hashOfAll),
      ...schoolRows(calendar, lists),
      ...rightsRows(),
      ...studentRows(calendar, lists),
      ...coinRows(calendar, lists),
      ...registerRows(calendar),
      ...classWorkRows(calendar, { everyClass: morning }),
      ...postRows(calendar),
      ...(morning ? familiesOfMorning(hashOfAll, calendar, lists) : []),
      ...(morning ? recordOfOmar(calendar, lists) : []),
      ...(morning ? officeRows(today) : []),
      ...(morning ? officePeopleRows(hashOfAll) : []),
      ...(morning ? paperTemplateRows() : []),
      ...(morning ? morningRows(calendar) : []),
      ...(morning ? coinsOfMorning(calendar, lists) : []),
      ...(morning ? ([['media', pictureRows()]] satisfies Rows) : []),
    ]
    for (const [table, these] of rows) await insert(client, table, these)
    if (morning)
      for (const statement of [
        ...picturesNamed,
        ...marksOfMorning,
        ...leavingOfMorning(calendar),
        ...guardiansOfOmar,
        ...formsAnswered,
        ...meetingsOfMorning(calendar),
        ...threadsOfMorning(calendar),
        ...familiesThatAgree,
        ...gradesWithStage,
        ...namesInLatin,
        askedBeforeMorning(calendar),
        stepsOfMorning(calendar),
        weeksOfMorning(calendar),
        groupsOfMorning(calendar),
      ])
        await client.query(statement)
    // Not left to autovacuum, which runs a minute later, because the first queries already need good plans.
    await client.query(`analyze ${rows.map(([table]) => table).join(', ')}`)
    if (morning) await liveBefore(client, calendar, now)
    await client.query('commit')
  })
}

/** The registers of a morning, what follows from them, and the calendar of the school. */
function morningRows(calendar: Calendar): Rows {
  const registers = registersOfMorning(calendar)
  return [
    ...registers,
    ...absenceOfMorning(calendar, registers),
    ...schoolCalendarRows(calendar),
    ...timetableRows(calendar),
    ...conductRows(calendar),
  ]
}

/** The part of the demo that is signed with the key of the installation, and what follows from it in the audit. */
export async function signedDemo(
  { owner, connection }: { owner: pg.ClientConfig; connection: pg.ClientConfig },
  secrets: Secrets,
  now: Date,
  today: string,
) {
  const { closeDemoTerm, resultsNotified } = await import('#test/world/demo-results.ts')
  await closeDemoTerm(connection, secrets, today)
  const { issueDemoPapers, papersInTime } = await import('#test/world/demo-papers.ts')
  await issueDemoPapers(connection, secrets, now, today)
  const { chargeDemoFees, receiptsNotified } = await import('#test/world/demo-fees.ts')
  await chargeDemoFees(connection, secrets, today)
  const { payDemoOnline } = await import('#test/world/demo-online.ts')
  await payDemoOnline(connection, secrets, now, today)
  const { connectDemo } = await import('#test/world/demo-connections.ts')
  await connectDemo(owner, secrets, now, today)
  const { beginDemoPromotion } = await import('#test/world/demo-promotion.ts')
  await beginDemoPromotion(connection, secrets, today)
  await withClient(owner, async (client) => {
    await client.query('begin')
    for (const statement of [...papersInTime, receiptsNotified, resultsNotified, auditOfMorning(calendarOn(today))])
      await client.query(statement)
    await client.query('commit')
  })
}

/** Whether the database holds no person and no school. */
export const isEmpty = (connection: pg.ClientConfig): Promise<boolean> => withClient(connection, holdsNobody)

async function holdsNobody(client: pg.Client) {
  const { rows } = await client.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from schools) as empty',
  )
  return rows[0]!.empty
}
