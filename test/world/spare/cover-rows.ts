import type pg from 'pg'
import { idOf } from '#test/world/ids.ts'
import { insert } from '#test/world/insert.ts'
import { world } from '#test/world/world.ts'

const { nile, delta, teacher, mathsTeacher, deltaTeacher, deltaSupervisor } = world

const of = (kind: string) => ({ own: idOf(kind, nile.id), ofAnotherSchool: idOf(kind, delta.id) })
const [absence, cover] = [of('spare absence'), of('spare cover')]

export const thingsOfCovers = (nowhere: Record<string, string>) => ({
  absence: { ...absence, ...nowhere },
  cover: { ...cover, ...nowhere },
})

export const kindsOfCovers = { absenceId: 'absence', coverId: 'cover' }

/** An absence and the cover of a lesson of a draft, which opens nothing, in each of two schools. */
export async function spareCovers(owner: pg.Client) {
  for (const [place, { school, absent, covering }] of [
    ['own', { school: nile, absent: mathsTeacher, covering: teacher }],
    ['ofAnotherSchool', { school: delta, absent: deltaTeacher, covering: deltaSupervisor }],
  ] as const) {
    const at = { school_id: school.id }
    await insert(owner, 'staff_absences', [
      {
        ...at,
        id: absence[place],
        teacher_id: absent.id,
        from_day: '2027-01-10',
        to_day: '2027-01-10',
        kind: 'leave',
        told_by: absent.id,
      },
    ])
    await insert(owner, 'covers', [
      {
        ...at,
        id: cover[place],
        day: '2027-01-10',
        lesson_id: idOf('spare lesson', school.id),
        number: 1,
        absent_id: absent.id,
        teacher_id: covering.id,
        way: 'cover',
        state: 'given',
        asked_by: absent.id,
      },
    ])
  }
}
