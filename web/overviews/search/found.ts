import { ClipboardCheck, Shapes, UserRound } from 'lucide-react'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { search } from '#contract/overviews/search/search.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import type { Group } from './lines.ts'

export type Go = (to: string, state?: object) => void
export type Matches = OutputOf<typeof search.find>

/** With one letter, half of a school would be found. */
const lettersAtLeast = 2

/** Students, classes and teachers of the school by a few words. `isOld`: those of the words before, meanwhile. */
export function useFinder(schoolId: string | null, text: string, isTyping: boolean) {
  const isSearching = schoolId !== null && text.length >= lettersAtLeast
  const query = useRead(search.find, { schoolId: schoolId ?? '', text: text || ' ' }, { enabled: isSearching })
  return {
    isSearching,
    found: isSearching ? query.data : undefined,
    isOld: isTyping || query.isPlaceholderData,
    isFetching: isSearching && query.isFetching,
    error: isSearching ? query.error : null,
    again: query.refetch,
  }
}

/** What was found, as lines that open it. */
export function useFoundGroups({ found, isOld }: { found: Matches | undefined; isOld: boolean }, go: Go): Group[] {
  const { t } = useTranslation()
  const mayTake = useMay(attendance.save)
  if (!found) return []
  const students = found.students.map(({ id, name, classRoomName, guardianName }) => ({
    value: id,
    Icon: UserRound,
    text: name,
    more: guardianName ? `${classRoomName} · ${guardianName}` : classRoomName,
    run: () => go(paths.student(id, 'staff')),
  }))
  const classes = found.classes.flatMap(({ id, name, gradeName, otherYearName }) => {
    const open = {
      value: id,
      Icon: Shapes,
      text: name,
      more: otherYearName ? `${gradeName} · ${otherYearName}` : gradeName,
      run: () => go(paths.classRoom(id), { className: name }),
    }
    const take = {
      value: `take ${id}`,
      Icon: ClipboardCheck,
      text: `${t('finder.take')} ${nameOfClass({ name, otherYearName })}`,
      run: () => go(paths.classRoom(id, 'attendance'), { className: name }),
    }
    return mayTake ? [open, take] : [open]
  })
  const teachers = found.teachers.map(({ id, name }) => ({
    value: id,
    Icon: UserRound,
    text: name,
    run: () => go(`${paths.settings('teachers')}?teacher=${id}`),
  }))
  return [
    { key: 'students', heading: t('finder.students'), lines: students, old: isOld },
    { key: 'classes', heading: t('finder.classes'), lines: classes, old: isOld },
    { key: 'teachers', heading: t('finder.teachers'), lines: teachers, old: isOld },
  ]
}
