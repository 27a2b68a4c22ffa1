import { removedForDays, type RemovableKind, removals } from '#contract/overviews/removals/removals.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { useChange } from './change.ts'

/** Something that can be put back after it was removed. */
export type Removable = { schoolId: string; kind: RemovableKind; id: string }

/** What a removal takes with it as the server counts it, and the way back while the toast is shown. */
export function useRemoval({ schoolId, kind, id }: Removable) {
  const { t } = useTranslation()
  const putBack = useChange(removals.putBack)
  const named = { schoolId, kind, ids: [id] }

  async function means() {
    const effect = await call(removals.effect, named)
    const count = (what: keyof typeof effect) => t(`removals.${what}`, { count: effect[what] })
    const ofStudents = (students: string) => {
      if (kind === 'recordField') return t('removals.valuesOf', { students })
      if (effect.marks > 0) return t('removals.marksOf', { marks: count('marks'), students })
      return t('removals.unmarked', { students })
    }
    const first = effect.students > 0 ? [ofStudents(count('students'))] : []
    const others = (['readers', 'answers', 'files', 'registers'] as const).filter((what) => effect[what] > 0).map(count)
    const what = [...first, ...others].join(t('removals.and'))
    const back = t('removals.canBePutBack', { count: removedForDays })
    return what ? `${t('removals.affects', { what })} ${back}` : back
  }

  const undo = () =>
    putBack(named)
      .then(() => toast({ title: t('removals.isBack') }))
      .catch(toastRefusal)

  const offerUndo = (title = t('removals.removed')) =>
    toast({ title, action: { label: t('removals.undo'), run: () => void undo() } })

  return { means, offerUndo }
}
