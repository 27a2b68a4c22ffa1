import { HeartPulse } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { minuteOf } from '#contract/school/timetable/clashes.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import { stale, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { OwnLessonRegister } from '#web/teaching/attendance/OwnLessonRegister.tsx'
import { RegisterTab } from '#web/teaching/attendance/RegisterTab.tsx'
import { confirmRegister, type Outgoing, useOutgoingOf } from '#web/teaching/attendance/outgoing.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { type OwnCover, placeOf } from './cover-words.ts'

const NoteDialog = lazy(part(async () => (await import('./OwnDialogs.tsx')).NoteDialog))

type Props = { school: OwnSchool; coverId: string }

/** A lesson that the teacher covers: its register, health alerts and a note to the absent teacher, as long as it lasts. */
export function CoveredLesson({ school, coverId }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(ownCovers.get, { schoolId: school.id })
  const one = data?.covers.find(({ id }) => id === coverId)
  useNextTurn(data, one)
  if (!data)
    return (
      <Screen title={t('cover.title')}>
        <LoadingOrFailed error={error} again={refetch} count={6} />
      </Screen>
    )
  if (!one)
    return (
      <Screen title={t('cover.title')}>
        <Empty sentence={t('cover.notYours')}>
          <LinkButton to={paths.cover()}>{t('cover.own')}</LinkButton>
        </Empty>
      </Screen>
    )
  return (
    <Screen
      title={one.classNames.join(' · ')}
      lead={
        <>
          <Digits>{placeOf(one)}</Digits> · <Bdi>{one.courseName}</Bdi> · {t('cover.for')} <Bdi>{one.absentName}</Bdi>
        </>
      }
    >
      <div className="space-y-4">
        {one.note && (
          <p className="rounded-card border border-line bg-surface px-5 py-3 whitespace-pre-line">
            {t('cover.note')}: <Bdi>{one.note}</Bdi>
          </p>
        )}
        <Register school={school} one={one} today={data.today} />
      </div>
    </Screen>
  )
}

/** From so many minutes before a lesson until so many after it a cover opens its register (decision 154). */
const [opensBefore, closesAfter] = [20, 60]

/** Reads again when the register opens or closes, so that an open screen does not show what the server no longer answers. */
function useNextTurn(data: { today: string; time: string } | undefined, one: OwnCover | undefined) {
  useEffect(() => {
    if (!data || one?.day !== data.today || !one.starts || !one.ends) return undefined
    const turns = [minuteOf(one.starts) - opensBefore, minuteOf(one.ends) + closesAfter + 1]
    const next = turns.map((minute) => minute - minuteOf(data.time)).find((minutes) => minutes > 0)
    if (next === undefined) return undefined
    const timer = setTimeout(() => void stale(ownCovers.get), next * 60_000)
    return () => clearTimeout(timer)
  }, [data, one])
}

function Register({ school, one, today }: { school: OwnSchool; one: OwnCover; today: string }) {
  const { t } = useTranslation()
  const [writing, setWriting] = useState(false)
  const [classRoom] = one.classes
  const waiting = useOutgoingOf({
    classRoomId: classRoom?.id ?? '',
    date: one.day,
    lesson: classRoom?.takesLessons ? { number: one.number, groupId: classRoom.groupId } : undefined,
  })
  if (!one.isOpen) {
    if (!waiting) return <Empty sentence={t('cover.notOpen')} />
    return one.isReopened ? <SendLate waiting={waiting} /> : <CameLate schoolId={school.id} one={one} />
  }
  return (
    <>
      <Button onClick={() => setWriting(true)}>{t(one.report ? 'cover.editReport' : 'cover.writeReport')}</Button>
      {one.classes.map(({ id, name, groupId, takesLessons }) => (
        <section key={id} aria-label={name}>
          {one.classes.length > 1 && (
            <h2 className="mb-2 text-base">
              <Bdi>{name}</Bdi>
            </h2>
          )}
          <Alerts classRoomId={id} day={one.day} />
          {takesLessons ? (
            <OwnLessonRegister classRoomId={id} date={one.day} lesson={{ number: one.number, groupId }} today={today} />
          ) : (
            <RegisterTab classRoom={{ id, schoolId: school.id, active: true }} day={one.day} today={today} isDayShown />
          )}
        </section>
      ))}
      {writing && (
        <LazyPart onClose={() => setWriting(false)}>
          <NoteDialog
            schoolId={school.id}
            day={one.day}
            lessonId={one.lessonId}
            text={one.report ?? ''}
            onClose={() => setWriting(false)}
          />
        </LazyPart>
      )}
    </>
  )
}

/** A register that waited on this device until after the end: one tap asks the people with ManageCover to let it in. */
function CameLate({ schoolId, one }: { schoolId: string; one: OwnCover }) {
  const { t } = useTranslation()
  const { mutateAsync: ask, isPending } = useWrite(ownCovers.askLate)
  const asked = async () => {
    try {
      await ask({ schoolId, coverId: one.id })
    } catch (problem) {
      toastRefusal(problem)
    }
    await stale(ownCovers.get)
  }
  return (
    <Empty sentence={t(one.isLateAsked ? 'cover.lateAsked' : 'cover.cameLate')}>
      {!one.isLateAsked && (
        <Button tone="primary" disabled={isPending} onClick={() => void asked()}>
          {t('cover.askLate')}
        </Button>
      )}
    </Empty>
  )
}

/** It was let in: only its saving is open again, so it is sent as it waits. */
function SendLate({ waiting }: { waiting: Outgoing }) {
  const { t } = useTranslation()
  const { clientOperationId: _, ...register } = waiting.register
  const { lesson } = waiting
  return (
    <Empty sentence={t('cover.letInNow')}>
      <Button tone="primary" onClick={() => void confirmRegister(register, { lesson })}>
        {t('cover.sendLate')}
      </Button>
    </Empty>
  )
}

/** Who of the class has something that must be known, each with what to do behind a tap. */
function Alerts({ classRoomId, day }: { classRoomId: string; day: string }) {
  const { t } = useTranslation()
  const { data } = useRead(attendance.roll, { classRoomId, date: day })
  const [shown, setShown] = useState<string | null>(null)
  const known = data?.students.filter(({ hasAlert }) => hasAlert) ?? []
  if (known.length === 0) return null
  return (
    <ul className="mb-4 space-y-2" aria-label={t('cover.alerts')}>
      {known.map(({ id, firstName, middleName, lastName }) => (
        <li key={id} className="rounded-card border border-line bg-surface px-5 py-3">
          <Button
            tone="quiet"
            icon={<HeartPulse className="size-5" aria-hidden="true" />}
            aria-expanded={shown === id}
            onClick={() => setShown(shown === id ? null : id)}
          >
            <Bdi>{[firstName, middleName, lastName].filter(Boolean).join(' ')}</Bdi>
          </Button>
          {shown === id && <WhatToDo studentId={id} />}
        </li>
      ))}
    </ul>
  )
}

function WhatToDo({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(healthAlerts.ofStudent, { studentId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={1} />
  return (
    <ul className="space-y-2">
      {data.map(({ id, alertKind, toDo }) => (
        <li key={id} className="whitespace-pre-line">
          <span className="font-medium">{t(`cover.alertKind.${alertKind}`)}</span>
          {': '}
          <Bdi>{toDo}</Bdi>
        </li>
      ))}
    </ul>
  )
}
