import { useEffect, useState } from 'react'
import { Link } from 'react-router'
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

/** The lesson that the teacher gives now, or the next one of today, with the way to its register; below it what follows and all covers. */
export function LessonNow({ lessons, timeZone }: Props) {
  const { t } = useTranslation()
  const [time, setTime] = useState(() => timeIn(timeZone))
  useEffect(() => {
    const timer = setInterval(() => setTime(timeIn(timeZone)), 20_000)
    return () => clearInterval(timer)
  }, [timeZone])
  const left = lessons.filter(({ ends }) => ends !== null && time < ends)
  const [lesson, ...rest] = left
  if (!lesson) return null
  const then = rest.filter((one, nth) => nth === 0 || one.cover)
  const { starts, courseName, classNames, roomNames, registerTaken, cover } = lesson
  const isNow = starts! <= time
  return (
    <section
      aria-label={t(isNow ? 'home.lessonNow' : 'home.lessonNext')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-3"
    >
      <p className="min-w-0 flex-1 basis-40">
        <span className="block text-sm text-muted">
          {t(isNow ? 'home.lessonNow' : 'home.lessonNext')} · <Place of={lesson} />
        </span>
        <span className="font-semibold">
          <Bdi>{courseName}</Bdi>
        </span>{' '}
        <Bdi>{[...classNames, ...roomNames].join(' · ')}</Bdi>
        {cover && <span className="block text-sm">{t('home.coverFor', { name: isolated(cover.absentName) })}</span>}
        {cover?.note && (
          <span className="block text-sm whitespace-pre-line text-muted">
            <Bdi>{cover.note}</Bdi>
          </span>
        )}
      </p>
      <LinkButton tone={registerTaken ? 'plain' : 'primary'} to={pathOf(lesson)}>
        {t(wordOf(lesson))}
      </LinkButton>
      {then.length > 0 && (
        <ul className="w-full divide-y divide-line border-t border-line text-sm" aria-label={t('home.lessonsThen')}>
          {then.map((one) => (
            <li key={`${one.number} ${one.classRoomId} ${one.groupId}`}>
              <Follows lesson={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Own = Home['lessons'][number]

const Place = ({ of: { number, starts, ends } }: { of: Own }) => (
  <span className="whitespace-nowrap">
    <Digits>{`${number} · ${starts}–${ends}`}</Digits>
  </span>
)

/** A lesson later today in one line; a cover leads to it. */
function Follows({ lesson }: { lesson: Own }) {
  const { t } = useTranslation()
  const { courseName, classNames, roomNames, cover } = lesson
  const words = (
    <>
      <span className="text-muted">
        <Place of={lesson} />
      </span>{' '}
      <Bdi>{[courseName, ...classNames, ...roomNames].join(' · ')}</Bdi>
    </>
  )
  if (!cover) return <p className="py-2">{words}</p>
  return (
    <Link to={pathOf(lesson)} className="block min-h-11 py-2 hover:text-primary">
      {words}
      <span className="block font-medium">{t('home.coverFor', { name: isolated(cover.absentName) })}</span>
    </Link>
  )
}
