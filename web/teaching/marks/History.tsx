import { History as Clock } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Kind, Result, Work } from '#web/teaching/class-work/kind.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import type { Marks } from './sheet.ts'

type Props = { kind: Kind; marks: Marks; work: Work; results: Result[] }

/** Opens the history of the current mark, if its kind has one and the mark was changed. */
export function History({ kind, marks, work, results }: Props) {
  const { t } = useTranslation()
  const [shownId, setShownId] = useState<string | null>(null)
  const id = useStore(marks.store, ({ typing }) => typing?.id ?? null)
  const wasChanged = useStore(marks.store, ({ cells }) => id !== null && (cells.get(id)?.stored.version ?? 1) > 1)
  const Shown = kind.publishing?.History
  const nameOf = (studentId: string) => results.find((row) => row.studentId === studentId)?.studentName ?? ''
  if (!Shown) return null
  return (
    <>
      {wasChanged && (
        <IconButton label={t('work.history')} onClick={() => setShownId(id)}>
          <Clock className="size-5" aria-hidden="true" />
        </IconButton>
      )}
      {shownId && (
        <LazyPart onClose={() => setShownId(null)}>
          <Shown examId={work.id} studentId={shownId} name={nameOf(shownId)} onClose={() => setShownId(null)} />
        </LazyPart>
      )}
    </>
  )
}
