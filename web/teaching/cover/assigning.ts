import { useState } from 'react'
import type { InputOf } from '#contract/language/operation.ts'
import { cover } from '#contract/teaching/cover/cover.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { t } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { DayOfCovers, Proposals } from './cover-words.ts'

type Wanted = InputOf<typeof cover.assign>['covers'][number]

/** Gives lessons away as they are proposed or chosen; what has changed meanwhile is shown anew. */
export function useAssigning({ schoolId, day }: DayOfCovers) {
  const { mutateAsync: assign } = useWrite(cover.assign)
  const { mutateAsync: undo } = useWrite(cover.undo)
  const [giving, setGiving] = useState(false)
  const undoing = async (lessonIds: string[]) => {
    try {
      await undo({ schoolId, day, lessonIds })
    } catch (problem) {
      toastRefusal(problem)
    }
    await stale(cover.day)
  }
  async function give({ hash }: Pick<Proposals, 'hash'>, wanted: readonly Wanted[]) {
    setGiving(true)
    try {
      const { changed } = await assign({
        schoolId,
        day,
        hash,
        covers: wanted.map(({ lessonId, way, teacherId, reason }) => ({
          lessonId,
          way,
          ...(teacherId && { teacherId }),
          ...(reason && { reason }),
        })),
      })
      const lessonIds = wanted.map(({ lessonId }) => lessonId)
      toast({
        title: t('cover.given', { count: changed }),
        action: { label: t('removals.undo'), run: () => void undoing(lessonIds) },
      })
      return true
    } catch (problem) {
      toastRefusal(problem)
      return false
    } finally {
      await stale(cover.day)
      setGiving(false)
    }
  }
  return { giving, give, undoing }
}
