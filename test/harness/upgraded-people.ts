import type pg from 'pg'

type Call = <T>(url: string, path: string, body: object, token?: string) => Promise<{ answer: T }>
type Installation = { call: Call; client: pg.Client }

const password = 'kashkool'
const invited = '01055500001'

/** The numbers of everybody who can sign in at a server. */
export async function whoSignsIn({ call, client }: Installation, url: string): Promise<string[]> {
  const { rows } = await client.query<{ phoneNumber: string }>(
    `select phone_number as "phoneNumber" from users where password_hash is not null order by phone_number`,
  )
  const comes: string[] = []
  for (const { phoneNumber } of rows) {
    // So many people of one address in a minute would be refused.
    await client.query('delete from rate_limits')
    const session = await call<{ token: string }>(url, 'API/Identity/Login', { phoneNumber, password }).catch(
      () => null,
    )
    if (session) comes.push(phoneNumber)
  }
  if (comes.length === 0) throw new Error('Nobody can sign in')
  return comes
}

/** The manager invites a parent, who has no account yet, at a server. */
export async function inviteParent({ call, client }: Installation, url: string, token: string) {
  const { rows } = await client.query<{ studentId: string; relationId: string }>(
    `select st.id as "studentId", r.id as "relationId" from students st
     join schools s on s.id = st.school_id join users u on u.id = s.admin_id,
       (select id from relation_types where name = 'father') r
     where u.phone_number = '01000000002' and st.active order by st.code limit 1`,
  )
  await call(url, 'StudentParent/InviteParent', { ...rows[0], phoneNumber: invited }, token)
}

/** The invited parent registers at a server, with the code that `codeTo` finds, and is a parent of the student. */
export async function invitedComes(
  { call, client }: Installation,
  url: string,
  codeTo: (phone: string) => Promise<string>,
) {
  await client.query('delete from rate_limits')
  await call(url, 'API/Identity/Register', { phoneNumber: invited })
  const key = await codeTo(invited)
  const { answer } = await call<{ id: string }>(url, 'API/Identity/ConfirmPhonNumber', { phoneNumber: invited, key })
  await call(url, 'API/Identity/AddUserNewPassword', { userId: answer.id, password })
  await call(url, 'API/Identity/Login', { phoneNumber: invited, password })
  const { rows } = await client.query(
    `select from student_parents sp join users u on u.id = sp.parent_id where u.phone_number = $1 and sp.ended_at is null`,
    [invited],
  )
  if (rows.length !== 1) throw new Error('The parent who was invited before the upgrade has no child after it')
}
