import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { toneOf } from '#web/ui/tone.ts'
import type { WorkAtHome } from './home-of.ts'

/** Pieces of work, each leading to its marks; nothing where there are none. */
export function WorksAtHome({
  id,
  title,
  works,
  more = 0,
}: {
  id?: string
  title: string
  works: WorkAtHome[]
  more?: number
}) {
  const { t } = useTranslation()
  if (works.length === 0) return null
  return (
    <section id={id} aria-label={title} className="rounded-card border border-line bg-surface p-2">
      <h2 className="px-3 pt-2 pb-1 text-lg">{title}</h2>
      <ul>
        {works.map((work) => (
          <WorkLine key={work.id} work={work} />
        ))}
      </ul>
      {more > 0 && <p className="px-3 pb-2 text-sm text-muted">{t('today.more', { count: more })}</p>}
    </section>
  )
}

function WorkLine({ work }: { work: WorkAtHome }) {
  const { t } = useTranslation()
  const { kind, id, classRoomId, classRoomName, courseName, date, done, students } = work
  return (
    <li>
      <Link
        to={paths.marks(classRoomId, tabOf[kind], id)}
        state={{ className: classRoomName }}
        className="flex min-h-12 items-center gap-3 rounded-field px-3 py-2 hover:bg-soft"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span
            data-tone={toneOf(courseName)}
            className="tone-soft rounded-full px-2.5 py-1 text-xs font-semibold [overflow-wrap:anywhere]"
          >
            <Bdi>{courseName}</Bdi>
          </span>
          <span className="min-w-32 flex-1 leading-tight">
            <span className="block font-medium [overflow-wrap:anywhere]">
              {t(`today.of.${kind}`)} · <bdi className="inline-block">{classRoomName}</bdi>
            </span>
            <span className="block text-sm text-muted">
              <Day day={date} short named />
            </span>
          </span>
        </span>
        <span className="text-sm text-muted">
          {t(kind === 'homework' ? 'work.delivered' : 'work.marked', { done, all: students })}
        </span>
      </Link>
    </li>
  )
}

const tabOf = { exam: 'exams', homework: 'homework', activity: 'activity' } as const
