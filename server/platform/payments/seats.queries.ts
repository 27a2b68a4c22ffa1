import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { portions } from '#server/db/portions.ts'

/** The coins of a school; below zero it owes. */
export async function balanceOf(db: Db, schoolId: string) {
  const { rows } = await sql<{ coins: number }>`
    select coalesce(sum(coins), 0) as coins from coin_entries where school_id = ${schoolId}`.execute(db)
  return rows[0]!.coins
}

export type Charging = { schoolId: string; actorId: string; today: string }

/**
 * Charges the seats of students for the current year, or if there is none, for the next one to become current: one coin each. Students who
 * already have that seat cost nothing, nor do those whose last coin is still valid. Returns how many coins were charged. The students must
 * be locked.
 */
export const chargeSeats = async (db: Db, charging: Charging, studentIds: readonly string[]) =>
  (await chargeSeatsOf(db, charging, studentIds)).coins

/**
 * Keeps the current year current until the call ends. A call that makes another year current waits, and then takes these seats over
 * (`adoptSeats`). A call that may charge seats must call this first of all (decision 073).
 */
export const keepYear = (db: Db, schoolId: string) =>
  db.selectFrom('schools').where('id', '=', schoolId).select('id').forShare().execute()

/** A new seat of a student. */
export type NewSeat = { id: string; studentId: string }

type Charged = { seats: NewSeat[]; coins: number }

/** Like `chargeSeats`, but also returns the new seats, including those that cost nothing because an earlier coin is still valid. */
export async function chargeSeatsOf(
  db: Db,
  { schoolId, actorId, today }: Charging,
  studentIds: readonly string[],
): Promise<Charged> {
  await keepYear(db, schoolId)
  const charged: Charged = { seats: [], coins: 0 }
  for (const some of portions(studentIds, thousands)) {
    const { seats, coins } = await chargeSome(db, { schoolId, actorId, today }, some)
    charged.seats.push(...seats)
    charged.coins += coins
  }
  return charged
}

/** The most students of one statement, because a whole school may be renewed at once. */
const thousands = 2000

async function chargeSome(
  db: Db,
  { schoolId, actorId, today }: Charging,
  studentIds: readonly string[],
): Promise<Charged> {
  const given = studentIds.map((student_id) => ({ student_id, seat_id: newId(), entry_id: newId() }))
  const ids = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(student_id uuid, seat_id uuid, entry_id uuid)`
  // Two statements, each on rows of one school, so that a database that is spread by school can send them to its server.
  const { rows: seats } = await sql<NewSeat>`
    insert into seats as charged (id, school_id, student_id, school_year_id, charged_on, carried_from)
    select g.seat_id, st.school_id, st.id, ${currentYearOf(schoolId)}, ${today}::date, ${seatRunning('st.id', schoolId, today)}
    from ${ids} join students st on st.school_id = ${schoolId} and st.id = g.student_id
    where not ${hasSeat('st.id', schoolId)}
    returning charged.id, charged.student_id`.execute(db)
  const { numAffectedRows } = await sql`
    insert into coin_entries (id, school_id, kind, coins, seat_id, made_by)
    select g.entry_id, charged.school_id, 'seat', -1, charged.id, ${actorId}::uuid
    from ${ids} join seats charged on charged.school_id = ${schoolId} and charged.id = g.seat_id and charged.carried_from is null`.execute(
    db,
  )
  return { seats, coins: Number(numAffectedRows ?? 0) }
}

/**
 * Gives back the coins of seats that were charged today, and ends the seats that carry these coins on. Seats charged earlier stay. Returns
 * how many coins. The students must be locked.
 */
export async function giveBackSeats(db: Db, charging: Charging, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    update seats set refunded_on = ${charging.today}
    where school_id = ${charging.schoolId} and student_id = any(${[...studentIds]}::uuid[])
      and refunded_on is null and charged_on = ${charging.today} and carried_from is null
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    update seats set refunded_on = ${charging.today}
    where school_id = ${charging.schoolId} and carried_from = any(${ids}::uuid[]) and refunded_on is null`.execute(db)
  return refund(db, charging, ids)
}

/** Gives back seats, whatever day they were charged. A seat that carried an earlier coin cost none. Returns how many coins. */
export async function giveBackCharged(db: Db, charging: Charging, seatIds: readonly string[]) {
  const { rows } = await sql<{ id: string; carried: boolean }>`
    update seats set refunded_on = ${charging.today}
    where school_id = ${charging.schoolId} and id = any(${[...seatIds]}::uuid[]) and refunded_on is null
    returning id, carried_from is not null as carried`.execute(db)
  return refund(
    db,
    charging,
    rows.filter(({ carried }) => !carried).map(({ id }) => id),
  )
}

/**
 * A year that became current takes over the seats that were charged without a year. A student who already has a seat of that year was
 * charged twice and gets the coin back. Returns how many coins were given back. The school must be locked.
 */
export async function adoptSeats(db: Db, charging: Charging, yearId: string) {
  const { schoolId, today } = charging
  const { rows: twice } = await sql<{ id: string; carried: boolean }>`
    update seats n set refunded_on = ${today}
    where n.school_id = ${schoolId} and n.school_year_id is null and n.refunded_on is null
      and exists (select from seats s
        where s.school_id = n.school_id and s.student_id = n.student_id and s.school_year_id = ${yearId} and s.refunded_on is null)
    returning n.id, n.carried_from is not null as carried`.execute(db)
  await sql`
    update seats set school_year_id = ${yearId}
    where school_id = ${schoolId} and school_year_id is null and refunded_on is null`.execute(db)
  return refund(
    db,
    charging,
    twice.filter(({ carried }) => !carried).map(({ id }) => id),
  )
}

/** Locks students of a school until the call ends, always in the same order. Returns how many. */
export async function lockStudents(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql`
    select from students st where st.school_id = ${schoolId} and ${among(ids)} order by st.id for no key update`.execute(
    db,
  )
  return rows.length
}

/** Until the call ends, nobody can remove these students or decide anything about them; other records of them can still be stored. */
export const keepStudents = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`select from students st where st.school_id = ${schoolId} and ${among(ids)} order by st.id for key share`.execute(
    db,
  )

/** How many of these students belong to the school. */
export async function countStudents(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from students st where st.school_id = ${schoolId} and ${among(ids)}`.execute(db)
  return rows[0]!.count
}

type Open = { id: string; isPaid: boolean; costs: boolean }
type SeatsQuery = { schoolId: string; today: string; ids: readonly string[] | null }

/** Of the named students, or (null) of all active ones: those whose seat is not paid or not charged. */
export async function openSeats(db: Db, { schoolId, today, ids }: SeatsQuery) {
  const { rows } = await sql<Open>`
    select id, is_paid, not has_seat and running is null as costs from (
      select st.id, st.is_paid, ${hasSeat('st.id', schoolId)} as has_seat, ${seatRunning('st.id', schoolId, today)} as running
      from students st where st.school_id = ${schoolId} and st.left_on is null and st.merged_into is null and ${among(ids)}) seated
    where not is_paid or not has_seat`.execute(db)
  return rows
}

type Renewing = { schoolId: string; fromYearId: string; toYearId: string | null; today: string }

/** How many of these students would cost a coin if their seats were renewed for the next year after the present year ends. */
export async function coinsToRenew(
  db: Db,
  { schoolId, fromYearId, toYearId, today }: Renewing,
  ids: readonly string[],
) {
  const { rows: last } = await sql<{ day: string }>`
    select greatest(${today}::date, max(end_date)) as day from school_year_months
    where school_id = ${schoolId} and school_year_id = ${fromYearId}`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from students st
    where st.school_id = ${schoolId} and ${among(ids)} and ${seatRunning('st.id', schoolId, last[0]!.day)} is null
      and not exists (select from seats s where s.school_id = ${schoolId} and s.student_id = st.id
        and s.school_year_id = ${toYearId}::uuid and s.refunded_on is null)`.execute(db)
  return rows[0]!.count
}

/** The year for which a seat is charged now; undefined: the next one to become current. */
export async function yearCharged(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from school_years where school_id = ${schoolId} and id = ${currentYearOf(schoolId)}`.execute(db)
  return rows[0]
}

/** Marks students as paid, so that their parents can read on. */
export async function markPaid(db: Db, schoolId: string, studentIds: readonly string[]) {
  for (const some of portions(studentIds, thousands))
    await sql`
      update students set is_paid = true, seat_ended_on = null, version = version + 1, modified_at = now()
      where school_id = ${schoolId} and id = any(${some}::uuid[]) and not is_paid`.execute(db)
}

/** The day up to which parents can read: none once the seat is paid, today when it ends. A seat that has already ended stays so. */
export const seatEnd = (isPaid: boolean | undefined, today: string) =>
  isPaid === undefined ? {} : { seatEndedOn: isPaid ? null : sql`coalesce(seat_ended_on, ${today}::date)` }

/** The seat ends on the last day at the school; a seat that had ended before stays so. */
export const seatEndOfLeaving = (leftOn: string) => ({ seatEndedOn: sql`least(seat_ended_on, ${leftOn}::date)` })

async function refund(db: Db, { schoolId, actorId }: Charging, seatIds: readonly string[]) {
  for (const some of portions(seatIds, thousands))
    await db
      .insertInto('coinEntries')
      .values(some.map((seatId) => ({ id: newId(), schoolId, kind: 'seat_refund', coins: 1, seatId, madeBy: actorId })))
      .execute()
  return seatIds.length
}

const among = (ids: readonly string[] | null) =>
  ids ? sql<boolean>`st.id = any(${[...ids]}::uuid[])` : sql<boolean>`st.active`

/** Whether charging a student's seat now would cost a coin. `student`: the column with their id. */
export const costsCoin = (student: string, { schoolId, today }: Pick<Charging, 'schoolId' | 'today'>) =>
  sql<boolean>`(not ${hasSeat(student, schoolId)} and ${seatRunning(student, schoolId, today)} is null)`

/** Whether a student has the seat that a charge would pay for now. */
const hasSeat = (student: string, schoolId: string) => sql<boolean>`exists (
  select from seats s where s.school_id = ${schoolId} and s.student_id = ${sql.ref(student)} and s.refunded_on is null
    and s.school_year_id is not distinct from ${currentYearOf(schoolId)})`

/**
 * The seat of another year whose coin still pays for a student. So a student who was charged shortly before, for a year that was completed
 * by mistake, is not charged again (decision 028). A carried seat is not carried further.
 */
const seatRunning = (student: string, schoolId: string, today: string) => sql<string | null>`(
  select s.id from seats s where s.school_id = ${schoolId} and s.student_id = ${sql.ref(student)} and s.refunded_on is null
    and s.carried_from is null and s.school_year_id is not null
    and ${today}::date <= coalesce(
      (select least(max(m.end_date) - 60, s.charged_on + 365) from school_year_months m
        where m.school_id = ${schoolId} and m.school_year_id = s.school_year_id and m.end_date is not null having count(*) > 0),
      make_date(extract(year from s.charged_on)::integer, 12, 31))
  order by s.charged_on desc, s.id limit 1)`

const currentYearOf = (schoolId: string) =>
  sql`(select id from school_years where school_id = ${schoolId} and active and not completed)`
