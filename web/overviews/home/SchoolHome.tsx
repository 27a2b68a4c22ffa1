import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useKeptFirstView } from '#web/lib/first-view.ts'
import { useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { SchoolWaits } from '#web/records/SchoolWaits.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { ClassFigures } from './ClassFigures.tsx'
import { type ClassToday, type Home, useHome } from './home-of.ts'
import { LessonNow } from './LessonNow.tsx'
import { HomeLoading } from './HomeLoading.tsx'
import { officeOf } from './office.ts'
import { OfficeTiles } from './OfficeTiles.tsx'
import { OwnClasses } from './OwnClasses.tsx'
import { waitsForRegister } from './registers.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { Tiles } from './Tiles.tsx'
import { WorksAtHome } from './WorksAtHome.tsx'

type Unsent = readonly { classRoomId: string; date: string }[]

/**
 * Today at a school: the figures of the whole school for those who see it, a teacher's own classes and work. What stands below
 * waits until the height is known. `unsent`: the registers that wait on this device.
 */
export function SchoolHome({ school, unsent, children }: { school: OwnSchool; unsent: Unsent; children: ReactNode }) {
  const { data, error, refetch } = useHome(school.id)
  if (!data && !error) return <HomeLoading />
  return (
    <>
      <SchoolWaits school={school} />
      {data ? (
        <Today read={data} unsent={unsent} timeZone={school.timeZone} />
      ) : (
        <Failed error={error} again={refetch} />
      )}
      {children}
    </>
  )
}

type TodayProps = { read: Omit<Home, 'keptIds'>; unsent: Unsent; timeZone: string }

function Today({ read, unsent, timeZone }: TodayProps) {
  const { t } = useTranslation()
  useKeptFirstView(read, { whole: false })
  const office = officeOf(useHolds())
  const keptIds = unsent.filter(({ date }) => date === read.today).map(({ classRoomId }) => classRoomId)
  const home = { ...read, keptIds }
  // The class that waits for its register is the next to be opened.
  const own = home.classes.filter(({ isOwn }) => isOwn).toSorted((one, other) => waits(home, other) - waits(home, one))
  if (home.classes.length === 0 && home.steps) return <SetupSteps home={home} steps={home.steps} />
  // Somebody without a class of their own may cover the lessons of others.
  const lessonNow = home.lessons.length > 0 && <LessonNow lessons={home.lessons} timeZone={timeZone} />
  if (home.classes.length === 0)
    return (
      <div className="space-y-8">
        {lessonNow}
        {office ? (
          <OfficeTiles home={home} office={office} />
        ) : (
          <Empty sentence={t(home.wholeSchool ? 'home.noClasses' : 'home.noClassOfYours')} />
        )}
      </div>
    )
  return (
    <div className="space-y-8">
      {lessonNow}
      {own.length > 0 && (
        <OwnClasses
          classes={own}
          seesRegister={home.attendance !== null}
          closedIds={home.closedIds}
          keptIds={home.keptIds}
          otherYears={home.otherYears}
        />
      )}
      {home.steps && <SetupSteps home={home} steps={home.steps} />}
      {office && home.wholeSchool && <OfficeTiles home={home} office={office} />}
      {home.wholeSchool && <Tiles home={home} office={office} />}
      {home.wholeSchool && <ClassFigures home={home} />}
      {(home.unmarked.length > 0 || home.due.length > 0) && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <WorksAtHome id="unmarked" title={t('home.unmarked')} works={home.unmarked} more={more(home)} />
          <WorksAtHome title={t('home.due')} works={home.due} />
        </div>
      )}
      {!home.wholeSchool && home.attendance && <Tiles home={home} office={null} />}
    </div>
  )
}

const waits = (home: Home, one: ClassToday) => Number(waitsForRegister(home, one))

/** How much work waits beyond what is listed. */
const more = ({ waiting, unmarked }: Home) =>
  (waiting.find(({ kind }) => kind === 'marks')?.count ?? unmarked.length) - unmarked.length
