import type { TextValues } from '#web/lib/texts.ts'
import { differingLines, isSame } from '#web/records/unsaved-edit.ts'
import type { Difference } from '#web/ui/TwoVersions.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import type { Promotion } from './promotion.ts'

export const copied = ['copiesTeachers', 'copiesMonths', 'copiesTerms', 'copiesCalendar'] as const

type NewClass = Omit<Promotion['newClasses'][number], 'id'> & { id?: string }

/** What the first step of a draft decides, as it is sent. `newClasses` without an id will be created. */
export type Structure = Pick<Promotion, (typeof copied)[number]> & {
  grades: { gradeId: string; nextGradeId: string | null }[]
  newClasses: NewClass[]
}

export const structureOf = (draft: Promotion): Structure => ({
  ...ticksOf(draft),
  grades: draft.grades.map(({ gradeId, nextGradeId }) => ({ gradeId, nextGradeId })),
  newClasses: draft.newClasses,
})

/** Only the fields that say what is copied. */
export const ticksOf = ({
  copiesTeachers,
  copiesMonths,
  copiesTerms,
  copiesCalendar,
}: Pick<Structure, (typeof copied)[number]>) => ({
  copiesTeachers,
  copiesMonths,
  copiesTerms,
  copiesCalendar,
})

/** Merges the changes of two people to one structure. `settled`: no part was changed by both in different ways. */
export function mergedStructure(base: Structure, mine: Structure, theirs: Structure) {
  let settled = true
  const part = <T>(was: T, own: T, stored: T): T => {
    if (isSame(own, was) || isSame(own, stored)) return stored
    settled &&= isSame(stored, was)
    return own
  }
  const nextIn = ({ grades }: Structure, id: string) =>
    grades.find(({ gradeId }) => gradeId === id)?.nextGradeId ?? null
  const both: Structure = {
    grades: theirs.grades.map(({ gradeId }) => ({
      gradeId,
      nextGradeId: part(nextIn(base, gradeId), nextIn(mine, gradeId), nextIn(theirs, gradeId)),
    })),
    newClasses: part(base.newClasses, mine.newClasses, theirs.newClasses),
    ...ticksOf(theirs),
  }
  for (const tick of copied) both[tick] = part(base[tick], mine[tick], theirs[tick])
  return { both, settled }
}

type Translate = (key: string, values?: TextValues) => string

/** The differences between two structures of a draft, in words. */
export function differencesOf(
  t: Translate,
  { grades, fromClasses }: Promotion,
  mine: Structure,
  theirs: Structure,
): Difference[] {
  const gradeName = (id: string | null) =>
    grades.find(({ gradeId }) => gradeId === id)?.gradeName ?? t('promotion.lastGrade')
  const ofGrades = mine.grades.flatMap(({ gradeId, nextGradeId }) => {
    const stored = theirs.grades.find((one) => one.gradeId === gradeId)?.nextGradeId ?? null
    return stored === nextGradeId
      ? []
      : [
          {
            label: t('promotion.nextOf', { grade: isolated(gradeName(gradeId)) }),
            mine: gradeName(nextGradeId),
            theirs: gradeName(stored),
          },
        ]
  })
  const inWords = ({ name, maxOfStudents, keepsSupervisor, fromClassId }: NewClass) => {
    const supervisor = fromClasses.find(({ id }) => id === fromClassId)?.supervisorName
    const supervised = keepsSupervisor && supervisor && t('promotion.keepsSupervisor', { name: isolated(supervisor) })
    return [isolated(name), `${t('promotion.capacity')} ${maxOfStudents}`, ...(supervised ? [supervised] : [])].join(
      ' · ',
    )
  }
  const ofClasses = isSame(mine.newClasses, theirs.newClasses)
    ? []
    : [{ label: t('promotion.classes'), ...differingLines(mine.newClasses, theirs.newClasses, inWords) }]
  const yesOrNo = (yes: boolean) => t(yes ? 'promotion.isCopied' : 'promotion.notCopied')
  const ofTicks = copied
    .filter((tick) => mine[tick] !== theirs[tick])
    .map((tick) => ({ label: t(`promotion.${tick}`), mine: yesOrNo(mine[tick]), theirs: yesOrNo(theirs[tick]) }))
  return [...ofGrades, ...ofClasses, ...ofTicks]
}
