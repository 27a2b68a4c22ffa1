import { Link } from 'react-router'
import type { studentRecords } from '#contract/people/students/student-records.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'

type Props = { students: OutputOf<typeof studentRecords.similar> }

/**
 * Students of the school who may be the same as the one to be added. Each links to its page, where two entries can be merged.
 */
export function SimilarStudents({ students }: Props) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="space-y-2 rounded-field bg-wait-soft px-4 py-3">
      <p className="font-medium">{t('settings.students.similar')}</p>
      <ul className="text-sm">
        {students.map(({ id, studentName, code, classRoomName, leftOn, active }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <Link to={{ search: `?student=${id}` }} className="text-primary underline underline-offset-4">
              <Bdi>{studentName}</Bdi>
            </Link>{' '}
            · <Digits>{code}</Digits> · <Bdi>{classRoomName}</Bdi>
            {leftOn
              ? ` · ${t('settings.students.similarLeft')}`
              : !active && ` · ${t('settings.students.similarInactive')}`}
          </li>
        ))}
      </ul>
      <p className="text-sm">{t('settings.students.similarMeans')}</p>
    </div>
  )
}
