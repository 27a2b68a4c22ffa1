import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { world } from '#test/world.ts'
import { idOf } from '#test/world/ids.ts'
import { operations } from '#server/operations.ts'
import { declared } from './declared.ts'
import { type Made, made } from './made-people.ts'

/** Somebody who calls: `id` in the reviewed table. `secret` is what they send; a visitor sends none. `only`: what they call. */
export type Persona = { id: string; name: string; personId: string | null; secret: string | null; only?: string[] }

const secretOf = (name: string) => createHash('sha256').update(`session of ${name}`).digest('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** People of the world as they stand, by their name in it. */
const ofTheWorld = {
  parent: 'parent of Omar',
  classmatesParent: "parent of Omar's classmate",
  deltaParent: 'parent at Delta',
  parentInBoth: 'parent in both schools',
  unpaidParent: 'parent whose seat is not paid',
  inactiveParent: 'parent of an inactive student',
  formerParent: 'parent whose link has ended',
  closedParent: 'parent in a closed school',
  teacher: 'teacher of class 4a',
  idleTeacher: 'teacher of no class',
  removedTeacher: 'removed teacher',
  deltaTeacher: 'teacher at Delta',
  closedTeacher: 'teacher in a closed school',
  dual: 'teacher at Nile, parent at Delta',
  supervisor: 'supervisor of class 4a',
  manager: 'manager of Nile',
  deputy: 'deputy manager of Nile',
  registrar: 'registrar of Nile',
  otherManager: 'manager of Delta',
  pendingManager: 'manager of a pending school',
  closedManager: 'manager of a closed school',
  admin: 'platform administrator',
  newcomer: 'newcomer',
}

/** Everybody of the matrix but the holders of a single key: found in the world, or made in this copy of it. */
export async function personas(owner: pg.Client): Promise<Persona[]> {
  await leftovers(owner)
  for (const person of made) await make(owner, person)

  const known = Object.entries(ofTheWorld).map(([id, name]) => ({
    id,
    name,
    personId: world[id as keyof typeof ofTheWorld].id,
    secret: secretOf(name),
  }))
  const own = made.map(({ id, name }) => ({ id, name, personId: idOf('persona', name), secret: secretOf(name) }))
  const signedIn = [...known, ...own]
  for (const { personId, secret } of signedIn) await openSession(owner, personId, secret)
  const outlived = {
    id: 'outlived',
    name: 'teacher whose session has ended',
    personId: null,
    secret: secretOf('outlived'),
  }
  await openSession(owner, world.teacher.id, outlived.secret, '8 days')
  await openSession(owner, world.parent.id, secretOf('a second session'), '1 hour', secondSession)
  await owner.query(
    `insert into identity_grants (grant_hash, phone_number, expires_at) values ($1, '01200000000', now() + interval '1 hour')`,
    [hashOf(liveGrant)],
  )
  return [
    { id: 'visitor', name: 'visitor', personId: null, secret: null },
    // Has confirmed a phone and holds a grant for a password, which opens no operation but that one.
    { id: 'registering', name: 'registering', personId: null, secret: secretOf('grant') },
    outlived,
    ...signedIn,
  ]
}

/** Everybody's name, by the id in the reviewed table. */
export const namesOfPeople = () =>
  new Map([...Object.entries(ofTheWorld), ...made.map(({ id, name }) => [id, name] as const)])

/** Could name their own account supervisor. */
export const setsUpClasses = idOf('persona', 'teacher of class 5b who sets up classes')

/** Could make their own account a teacher. */
export const linksTeachers = idOf('persona', 'teacher of class 5b who links teachers')

/** Of the parent of Omar. */
export const secondSession = idOf('session', 'of the parent of Omar')

/** Of a confirmed phone without an account. */
export const liveGrant = 'a-live-grant-of-a-confirmed-phone'

/** What no longer counts and must not come back: an ended window, a removed contact, a post in a closed school. */
async function leftovers(owner: pg.Client) {
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

/** In class 6c, which is not active, so that somebody is on its roll. */
export const movedAway = world.secondInactiveStudent.id

/** Who lacks one of many keys that are needed together, a person a key; they call nothing else. */
const almost = (): (Made & { only: string[] })[] => {
  const together = operations.filter((one) => declared(one).all && declared(one).keys.length > 2)
  const keys = new Set(together.flatMap((one) => declared(one).keys))
  return [...keys].map((missing) => {
    const asking = together.filter((one) => declared(one).keys.includes(missing))
    const others = new Set(asking.flatMap((one) => declared(one).keys).filter((key) => key !== missing))
    return {
      id: `butFor${missing}@nile`,
      name: `all but ${missing} at Nile`,
      keys: [...others].map((key) => ({ key, schoolId: world.nile.id })),
      only: asking.map(({ path }) => path),
    }
  })
}

/** One person a key, holding nothing else: school keys at Nile, app keys app-wide; those of both scopes twice. */
export async function keyHolders(owner: pg.Client): Promise<Persona[]> {
  const { rows } = await owner.query('select key, school_scope, app_scope from permissions order by key')
  const alone: (Made & { only?: string[] })[] = rows.flatMap(({ key, school_scope, app_scope }) => [
    ...(school_scope ? [{ id: `${key}@nile`, name: `${key} at Nile`, keys: [{ key, schoolId: world.nile.id }] }] : []),
    ...(app_scope ? [{ id: `${key}@app`, name: `${key} app-wide`, keys: [{ key, schoolId: null }] }] : []),
  ])
  const holders = [...alone, ...almost()]
  for (const holder of holders) {
    await make(owner, holder)
    await openSession(owner, idOf('persona', holder.name), secretOf(holder.name))
  }
  return holders.map(({ id, name, only }) => ({
    id,
    name,
    personId: idOf('persona', name),
    secret: secretOf(name),
    ...(only && { only }),
  }))
}

/** A session as Login leaves it, without the price of a password. */
const openSession = (owner: pg.Client, personId: string, secret: string, ago = '0', id: string = randomUUID()) =>
  owner.query(
    `insert into sessions (id, token_hash, user_id, created_at, last_used_at)
     values ($4, $1, $2, now() - $3::interval, now() - $3::interval) on conflict (token_hash) do nothing`,
    [hashOf(secret), personId, ago, id],
  )

let phones = 0

async function make(owner: pg.Client, { name, standard, keys, dormant, teaches, supervises, parentOf }: Made) {
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
