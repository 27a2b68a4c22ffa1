import { createHash } from 'node:crypto'
import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { operations } from '#server/operations.ts'
import { declared } from './declared.ts'
import { type Made, made } from '#test/world/spare/made-people.ts'
import { hashOf, leftovers, make, openSession } from '#test/world/spare/people-rows.ts'

/** A caller. `id`: in the reviewed table. `secret`: what they send; none for a visitor. `only`: the operations they call. */
export type Persona = { id: string; name: string; personId: string | null; secret: string | null; only?: string[] }

const secretOf = (name: string) => createHash('sha256').update(`session of ${name}`).digest('base64url')

/** People of the test data, by their name in it. */
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

/** All callers of the matrix except those with a single key: found in the test data or created in this copy of it. */
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
    // Has confirmed a phone and has a grant for a password, which opens only that operation.
    { id: 'registering', name: 'registering', personId: null, secret: secretOf('grant') },
    outlived,
    ...signedIn,
  ]
}

/** The names of all callers, by their id in the reviewed table. */
export const namesOfPeople = () =>
  new Map([...Object.entries(ofTheWorld), ...made.map(({ id, name }) => [id, name] as const)])

/** A person who could make their own account a supervisor. */
export const setsUpClasses = idOf('persona', 'teacher of class 5b who sets up classes')

/** A person who could make their own account a teacher. */
export const linksTeachers = idOf('persona', 'teacher of class 5b who links teachers')

/** Of the parent of Omar. */
export const secondSession = idOf('session', 'of the parent of Omar')

/** Of a confirmed phone without an account. */
export const liveGrant = 'a-live-grant-of-a-confirmed-phone'

/** People who lack one of several keys that are needed together, one person per key; they call nothing else. */
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

/** One person per key, with no other key: school keys at Nile, app keys app-wide, and two people for keys of both scopes. */
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
