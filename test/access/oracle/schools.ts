import { type Asked, badIds, fullName, type Line, one, page, refused, sorted, textOf } from './expected.ts'
import type { Rights } from './rights.ts'

type School = Asked['graph']['schools'][number]

type Reader = { everything: boolean; coins: boolean; support: boolean; permissions?: string[] }

/** A school on the wire: public fields for everybody, the rest for members and platform reviewers. */
export function schoolRow(graph: Asked['graph'], school: School, { everything, coins, support, permissions }: Reader) {
  const full = <T>(value: T) => (everything ? value : null)
  return {
    id: school.id,
    name: school.name,
    about: school.about,
    vesion: school.vision,
    imageUrl: school.image_url,
    active: school.active,
    schoolTypeId: full(school.school_type_id),
    schoolTypeName: full(school.school_type_id && one(graph.school_types, school.school_type_id).name),
    schoolAdminId: full(school.admin_id),
    schoolAdminName: full(fullName(one(graph.users, school.admin_id))),
    coinTypeId: full(school.coin_type_id),
    coinTypeName: full(school.coin_type_id && one(graph.coin_types, school.coin_type_id).name),
    availableCoins: coins
      ? graph.coin_entries
          .filter(({ school_id }) => school_id === school.id)
          .reduce((sum, { coins: some }) => sum + some, 0)
      : null,
    timeZone: school.time_zone,
    supportUntil: support ? school.support_until : null,
    permissions: permissions ?? null,
    version: full(school.version),
  }
}

/** The schools a person works in, each with his keys there (GetUserSchools, Login, Me). */
export const ownSchools = (graph: Asked['graph'], rights: Rights) =>
  sorted(rights.schools, ({ id, name }) => [{ name }, id]).map((school) =>
    schoolRow(graph, school, {
      everything: true,
      coins: rights.may('ViewSchoolData', school.id),
      support: true,
      permissions: rights.keysIn(school.id),
    }),
  )

/** Active schools for everybody; another for its administrator and platform reviewers. */
const seen = ({ graph, rights, body }: Asked) =>
  graph.schools.find(({ id, active }) => id === body.schoolId && (active || rights.isAdmin(id) || rights.reviews))

export const list: Line = ({ graph, rights, body }) => {
  const bad = badIds(body, 'schoolTypeId', 'coinTypeId', 'schoolAdminId')
  if (bad) return bad
  const reviewers = [body.coinTypeId, body.schoolAdminId, body.newSchools].some((asked) => asked != null)
  if (!rights.reviews && reviewers) return refused.forbidden

  const active = rights.reviews ? body.active : body.active === false ? 'none' : true
  const rows = graph.schools
    .filter((school) => active == null || school.active === active)
    .filter((school) => body.schoolTypeId == null || school.school_type_id === body.schoolTypeId)
    .filter((school) => body.coinTypeId == null || school.coin_type_id === body.coinTypeId)
    .filter((school) => body.schoolAdminId == null || school.admin_id === body.schoolAdminId)
    .filter((school) => body.newSchools !== true || school.coin_type_id === null)
    .filter((school) => body.name == null || school.name.toLowerCase().includes(textOf(body.name).toLowerCase()))
  const reader = { everything: rights.reviews, coins: rights.reviews, support: false }
  const inOrder = sorted(rows, ({ id, name }) => [{ name }, id])
  return page(
    inOrder.map((school) => schoolRow(graph, school, reader)),
    body,
    'paged',
  )
}

export const get: Line = (asked) => {
  const { graph, rights, body } = asked
  const bad = badIds(body, 'schoolId!')
  if (bad) return bad
  const school = seen(asked)
  if (!school) return refused.notFound
  const member = rights.isMember(school.id)
  return {
    status: 200,
    body: schoolRow(graph, school, {
      everything: member || rights.reviews,
      coins: rights.reviews || rights.may('ViewSchoolData', school.id),
      support: member,
    }),
  }
}

export const mine: Line = ({ graph, who, rights, body }) => {
  if (!who) return refused.signedOut
  const schools = ownSchools(graph, rights)
  return page(body.active == null ? schools : schools.filter(({ active }) => active === body.active), body, 'whole')
}

export const contacts: Line = (asked) => {
  const { graph, body } = asked
  const bad = badIds(body, 'schoolId!')
  if (bad) return bad
  const school = seen(asked)
  if (!school) return refused.notFound

  const rows = graph.school_contacts
    .filter(({ school_id, removed_at }) => school_id === school.id && removed_at === null)
    .map((contact) => ({ contact, type: one(graph.school_contact_types, contact.contact_type_id) }))
  return page(
    sorted(rows, ({ contact, type }) => [{ name: type.name }, { name: contact.value }, contact.id]).map(
      ({ contact, type }) => ({
        id: contact.id,
        schoolId: contact.school_id,
        contactTypeId: type.id,
        schoolContactTypeId: type.id,
        schoolContactValue: contact.value,
        value: contact.value,
        typeName: type.name,
        typeIcon: type.icon_url,
        typeDescription: type.description,
        version: contact.version,
      }),
    ),
    body,
    'whole',
  )
}
