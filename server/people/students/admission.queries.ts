import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** A student to be added to a school. By default: no birth date, no picture, active, paid. */
export type Admission = {
  classRoomId: string
  firstName: string
  middleName: string
  lastName: string
  birthDate?: string | null | undefined
  imageUrl?: string | null | undefined
  active?: boolean | null | undefined
  isPaid?: boolean | null | undefined
}

type Taking = { schoolId: string; today: string }

/**
 * Adds students to their classes from today on, each with the next code; returns their ids and codes in the given order. The caller must
 * check the capacity of the classes (`fillClasses`) and charge the seats (`chargeSeats`).
 */
export async function admit(db: Db, { schoolId, today }: Taking, admissions: readonly Admission[]) {
  const first = await drawCodes(db, schoolId, admissions.length)
  const rows = admissions.map((one, index) => ({
    id: newId(),
    school_id: schoolId,
    class_room_id: one.classRoomId,
    code: `ST${String(first + index).padStart(10, '0')}`,
    first_name: one.firstName,
    middle_name: one.middleName,
    last_name: one.lastName,
    birth_date: one.birthDate ?? null,
    image_url: one.imageUrl ?? null,
    active: one.active ?? true,
    is_paid: one.isPaid ?? true,
    membership_id: newId(),
  }))
  // An unpaid seat ends the day before the student came, so that the parents never see the student.
  await sql`
    insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, birth_date, image_url,
      active, is_paid, seat_ended_on)
    select g.id, k.school_id, g.class_room_id, g.code, g.first_name, g.middle_name, g.last_name, g.birth_date, g.image_url, g.active,
      g.is_paid, case when not g.is_paid then ${today}::date - 1 end
    from student_codes k cross join ${given(rows)} where k.school_id = ${schoolId}`.execute(db)
  await sql`
    insert into student_classes (id, school_id, student_id, class_room_id, from_day)
    select g.membership_id, st.school_id, g.id, g.class_room_id, ${today}::date
    from ${given(rows)} join students st on st.school_id = ${schoolId} and st.id = g.id`.execute(db)
  return rows.map(({ id, code }) => ({ id, code }))
}

/** Draws consecutive codes of a school and returns the first number. Others wait until this call ends, so that there are no gaps. */
async function drawCodes(db: Db, schoolId: string, count: number) {
  const { rows } = await sql<{ first: number }>`
    insert into student_codes (school_id, last_number) values (${schoolId}, ${count})
    on conflict (school_id) do update set last_number = student_codes.last_number + ${count}
    returning last_number - ${count} + 1 as first`.execute(db)
  return rows[0]!.first
}

type Joining = { id: string; classRoomId: string }

/** Moves students to other classes from today on; what was recorded in the former ones stays there. Returns the new memberships. */
export async function changeClasses(db: Db, { schoolId, today }: Taking, joining: readonly Joining[]) {
  const rows = joining.map(({ id, classRoomId }) => ({ id, class_room_id: classRoomId, membership_id: newId() }))
  const ids = joining.map(({ id }) => id)
  const { rows: left } = await sql<{ id: string; studentId: string }>`
    update student_classes set to_day = greatest(from_day, ${today}::date)
    where school_id = ${schoolId} and student_id = any(${ids}::uuid[]) and to_day is null returning id, student_id`.execute(
    db,
  )
  await sql`
    insert into student_classes (id, school_id, student_id, class_room_id, from_day)
    select g.membership_id, st.school_id, g.id, g.class_room_id, ${today}::date
    from ${given(rows)} join students st on st.school_id = ${schoolId} and st.id = g.id`.execute(db)
  const leftOf = new Map(left.map(({ id, studentId }) => [studentId, id]))
  return rows.map((row) => ({ studentId: row.id, leftId: leftOf.get(row.id)!, joinedId: row.membership_id }))
}

/** Rows passed to the database as one parameter, however many there are, under the name `g`. */
const given = (rows: readonly Record<string, unknown>[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
  id uuid, school_id uuid, class_room_id uuid, code text, first_name text, middle_name text, last_name text,
  birth_date date, image_url text, active boolean, is_paid boolean, membership_id uuid)`

type Room = { id: string; active: boolean; places: number }

/**
 * Locks classes of a school until the call ends. Returns how many places each has left and whether it is active. Classes of other schools
 * are left out. Always in the same order, so that two calls cannot wait for each other.
 */
export async function lockedRooms(db: Db, schoolId: string, classRoomIds: readonly string[]): Promise<Room[]> {
  await sql`
    select from class_rooms where school_id = ${schoolId} and id = any(${[...classRoomIds]}::uuid[])
    order by id for no key update`.execute(db)
  // Counted in a new statement, because only that sees the rows of the call that had the lock before.
  return roomsIn(db, schoolId, classRoomIds)
}

/** Like `lockedRooms`, for classes that are only read. */
export async function roomsIn(db: Db, schoolId: string, classRoomIds: readonly string[]): Promise<Room[]> {
  const { rows } = await sql<Room>`
    select c.id, c.active,
      c.max_of_students - (select count(*)::integer from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active) as places
    from class_rooms c where c.school_id = ${schoolId} and c.id = any(${[...classRoomIds]}::uuid[])`.execute(db)
  return rows
}

/** Puts students into a class. `changeClasses` changes their memberships. */
export const putInClass = (db: Db, studentIds: readonly string[], classRoomId: string) =>
  sql`
  update students set class_room_id = ${classRoomId}, version = version + 1, modified_at = now()
  where id = any(${[...studentIds]}::uuid[])`.execute(db)
