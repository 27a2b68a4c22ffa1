import { useEffect, useState } from 'react'
import type { Home } from './home-of.ts'
import { now } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'

/** The time of day now in a time zone: '08:05'. */
const timeIn = (timeZone: string) => now().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })

const wordOf = ({ cover, registerTaken }: Home['lessons'][number]) => {
  if (cover) return 'home.openLesson'
  return registerTaken ? 'home.toClass' : 'home.takeRegister'
}

function pathOf({ cover, takesLessons, classRoomId, groupId, number }: Home['lessons'][number]) {
  if (cover) return paths.cover({ lesson: cover.id })
  return takesLessons ? paths.lesson({ classRoomId, groupId, number }) : paths.classRoom(classRoomId)
}

type Props = { lessons: Home['lessons']; timeZone: string }

/** The lesson that the teacher gives now, or the next one of today, with the way to its register. */
export function LessonNow({ lessons, timeZone }: Props) {
  const { t } = useTranslation()
  const [time, setTime] = useState(() => timeIn(timeZone))
  useEffect(() => {
    const timer = setInterval(() => setTime(timeIn(timeZone)), 20_000)
    return () => clearInterval(timer)
  }, [timeZone])
  const left = lessons.filter(({ ends }) => ends !== null && time < ends)
  const [lesson] = left
  if (!lesson) return null
  const { starts, ends, number, courseName, classNames, roomNames, registerTaken, cover } = lesson
  const isNow = starts! <= time
  return (
    <section
      aria-label={t(isNow ? 'home.lessonNow' : 'home.lessonNext')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-3"
    >
      <p className="min-w-0 flex-1 basis-40">
        <span className="block text-sm text-muted">
          {t(isNow ? 'home.lessonNow' : 'home.lessonNext')} · <Digits>{`${number} · ${starts}–${ends}`}</Digits>
        </span>
        <span className="font-semibold">
          <Bdi>{courseName}</Bdi>
        </span>{' '}
        <Bdi>{[...classNames, ...roomNames].join(' · ')}</Bdi>
        {cover && <span className="block text-sm">{t('home.coverFor', { name: isolated(cover.absentName) })}</span>}
      </p>
      <LinkButton tone={registerTaken ? 'plain' : 'primary'} to={pathOf(lesson)}>
        {t(wordOf(lesson))}
      </LinkButton>
    </section>
  )
}
