import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import {
  type Candidate,
  candidatesFor,
  classesByName,
  type ClassOfSchool,
  type CourseOfClass,
  coursesOfClasses,
  type LastIssue,
  lastDayOfYear,
  lastIssues,
} from './placing.queries.ts'
import { planByValues, type ResultScope, type StoredMark } from './recorded.queries.ts'
import type { TermRow } from './terms.queries.ts'

/** `isSettled`: the pupil was in no other class during the term. */
export type Pupil = { id: string; name: string; classRoomId: string; classRoomName: string; isSettled: boolean }

export type TermFacts = {
  term: TermRow
  today: string
  lastDay: string | null
  classes: ReadonlyMap<string, ClassOfSchool>
  issues: ReadonlyMap<string, LastIssue>
}

/** Whether a class belongs to a year: to that year itself, or to no particular year. */
export const isOfYear = (room: Pick<ClassOfSchool, 'schoolYearId'> | undefined, yearId: string) =>
  room !== undefined && (room.schoolYearId === null || room.schoolYearId === yearId)

/**
 * The class and grade in which a pupil has the results of a term (decision 061). First, those of the last issue, if it was valid at the end
 * of the term. Otherwise the class of the term's last day, or of today while the term runs. Otherwise, for pupils who came later in that
 * year, the class of today. Null: none.
 */
function placeInTerm(pupil: Candidate, facts: TermFacts): { classRoomId: string; gradeId: string } | null {
  if (pupil.isMerged) return null
  const issue = pupil.closed && facts.issues.get(pupil.closed.closingId)
  if (issue?.stood) return { classRoomId: pupil.closed!.classRoomId, gradeId: issue.gradeId }
  const classRoomId = pupil.active ? classInTerm(pupil, facts) : null
  const room = classRoomId === null ? undefined : facts.classes.get(classRoomId)
  return room?.isOpen ? { classRoomId: room.id, gradeId: room.gradeId } : null
}

const ofTerm = ({ stays }: Candidate, { term, classes }: TermFacts) =>
  stays.filter(({ classRoomId }) => isOfYear(classes.get(classRoomId), term.schoolYearId))

const decidingDay = ({ term, today }: TermFacts) => (today < term.endDate ? today : term.endDate)

function classInTerm(pupil: Candidate, facts: TermFacts): string | null {
  const day = decidingDay(facts)
  const last = ofTerm(pupil, facts).findLast(({ fromDay }) => fromDay <= day)
  if (last) {
    // A class of another year can follow before the term ends, if the next year was started early.
    const follows = pupil.stays.some(
      (one) =>
        one !== last && one.fromDay >= last.fromDay && one.fromDay <= day && one.classRoomId !== last.classRoomId,
    )
    if (last.toDay === null || last.toDay >= day || follows) return last.classRoomId
  }
  if (!isOfYear(facts.classes.get(pupil.classRoomId), facts.term.schoolYearId)) return null
  const present = pupil.stays.findLast(({ toDay }) => toDay === null)
  const isLater = present !== undefined && facts.lastDay !== null && present.fromDay > facts.lastDay
  return isLater ? null : pupil.classRoomId
}

/** The pupils of a scope in a term, by class and name, and the known courses of the classes. */
export async function pupilsInTerm(
  db: Db,
  scope: ResultScope & { today: string },
  term: TermRow,
): Promise<{ pupils: Pupil[]; courses: CourseOfClass[] }> {
  const { schoolId, gradeId, today } = scope
  const { rooms, issues, lastDays } = await sideBySide(db, {
    rooms: classesByName(schoolId),
    issues: lastIssues(schoolId, term),
    lastDays: lastDayOfYear(schoolId, term.schoolYearId),
    plan: planByValues(),
  })
  const facts: TermFacts = {
    term,
    today,
    lastDay: lastDays[0]?.day ?? null,
    classes: new Map(rooms.map((room) => [room.id, room])),
    issues: new Map(issues.map((issue) => [issue.id, issue])),
  }
  const stood = issues.filter((issue) => issue.stood)
  const ofGrade = stood.find((issue) => issue.gradeId === gradeId)?.id ?? null
  const inScope = (id: string) => !scope.classRoomId || id === scope.classRoomId
  const classRoomIds = rooms.filter((room) => room.gradeId === gradeId && inScope(room.id)).map(({ id }) => id)
  const closingIds = stood.map(({ id }) => id)
  const { candidates } = await sideBySide(db, {
    candidates: candidatesFor(schoolId, { classRoomIds, ofGrade, closingIds }),
  })

  const placed = new Map<string, Pupil[]>()
  for (const candidate of candidates) {
    const place = placeInTerm(candidate, facts)
    if (place?.gradeId !== gradeId || !inScope(place.classRoomId)) continue
    const { id, name } = candidate
    const { classRoomId } = place
    const of = placed.get(classRoomId) ?? []
    placed.set(classRoomId, of)
    const classRoomName = facts.classes.get(classRoomId)!.name
    of.push({ id, name, classRoomId, classRoomName, isSettled: isSettled(candidate, classRoomId, facts) })
  }
  const { rows: courses } = await coursesOfClasses(scope, term, { today, classRoomIds: [...placed.keys()] }).execute(db)
  return { pupils: rooms.flatMap(({ id }) => placed.get(id) ?? []), courses }
}

function isSettled(candidate: Candidate, classRoomId: string, facts: TermFacts) {
  const day = decidingDay(facts)
  return ofTerm(candidate, facts).every(
    (stay) =>
      stay.classRoomId === classRoomId ||
      stay.fromDay > day ||
      (stay.toDay !== null && stay.toDay < facts.term.startDate),
  )
}

/**
 * The courses of each class, with whether somebody teaches them now: those that are taught or have work, and those in which its pupils have
 * marks. The marks of a pupil who was also in another class are ignored, because they may belong to that class.
 */
export function coursesIn(
  pupils: readonly Pupil[],
  known: readonly CourseOfClass[],
  marksOf: (id: string) => readonly StoredMark[],
) {
  const courses = new Map(pupils.map(({ classRoomId }) => [classRoomId, new Map<string, boolean>()]))
  for (const { classRoomId, courseId, isTaught } of known) courses.get(classRoomId)!.set(courseId, isTaught)
  for (const { id, classRoomId, isSettled: settled } of pupils) {
    const of = courses.get(classRoomId)!
    for (const { courseId, mark, state } of settled ? marksOf(id) : [])
      if (!of.has(courseId) && (mark !== null || state !== null)) of.set(courseId, false)
  }
  return courses
}
