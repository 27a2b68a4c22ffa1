import { fold } from '#contract/language/fold.ts'
import { isStudent, type Roster, type RosterClass, type RosterPerson } from './roster.ts'

/** The class of a student as a folder says it, with its grade. */
export type Home = { name: string; grade: string }

/**
 * The class of each student: the homeroom, or the only class they are enrolled in. Where there are byKey, what their titles
 * have in common: 6B of "Maths 6B" and "Arabic 6B"; and where they have nothing in common, the grade.
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

/** The words that all titles have, as the first of them writes them. A hostile file may have many: the first hundred. */
function common(classes: readonly RosterClass[]) {
  const [first, ...others] = classes.slice(0, 100).map(({ title }) => title)
  const rest = others.map((title) => new Set(wordsOf(title).map(fold)))
  const shared = wordsOf(first!).filter((word) => rest.every((words) => words.has(fold(word))))
  return shared.some((word) => fold(word).length > 0) ? shared.join(' ') : ''
}

const wordsOf = (title: string) => title.split(/[\s\-–—_:/|]+/).filter(Boolean)

/** The class in which a course is taught: as the folder says it, else the one of most of its students. */
export function homeOfClass(roster: Roster, homes: ReadonlyMap<string, Home>) {
  const learners = new Map<string, Map<string, number>>()
  for (const { id } of roster.people as RosterPerson[]) {
    const home = homes.get(id)?.name
    if (!home) continue
    for (const classId of roster.learning.of(id)) {
      const counts = learners.get(classId) ?? new Map<string, number>()
      learners.set(classId, counts.set(home, (counts.get(home) ?? 0) + 1))
    }
  }
  return ({ id, home }: RosterClass) =>
    roster.classes.get(home)?.title ?? [...(learners.get(id) ?? [])].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}
