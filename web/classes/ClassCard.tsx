import type { ReactNode } from 'react'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import type { classes } from '#contract/classes.ts'
import type { OutputOf } from '#contract/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { cardLink } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'

export type ClassRoom = OutputOf<typeof classes.list>[number]

/** A class as a card that opens it; `children` say how it stands today. */
export function ClassCard({ classRoom, children }: { classRoom: ClassRoom; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className="lazy-paint">
      <Link
        to={paths.classRoom(classRoom.id)}
        state={{ className: classRoom.name }}
        className={cx(cardLink, 'gap-3 p-5')}
      >
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="block text-lg font-semibold group-hover:text-primary">
              <Bdi>{classRoom.name}</Bdi>
            </span>
            <span className="block text-sm text-muted">
              <Bdi>{classRoom.gradeName}</Bdi>
              {!classRoom.active && ` · ${t('classes.inactive')}`}
            </span>
          </span>
          {children}
        </span>
        <span className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5">
            <Users className="size-4" aria-hidden="true" />
            {t('classes.students', { count: classRoom.studentsCount })}
          </span>
          <span>
            {classRoom.supervisorName ? (
              <>
                {t('classes.supervisor')}: <Bdi>{classRoom.supervisorName}</Bdi>
              </>
            ) : (
              t('classes.noSupervisor')
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
