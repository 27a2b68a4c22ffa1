import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import type { CourseRow } from './words.ts'

type Props = Pick<CourseRow, 'total' | 'fullMark' | 'state'> & { of?: boolean }

/** A total as it is read: the number, or the state that stands instead. */
export function CourseTotal({ total, fullMark, state, of = false }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {state && <span className="me-1 text-wait">{t(`results.state.${state}`)}</span>}
      {total !== null && <Digits>{of ? `${total} / ${fullMark}` : total}</Digits>}
      {total === null && !state && <span className="text-muted">–</span>}
    </>
  )
}
