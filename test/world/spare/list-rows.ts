import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

/** Rows of the shared lists that a call can name, because the initial rows of an installation may change. */
export const language = { unused: idOf('language', 'unused'), spare: idOf('language', 'spare') }
export const schoolType = { spare: idOf('school type', 'spare') }
export const relation = { spare: idOf('relation type', 'spare') }
export const contactType = { spare: idOf('contact type', 'spare') }
export const coinType = { spare: idOf('coin type', 'spare') }
export const paymentType = { spare: idOf('payment type', 'spare'), idle: idOf('payment type', 'idle') }
export const proposal = { waiting: idOf('proposal', 'waiting') }
export const role = { spare: idOf('role', 'spare'), app: idOf('role', 'app'), asleep: idOf('role', 'asleep') }

export const builtIn = (n: number) => `01900000-0000-7000-8000-00000000000${n}`

/** The possible targets of ids of the lists that the platform manages. */
export const thingsOfRights = (nowhere: Record<string, string>) => ({
  coinType: { ...coinType, ...nowhere },
  paymentType: { ...paymentType, ...nowhere },
  role: {
    ...role,
    ...nowhere,
    teacher: builtIn(3),
    manager: builtIn(2),
    standard: builtIn(1),
    administrator: builtIn(5),
  },
  proposal: { ...proposal, ...nowhere },
  permission: {
    addGrade: '375b72f3-a63e-5e43-92a6-f30f545a6de1',
    viewLanguages: '9614c4c2-ccf0-5dd0-bda2-ecc5a6286412',
    assignUserRole: '34831243-e03c-53ad-99c2-d2527b785250',
    ...nowhere,
  },
})

export const kindsOfRights = {
  coinTypeId: 'coinType',
  paymentTypeId: 'paymentType',
  relationTypeId: 'relation',
  typeId: 'schoolType',
  roleId: 'role',
  permissionId: 'permission',
  proposalId: 'proposal',
  permissions: 'permission',
}

/** A grade in which classes can be created before the school is active. */
export const pendingGrade = idOf('grade', world.pending.id)

/** Adds these rows. Nile, Delta and the pending school have one language that they do not use; nobody uses the other rows. */
export async function spareLists(owner: pg.Client) {
  for (const [name, id] of Object.entries(language))
    await owner.query('insert into languages (id, name, description) values ($1, $2, $2)', [id, name])
  for (const school of [world.nile, world.delta, world.pending])
    await owner.query('insert into school_languages (school_id, language_id) values ($1, $2)', [
      school.id,
      language.unused,
    ])
  await owner.query(`insert into grades (id, school_id, name) values ($1, $2, 'a grade')`, [
    pendingGrade,
    world.pending.id,
  ])
  await owner.query(`insert into relation_types (id, name) values ($1, 'spare')`, [relation.spare])
  await owner.query(`insert into school_types (id, name, description) values ($1, 'spare', 'spare')`, [
    schoolType.spare,
  ])
  await owner.query(
    `insert into school_contact_types (id, name, description, icon_url) values ($1, 'spare', 'spare', '/media/spare')`,
    [contactType.spare],
  )
  await owner.query(`insert into coin_types (id, name, value, notes) values ($1, 'spare', 2.5, 'spare')`, [
    coinType.spare,
  ])
  for (const [name, id] of Object.entries(paymentType))
    await owner.query('insert into payment_types (id, name, notes, is_active) values ($1, $2, $2, $3)', [
      id,
      name,
      name !== 'idle',
    ])
  for (const [name, type, key] of [
    ['spare', 1, 'AddGrade'],
    ['app', 2, 'ViewLanguages'],
    ['asleep', 1, 'AddGrade'],
  ] as const) {
    await owner.query('insert into roles (id, name, description, type, active) values ($1, $2, $2, $3, $4)', [
      role[name],
      name,
      type,
      name !== 'asleep',
    ])
    await owner.query(
      'insert into role_permissions (role_id, permission_id) select $1, id from permissions where key = $2',
      [role[name], key],
    )
  }
  await owner.query(
    `insert into role_key_proposals (id, role_id, adds, permission_ids, proposed_by)
     select $1, $2, true, array[id], $3 from permissions where key = 'AddCourse'`,
    [proposal.waiting, '01900000-0000-7000-8000-000000000003', world.admin.id],
  )
  // These were removed and must no longer count.
  await owner.query(
    `insert into school_languages (school_id, language_id, removed_at, removed_by)
     select id, $1, now(), admin_id from schools where id = $2`,
    [language.spare, world.nile.id],
  )
}
