import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { isMarked, readMark } from './reading.ts'
import { type Marks, ratingOf } from './sheet.ts'

const FillEmpty = lazy(part(async () => (await import('#web/records/FillEmpty.tsx')).FillEmpty, '.marks'))

/** One value for all students without a mark. Like a pasted column it is one step of undo. */
export function FillMarks({ marks }: { marks: Marks }) {
  const { t } = useTranslation()
  const [empty, setEmpty] = useState<string[] | null>(null)
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-primary underline underline-offset-4"
        onClick={() => setEmpty(emptyIn(marks))}
      >
        {t('marks.fill')}
      </button>
      {empty && (
        <LazyPart onClose={() => setEmpty(null)}>
          <FillEmpty
            title={t('marks.fill')}
            empty={empty.length}
            isRead={(text) => 'rating' in readMark(text, marks.store.getState().fullMark)}
            onFill={(text) => marks.enter(empty.map((id) => [id, text]))}
            onClose={() => setEmpty(null)}
          />
        </LazyPart>
      )}
    </>
  )
}

/** The students without a mark, stored or typed. */
const emptyIn = (marks: Marks) =>
  [...marks.store.getState().cells].flatMap(([id, cell]) => (isMarked(ratingOf(cell)) || cell.problem ? [] : [id]))
