import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Kind, ListedWork } from './kind.ts'
import { Average, Progress } from './WorkFigures.tsx'

type Props = {
  kind: Kind
  work: ListedWork
  /** Whether the class is shown, because the list contains several classes. */
  ofClass: boolean
  /** The school year from which it is opened, if that is not the current one. */
  year?: string | undefined
  /** The actions of the row. */
  children?: ReactNode
}

/** One piece of work with its date, progress and result. The whole row links to its marks. */
export function WorkRow({ kind, work, ofClass, year, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2 ps-4 pe-1.5 hover:bg-soft @3xl:grid @3xl:min-h-12 @3xl:grid-cols-[minmax(0,1fr)_11.5rem_8rem_8rem_auto] @3xl:py-0.5">
      <span className="flex min-w-0 flex-1 basis-32 flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.marks(work.classRoomId, kind.name, work.id, year)}
          aria-label={`${t('marks.title')}: ${titleOf(work)}`}
          className="inline-flex min-h-8 max-w-full flex-wrap items-center gap-2 font-semibold after:absolute after:inset-0 hover:underline @3xl:shrink-0"
        >
          <CourseTag name={work.courseName} className="max-w-full @3xl:truncate" />
          {ofClass && (
            <span className="max-w-full [overflow-wrap:anywhere] @3xl:truncate">
              <Bdi>{work.classRoomName}</Bdi>
            </span>
          )}
        </Link>
        {work.marksState === 'draft' && <StatusBadge status="waiting" word={t('work.draft')} />}
        {work.details && (
          <span
            dir="auto"
            className={cx(
              'line-clamp-1 min-w-0 text-sm text-muted [overflow-wrap:anywhere] @3xl:flex-1',
              // On a desktop, next to the class and the draft label, there is room for only one letter of it.
              ofClass && work.marksState === 'draft' && '@3xl:max-2xl:sr-only',
            )}
            title={work.details}
          >
            {work.details}
          </span>
        )}
      </span>
      <span className="order-last flex basis-full flex-wrap items-center gap-x-4 pe-2 pb-1 @3xl:contents">
        <span
          className="text-sm text-muted max-sm:basis-full @3xl:truncate"
          title={`${t('work.by')}: ${work.supervisorName}`}
        >
          <Day day={work.date} weekday />
        </span>
        <Progress kind={kind} work={work} />
        <span className="ms-auto @3xl:ms-0">
          <Average work={work} />
        </span>
      </span>
      <span className="relative ms-auto flex items-center">
        <span
          aria-hidden="true"
          className="pointer-events-none grid size-11 place-items-center text-primary max-md:hidden"
        >
          <ListChecks className="size-5" />
        </span>
        {children}
      </span>
    </div>
  )
}

/** Identifies a piece of work where a screen reader reads only one line. */
export const titleOf = ({ courseName, classRoomName, date }: ListedWork) =>
  [courseName, classRoomName, shownDay(date)].join(' · ')
