import { ClipboardCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { buttonLook } from '#web/ui/Button.tsx'
import { CardGrid, cardLink } from '#web/ui/Card.tsx'
import { ClassMark } from '#web/ui/ClassMark.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { WeekLegend } from './WeekLegend.tsx'
import { WeekStrip } from '#web/ui/WeekStrip.tsx'
import { type ClassToday, type Home, otherYearOf } from './home-of.ts'
import { waitsForRegister } from './registers.ts'

type Props = { classes: ClassToday[]; seesRegister: boolean } & Pick<Home, 'closedIds' | 'keptIds' | 'otherYears'>

/** The classes that a person supervises or teaches: one tap to the register. */
export function OwnClasses({ classes, seesRegister, closedIds, keptIds, otherYears }: Props) {
  const { t } = useTranslation()
  const next = classes.find((one) => waitsForRegister({ closedIds, keptIds }, one))
  return (
    <section aria-labelledby="own-classes">
      <h2 id="own-classes" className="mb-3 text-xl">
        {t('home.today')}
      </h2>
      <CardGrid columns={classes.length > 2 ? 3 : 2}>
        {classes.map((one) => (
          <OwnClass
            key={one.id}
            classRoom={one}
            otherYearName={otherYearOf(otherYears, one)}
            seesRegister={seesRegister}
            isClosed={closedIds.includes(one.id)}
            isKept={keptIds.includes(one.id)}
            isNext={one === next}
          />
        ))}
      </CardGrid>
      {seesRegister && <WeekLegend />}
    </section>
  )
}

type ClassProps = {
  classRoom: ClassToday
  otherYearName: string | null
  seesRegister: boolean
  isClosed: boolean
  isKept: boolean
  /** The first that waits for its register. */
  isNext: boolean
}

function OwnClass({ classRoom, otherYearName, seesRegister, isClosed, isKept, isNext }: ClassProps) {
  const { t } = useTranslation()
  const { id, name, gradeName, studentsCount, register, week } = classRoom
  return (
    <li>
      <Link to={paths.classRoom(id)} state={{ className: name }} className={cx(cardLink, 'gap-4 p-5')}>
        <span className="flex items-center gap-4">
          <ClassMark name={name} gradeName={gradeName} />
          <span className="min-w-0 flex-1 wrap-break-word">
            <span className="block text-lg font-semibold group-hover:text-primary">
              <Bdi>{name}</Bdi>
            </span>
            <span className="block text-sm text-muted">
              <Bdi>{gradeName}</Bdi>
              {otherYearName && (
                <>
                  {' · '}
                  <Bdi>{otherYearName}</Bdi>
                </>
              )}
              <span className="block">{t('classes.students', { count: studentsCount })}</span>
            </span>
          </span>
          {seesRegister && <WeekStrip week={week} />}
        </span>
        {seesRegister && (register || studentsCount > 0) && (
          <span className="mt-auto flex min-h-14 flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
            <RegisterOf register={register} isClosed={isClosed} isKept={isKept} isNext={isNext} />
          </span>
        )}
      </Link>
    </li>
  )
}

type RegisterProps = Pick<ClassToday, 'register'> & Pick<ClassProps, 'isClosed' | 'isKept' | 'isNext'>

/** What the register of the day says, or the way to it. */
function RegisterOf({ register, isClosed, isKept, isNext }: RegisterProps) {
  const { t } = useTranslation()
  if (register)
    return (
      <>
        <StatusBadge status="good" word={t('attendance.takenShort')} />
        <span className="text-sm text-muted">
          {t('attendance.countAbsent', { count: register.absent })} ·{' '}
          {t('attendance.countLate', { count: register.late })}
        </span>
      </>
    )
  if (isKept) return <StatusBadge status="waiting" word={t('attendance.kept')} />
  if (isClosed) return <StatusBadge status="neutral" word={t('home.closedToday')} />
  return (
    <>
      <StatusBadge status="waiting" word={t('attendance.notTakenShort')} />
      <span className={buttonLook(isNext ? 'primary' : 'plain')}>
        <ClipboardCheck className="size-5" aria-hidden="true" />
        {t('home.takeRegister')}
      </span>
    </>
  )
}
