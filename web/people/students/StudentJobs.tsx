import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { todayIn } from '#web/lib/days.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

type Job = OutputOf<typeof jobs.get>

const isBusy = ({ state }: Job) => state === 'running' || state === 'undoing'

/**
 * Long work with the students of a school: what is running, and what ended last, on the day when it ended. People may leave the
 * page and come back.
 */
export function StudentJobs({ school }: { school: OwnSchool }) {
  const may = useMay(jobs.list, school.id)
  const { data } = useQuery({
    queryKey: ['Job', 'latest', school.id],
    queryFn: ({ signal }) => call(jobs.list, { schoolId: school.id, pageSize: 4 }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? 700 : false),
    enabled: may,
  })
  const [hidden, setHidden] = useState('')
  const running = data?.filter(isBusy) ?? []
  // The jobs changed students, so all other lists must be read again.
  useEffect(() => (running.length > 0 ? () => void queryClient.invalidateQueries() : undefined), [running.length])

  const last = data?.find((job) => !isBusy(job))
  const isShown = last && hidden !== last.id && (last.undoable || endedToday(last, school.timeZone))
  return (
    <>
      {running.map((job) => (
        <Running key={job.id} job={job} />
      ))}
      {isShown && <Ended job={last} onHide={() => setHidden(last.id)} />}
    </>
  )
}

const endedToday = ({ finishDate }: Job, timeZone: string) =>
  finishDate !== null && todayIn(timeZone, new Date(finishDate)) === todayIn(timeZone)

const card = 'mb-5 rounded-card border border-line bg-surface px-5 py-4'

function Running({ job }: { job: Job }) {
  const { t } = useTranslation()
  const end = useChange(jobs.end)
  const { saving, save } = useSaving()
  const { kind, state, progress, students } = job
  return (
    <section className={card}>
      <p role="status" className="font-semibold">
        {t(state === 'undoing' ? 'settings.students.job.undoing' : `settings.students.job.${kind}.running`)}
      </p>
      <div className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ProgressBar label={t('settings.students.job.progress')} part={progress / Math.max(students, 1)} />
        <p className="tabular-nums">{t('settings.students.job.doneOf', { done: progress, of: students })}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t('settings.students.job.mayLeave')}</p>
        {state === 'running' && (
          <Button
            tone="quiet"
            disabled={saving}
            onClick={() =>
              save(() => end({ schoolId: job.schoolId, jobId: job.id }), t('settings.students.job.ending'))
            }
          >
            {t('settings.students.job.end')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Ended({ job, onHide }: { job: Job; onHide: () => void }) {
  const { t } = useTranslation()
  const undo = useChange(jobs.undo)
  const [listed, setListed] = useState(false)
  const { kind, state, reason, changed, coins, students, notDone, startedByName, finishDate } = job
  const isUndone = state === 'undone'
  return (
    <section className={card}>
      <div className="flex items-start justify-between gap-3">
        <p role="status" className="pt-2 font-semibold">
          {isUndone
            ? t('settings.students.job.undone', { count: students - notDone })
            : t(`settings.students.job.${kind}.done`, { count: changed })}
          {!isUndone && kind === 'renewSeats' && (
            <>
              {t('common.comma')}
              {t('settings.students.job.spent', { count: coins })}
            </>
          )}
        </p>
        <IconButton label={t('common.close')} onClick={onHide}>
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <p className="text-muted">
        {finishDate && <Moment at={finishDate} />} · <Bdi>{startedByName}</Bdi>
      </p>
      {reason && <p className="mt-3 rounded-field bg-danger-soft px-4 py-3 text-danger">{translated(reason)}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {notDone > 0 && (
          <Button aria-expanded={listed} onClick={() => setListed(!listed)}>
            {t(isUndone ? 'settings.students.job.kept' : `settings.students.job.${kind}.notDone`, { count: notDone })}
          </Button>
        )}
        {job.undoable && (
          <AskFirst
            title={t('settings.students.job.undoAsk')}
            description={t('settings.students.job.undoMeans')}
            submit={t('settings.students.job.undo')}
            danger
            run={() => undo({ schoolId: job.schoolId, jobId: job.id })}
          >
            {(ask, isSending) => (
              <Button onClick={ask} disabled={isSending}>
                {t('settings.students.job.undo')}
              </Button>
            )}
          </AskFirst>
        )}
      </div>
      {listed && <NotDone job={job} />}
    </section>
  )
}

function NotDone({ job: { id, schoolId } }: { job: Job }) {
  const list = useList(jobs.notDone, { schoolId, jobId: id, pageSize: 50 })
  return (
    <>
      <ul className="mt-4 divide-y divide-line">
        {list.rows?.map(({ studentId, studentName, classRoomName, reason }) => (
          <li key={studentId} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="text-muted">
              <strong className="font-medium text-ink">
                <Bdi>{studentName}</Bdi>
              </strong>{' '}
              · <Bdi>{classRoomName}</Bdi>
            </span>
            <span className="text-danger">{translated(reason)}</span>
          </li>
        ))}
      </ul>
      <LoadMore more={list.more} pending={list.isFetching} onMore={list.loadMore} />
    </>
  )
}
