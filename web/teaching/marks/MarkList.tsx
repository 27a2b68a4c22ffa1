import { type ClipboardEvent, lazy, useEffect, useRef, useState } from 'react'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Kind, Result } from '#web/teaching/class-work/kind.ts'
import { FillMarks } from './FillMarks.tsx'
import { MarkRow } from './MarkRow.tsx'
import { isSeveral, placed } from './pasting.ts'
import { isMarked } from './reading.ts'
import { type Marks, ratingOf } from './sheet.ts'

const DeliveryDialog = lazy(part(async () => (await import('./DeliveryDialog.tsx')).DeliveryDialog))

type Props = { kind: Kind; marks: Marks; results: Result[]; schoolId: string }

/** A row for each student. Enter and the arrow keys move between the rows, and a column can be pasted. */
export function MarkList({ kind, marks, results, schoolId }: Props) {
  const { t } = useTranslation()
  const mayRate = useMay(kind.results.rate, schoolId)
  const list = useRef<HTMLOListElement>(null)
  const isDelivery = kind.name === 'homework'
  const [delivered, setDelivered] = useState<string | null>(null)
  const ofDelivery = results.find(({ studentId }) => studentId === delivered)

  useEffect(() => {
    // On a phone, the keyboard would cover half of the list.
    if (!mayRate || matchMedia('(pointer: coarse)').matches) return
    const { cells } = marks.store.getState()
    const first = [...cells].findIndex(([, cell]) => !isMarked(ratingOf(cell)))
    list.current?.querySelectorAll('input')[first]?.focus()
  }, [marks, mayRate])

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    const id = marks.store.getState().typing?.id
    if (!id || !isSeveral(text)) return
    event.preventDefault()
    const students = results.map(({ studentId, studentName }) => ({ id: studentId, name: studentName }))
    const { typed, left } = placed(text, students, id, marks.store.getState().fullMark)
    marks.enter(typed)
    const words = [t('marks.pasted', { count: typed.length }), ...(left > 0 ? [t('marks.left', { count: left })] : [])]
    toast({ title: words.join(t('common.comma')), ...(left > 0 && { tone: 'danger' }) })
  }

  return (
    <section aria-label={t('marks.title')} className="flex flex-col">
      {mayRate && (
        <p className="order-last mt-3 text-sm text-muted">
          {t(isDelivery ? 'marks.hintDelivery' : 'marks.hint', { letter: t('marks.letter') })}{' '}
          <FillMarks marks={marks} />
        </p>
      )}
      <ol
        ref={list}
        onPaste={paste}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
      >
        {results.map(({ studentId, studentName, studentImage }, i) => (
          <MarkRow
            key={studentId}
            marks={marks}
            id={studentId}
            name={studentName}
            image={studentImage}
            number={i + 1}
            isDelivery={isDelivery}
            mayRate={mayRate}
            onDelivery={setDelivered}
          />
        ))}
      </ol>
      {ofDelivery && (
        <LazyPart onClose={() => setDelivered(null)}>
          <DeliveryDialog
            marks={marks}
            workId={ofDelivery.workId}
            studentId={ofDelivery.studentId}
            name={ofDelivery.studentName}
            onClose={() => setDelivered(null)}
          />
        </LazyPart>
      )}
    </section>
  )
}
