import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { Db } from '#server/db/db.ts'
import type { Event } from '#server/outbox/events.ts'
import { notifiedOfClosing } from '#server/school/calendar/closing-notices.queries.ts'
import { takersOfLesson } from '#server/teaching/absence/missing-lessons.queries.ts'
import {
  deciding,
  handlingAbsence,
  supervisorsOfStudents,
  takersOf,
} from '#server/teaching/absence/recipients.queries.ts'
import {
  addressedBy,
  formToAnswer,
  holdersOf,
  holdersOfRole,
  invitedWithAccount,
  managersAnywhere,
  managersOf,
  membersOf,
  parentsToNotify,
  platformStaff,
  studentsOfClasses,
  readersToNotify,
  validPapers,
  supervisorsOf,
  type ItemToStore,
} from './delivery.queries.ts'
import { item, to, toParents } from './items.ts'
import { occasionsOfConnections } from './occasions-of-connections.ts'
import { occasionsOfCovers } from './occasions-of-covers.ts'
import { occasionsOfFees } from './occasions-of-fees.ts'
import { occasionsOfMeetings } from './occasions-of-meetings.ts'

/** An event as it was published. */
type EventNamed<Name extends Event['event']> = Extract<Event, { event: Name }>

type Awaitable<T> = T | Promise<T>

/** Events that are sent only by SMS, or of which nobody is notified. */
type Elsewhere =
  | 'code'
  | 'password set'
  | 'phone change planned'
  | 'phone changed'
  | 'notice'
  | 'invitation by SMS'
  | 'absence changed'

/** The recipients and the content of each event (api.md §13), read from the rows at the time of delivery. */
export const occasions: {
  [Name in Exclude<Event['event'], Elsewhere>]: (db: Db, event: EventNamed<Name>) => Awaitable<ItemToStore[]>
} = {
  attendance: (_, { payload: { classRoomId, date, marks } }) =>
    toParents({
      kind: 'attendance',
      day: date,
      about: marks.map(({ studentId }) => [studentId, [classRoomId]]),
    }),

  homework: (_, event) => workSet(event),
  exam: (_, event) => workSet(event),
  activity: (_, event) => workSet(event),

  result: (_, { payload: { kind, workId, studentIds } }) =>
    toParents({ kind: `${kind}Result`, about: studentIds.map((id) => [id, [workId]]) }),

  'marks published': (_, { payload: { exams } }) =>
    toParents({
      kind: 'examResult',
      about: exams.flatMap(({ examId, studentIds }) => studentIds.map((id) => [id, [examId]] as const)),
    }),

  'mark corrected': (_, { payload: { examId, studentIds } }) =>
    toParents({ kind: 'markCorrected', about: studentIds.map((id) => [id, [examId]]) }),

  note: (_, { payload: { noteId, studentId } }) => toParents({ kind: 'note', about: [[studentId, [noteId]]] }),

  post: async (db, { schoolId, payload: { postId } }) =>
    (await addressedBy(db, schoolId, postId)).map((personId) => ({
      ...item('post', personId),
      subjectIds: [postId],
    })),

  'post reminded': async (db, { schoolId, payload: { postId, personIds } }) => {
    const notified = new Set(await addressedBy(db, schoolId, postId))
    return to(
      personIds.filter((id) => notified.has(id)),
      'post',
      { subjectIds: [postId] },
    )
  },

  message: async (db, { schoolId, payload: { threadId, textId } }) =>
    (await readersToNotify(db, schoolId, textId)).map(({ personId, studentId, ofFamily }) => ({
      ...item('message', personId),
      ...(studentId && { studentId }),
      subjectIds: [threadId],
      isOn: ofFamily,
    })),

  'message reported': async (db, { schoolId, payload: { threadId } }) =>
    to(await holdersOf(db, 'ReviewMessages', schoolId), 'messageReported', { subjectIds: [threadId] }),

  'class changed': (_, { payload: { studentIds } }) =>
    toParents({ kind: 'classChanged', about: studentIds.map((id) => [id, []]) }),

  'student left': async (db, { schoolId, payload: { studentId, left } }) => {
    const parents = await parentsToNotify(db, schoolId, [studentId])
    return parents.map(({ personId }) => ({ ...item('studentLeft', personId), studentId, isOn: left }))
  },

  'parent link': async (db, { schoolId, payload: { links, linked } }) => {
    const own = links.map(({ studentId, parentId }) => ({
      ...item('parentLink', parentId),
      studentId,
      isOn: linked,
    }))
    if (!linked) return own
    const students = links.map(({ studentId }) => studentId)
    const already = await parentsToNotify(db, schoolId, students)
    const isNew = new Set(links.map(({ studentId, parentId }) => studentId + parentId))
    const others = already.filter(({ studentId, personId }) => !isNew.has(studentId + personId))
    return [...own, ...others.map(({ studentId, personId }) => ({ ...item('otherParent', personId), studentId }))]
  },

  'register missing': async (db, { schoolId, payload: { classRoomId, date, lesson } }) =>
    lesson
      ? to(await takersOfLesson(db, schoolId, lesson.lessonId, date), 'registerMissing', {
          subjectIds: [classRoomId, lesson.lessonId, lesson.groupId ?? classRoomId],
          day: date,
        })
      : to(await takersOf(db, schoolId, classRoomId), 'registerMissing', { subjectIds: [classRoomId], day: date }),

  'lessons missing': async (db, { schoolId, payload: { date } }) =>
    to(await handlingAbsence(db, schoolId), 'lessonsMissing', { day: date }),

  'marks missing': (_, { actorId, payload: { teacherIds } }) =>
    to(teacherIds, 'marksMissing', { subjectIds: [actorId] }),

  'remark to change': (_, { actorId, payload: { remarkId, authorId } }) =>
    to([authorId], 'remarkToChange', { subjectIds: [remarkId, actorId] }),

  'excuse asked': async (db, { schoolId, payload: { excuseId, classRoomId } }) =>
    to(await deciding(db, schoolId, classRoomId), 'excuseAsked', { subjectIds: [excuseId] }),

  'excuse decided': (_, { payload: { excuseId, studentId, accepted } }) =>
    toParents({ kind: 'excuseDecided', about: [[studentId, [excuseId]]], isOn: accepted }),

  'form waits': async (db, { schoolId, payload: { formId } }) => {
    const { studentIds, ...until } = await formToAnswer(db, schoolId, formId)
    return toParents({ kind: 'formWaits', about: studentIds.map((id) => [id, [formId]]), ...until })
  },

  'lesson missed': (_, { payload: { gapId, studentId, missed } }) =>
    toParents({ kind: 'lessonMissed', about: [[studentId, [gapId]]], isOn: missed }),

  // Only to the parent who asked: what one parent proposes is not the other's to know.
  'proposal decided': async (db, { schoolId, payload: { proposalId, studentId, askedBy, accepted } }) =>
    (await parentsToNotify(db, schoolId, [studentId]))
      .filter(({ personId }) => personId === askedBy)
      .map(({ personId }) => ({
        ...item('proposalDecided', personId),
        studentId,
        subjectIds: [proposalId],
        isOn: accepted,
      })),

  'absence steps': async (db, { schoolId, payload: { steps } }) => {
    const reached = new Set(steps.filter((step) => step.reached).map(({ studentId }) => studentId))
    // Parents whose child has reached a new step are not notified of the step that it replaces.
    const withdrawn = new Set(steps.map(({ studentId }) => studentId).filter((id) => !reached.has(id)))
    const stepsOf = (of: string, isOn: boolean) =>
      steps.filter(({ studentId, reached: is }) => studentId === of && is === isOn).map(({ stepId }) => stepId)
    const own = (isOn: boolean, ids: ReadonlySet<string>) =>
      toParents({ kind: 'absenceStep', about: [...ids].map((id) => [id, stepsOf(id, isOn)]), isOn })
    const supervisors = await supervisorsOfStudents(db, schoolId, [...reached])
    const ofClasses = supervisors.map(({ personId, classRoomIds }) => ({
      ...item('stepReached', personId),
      subjectIds: classRoomIds,
    }))
    return [...own(true, reached), ...own(false, withdrawn), ...ofClasses]
  },

  'results published': (_, { payload: { closingId, studentIds } }) =>
    toParents({ kind: 'resultPublished', about: studentIds.map((id) => [id, [closingId]]) }),

  // Also if the seat is not paid, because a student who left may have a paper about that.
  ...occasionsOfConnections,
  ...occasionsOfCovers,
  ...occasionsOfFees,
  ...occasionsOfMeetings,

  'papers issued': async (db, { schoolId, payload: { papers } }) => {
    const valid = await validPapers(
      db,
      schoolId,
      papers.map(({ paperId }) => paperId),
    )
    const news = papers.filter(({ paperId }) => valid.has(paperId))
    const idsOf = (studentId: string) => news.flatMap((one) => (one.studentId === studentId ? one.paperId : []))
    const students = news.map(({ studentId }) => studentId)
    const parents = await parentsToNotify(db, schoolId, students)
    return parents.map(({ studentId, personId }) => ({
      ...item('paperIssued', personId),
      studentId,
      subjectIds: idsOf(studentId),
    }))
  },

  'conduct recorded': (_, { payload: { studentId, recordId } }) =>
    toParents({ kind: 'conductRecorded', about: [[studentId, [recordId]]] }),

  'days closed': async (db, { schoolId, payload: { closed } }) =>
    (await notifiedOfClosing(db, schoolId, closed)).map(({ personId, studentId, day, gradeIds }) => ({
      ...item('dayClosed', personId),
      ...(studentId && { studentId }),
      subjectIds: gradeIds,
      day,
    })),

  'timetable published': async (db, { schoolId, payload: { timetableId, day, teacherIds, classRoomIds } }) => {
    const students = await studentsOfClasses(db, schoolId, classRoomIds)
    return [
      ...to(teacherIds, 'timetablePublished', { subjectIds: [timetableId], day }),
      ...toParents({ kind: 'childTimetable', day, about: students.map((id) => [id, [timetableId]]) }),
    ]
  },

  'class activation': async (db, { payload: { classRoomId, active } }) =>
    to(await supervisorsOf(db, classRoomId), 'classActivation', { subjectIds: [classRoomId], isOn: active }),

  'teacher link': (_, { payload: { teacherId, linked } }) => to([teacherId], 'teacherLink', { isOn: linked }),

  'role invited': (_, { payload: { personId } }) => to([personId], 'roleInvited'),

  'teacher invited': (_, { payload: { teacherId } }) => to([teacherId], 'teacherInvited'),

  'parents invited': async (db, { payload: { invitationIds } }) =>
    (await invitedWithAccount(db, invitationIds)).map(({ personId, subjectIds }) => ({
      ...item('parentInvited', personId),
      subjectIds,
    })),

  'class link': (_, { payload: { teacherId, classRoomId, linked } }) =>
    to([teacherId], 'classLink', { subjectIds: [classRoomId], isOn: linked }),

  'rights changed': async (db, { payload }) =>
    to('personId' in payload ? [payload.personId] : await holdersOfRole(db, payload.roleId), 'rightsChanged'),

  'platform right given': async (db, { payload: { personId, givenBy, roleId } }) =>
    to(
      (await platformStaff(db, builtInRoles.standard.keys)).filter((id) => id !== personId),
      'platformRightGiven',
      { subjectIds: [personId, givenBy, ...(roleId ? [roleId] : [])], isOn: roleId !== null },
    ),

  'role keys proposed': async (db, { payload: { proposalId } }) =>
    to(await holdersOf(db, 'AddPermissionsToRole', null), 'roleProposed', {
      subjectIds: proposalId ? [proposalId] : [],
    }),

  'built-in role changed': async (db) => to(await managersAnywhere(db), 'roleChanged'),

  'school submitted': async (db) => to(await holdersOf(db, 'ChangeSchoolActivation', null), 'schoolSubmitted'),

  'school activation': async (db, { schoolId, payload: { active } }) =>
    to(await membersOf(db, schoolId), 'schoolActivation', { isOn: active }),

  'year completed': async (db, { schoolId }) => to(await membersOf(db, schoolId), 'yearCompleted'),

  'school handed over': async (db, { schoolId, payload: { fromId, toId } }) =>
    to([fromId, toId, ...(await managersOf(db, schoolId))], 'schoolHandedOver'),

  'support window': async (db, { schoolId, payload: { open } }) =>
    to([...(await managersOf(db, schoolId)), ...(await holdersOf(db, 'ViewSchoolActionList', null))], 'supportWindow', {
      isOn: open,
    }),

  'unusual reading': async (db, { schoolId, payload: { personId } }) =>
    to(await managersOf(db, schoolId), 'unusualReading', { subjectIds: [personId] }),

  'payment requested': async (db, { payload: { requestId } }) =>
    to(await holdersOf(db, 'ViewPaymentsRequests', null), 'paymentRequested', { subjectIds: [requestId] }),

  'payment decided': async (db, { schoolId, payload: { requestId, requestedBy, approved } }) =>
    to([requestedBy, ...(await holdersOf(db, 'ViewSchoolPayment', schoolId))], 'paymentDecided', {
      subjectIds: [requestId],
      isOn: approved,
    }),

  'coins changed': async (db, { schoolId }) => to(await holdersOf(db, 'ViewSchoolData', schoolId), 'coinsChanged'),
}

const workSet = ({ event, payload }: EventNamed<'homework' | 'exam' | 'activity'>): ItemToStore[] =>
  toParents({
    kind: event,
    about: payload.set.flatMap(({ workId, studentIds }) => studentIds.map((id) => [id, [workId]] as const)),
  })
