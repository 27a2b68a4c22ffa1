import type pg from 'pg'

/** An item of the inbox that an event creates for one person. */
export type ItemToStore = {
  kind: string
  /** Null means: the parents of a paid student who are linked when the item is stored. */
  personId: string | null
  studentId?: string
  subjectIds?: readonly string[]
  day?: string
  isOn?: boolean
}

/** The parents to notify today about students who are active or have left, in an active school, as pairs of student and person. */
export async function parentsToNotify(
  client: pg.ClientBase,
  schoolId: string,
  studentIds: readonly string[],
): Promise<{ studentId: string; personId: string }[]> {
  const { rows } = await client.query(
    `select sp.student_id as "studentId", sp.parent_id as "personId"
     from parent_links sp
     join students st on st.school_id = sp.school_id and st.id = sp.student_id and (st.active or st.left_on is not null)
     join schools s on s.id = st.school_id and s.active
     where sp.school_id = $1 and sp.student_id = any ($2) and sp.is_notified`,
    [schoolId, studentIds],
  )
  return rows
}

/**
 * The people with an account whose phone numbers are not linked yet and whom the school has not asked about them, each with all of these
 * invitations.
 */
export async function invitedWithAccount(client: pg.ClientBase, invitationIds: readonly string[]) {
  const { rows } = await client.query<{ personId: string; subjectIds: string[] }>(
    `select u.id as "personId", array_agg(p.id order by p.id) as "subjectIds"
     from parent_invitations p join users u on u.phone_number = p.phone_number
     where p.id = any ($1) and p.accepted_at is null and p.removed_at is null and not exists (
       select from inbox_items i join parent_invitations asked on asked.id = any (i.subject_ids)
       where i.person_id = u.id and i.kind = 'parentInvited' and asked.school_id = p.school_id
         and asked.phone_number = u.phone_number and asked.accepted_at is null and asked.removed_at is null)
     group by u.id`,
    [invitationIds],
  )
  return rows
}

/** Those of these papers that were not revoked since they were issued. */
export async function validPapers(client: pg.ClientBase, schoolId: string, ids: readonly string[]) {
  const { rows } = await client.query<{ id: string }>(
    'select id from papers where school_id = $1 and id = any ($2) and revoked_at is null',
    [schoolId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

const personsOf = (rows: { person_id: string }[]) => rows.map((row) => row.person_id)

export const membersOf = async (client: pg.ClientBase, schoolId: string) =>
  personsOf((await client.query('select distinct person_id from school_members where school_id = $1', [schoolId])).rows)

export const managersOf = async (client: pg.ClientBase, schoolId: string) =>
  personsOf(
    (await client.query('select distinct person_id from school_managers where school_id = $1', [schoolId])).rows,
  )

export const managersAnywhere = async (client: pg.ClientBase) =>
  personsOf((await client.query('select distinct person_id from school_managers')).rows)

/** The people with a key in a school, or app-wide if `schoolId` is null. */
export const holdersOf = async (client: pg.ClientBase, key: string, schoolId: string | null) =>
  personsOf(
    (
      await client.query(
        'select distinct person_id from held_keys where key = $1 and school_id is not distinct from $2',
        [key, schoolId],
      )
    ).rows,
  )

/** The people with a role: app-wide, or in any school, because the roles of schools are the same in all. */
export const holdersOfRole = async (client: pg.ClientBase, roleId: string) =>
  personsOf(
    (await client.query('select distinct user_id as person_id from user_roles where role_id = $1', [roleId])).rows,
  )

/** The people to whom a post was addressed, who have not read it and who may be notified of it now. */
export const addressedBy = async (client: pg.ClientBase, schoolId: string, postId: string) =>
  personsOf(
    (
      await client.query(
        `select r.person_id from post_readers r
         where r.school_id = $1 and r.post_id = $2 and r.addressed and r.read_at is null
           and is_notified_of_post($1, r.post_id, r.person_id, r.student_ids)`,
        [schoolId, postId],
      )
    ).rows,
  )

export const supervisorsOf = async (client: pg.ClientBase, classRoomId: string) =>
  personsOf(
    (
      await client.query(
        'select supervisor_id as person_id from class_rooms where id = $1 and supervisor_id is not null',
        [classRoomId],
      )
    ).rows,
  )
