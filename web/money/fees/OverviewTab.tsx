import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'

/** What is due this week, who owes since when, and what was taken today. */
export function OverviewTab({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const manages = useMay(feeSettings.save)
  const { data, error, refetch } = useRead(feeLists.overview, { schoolId: school.id })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const { currency, till } = data
  if (!currency)
    return (
      <Empty sentence={t('fees.notBegun')}>
        {manages && (
          <LinkButton tone="primary" to={paths.settings('fees')}>
            {t('fees.begin')}
          </LinkButton>
        )}
      </Empty>
    )
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Card className="space-y-2">
        <Line label={t('fees.dueThisWeek')}>
          <FeeMoney amount={data.dueThisWeek} currency={currency} />
          <span className="ms-2 text-sm text-muted">{t('fees.students', { count: data.dueStudents })}</span>
        </Line>
        <Line label={t('fees.overdue')} to={paths.fees('arrears')}>
          <FeeMoney amount={data.overdue} currency={currency} />
        </Line>
        <Line label={t('fees.takenToday')} to={paths.fees('receipts')}>
          <FeeMoney amount={data.takenToday} currency={currency} />
          <span className="ms-2 text-sm text-muted">{t('fees.receipts', { count: data.receiptsToday })}</span>
        </Line>
        <Line label={t('fees.ownTill')} to={paths.takeFees()}>
          {till ? (
            <>
              <FeeMoney amount={till.cash} currency={currency} />
              <span className="ms-2 text-sm text-muted">{t(till.open ? 'fees.open' : 'fees.closed')}</span>
            </>
          ) : (
            t('fees.notOpened')
          )}
        </Line>
        {data.proposals > 0 && (
          <Line label={t('fees.forSecondPerson')} to={paths.fees('waiting')}>
            {data.proposals}
          </Line>
        )}
        {data.promises > 0 && <Line label={t('fees.cheques')}>{data.promises}</Line>}
      </Card>
      <Card className="space-y-2">
        <h2 className="font-semibold">{t('fees.byAge')}</h2>
        {data.ages.map(({ age, students, amount }) => (
          <Line key={age} label={t(`fees.age.${age}`)} to={isNothing(amount) ? undefined : paths.fees('arrears', age)}>
            <FeeMoney amount={amount} currency={currency} />
            <span className="ms-2 text-sm text-muted">{t('fees.students', { count: students })}</span>
          </Line>
        ))}
      </Card>
      {data.classes.length > 0 && <ByClass classes={data.classes} currency={currency} />}
    </div>
  )
}

type ByClassProps = { classes: OutputOf<typeof feeLists.overview>['classes']; currency: string }

/** What is overdue in each class, the most first. The bars are only compared with each other. */
function ByClass({ classes, currency }: ByClassProps) {
  const { t } = useTranslation()
  const most = Math.max(1, ...classes.map(({ amount }) => Number(amount)))
  return (
    <Card className="space-y-3 md:col-span-2">
      <h2 className="font-semibold">{t('fees.byClass')}</h2>
      <ul className="space-y-2">
        {classes.map(({ classRoomId, classRoomName, students, amount }) => (
          <li key={classRoomId}>
            <div className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                <Bdi>{classRoomName}</Bdi>{' '}
                <span className="text-sm text-muted">{t('fees.students', { count: students })}</span>
              </span>
              <FeeMoney amount={amount} currency={currency} />
            </div>
            <div className="h-1.5 rounded-full bg-soft">
              <div
                className="h-full rounded-full bg-primary"
                style={{ inlineSize: `${Math.max(2, (Number(amount) / most) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Line({ label, to, children }: { label: string; to?: string | undefined; children: ReactNode }) {
  const look = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4'
  const content = (
    <>
      <span>{label}</span>
      <span className="font-semibold">{children}</span>
    </>
  )
  return to ? (
    <Link to={to} className={`${look} hover:text-primary`}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  )
}
