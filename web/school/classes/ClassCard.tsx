import { Users } from 'lucide-react'
import { Link } from 'react-router'
import type { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { cardLink } from '#web/ui/Card.tsx'
import { ClassMark } from '#web/ui/ClassMark.tsx'
import { cx } from '#web/ui/cx.ts'
import { WeekOfClass } from './WeekOfClass.tsx'

export type ClassRoom = OutputOf<typeof classes.list>[number]

/** A class as a card that opens it. */
export function ClassCard({ classRoom }: { classRoom: ClassRoom }) {
  const { t } = useTranslation()
  return (
    <li>
      <Link
        to={paths.classRoom(classRoom.id)}
        state={{ className: classRoom.name }}
        className={cx(cardLink, 'gap-3 p-5 pb-3')}
      >
        <span className="flex items-center gap-4">
          <ClassMark name={classRoom.name} gradeName={classRoom.gradeName} />
          <span className="min-w-0 flex-1 wrap-break-word">
            <span className="block text-lg font-semibold group-hover:text-primary">
              <Bdi>{classRoom.name}</Bdi>
            </span>
            <span className="block text-sm text-muted">
              <Bdi>{classRoom.gradeName}</Bdi>
              {classRoom.otherYearName && (
                <>
                  {' · '}
                  <Bdi>{classRoom.otherYearName}</Bdi>
                </>
              )}
              {!classRoom.active && ` · ${t('classes.inactive')}`}
            </span>
          </span>
        </span>
        <span className="text-sm wrap-break-word text-muted">
          {classRoom.supervisorName ? (
            <>
              {t('classes.supervisor')}: <Bdi>{classRoom.supervisorName}</Bdi>
            </>
          ) : (
            t('classes.noSupervisor')
          )}
        </span>
        <span className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            <Users className="size-4" aria-hidden="true" />
            {t('classes.students', { count: classRoom.studentsCount })}
          </span>
          {classRoom.week && <WeekOfClass week={classRoom.week} />}
        </span>
      </Link>
    </li>
  )
}
