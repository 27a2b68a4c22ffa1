import type pg from 'pg'
import type { ItemKind } from '#contract/inbox/inbox.ts'
import { newId } from '#server/db/ids.ts'
import type { Event } from '#server/outbox/events.ts'
import {
  holdersOf,
  holdersOfRole,
  invitedWithAccount,
  managersOf,
  membersOf,
  parentsToNotify,
  supervisorsOf,
  type ItemToStore,
} from './delivery.queries.ts'

/** An event as its domain published it. */
type EventNamed<Name extends Event['event']> = Extract<Event, { event: Name }>

/** Events that are sent by SMS alone. */
type BySms = 'code' | 'password set' | 'notice'

/** The recipients and the content of each event (api.md §13), by the rows at the time of delivery. */
export const occasions: {
  [Name in Exclude<Event['event'], BySms>]: (client: pg.ClientBase, event: EventNamed<Name>) => Promise<ItemToStore[]>
} = {
  attendance: (client, { schoolId, payload: { classRoomId, date, marks } }) =>
    toParents(client, schoolId, {
      kind: 'attendance',
      day: date,
      about: marks.map(({ studentId }) => [studentId, [classRoomId]]),
    }),

  homework: (client, event) => workSet(client, event),
  exam: (client, event) => workSet(client, event),
  activity: (client, event) => workSet(client, event),

  result: (client, { schoolId, payload: { kind, workId, studentIds } }) =>
    toParents(client, schoolId, { kind: `${kind}Result`, about: studentIds.map((id) => [id, [workId]]) }),

  note: (client, { schoolId, payload: { noteId, studentId } }) =>
    toParents(client, schoolId, { kind: 'note', about: [[studentId, [noteId]]] }),

  'class changed': (client, { schoolId, payload: { studentIds } }) =>
    toParents(client, schoolId, { kind: 'classChanged', about: studentIds.map((id) => [id, []]) }),

  'student left': async (client, { schoolId, payload: { studentId, left } }) => {
    const parents = await parentsToNotify(client, schoolId, [studentId], { paid: false })
    return parents.map(({ personId }) => ({ ...item('studentLeft', personId), studentId, isOn: left }))
  },

  'parent link': async (client, { schoolId, payload: { links, linked } }) => {
    const own = links.map(({ studentId, parentId }) => ({
      ...item('parentLink', parentId),
      studentId,
      isOn: linked,
    }))
    if (!linked) return own
    const students = links.map(({ studentId }) => studentId)
    const already = await parentsToNotify(client, schoolId, students, { paid: false })
    const isNew = new Set(links.map(({ studentId, parentId }) => studentId + parentId))
    const others = already.filter(({ studentId, personId }) => !isNew.has(studentId + personId))
    return [...own, ...others.map(({ studentId, personId }) => ({ ...item('otherParent', personId), studentId }))]
  },

  'class activation': async (client, { payload: { classRoomId, active } }) =>
    to(await supervisorsOf(client, classRoomId), 'classActivation', { subjectIds: [classRoomId], isOn: active }),

  'teacher link': async (_, { payload: { teacherId, linked } }) => to([teacherId], 'teacherLink', { isOn: linked }),

  'teacher invited': async (_, { payload: { teacherId } }) => to([teacherId], 'teacherInvited'),

  'parents invited': async (client, { payload: { invitationIds } }) =>
    (await invitedWithAccount(client, invitationIds)).map(({ personId, subjectIds }) => ({
      ...item('parentInvited', personId),
      subjectIds,
    })),

  'class link': async (_, { payload: { teacherId, classRoomId, linked } }) =>
    to([teacherId], 'classLink', { subjectIds: [classRoomId], isOn: linked }),

  'rights changed': async (client, { schoolId, payload }) =>
    to(
      'personId' in payload ? [payload.personId] : await holdersOfRole(client, payload.roleId, schoolId),
      'rightsChanged',
    ),

  'school submitted': async (client) => to(await holdersOf(client, 'ChangeSchoolActivation', null), 'schoolSubmitted'),

  'school activation': async (client, { schoolId, payload: { active } }) =>
    to(await membersOf(client, schoolId), 'schoolActivation', { isOn: active }),

  'year completed': async (client, { schoolId }) => to(await membersOf(client, schoolId), 'yearCompleted'),

  'school handed over': async (client, { schoolId, payload: { fromId, toId } }) =>
    to([fromId, toId, ...(await managersOf(client, schoolId))], 'schoolHandedOver'),

  'support window': async (client, { schoolId, payload: { open } }) =>
    to(
      [...(await managersOf(client, schoolId)), ...(await holdersOf(client, 'ViewSchoolActionList', null))],
      'supportWindow',
      { isOn: open },
    ),

  'unusual reading': async (client, { schoolId, payload: { personId } }) =>
    to(await managersOf(client, schoolId), 'unusualReading', { subjectIds: [personId] }),

  'payment requested': async (client, { payload: { requestId } }) =>
    to(await holdersOf(client, 'ViewPaymentsRequests', null), 'paymentRequested', { subjectIds: [requestId] }),

  'payment decided': async (client, { schoolId, payload: { requestId, requestedBy, approved } }) =>
    to([requestedBy, ...(await holdersOf(client, 'ViewSchoolPayment', schoolId))], 'paymentDecided', {
      subjectIds: [requestId],
      isOn: approved,
    }),

  'coins changed': async (client, { schoolId }) =>
    to(await holdersOf(client, 'ViewSchoolData', schoolId), 'coinsChanged'),
}

const item = (kind: ItemKind, personId: string) => ({ id: newId(), kind, personId })

const to = (personIds: readonly string[], kind: ItemKind, more: Partial<ItemToStore> = {}): ItemToStore[] =>
  [...new Set(personIds)].map((personId) => ({ ...item(kind, personId), ...more }))

type AboutStudents = { kind: ItemKind; day?: string; about: readonly (readonly [string, readonly string[]])[] }

/** One item a student and parent, whatever number of things it is about. */
async function toParents(
  client: pg.ClientBase,
  schoolId: string,
  { kind, day, about }: AboutStudents,
): Promise<ItemToStore[]> {
  const subjects = new Map<string, string[]>()
  for (const [studentId, ids] of about) subjects.set(studentId, [...(subjects.get(studentId) ?? []), ...ids])
  const parents = await parentsToNotify(client, schoolId, [...subjects.keys()], { paid: true })
  return parents.map(({ studentId, personId }) => ({
    ...item(kind, personId),
    studentId,
    subjectIds: subjects.get(studentId)!,
    ...(day && { day }),
  }))
}

const workSet = (
  client: pg.ClientBase,
  { event, schoolId, payload }: EventNamed<'homework' | 'exam' | 'activity'>,
): Promise<ItemToStore[]> =>
  toParents(client, schoolId, {
    kind: event,
    about: payload.set.flatMap(({ workId, studentIds }) => studentIds.map((id) => [id, [workId]] as const)),
  })
