import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import type { Made } from './made-people.ts'

/** In class 6c, which is not active, so that it has a student. */
export const movedAway = world.secondInactiveStudent.id

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Rows that no longer count: an ended support window, a removed contact, a role in a closed school. */
export async function leftovers(owner: pg.Client) {
  await owner.query(
    `update schools set support_until = now() - interval '1 hour', support_opened_by = admin_id where id = $1`,
    [world.nile.id],
  )
  await owner.query(
    `update school_contacts set removed_at = now(), removed_by = $2
     where id = (select id from school_contacts where school_id = $1 order by id limit 1)`,
    [world.nile.id, world.manager.id],
  )
  await owner.query('insert into school_teachers (school_id, teacher_id) values ($1, $2) on conflict do nothing', [
    world.closed.id,
    world.closedManager.id,
  ])
  await owner.query('update students set active = true, class_room_id = $1 where id = $2', [
    world.class6c.id,
    movedAway,
  ])
}

/** Creates a session as Login does, but without the time for checking a password. */
export const openSession = (owner: pg.Client, personId: string, secret: string, ago = '0', id: string = randomUUID()) =>
  owner.query(
    `insert into sessions (id, token_hash, user_id, created_at, last_used_at)
     values ($4, $1, $2, now() - $3::interval, now() - $3::interval) on conflict (token_hash) do nothing`,
    [hashOf(secret), personId, ago, id],
  )

let phones = 0

export async function make(owner: pg.Client, { name, standard, keys, dormant, teaches, supervises, parentOf }: Made) {
  const id = idOf('persona', name)
  const phone = `019${String(++phones).padStart(8, '0')}`
  await owner.query(
    `insert into users (id, phone_number, password_hash, first_name, last_name) values ($1, $2, 'none', $3, 'x')`,
    [id, phone, `CNRY-all-users-first_name-9${String(phones).padStart(4, '0')}`],
  )
  if (standard)
    await owner.query(`insert into user_roles (user_id, role_id) select $1, id from roles where id = $2`, [
      id,
      standardId,
    ])
  for (const { key, schoolId } of keys ?? [])
    await owner.query(
      'insert into user_permissions (user_id, permission_id, school_id) select $1, id, $3 from permissions where key = $2',
      [id, key, schoolId],
    )
  if (dormant) await giveDormant(owner, id, dormant)
  if (supervises) await owner.query('update class_rooms set supervisor_id = $1 where id = $2', [id, supervises])
  for (const { schoolId, courseId, classRoomId } of teaches ?? []) {
    const link = [schoolId, id, courseId]
    await owner.query(
      'insert into school_teachers (school_id, teacher_id) values ($1, $2) on conflict do nothing',
      link.slice(0, 2),
    )
    await owner.query(
      'insert into school_teacher_courses (school_id, teacher_id, course_id) values ($1, $2, $3) on conflict do nothing',
      link,
    )
    await owner.query(
      'insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id) values ($1, $2, $3, $4)',
      [...link, classRoomId],
    )
  }
  for (const { studentId, schoolId, ended, sees } of parentOf ?? [])
    await owner.query(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by, ended_at, ended_by,
         see_from, see_until)
       select gen_random_uuid(), $1, $2, $3, r.id, $3, case when $4 then now() end, case when $4 then $3::uuid end,
         case $5 when 'before' then day.today - 30 when 'later' then day.today + 1 end,
         case $5 when 'before' then day.today - 1 end
       from relation_types r, (select (now() at time zone time_zone)::date as today from schools where id = $1) day
       order by r.id limit 1`,
      [schoolId, studentId, id, ended ?? false, sees ?? null],
    )
}

async function giveDormant(owner: pg.Client, personId: string, { keys, schoolId }: NonNullable<Made['dormant']>) {
  const roleId = idOf('dormant role of', personId)
  await owner.query(`insert into roles (id, name, type, active) values ($1, $2, $3, false)`, [
    roleId,
    `CNRY-all-roles-name-9${String(phones).padStart(4, '0')}`,
    schoolId ? 1 : 2,
  ])
  await owner.query(
    'insert into role_permissions (role_id, permission_id) select $1, id from permissions where key = any ($2)',
    [roleId, keys],
  )
  await owner.query('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [
    personId,
    roleId,
    schoolId,
  ])
}

const standardId = '01900000-0000-7000-8000-000000000001'
