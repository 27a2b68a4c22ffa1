import { lazy, useState } from 'react'
import { cover } from '#contract/teaching/cover/cover.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { useAssigning } from './assigning.ts'
import { becauseOf, type DayOfCovers, type LessonOfDay, placeOf, type Proposals, type Proposed } from './cover-words.ts'

const OtherWay = lazy(part(async () => (await import('./OtherWay.tsx')).OtherWay))

type Props = {
  data: DayOfCovers
  lesson: LessonOfDay
  plan: Proposals | undefined
  proposed: Proposed | undefined
  busy: boolean
  onGive: ReturnType<typeof useAssigning>['give']
}

/** One lesson of an absent teacher: who takes it, or who is proposed and why. */
export function LessonToGive(props: Props) {
  const { lesson, data } = props
  const { t } = useTranslation()
  const { courseName, classNames, roomNames, absentName, declined, note, report } = lesson
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface px-5 py-3">
      <p>
        <span className="block text-sm text-muted">
          <Digits>{placeOf(lesson)}</Digits> · {t('cover.for')} <Bdi>{absentName}</Bdi>
        </span>
        <span className="font-semibold">
          <Bdi>{classNames.join(' · ')}</Bdi>
        </span>{' '}
        <Bdi>{[courseName, ...roomNames].join(' · ')}</Bdi>
      </p>
      {lesson.cover ? <Given data={data} lesson={lesson} given={lesson.cover} /> : <Open {...props} />}
      {declined.map(({ teacherId, teacherName, answer }) => (
        <p key={teacherId} className="text-sm text-muted">
          {t('cover.declinedBy')} <Bdi>{teacherName}</Bdi>
          {answer && (
            <>
              {': '}
              <Bdi>{answer}</Bdi>
            </>
          )}
        </p>
      ))}
      {note && (
        <p className="text-sm whitespace-pre-line">
          {t('cover.note')}: <Bdi>{note}</Bdi>
        </p>
      )}
      {report && (
        <p className="text-sm whitespace-pre-line">
          {t('cover.report')}: <Bdi>{report}</Bdi>
        </p>
      )}
    </li>
  )
}

type GivenProps = { data: DayOfCovers; lesson: LessonOfDay; given: NonNullable<LessonOfDay['cover']> }

function Given({ data, lesson, given }: GivenProps) {
  const { t } = useTranslation()
  const { undoing } = useAssigning(data)
  const { mutateAsync: letIn } = useWrite(cover.letIn)
  const { id, way, coverState, teacherName, reason, withoutUntil, isLateAsked } = given
  const opened = async () => {
    try {
      await letIn({ schoolId: data.schoolId, coverId: id })
    } catch (problem) {
      toastRefusal(problem)
    }
    await stale(cover.day)
  }
  const isNobody = way === 'study' && !teacherName
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StatusBadge
        status={coverState === 'asked' || isNobody ? 'waiting' : 'good'}
        word={t(coverState === 'asked' ? 'cover.asked' : `cover.way.${way}`)}
      />
      <span className="min-w-0 flex-1 basis-40">
        {teacherName && (
          <span className="font-medium">
            <Bdi>{teacherName}</Bdi>
          </span>
        )}
        {isNobody && <span className="text-sm text-muted">{t('cover.nobodyWatches')}</span>}
        {reason && (
          <span className="text-sm text-muted">
            {' '}
            <Bdi>{reason}</Bdi>
          </span>
        )}
        {withoutUntil && (
          <span className="block text-sm text-muted">{t('cover.withoutUntil', { time: withoutUntil })}</span>
        )}
      </span>
      {isLateAsked && <Button onClick={() => void opened()}>{t('cover.letIn')}</Button>}
      {lesson.time === 'ahead' && (
        <Button tone="quiet" onClick={() => void undoing([lesson.lessonId])}>
          {t('cover.takeBack')}
        </Button>
      )}
    </div>
  )
}

function Open({ lesson, data, plan, proposed, busy, onGive }: Props) {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  if (lesson.time === 'over') return <StatusBadge status="bad" word={t('cover.without')} />
  if (!plan || !proposed) return null
  const first = proposed.candidates.find(({ teacherId }) => teacherId === proposed.teacherId)
  const facts = plan.teachers.find(({ teacherId }) => teacherId === proposed.teacherId)
  const merging = data.teachers.find(({ id }) => id === proposed.teacherId)?.name
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 flex-1 basis-60">
        {first && facts ? (
          <>
            <span className="font-medium">
              <Bdi>{facts.teacherName}</Bdi>
            </span>
            <span className="block text-sm text-muted">{becauseOf(t, first, facts.fullLoad)}</span>
          </>
        ) : (
          <>
            {t('cover.nobodyFree')} {t(`cover.leastBad.${proposed.way}`)}
            {proposed.way === 'merge' && merging && (
              <>
                {' '}
                <Bdi>{merging}</Bdi>
              </>
            )}
          </>
        )}
      </p>
      <Button tone="quiet" onClick={() => setChoosing(true)}>
        {t('cover.otherwise')}
      </Button>
      <Button disabled={busy} onClick={() => void onGive(plan, [proposed])}>
        {t('cover.take')}
      </Button>
      {choosing && (
        <LazyPart onClose={() => setChoosing(false)}>
          <OtherWay
            plan={plan}
            teachers={data.teachers}
            proposed={proposed}
            lesson={lesson}
            onGive={onGive}
            onClose={() => setChoosing(false)}
          />
        </LazyPart>
      )}
    </div>
  )
}
