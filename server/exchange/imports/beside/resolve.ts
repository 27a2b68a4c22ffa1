import { fold } from '#contract/language/fold.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { type Holder, mayIn } from '#server/access/may.ts'
import { countryOfSchool } from '#server/platform/schools/school-settings.queries.ts'
import type { Db } from '#server/db/db.ts'
import { languageChoices } from '#server/platform/languages/languages.queries.ts'
import { mayBeOnePerson } from '#server/exchange/imports/tables/same-person.ts'
import { mobileIn } from '#server/exchange/imports/read/words.ts'
import { givenBy } from '#server/people/teachers/invited-roles.rules.ts'
import { invitable } from './invite-beside.ts'
import { type FolderBeside, knownCourses, type KeptFolder, teachersToFind, yearNamed } from './beside.queries.ts'

/** Compares a folder's courses, staff and year with what the school already has. */
export async function resolved(db: Db, schoolId: string, { courses, staff, year }: FolderBeside) {
  const known = new Set((await knownCourses(db, schoolId)).map(({ key }) => key))
  const teacherOf = await teacherFinder(db, schoolId)
  return {
    newCourses: courses.filter(({ name }) => !known.has(fold(name))),
    isKnown: ({ name }: { name: string }) => known.has(fold(name)),
    teachers: staff.map((person) => ({ ...person, ...teacherOf(person) })),
    isNewYear: year !== null && (await yearNamed(db, schoolId, year.name)) === undefined,
  }
}

/**
 * Finds a person of a folder among the teachers: by phone number, else by a name that only one teacher has. If the name or the number is
 * another, a person has to decide by hand (`isDoubted`).
 */
async function teacherFinder(db: Db, schoolId: string) {
  const teachers = await teachersToFind(db, schoolId)
  const home = await countryOfSchool(db, schoolId)
  const byPhone = new Map(teachers.map((one) => [one.phoneNumber, one]))
  const byName = new Map<string, (typeof teachers)[number] | null>()
  for (const one of teachers) byName.set(fold(one.name), byName.has(fold(one.name)) ? null : one)
  return ({ phone, name }: { phone: string; name: string }) => {
    const mobile = mobileIn(phone, home)
    const found = byPhone.get(mobile ?? '') ?? byName.get(fold(name))
    if (!found) return { teacherId: null, isDoubted: false }
    const isDoubted = !mayBeOnePerson(name, found.name) || (mobile !== null && mobile !== found.phoneNumber)
    return { teacherId: isDoubted ? null : found.id, isDoubted }
  }
}

/** The language of each course: the one that it names if the school has it, else the school's first; null if the school has none. */
export async function languageFinder(db: Db, schoolId: string) {
  const languages = await languageChoices(db, schoolId)
  const byName = new Map(languages.map(({ id, name }) => [fold(name), id]))
  return (name: string) => byName.get(fold(name)) ?? languages[0]?.id ?? null
}

type Describing = { schoolId: string; id: string; seesTeachers: boolean; seesAddresses: boolean; person: Holder }

/**
 * A folder as it is answered. `seesTeachers`: whether the reader may see who teaches at the school. `seesAddresses`: whether they may read
 * the phone numbers and e-mail addresses of its staff.
 */
export async function described(
  db: Db,
  { schoolId, id, seesTeachers, seesAddresses, person }: Describing,
  kept: KeptFolder,
) {
  const invitationOf = await invitable(db, { schoolId, personId: person.id, mayGive: givenBy(person, schoolId) })
  const maySee = seesTeachers && mayIn(person, staffInvitations.list, schoolId)
  const { courses, year } = kept.folder!.beside
  const found = await resolved(db, schoolId, kept.folder!.beside)
  return {
    id,
    takes: kept.takes,
    courses: courses.map(({ name }) => ({ name, isNew: !found.isKnown({ name }) })),
    staff: found.teachers.map((one) => {
      const { isInvited, invitation } = invitationOf(one)
      return {
        staffName: one.name,
        phoneNumber: seesAddresses ? one.phone : '',
        email: seesAddresses ? one.email : '',
        role: one.role,
        isTeacher: seesTeachers && one.teacherId !== null,
        isInvited: maySee && isInvited,
        willBeInvited: maySee && invitation !== null,
        teaches: one.teaches.map(({ course, className, grade }) => ({
          courseName: course,
          className,
          grade: grade || null,
        })),
      }
    }),
    year: year && {
      name: year.name,
      startDate: year.from,
      endDate: year.to,
      months: year.months.length,
      terms: year.terms?.length ?? 0,
      isNew: found.isNewYear,
    },
    madeCourses: kept.madeCourses.length,
    madeInvitations: kept.madeInvitations.length,
    madeTeaching: kept.madeTeaching.filter(({ classRoomId }) => classRoomId).length,
    madeYear: kept.madeYear !== null,
  }
}
