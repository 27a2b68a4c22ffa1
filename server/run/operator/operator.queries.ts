import type pg from 'pg'
import { requestAccount } from '#server/db/request-account.ts'
import { connected } from '#server/db/connected.ts'
import { dropSessions } from '#server/platform/identity/administrator.queries.ts'
import { inPortions } from './portions.queries.ts'

/** Sets a new password. After that, no session, known device, device for notices, code by SMS or grant of the person is valid. */
export async function replacePassword(
  client: pg.ClientBase,
  { id, hash, phoneHash }: { id: string; hash: string; phoneHash: Buffer },
) {
  await client.query('update users set password_hash = $2, password_set_at = now() where id = $1', [id, hash])
  await dropSessions(connected(client), id)
  await client.query(
    'delete from identity_grants where phone_number = (select phone_number from users where id = $1)',
    [id],
  )
  await client.query('delete from sms_codes where phone_hash = $1', [phoneHash])
}

/** The line that the person reads in the history of their account. */
export const insertPasswordLine = (client: pg.ClientBase, personId: string) =>
  client.query(
    `insert into audit_lines (operation, outcome, target_kind, target_id, detail)
     values ('operator sets a password', 'done', 'account', $1, '{"event": "passwordSet", "device": ""}')`,
    [personId],
  )

export type NamedSchool = { id: string; name: string }

/** Schools without an active person in the role of manager. */
export const schoolsWithoutManager = async (client: pg.ClientBase, managers: string): Promise<NamedSchool[]> =>
  (
    await client.query<NamedSchool>(
      `select s.id, s.name from schools s where not exists (
         select from user_roles r where r.school_id = s.id and r.role_id = $1 and r.user_id = s.admin_id)
       order by s.name`,
      [managers],
    )
  ).rows

export const schoolsByName = async (client: pg.ClientBase): Promise<NamedSchool[]> =>
  (await client.query<NamedSchool>('select id, name from schools order by name, id')).rows

export const schoolToExport = async (client: pg.ClientBase, id: string) =>
  (await client.query<{ name: string }>('select name from schools where id = $1', [id])).rows[0] ?? null

export const schoolForUpdate = async (client: pg.ClientBase, id: string) =>
  (await client.query<{ name: string }>('select name from schools where id = $1 for update', [id])).rows[0] ?? null

export async function makeManager(client: pg.ClientBase, schoolId: string, personId: string, managers: string) {
  await client.query(
    'insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3) on conflict do nothing',
    [personId, managers, schoolId],
  )
  await client.query(
    'update schools set admin_id = $2, version = version + 1, modified_at = now() where id = $1 and admin_id <> $2',
    [schoolId, personId],
  )
}

/** Whether a process of Kashkool answers calls with this database. */
export const isServed = async (client: pg.ClientBase): Promise<boolean> =>
  (
    await client.query('select from pg_stat_activity where datname = current_database() and usename = $1', [
      requestAccount,
    ])
  ).rowCount !== 0

/** Removes what only the former secrets open or prove. Returns how many authenticators there were. */
export async function dropSealed(client: pg.ClientBase): Promise<number> {
  await client.query('delete from audit_seals')
  return (await client.query('delete from second_factors')).rowCount ?? 0
}

/** The schools whose staff must sign in with a provider. */
export const schoolsWithoutPasswords = async (client: pg.ClientBase) =>
  (
    await client.query<{ id: string; name: string }>(
      `select s.id, s.name from schools s
       where exists (select from sign_in_providers p where p.school_id = s.id and p.required) order by s.name, s.id`,
    )
  ).rows

/** No provider of a school is required any more; of all schools without one. Returns how many were. */
export const letPasswordsOpen = async (client: pg.ClientBase, schoolId: string | null = null) =>
  (
    await client.query(
      `update sign_in_providers set required = false, version = version + 1, modified_at = now()
       where required and ($1::uuid is null or school_id = $1)`,
      [schoolId],
    )
  ).rowCount ?? 0

/** Writes an audit line about a school, or about one of its people or students. */
export function insertSchoolLine(
  client: pg.ClientBase,
  operation: string,
  schoolId: string,
  of: { person: string } | { student: string } | null = null,
) {
  const [kind, id] = Object.entries(of ?? { school: schoolId })[0]!
  return client.query(
    `insert into audit_lines (operation, outcome, school_id, target_kind, target_id) values ($1, 'done', $2, $3, $4)`,
    [operation, schoolId, kind, id],
  )
}

export type RecordReading = {
  at: Date
  person: string
  phone: string
  operation: string
  school: string
  student: string
  code: string
}

/** Who read the records of which students between two moments, in order and in portions; `studentIds` and `phone` narrow it. */
export async function* readingsBetween(
  client: pg.ClientBase,
  { from, to, studentIds, phone }: { from: Date; to: Date; studentIds: string[] | null; phone: string | null },
): AsyncGenerator<RecordReading[]> {
  await client.query('begin')
  yield* inPortions<RecordReading>(client, {
    text: `select a.at, concat_ws(' ', u.first_name, u.last_name) as person, coalesce(u.phone_number, '') as phone,
         a.operation, coalesce(sc.name, '') as school,
         concat_ws(' ', s.first_name, s.middle_name, s.last_name) as student, coalesce(s.code, '') as code
       from audit_lines a
       left join users u on u.id = a.person_id
       left join students s on s.id = a.target_id
       left join schools sc on sc.id = coalesce(a.school_id, s.school_id)
       where a.outcome = 'read' and a.target_kind = 'student' and a.at >= $1 and a.at < $2
         and ($3::uuid[] is null or a.target_id = any ($3)) and ($4::text is null or u.phone_number = $4)
       order by a.at, a.id`,
    values: [from, to, studentIds, phone],
    size: 1000,
  })
  await client.query('commit')
}
