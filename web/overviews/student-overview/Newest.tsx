import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { cardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Overview } from './overview.ts'

/** The latest note; it leads to all of them. */
export function NewestNote({ studentId, note }: { studentId: string; note: NonNullable<Overview['note']> }) {
  const { t } = useTranslation()
  return (
    <Link to={paths.student(studentId, undefined, 'notes')} className={cx(cardLink, 'h-auto p-5')}>
      <h2 className="text-base">{t('student.note')}</h2>
      <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
        {note.notes}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {note.courseName && <CourseTag name={note.courseName} />}
        <span>
          <Bdi>{note.authorName}</Bdi> · <Day day={note.date} short />
        </span>
      </p>
    </Link>
  )
}

/** The latest paper; it leads to all of them. */
export function NewestPaper({ studentId, paper }: { studentId: string; paper: NonNullable<Overview['paper']> }) {
  const { t } = useTranslation()
  return (
    <Link to={paths.student(studentId, undefined, 'papers')} className={cx(cardLink, 'h-auto p-5')}>
      <h2 className="text-base">{t('student.paper')}</h2>
      <p className="mt-1">
        {t(`papers.kind.${paper.kind}`)}{' '}
        <Digits>
          {paper.number}/{paper.year}
        </Digits>
      </p>
      <p className="text-sm text-muted">
        <Day day={paper.day} />
      </p>
    </Link>
  )
}
