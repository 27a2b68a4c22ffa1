import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Ring } from '#web/ui/Ring.tsx'
import { AbsentToday } from './AbsentToday.tsx'
import type { Home } from './home-of.ts'
import { type Office, officeTiles } from './office.ts'
import { PresentToday } from './PresentToday.tsx'
import { registersOf } from './registers.ts'
import { AllWell, Tile } from './Tile.tsx'
import { Waiting } from './Waiting.tsx'

/** The day in figures: of a school, with what waits there besides the tiles of the office; of a teacher's own classes. */
export function Tiles({ home, office }: { home: Home; office: Office | null }) {
  const { t } = useTranslation()
  const { attendance, wholeSchool, classes } = home
  // One or two classes say themselves whether their registers are taken.
  const registers = wholeSchool || classes.length > 2
  const shown = new Set(office ? officeTiles[office].flatMap(({ kinds }) => kinds) : [])
  const others = home.waiting.filter(({ kind }) => !shown.has(kind))
  return (
    <div className={cx('grid grid-cols-2 gap-4', wholeSchool ? 'xl:grid-cols-4' : registers && 'lg:grid-cols-3')}>
      {attendance && (
        <>
          {registers && <Registers home={home} />}
          <PresentToday wide={!registers} attendance={attendance} />
          <AbsentToday attendance={attendance} />
        </>
      )}
      {wholeSchool && <Waiting title={t(office ? 'home.alsoWaiting' : 'home.waiting')} waiting={others} />}
    </div>
  )
}

const namedAtMost = 6

/** Why no register is expected today. */
function WhyNone({ holiday, classes }: Pick<Home, 'holiday' | 'classes'>) {
  const { t } = useTranslation()
  if (holiday) return <Bdi>{holiday}</Bdi>
  const hasStudents = classes.some(({ studentsCount }) => studentsCount > 0)
  return hasStudents ? t('home.closedToday') : t('classes.students', { count: 0 })
}

function Registers({ home }: { home: Home }) {
  const { t } = useTranslation()
  const { classes, holiday } = home
  const { expected, missing } = registersOf(home)
  const taken = expected.length - missing.length
  if (expected.length === 0)
    return (
      <Tile title={t('home.registers')}>
        <p className="grow content-center py-5 text-center text-lg font-semibold">
          <WhyNone holiday={holiday} classes={classes} />
        </p>
      </Tile>
    )
  return (
    <Tile title={t('home.registers')}>
      <div className="grid place-items-center pt-3">
        <Ring share={taken / expected.length} done={missing.length === 0}>
          <Digits>
            {taken}/{expected.length}
          </Digits>
        </Ring>
      </div>
      {missing.length === 0 ? (
        <AllWell>{t('home.allTaken')}</AllWell>
      ) : (
        <div className="mt-auto pt-3">
          <p className="text-sm text-muted">{t('home.missing')}</p>
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {missing.slice(0, namedAtMost).map(({ id, name }) => (
              <li key={id}>
                <Link
                  to={paths.classRoom(id)}
                  state={{ className: name }}
                  className="inline-flex min-h-11 min-w-11 items-center text-sm font-medium text-wait hover:underline"
                >
                  <span className="rounded-full bg-wait-soft px-2 py-1">
                    <Bdi>{name}</Bdi>
                  </span>
                </Link>
              </li>
            ))}
            {missing.length > namedAtMost && (
              <li className="text-sm text-muted">
                <Digits>+{missing.length - namedAtMost}</Digits>
              </li>
            )}
          </ul>
        </div>
      )}
    </Tile>
  )
}
