import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { counts, isOpen, isTakenHere, joinClosures } from '#server/school/presence/open-days.queries.ts'
import { changeRow, lockInOrder } from '#server/db/change-row.ts'

/** It uses the time of the database, because the rows of a later year use it too (`isBuiltUpon` compares them). */
export const endYear = (db: Db, schoolId: string, id: string) =>
  changeRow(db, { table: 'schoolYears', schoolId, id }, { active: false, completed: true, completedAt: sql`now()` })

export const resumeYear = (db: Db, schoolId: string, id: string) =>
  changeRow(db, { table: 'schoolYears', schoolId, id }, { active: true, completed: false, completedAt: null })

/** Ends the paid seats of a school today, and stores with which year they ended. */
export async function endSeats(
  db: Db,
  { schoolId, yearId, today }: { schoolId: string; yearId: string; today: string },
) {
  await lockInOrder(db, { table: 'students', schoolId, which: sql`is_paid` })
  await sql`
  update students set is_paid = false, seat_ended_on = ${today}, ended_with_year_id = ${yearId},
    version = version + 1, modified_at = now()
  where school_id = ${schoolId} and is_paid`.execute(db)
}

/** Closes the classes of a year. A class with students who wait for a second round stays open. */
export async function closeClasses(db: Db, schoolId: string, yearId: string) {
  await lockInOrder(db, { table: 'classRooms', schoolId, which: sql`school_year_id = ${yearId} and active` })
  await sql`
  update class_rooms c set active = false, closed_with_year = true, version = version + 1, modified_at = now()
  where c.school_id = ${schoolId} and c.school_year_id = ${yearId} and c.active
    and not exists (select from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active)`.execute(
    db,
  )
}

/** Reopens the classes that were closed with a year. */
export async function reopenClasses(db: Db, schoolId: string, yearId: string) {
  await lockInOrder(db, { table: 'classRooms', schoolId, which: sql`school_year_id = ${yearId} and closed_with_year` })
  await sql`
  update class_rooms set active = true, closed_with_year = false, version = version + 1, modified_at = now()
  where school_id = ${schoolId} and school_year_id = ${yearId} and closed_with_year`.execute(db)
}

/** Marks the seats that ended with a year, and have not changed since, as paid again. */
export async function restoreSeats(db: Db, schoolId: string, yearId: string) {
  await lockInOrder(db, { table: 'students', schoolId, which: sql`ended_with_year_id = ${yearId}` })
  await sql`
  update students set is_paid = true, seat_ended_on = null, version = version + 1, modified_at = now()
  where school_id = ${schoolId} and ended_with_year_id = ${yearId}`.execute(db)
}

/** Whether later data depends on the end of a year: another year was completed since, or another year has seats or exams. */
export async function isBuiltUpon(db: Db, schoolId: string, yearId: string) {
  const { rows } = await sql<{ built: boolean }>`
    select exists (
      select from school_years y where y.school_id = ${schoolId} and y.id <> done.id and (
        y.completed_at > done.completed_at
        or exists (select from seats s where s.school_id = ${schoolId} and s.school_year_id = y.id and s.refunded_on is null
          and s.created_at > done.completed_at)
        or exists (select from exams e join school_year_months m on m.school_id = e.school_id and m.id = e.month_id
          where e.school_id = ${schoolId} and m.school_year_id = y.id and e.removed_at is null and e.created_at > done.completed_at))) as built
    from school_years done where done.school_id = ${schoolId} and done.id = ${yearId}`.execute(db)
  return rows[0]!.built
}

export type Unfinished = {
  lastDay: string | null
  registersNotTaken: number
  examsWithoutMarks: number
  seatsEnding: number
}

/**
 * What is unfinished in a year on a day. A register is missing if a class with students has none on an open day of the year on
 * which another class of the school took one that counts. What was brought from another system is no such day, and stands for the register of a class
 * only where it is of at least half of its students. An exam that took place is unfinished if a student who took part has
 * no mark.
 */
export async function unfinishedOf(db: Db, schoolId: string, yearId: string, today: string): Promise<Unfinished> {
  const { rows } = await sql<Unfinished>`
    with days as (
      select distinct a.date from attendance_sheets a join school_year_days y on y.school_id = a.school_id
      where a.school_id = ${schoolId} and y.id = ${yearId} and a.date between y.first_day and least(y.last_day, ${today}::date)
        and ${counts({ inSchool: schoolId, classRoom: 'a.class_room_id', date: 'a.date' })}
        and ${isTakenHere(schoolId, { classRoom: 'a.class_room_id', date: 'a.date' })}
    )
    select (select max(end_date) from school_year_months where school_id = ${schoolId} and school_year_id = ${yearId}) as last_day,
      (select count(*)::integer from class_rooms c ${joinClosures('c')} join days d on ${isOpen(sql`d.date`)}
        where c.school_id = ${schoolId} and c.active
          and exists (select from student_classes h where h.school_id = ${schoolId} and h.class_room_id = c.id and h.from_day <= d.date
            and (h.to_day is null or h.to_day >= d.date))
          and not ${isTakenHere(schoolId, { classRoom: 'c.id', date: 'd.date' })}
          and (select count(*) * 2 from attendance_marks m where m.school_id = ${schoolId} and m.class_room_id = c.id and m.date = d.date)
            < greatest((select count(*) from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active), 1)
      ) as registers_not_taken,
      (select count(*)::integer from exams e join school_year_months m on m.school_id = e.school_id and m.id = e.month_id
        where e.school_id = ${schoolId} and m.school_year_id = ${yearId} and e.removed_at is null and e.exam_date <= ${today}
          and exists (select from student_exams r where r.school_id = ${schoolId} and r.exam_id = e.id and r.removed_at is null
            and r.total_result is null and r.is_attend is distinct from false)
      ) as exams_without_marks,
      (select count(*)::integer from students st where st.school_id = ${schoolId} and st.is_paid) as seats_ending`.execute(
    db,
  )
  return rows[0]!
}
