import { isCivilDay } from '#contract/language/days.ts'
import { fold } from '#contract/language/fold.ts'
import { daysFrom } from '#server/base/days.ts'
import type { FolderBeside, FolderPeriod } from '#server/exchange/imports/beside/beside.queries.ts'
import { type Home, homeOfClass } from './homes.ts'
import { fullNameOf, isStaff, type Roster, type RosterSession } from './roster.ts'

/** The most of each kind that one folder may bring. */
const besideAtMost = { courses: 500, staff: 2000, teaching: 100, months: 24, terms: 20 }

export function besideOf(
  roster: Roster,
  homes: ReadonlyMap<string, Home>,
  isOfSchool: (orgs: readonly string[]) => boolean,
) {
  return {
    courses: coursesOf(roster),
    staff: staffOf(roster, homes, isOfSchool),
    year: yearOf(roster.sessions),
  } satisfies FolderBeside
}

/** The courses, without those that only represent the classes themselves. */
function coursesOf({ classes, courses }: Roster) {
  const all = [...classes.values()]
  const ofHomes = new Set(all.filter(({ isHome }) => isHome).map(({ course }) => course.id))
  const taught = all.filter(({ isHome }) => !isHome)
  for (const { course } of taught) ofHomes.delete(course.id)
  const found = new Map<string, FolderBeside['courses'][number]>()
  for (const { title, description, language } of [
    ...courses.filter(({ id }) => !ofHomes.has(id)),
    ...taught.map(({ course }) => ({ title: course.title, description: '', language: '' })),
  ]) {
    const name = courseName(title)
    if (name !== '' && !found.has(fold(name)) && found.size < besideAtMost.courses)
      found.set(fold(name), { name, description: description.slice(0, 2000), language })
  }
  return [...found.values()]
}

/** The name of a course has three to a hundred letters. */
const courseName = (title: string) => {
  const name = title.replace(/\s+/g, ' ').trim().slice(0, 100)
  if (name === '' || name.length >= 3) return name
  return /[\u0600-\u06ff]/.test(name) ? `مادة ${name}` : `Course ${name}`
}

function staffOf(roster: Roster, homes: ReadonlyMap<string, Home>, isOfSchool: (orgs: readonly string[]) => boolean) {
  const homeOf = homeOfClass(roster, homes)
  const teaches = new Map<string, FolderBeside['staff'][number]['teaches']>()
  for (const { classId, personId } of roster.teaching) {
    const one = roster.classes.get(classId)
    const own = teaches.get(personId) ?? []
    if (!one || one.isHome || own.length >= besideAtMost.teaching) continue
    const course = courseName(one.course.title)
    const home = homeOf(one)
    const [className, grade] = [home.name.slice(0, 1000), home.grade.slice(0, 1000)]
    const isSame = (other: (typeof own)[number]) =>
      other.course === course && other.className === className && other.grade === grade
    if (course !== '' && !own.some(isSame)) teaches.set(personId, [...own, { course, className, grade }])
  }
  return roster.people
    .filter((person) => isStaff(person) && isOfSchool(person.orgs))
    .slice(0, besideAtMost.staff)
    .map(({ id, names, phone, email, roles }) => ({
      name: fullNameOf(names).slice(0, 200),
      phone: phone.slice(0, 40),
      email: email.includes('@') ? email.slice(0, 200) : '',
      role: roles.find((role) => !/student|parent|guardian|relative/.test(role)) ?? '',
      teaches: teaches.get(id) ?? [],
    }))
}

/** The latest school year with its terms and months, or only these. A month is a grading period of at most 45 days. */
function yearOf(sessions: readonly RosterSession[]): FolderBeside['year'] {
  const dated = sessions.filter(
    ({ title, from, to }) => title !== '' && isCivilDay(from) && isCivilDay(to) && from <= to && to < '2100',
  )
  const [year] = dated.filter(({ type }) => /year/i.test(type)).toSorted((a, b) => b.from.localeCompare(a.from))
  const parts = dated
    .filter(({ type, from, to }) => !/year/i.test(type) && (!year || (from >= year.from && to <= year.to)))
    .toSorted((a, b) => a.from.localeCompare(b.from))
  if (!year && parts.length === 0) return null
  const isMonth = ({ type, from, to }: RosterSession) => /grading/i.test(type) && daysFrom(from, 45) > to
  const months = named(parts.filter(isMonth)).slice(0, besideAtMost.months)
  const terms = termsOf(parts.filter((one) => !isMonth(one)))
  const [from, to] = year
    ? [year.from, year.to]
    : [
        parts[0]!.from,
        parts
          .map((one) => one.to)
          .toSorted()
          .at(-1)!,
      ]
  const name = year?.title.slice(0, 100) ?? `${from.slice(0, 4)}–${to.slice(0, 4)}`
  return { name, from, to, months, terms }
}

/** Lists each session once, because a school has no two months, or terms, with the same name. */
const named = (sessions: readonly RosterSession[]) => {
  const taken = new Map<string, FolderPeriod>()
  const ids = new Set<string>()
  for (const { id, title, from, to } of sessions) {
    if (ids.has(id)) continue
    ids.add(id)
    const name = freeName(title, (one) => taken.has(fold(one)))
    taken.set(fold(name), { name, from, to })
  }
  return [...taken.values()]
}

function freeName(title: string, isTaken: (name: string) => boolean) {
  let name = title.slice(0, 100)
  for (let nth = 2; isTaken(name); nth += 1) name = `${title.slice(0, 95)} (${nth})`
  return name
}

/** Semesters may contain terms, and terms may contain grading periods. The longest periods that do not overlap are the terms. */
function termsOf(sessions: readonly RosterSession[]) {
  const longest = named(sessions).toSorted((a, b) => days(b) - days(a))
  const terms: FolderPeriod[] = []
  for (const one of longest)
    if (terms.every(({ from, to }) => one.to < from || one.from > to) && one.from <= one.to) terms.push(one)
  return terms.toSorted((a, b) => a.from.localeCompare(b.from)).slice(0, besideAtMost.terms)
}

const days = ({ from, to }: FolderPeriod) => Date.parse(to) - Date.parse(from)
