import { type Asked, badIds, type Expected, type Line, refused } from './expected.ts'
import { inSchoolOf } from './places.ts'
import { schoolRow } from './schools.ts'

type School = Asked['graph']['schools'][number]

const managerRole = '01900000-0000-7000-8000-000000000002'

const isType = ({ graph }: Asked, typeId: unknown) => graph.school_types.some(({ id }) => id === typeId)

/** Whoever holds CreateSchool is administrator and manager of what he submits. */
export const add: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'schoolTypeId')
  if (bad) return bad
  if (!rights.appKeys.includes('CreateSchool')) return refused.forbidden
  if (body.schoolTypeId != null && !isType(asked, body.schoolTypeId)) return refused.notFound
  const made = {
    id: '',
    name: body.schoolName,
    about: body.about,
    vision: body.vesion,
    image_url: null,
    active: false,
    school_type_id: body.schoolTypeId ?? null,
    admin_id: who,
    coin_type_id: null,
    time_zone: 'Africa/Cairo',
    support_until: null,
    version: 1,
  } as School
  const { id: _, ...row } = schoolRow(graph, made, { everything: true, coins: true, support: true })
  return { status: 200, body: null, holds: row }
}

/** Nothing is changed but its type and who is in charge of it. */
export const update: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const school = graph.schools.find(({ id }) => id === body.id)
  const refusal =
    badIds(body, 'id!', 'schoolTypeId', 'schoolAdminId') ?? inSchoolOf(asked, ['UpdateSchoolData'], school?.id)
  if (refusal) return refusal
  if (body.schoolTypeId != null && !isType(asked, body.schoolTypeId)) return refused.notFound

  const before = school!
  const after = {
    ...before,
    school_type_id: (body.schoolTypeId as string) ?? before.school_type_id,
    admin_id: (body.schoolAdminId as string) ?? before.admin_id,
  }
  const wrong = after.admin_id === before.admin_id ? null : handedOver(asked, before, after.admin_id)
  if (wrong) return wrong
  const version = before.version + +(JSON.stringify(after) !== JSON.stringify(before))
  const reader = { everything: true, coins: rights.may('ViewSchoolData', before.id), support: true }
  return { status: 200, body: schoolRow(graph, { ...after, version }, reader) }
}

function handedOver({ graph, who }: Asked, school: School, toId: string): Expected | null {
  if (school.admin_id !== who) return { status: 403, sentence: 'Only the administrator can hand the school over' }
  const isManager = graph.user_roles.some(
    ({ user_id, role_id, school_id }) => user_id === toId && role_id === managerRole && school_id === school.id,
  )
  return isManager ? null : { status: 400, sentence: 'The new administrator must already be a manager of this school' }
}
