import { courses } from '#contract/school/courses/courses.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { fold } from '#contract/language/fold.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { years } from '#contract/school/years/years.ts'
import { rightsOf } from '#server/access/authorise.queries.ts'
import { type Holder, mayIn } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { saveTerms } from '#server/school/calendar/terms.rules.ts'
import { lockCalendar, raiseVersion } from '#server/school/calendar/calendar.queries.ts'
import { readingFor } from '#server/exchange/imports/check/reading-for.ts'
import { importStored } from '#server/exchange/imports/imports.queries.ts'
import { auditStaff, publishTeaching } from '#server/exchange/imports/store/teaching-given.ts'
import { inviteStaff } from '#server/people/teachers/staff-invitations.rules.ts'
import { insertMonth } from '#server/school/years/months.queries.ts'
import { insertYear } from '#server/school/years/years.queries.ts'
import {
  type FolderBeside,
  type FolderPeriod,
  folderOf,
  insertCourses,
  insertTeaching,
  keepMade,
  knownCourses,
} from './beside.queries.ts'
import { givenBy } from '#server/people/teachers/invited-roles.rules.ts'
import { invitable } from './invite-beside.ts'
import { languageFinder, resolved } from './resolve.ts'

type Storing = { importId: string; schoolId: string; person: Holder; today: string }
type Ended = { id: string; schoolId: string; startedBy: string; today: string }

/**
 * Stores what a folder contains besides its students, as far as it was wanted and the person who started the import may do it by hand:
 * courses and a year that do not exist yet, and what teachers of the school teach.
 */
export async function storeBeside(db: Db, { id: importId, schoolId, startedBy, today }: Ended) {
  const { folder, takes } = await folderOf(db, { schoolId, id: importId })
  if (!folder) return
  const person = { id: startedBy, rights: await rightsOf(db, startedBy) }
  const storing = { importId, schoolId, person, today }
  const { beside } = folder
  const found = await resolved(db, schoolId, beside)
  const wants = (kind: (typeof takes)[number], operation: Parameters<typeof mayIn>[1]) =>
    takes.includes(kind) && mayIn(person, operation, schoolId)

  const madeCourses = wants('courses', courses.add) ? await storeCourses(db, schoolId, found.newCourses) : []
  const madeTeaching = wants('teaching', classTeaching.add) ? await storeTeaching(db, storing, found.teachers) : []
  const madeInvitations = wants('staff', staffInvitations.invite) ? await inviteOthers(db, storing, found.teachers) : []
  const isYearWanted = wants('year', years.add) && found.isNewYear
  const { madeYear, madeCalendar } = isYearWanted ? await storeYear(db, storing, beside.year!) : noYear
  const made = { madeCourses, madeTeaching, madeInvitations, madeYear, madeCalendar }
  await keepMade(db, { schoolId, id: importId }, made)
}

const noYear = { madeYear: null, madeCalendar: false }

async function storeCourses(db: Db, schoolId: string, all: FolderBeside['courses']) {
  const languageOf = await languageFinder(db, schoolId)
  const named = all.flatMap(({ name, description, language }) => {
    const languageId = languageOf(language)
    // The description of a course must have at least three letters.
    return languageId ? [{ name, description: description.length < 3 ? name : description, languageId }] : []
  })
  return insertCourses(db, schoolId, named)
}

type Teacher = FolderBeside['staff'][number] & { teacherId: string | null; isDoubted: boolean }

/** Finds the courses and active classes that the words of a folder mean in the school now. */
async function teachingFinder(db: Db, { importId, schoolId, today }: Storing) {
  const reading = await readingFor(db, { id: schoolId, today }, await importStored(db, { schoolId, id: importId }))
  // Nobody is given one of two courses of a name, in different languages.
  const courseOf = new Map<string, string | null>()
  for (const { id, key } of await knownCourses(db, schoolId)) courseOf.set(key, courseOf.has(key) ? null : id)
  // The class must be found in the same way as for the students. If their rows are read without the grade column, the grade is ignored here
  // too.
  const gradeRead = (grade = '') => (reading.columns.has('gradeName') ? grade : '')
  return ({ teaches }: Teacher) =>
    teaches.flatMap(({ course, className, grade }) => {
      const courseId = courseOf.get(fold(course))
      const found = className === '' ? [] : reading.classesNamed(className, gradeRead(grade))
      const classes = found.filter(({ active }) => active)
      return courseId ? [{ courseId, classRoomId: classes.length === 1 ? classes[0]!.id : null }] : []
    })
}

/** Nobody may assign classes to themselves by an import. */
async function storeTeaching(db: Db, storing: Storing, teachers: Teacher[]) {
  const { importId, schoolId, person } = storing
  const taughtBy = await teachingFinder(db, storing)
  const taught = teachers.flatMap((teacher) => {
    const { teacherId } = teacher
    if (!teacherId || teacherId === person.id) return []
    return taughtBy(teacher).flatMap(({ courseId, classRoomId }) =>
      classRoomId ? [{ teacherId, courseId, classRoomId }] : [],
    )
  })
  const made = await insertTeaching(db, schoolId, taught)
  await publishTeaching(db, { schoolId, actorId: person.id, importId, linked: true }, made.classes)
  return [...made.courses, ...made.classes]
}

/** Invites staff who are not known yet, with what they will teach if the person who started the import may assign that too. */
async function inviteOthers(db: Db, storing: Storing, people: Teacher[]) {
  const { schoolId, person, importId } = storing
  const invitationOf = await invitable(db, { schoolId, personId: person.id, mayGive: givenBy(person, schoolId) })
  const taughtBy = mayIn(person, classTeaching.add, schoolId) ? await teachingFinder(db, storing) : () => []
  const invited = people.flatMap((one) => {
    const { invitation } = invitationOf(one)
    return invitation ? [{ ...invitation, teaching: invitation.roleId ? [] : taughtBy(one) }] : []
  })
  const { stored } = await inviteStaff(db, { schoolId, actorId: person.id }, invited)
  const ids = stored.map(({ id }) => id)
  await auditStaff(db, { schoolId, actorId: person.id, importId }, 'Import/Start', { kind: 'staff invitation', ids })
  return ids
}

type Year = Omit<NonNullable<FolderBeside['year']>, 'terms'> & { terms?: FolderPeriod[] }

const asTerm = ({ name, from, to }: FolderPeriod) => ({ name, startDate: from, endDate: to })
const lastDay = (periods: readonly FolderPeriod[]) =>
  periods
    .map(({ to }) => to)
    .toSorted()
    .at(-1)!

/** The year does not become current. A person must decide that, because it determines what seats cost. */
async function storeYear(db: Db, storing: Storing, { name, months, terms = [] }: Year) {
  const { schoolId, person, today } = storing
  const yearId = await insertYear(db, { schoolId, name, active: false, completed: false, today })
  for (const [nth, { name: monthName, from, to }] of months.entries())
    await insertMonth(db, { schoolId, yearId, name: monthName, startDate: from, endDate: to, order: nth + 1 })
  const within = terms.filter(
    ({ from, to }) => months.length === 0 || (from >= months[0]!.from && to <= lastDay(months)),
  )
  const storesTerms = within.length > 0 && mayIn(person, calendarSettings.terms, schoolId)
  if (!storesTerms) return { madeYear: yearId, madeCalendar: false }
  const madeCalendar = (await lockCalendar(db, schoolId)) === 0
  await saveTerms(db, schoolId, yearId, within.map(asTerm))
  await raiseVersion(db, schoolId)
  return { madeYear: yearId, madeCalendar }
}
