import { parents } from '#contract/people/parents/parents.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { useRead } from '#web/lib/api.ts'
import type { Subject } from '#web/lib/action.ts'
import { useSession } from '#web/lib/session.ts'
import { fold } from '#web/lib/text.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import type { Matches } from './found.ts'
import type { Somebody } from './lines.ts'

/** For whom an action may be, by some words; without words, those opened last, all classes, or all children. */
export function useSubjects(schoolId: string | null, lately: Somebody[]) {
  const { isParent } = useSession()
  const { data: children = [] } = useRead(parents.children, {}, { enabled: isParent })
  const { data: rooms = [] } = useRead(classes.list, { schoolId: schoolId ?? '' }, { enabled: schoolId !== null })
  const ofChildren = children.map((child) => ({
    id: child.studentId,
    name: child.studentName,
    more: `${child.classRoomName} · ${child.schoolName}`,
  }))
  const ofClasses = rooms.map((room) => ({ id: room.id, name: nameOfClass(room), more: room.gradeName }))
  const few = { child: ofChildren, class: ofClasses }
  return {
    /** `found`: the answer to the same words. */
    of: (subject: Subject, text: string, found: Matches | undefined): Somebody[] => {
      if (subject !== 'student') return few[subject].filter((one) => isNamed(one, text))
      if (text === '') return lately
      return (found?.students ?? []).map(({ id, name, classRoomName }) => ({ id, name, more: classRoomName }))
    },
    /** The only one there is. */
    only: (subject: Subject) => (subject !== 'student' && few[subject].length === 1 ? (few[subject][0] ?? null) : null),
  }
}

const isNamed = ({ name, more }: Somebody, text: string) => {
  const all = fold(`${name} ${more}`)
  return fold(text)
    .split(' ')
    .every((word) => all.includes(word))
}
