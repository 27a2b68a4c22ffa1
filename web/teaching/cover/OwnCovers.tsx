import { lazy, useState } from 'react'
import { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { stale, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { AbsentWhen } from './AbsentTeachers.tsx'
import { type OwnCover, placeOf } from './cover-words.ts'

const DeclineDialog = lazy(part(async () => (await import('./OwnDialogs.tsx')).DeclineDialog))
const NoteDialog = lazy(part(async () => (await import('./OwnDialogs.tsx')).NoteDialog))
const TellOwnDialog = lazy(part(async () => (await import('./OwnDialogs.tsx')).TellOwnDialog))

type Own = OutputOf<typeof ownCovers.get>
type Left = Own['left'][number]

/** What a teacher covers, which of their lessons others take, and their own absences. */
export function OwnCovers({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [telling, setTelling] = useState(false)
  const { data, error, refetch } = useRead(ownCovers.get, { schoolId: school.id })
  useLive('school', school.id, (change) => change?.part !== 'register' && void stale(ownCovers.get))
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const { covers, left, absences } = data
  return (
    <div className="space-y-4">
      <Button onClick={() => setTelling(true)}>{t('cover.tellOwn')}</Button>
      {covers.length + left.length + absences.length === 0 && <Empty sentence={t('cover.nothingOwn')} />}
      {covers.length > 0 && (
        <ul className="space-y-3" aria-label={t('cover.own')}>
          {covers.map((one) => (
            <OneCover key={one.id} schoolId={school.id} one={one} today={data.today} />
          ))}
        </ul>
      )}
      {absences.length > 0 && (
        <section className="space-y-2">
          <h2 className="text-base">{t('cover.ownAbsences')}</h2>
          <ul className="space-y-2">
            {absences.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-3">
                <span>
                  <Day day={one.fromDay} short /> · <AbsentWhen absence={one} />
                </span>
                <StatusBadge
                  status={one.isWaiting ? 'waiting' : 'good'}
                  word={t(one.isWaiting ? 'cover.isWaiting' : 'cover.isKnown')}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 && (
        <section className="space-y-2">
          <h2 className="text-base">{t('cover.left')}</h2>
          <ul className="space-y-3">
            {left.map((one) => (
              <OneLeft key={`${one.day} ${one.lessonId}`} schoolId={school.id} one={one} />
            ))}
          </ul>
        </section>
      )}
      {telling && (
        <LazyPart onClose={() => setTelling(false)}>
          <TellOwnDialog school={school} today={data.today} onClose={() => setTelling(false)} />
        </LazyPart>
      )}
    </div>
  )
}

const LessonWords = ({ one }: { one: OwnCover | Left }) => (
  <>
    <span className="block text-sm text-muted">
      <Day day={one.day} named short /> · <Digits>{placeOf(one)}</Digits>
    </span>
    <span className="font-semibold">
      <Bdi>{one.classNames.join(' · ')}</Bdi>
    </span>{' '}
    <Bdi>{[one.courseName, ...one.roomNames].join(' · ')}</Bdi>
  </>
)

function OneCover({ schoolId, one, today }: { schoolId: string; one: OwnCover; today: string }) {
  const { t } = useTranslation()
  const [declining, setDeclining] = useState(false)
  const { mutateAsync: accept } = useWrite(ownCovers.accept)
  const agree = async () => {
    try {
      await accept({ schoolId, coverId: one.id })
    } catch (problem) {
      toastRefusal(problem)
    }
    await stale(ownCovers.get)
  }
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface px-5 py-3">
      <p>
        <LessonWords one={one} />
      </p>
      <p>
        {t('cover.for')} <Bdi>{one.absentName}</Bdi>
        {one.coverState === 'asked' && ` · ${t('cover.asks')}`}
      </p>
      {one.note && (
        <p className="whitespace-pre-line">
          {t('cover.note')}: <Bdi>{one.note}</Bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {(one.isOpen || one.isReopened || one.day === today) && one.coverState === 'given' && (
          <LinkButton tone={one.isOpen ? 'primary' : 'plain'} to={paths.cover({ lesson: one.id })}>
            {t('cover.openLesson')}
          </LinkButton>
        )}
        {one.may.accept && (
          <Button tone="primary" onClick={() => void agree()}>
            {t('cover.accept')}
          </Button>
        )}
        {one.may.decline && (
          <Button tone="quiet" onClick={() => setDeclining(true)}>
            {t('cover.decline')}
          </Button>
        )}
      </div>
      {declining && (
        <LazyPart onClose={() => setDeclining(false)}>
          <DeclineDialog schoolId={schoolId} coverId={one.id} onClose={() => setDeclining(false)} />
        </LazyPart>
      )}
    </li>
  )
}

function OneLeft({ schoolId, one }: { schoolId: string; one: Left }) {
  const { t } = useTranslation()
  const [writing, setWriting] = useState(false)
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface px-5 py-3">
      <p>
        <LessonWords one={one} />
      </p>
      <p className="text-muted">
        {one.way ? (
          <>
            {t(`cover.way.${one.way}`)} <Bdi>{one.coveredByName}</Bdi>
          </>
        ) : (
          t('cover.notYet')
        )}
      </p>
      {one.note && (
        <p className="whitespace-pre-line">
          {t('cover.note')}: <Bdi>{one.note}</Bdi>
        </p>
      )}
      {one.report && (
        <p className="whitespace-pre-line">
          {t('cover.report')}: <Bdi>{one.report}</Bdi>
        </p>
      )}
      <Button onClick={() => setWriting(true)}>{t(one.note ? 'cover.editNote' : 'cover.leaveNote')}</Button>
      {writing && (
        <LazyPart onClose={() => setWriting(false)}>
          <NoteDialog
            schoolId={schoolId}
            day={one.day}
            lessonId={one.lessonId}
            text={one.note ?? ''}
            onClose={() => setWriting(false)}
          />
        </LazyPart>
      )}
    </li>
  )
}
