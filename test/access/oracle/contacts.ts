import { type Asked, badIds, type Line, one, refused } from './expected.ts'
import { inSchoolOf } from './places.ts'

type Contact = Asked['graph']['school_contacts'][number]

const keys = ['UpdateSchoolContact']

/** Everything of a contact but its id. */
const said = (graph: Asked['graph'], { school_id, contact_type_id, value, version }: Omit<Contact, 'id'>) => {
  const type = one(graph.school_contact_types, contact_type_id)
  return {
    schoolId: school_id,
    contactTypeId: type.id,
    schoolContactTypeId: type.id,
    schoolContactValue: value,
    value,
    typeName: type.name,
    typeIcon: type.icon_url,
    typeDescription: type.description,
    version,
  }
}

/** Removed ones are there no more. */
const contactOf = ({ graph }: Asked, contactId: unknown) =>
  graph.school_contacts.find(({ id, removed_at }) => id === contactId && removed_at === null)

const isType = ({ graph }: Asked, typeId: unknown) => graph.school_contact_types.some(({ id }) => id === typeId)

export const add: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { schoolId, schoolContactTypeId, value } = body as Record<string, string>
  const refusal = badIds(body, 'schoolId!', 'schoolContactTypeId!') ?? inSchoolOf(asked, keys, schoolId)
  if (refusal) return refusal
  if (!isType(asked, schoolContactTypeId)) return refused.notFound
  const made = {
    school_id: schoolId!,
    contact_type_id: schoolContactTypeId!,
    value: value!,
    version: 1,
    removed_at: null,
  }
  return { status: 200, body: null, holds: said(graph, made) }
}

/** Nothing but its type is changed. */
export const update: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const contact = contactOf(asked, body.id)
  const refusal = badIds(body, 'id!', 'schoolContactTypeId', 'schoolId') ?? inSchoolOf(asked, keys, contact?.school_id)
  if (refusal) return refusal
  const typeId = (body.schoolContactTypeId as string) ?? contact!.contact_type_id
  if (!isType(asked, typeId)) return refused.notFound
  const version = contact!.version + +(typeId !== contact!.contact_type_id)
  return { status: 200, body: { id: contact!.id, ...said(graph, { ...contact!, contact_type_id: typeId, version }) } }
}

export const remove: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const contact = contactOf(asked, asked.body.schoolContactId)
  const refusal = badIds(asked.body, 'schoolContactId!') ?? inSchoolOf(asked, keys, contact?.school_id)
  return refusal ?? { status: 200, body: { done: true, changed: 1 } }
}
