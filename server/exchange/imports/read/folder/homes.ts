import { fold } from '#contract/language/fold.ts'
import { isStudent, type Roster, type RosterClass, type RosterPerson } from './roster.ts'

/** The class of a student as the folder names it, with its grade. */
export type Home = { name: string; grade: string }

/**
 * The class of each student: the homeroom, or the only class in which they are enrolled. If there are several, the words that their titles
 * share, such as 6B of "Maths 6B" and "Arabic 6B"; if they share none, the grade.
 */
export function homesOf({ people, classes, learning }: Roster): ReadonlyMap<string, Home> {
  return new Map(
    people.filter(isStudent).map((student) => {
      const own = learning.of(student.id).flatMap((id) => classes.get(id) ?? [])
      const home = own.find(({ isHome }) => isHome) ?? (own.length === 1 ? own[0] : undefined)
      const name = home?.title ?? (own.length > 1 ? common(own) || student.grade : '')
      return [student.id, { name, grade: home?.grade || student.grade }]
    }),
  )
}

/**
 * The words that all titles share, as written in the first one. Only a hundred titles are compared, because a hostile file may have many.
 */
function common(classes: readonly RosterClass[]) {
  const [first, ...others] = classes.slice(0, 100).map(({ title }) => title)
  const rest = others.map((title) => new Set(wordsOf(title).map(fold)))
  const shared = wordsOf(first!).filter((word) => rest.every((words) => words.has(fold(word))))
  return shared.some((word) => fold(word).length > 0) ? shared.join(' ') : ''
}

const wordsOf = (title: string) => title.split(/[\s\-–—_:/|]+/).filter(Boolean)

/**
 * The class in which a course is taught: as the folder names it, else the class of most of its students. The grade is the one that the rows
 * of these students have, because classes are found by name and grade.
 */
export function homeOfClass(roster: Roster, homes: ReadonlyMap<string, Home>) {
  const learners = new Map<string, Map<string, { home: Home; count: number }>>()
  for (const { id } of roster.people as RosterPerson[]) {
    const home = homes.get(id)
    if (!home?.name) continue
    const key = `${home.name}\n${home.grade}`
    for (const classId of roster.learning.of(id)) {
      const counts = learners.get(classId) ?? new Map<string, { home: Home; count: number }>()
      learners.set(classId, counts.set(key, { home, count: (counts.get(key)?.count ?? 0) + 1 }))
    }
  }
  const ofMost = (classId: string) =>
    [...(learners.get(classId)?.values() ?? [])].toSorted((a, b) => b.count - a.count)[0]?.home
  return ({ id, home }: RosterClass): Home => {
    const named = roster.classes.get(home)
    if (named) return { name: named.title, grade: named.grade || (ofMost(home)?.grade ?? '') }
    return ofMost(id) ?? { name: '', grade: '' }
  }
}
