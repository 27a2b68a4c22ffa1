import type { Db } from '#server/db/db.ts'
import type { Event } from '#server/outbox/events.ts'
import { item, to } from './items.ts'
import { askedToMeet, meetingsBooked, parentsToNotify, roundToNotify } from './delivery.queries.ts'
import type { ItemToStore } from './delivery.queries.ts'

/** The recipients and the content of the events about parents' evenings. */
export const occasionsOfMeetings: {
  [Name in 'meetings opened' | 'meetings tomorrow' | 'meeting asked' | 'meeting changed']: (
    db: Db,
    event: Extract<Event, { event: Name }>,
  ) => Promise<ItemToStore[]>
} = {
  // Whom a teacher has asked already is asked now, and all others are invited.
  'meetings opened': async (db, { schoolId, payload: { roundId } }) => {
    const round = await roundToNotify(db, schoolId, roundId)
    if (!round) return []
    const { day, personIds } = round
    const asked = await askedToMeet(db, schoolId, roundId)
    return [
      ...to(personIds, 'meetingsOpen', { subjectIds: [roundId], day }),
      ...(await ofStudents(db, schoolId, asked, { kind: 'meetingAsked', roundId, day })),
    ]
  },

  'meetings tomorrow': async (db, { schoolId, payload: { roundId } }) => {
    const round = await roundToNotify(db, schoolId, roundId)
    if (!round) return []
    const { teacherIds, studentIds } = await meetingsBooked(db, schoolId, roundId)
    return [
      ...to(teacherIds, 'meetingsTomorrow', { subjectIds: [roundId], day: round.day }),
      ...(await ofStudents(db, schoolId, studentIds, { kind: 'meetingsTomorrow', roundId, day: round.day })),
    ]
  },

  'meeting asked': async (db, { schoolId, payload: { roundId, studentId } }) => {
    const round = await roundToNotify(db, schoolId, roundId)
    if (!round || !(await askedToMeet(db, schoolId, roundId)).includes(studentId)) return []
    return ofStudents(db, schoolId, [studentId], { kind: 'meetingAsked', roundId, day: round.day })
  },

  'meeting changed': async (db, { schoolId, payload: { roundId, studentIds, booked } }) => {
    const round = await roundToNotify(db, schoolId, roundId)
    if (!round) return []
    return ofStudents(db, schoolId, studentIds, { kind: 'meetingChanged', roundId, day: round.day, isOn: booked })
  },
}

type About = {
  kind: 'meetingAsked' | 'meetingChanged' | 'meetingsTomorrow'
  roundId: string
  day: string
  isOn?: boolean
}

const ofStudents = async (
  db: Db,
  schoolId: string,
  studentIds: readonly string[],
  { kind, roundId, ...more }: About,
): Promise<ItemToStore[]> =>
  (await parentsToNotify(db, schoolId, studentIds)).map(({ studentId, personId }) => ({
    ...item(kind, personId),
    studentId,
    subjectIds: [roundId],
    ...more,
  }))
