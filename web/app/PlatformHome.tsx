import { ChevronRight, School as SchoolIcon } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { platformHome } from '#contract/overviews/home/platform-home.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { AllWell, Tile } from '#web/overviews/home/Tile.tsx'
import { useRead } from '#web/lib/api.ts'
import { dayOfDevice, namedDay, nameOfMonth } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { paymentTypeName } from '#web/lib/reference.ts'
import type { Request } from '#web/platform/payments/request.ts'
import { Money } from '#web/ui/Money.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ActivityOfSchools } from './ActivityOfSchools.tsx'

const loadApprove = part(async () => (await import('#web/platform/payments/Approve.tsx')).Approve)
const Approve = lazy(loadApprove)
const loadReject = part(async () => (await import('#web/platform/payments/Reject.tsx')).Reject)
const Reject = lazy(loadReject)

type Home = OutputOf<typeof platformHome.get>

/** The day of the platform's staff: waiting payments, new schools, this month, and which schools use the product. */
export function PlatformHome({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useRead(platformHome.get, {})
  if (!data) return <LoadingOrFailed error={error} again={refetch} as="cards" count={3} />
  return (
    <div className="space-y-8">
      <Figures home={data} />
      {data.payments && <Payments payments={data.payments} again={refetch} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ActivityOfSchools activity={data.activity} />
        <NewSchools newSchools={data.newSchools} />
      </div>
      {children}
    </div>
  )
}

function Figures({ home: { asOf, payments, month, newSchools, activity } }: { home: Home }) {
  const { t, language } = useTranslation()
  const [request] = payments?.requests ?? []
  const [school] = newSchools.schools
  // Unknown for schools beyond the listed ones.
  const working = activity.schools.filter(({ registers }) => registers > 0).length
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {payments && (
        <Tile level title={t('home.paymentsWaiting')}>
          <Figure value={payments.count} waits={payments.count > 0} />
          <div className="flex flex-col">
            {request ? <Since at={request.requestDate} asOf={asOf} /> : <AllWell>{t('payments.noneWaits')}</AllWell>}
          </div>
        </Tile>
      )}
      <Tile level title={t('home.newSchools')}>
        <Figure value={newSchools.count} waits={newSchools.count > 0} />
        <div className="flex flex-col">
          {school ? <Since at={school.createDate} asOf={asOf} /> : <AllWell>{t('home.noNewSchools')}</AllWell>}
        </div>
      </Tile>
      {month && (
        <Tile level title={t('home.takenIn', { month: nameOfMonth(month.since, language) })}>
          <Figure value={<Money amount={month.amount} />} />
          <div>
            <Under>{t('home.paymentsTaken', { count: month.payments })}</Under>
            {month.payments > 0 && <Under>{t('payments.credited', { coins: month.coins })}</Under>}
          </div>
        </Tile>
      )}
      <Tile level title={t('home.openSchools')}>
        <Figure value={activity.count} />
        {activity.schools.length === activity.count && <Under>{t('home.schoolsWorking', { count: working })}</Under>}
      </Tile>
    </div>
  )
}

const Figure = ({ value, waits }: { value: ReactNode; waits?: boolean }) => (
  <p className={waits ? 'pt-2 text-4xl font-semibold text-wait' : 'pt-2 text-4xl font-semibold text-primary'}>
    <Digits>{value}</Digits>
  </p>
)

const Under = ({ children }: { children: ReactNode }) => <p className="text-sm text-muted">{children}</p>

/** Since when the first of them has been waiting. */
function Since({ at, asOf }: { at: string; asOf: string }) {
  const { t, language } = useTranslation()
  const year = at.slice(0, 4) !== asOf.slice(0, 4)
  return <Under>{t('home.since', { day: namedDay(dayOfDevice(at), language, { year }) })}</Under>
}

function Payments({ payments, again }: { payments: NonNullable<Home['payments']>; again: () => unknown }) {
  const { t } = useTranslation()
  const [deciding, setDeciding] = useState<{ how: 'approve' | 'reject'; request: Request } | null>(null)
  usePrefetch(loadApprove, loadReject)
  const close = () => {
    setDeciding(null)
    void again()
  }
  return (
    // Without a name, because the tile above has the same one.
    <section data-list="payments">
      <h2 className="mb-3 text-xl">{t('home.paymentsWaiting')}</h2>
      {payments.count === 0 ? (
        <Empty sentence={t('payments.noneWaits')} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {payments.requests.map((request) => (
            <Waiting key={request.id} request={request} onDecide={(how) => setDeciding({ how, request })} />
          ))}
        </ul>
      )}
      {payments.count > payments.requests.length && (
        <Link to={paths.payments()} className="mt-2 inline-flex min-h-11 items-center text-primary underline">
          {t('today.more', { count: payments.count - payments.requests.length })}
        </Link>
      )}
      {deciding && (
        <LazyPart onClose={() => setDeciding(null)}>
          {deciding.how === 'approve' ? (
            <Approve request={deciding.request} onClose={close} />
          ) : (
            <Reject request={deciding.request} onClose={close} />
          )}
        </LazyPart>
      )}
    </section>
  )
}

function Waiting({ request, onDecide }: { request: Request; onDecide: (how: 'approve' | 'reject') => void }) {
  const { t } = useTranslation()
  const { schoolName, transferAmount, transferCode, paymentTypeName: type, requestDate, may } = request
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-semibold">
          <Bdi>{schoolName}</Bdi>
        </span>
        <span className="block text-sm text-muted">
          {paymentTypeName(t, type)} · <Digits>{transferCode}</Digits> ·{' '}
          <Day day={dayOfDevice(requestDate)} short named />
        </span>
      </span>
      <span>
        <span className="block text-sm text-muted">{t('settings.payment.transferAmount')}</span>
        <span className="block text-2xl font-semibold">
          <Money amount={transferAmount} />
        </span>
      </span>
      <span className="flex gap-2">
        {may.approve && (
          <Button tone="primary" onClick={() => onDecide('approve')}>
            {t('payments.approve')}
          </Button>
        )}
        {may.reject && <Button onClick={() => onDecide('reject')}>{t('payments.reject')}</Button>}
      </span>
    </li>
  )
}

function NewSchools({ newSchools: { schools } }: { newSchools: Home['newSchools'] }) {
  const { t } = useTranslation()
  return (
    <section className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-lg">{t('home.newSchools')}</h2>
      {schools.length === 0 ? (
        <p className="mt-2 text-muted">{t('home.noNewSchools')}</p>
      ) : (
        <ul className="-mx-2 mt-2">
          {schools.map(({ id, name, adminName, createDate }) => (
            <li key={id}>
              <Link
                to={paths.schoolList('inactive', 'new')}
                className="flex min-h-12 items-center gap-3 rounded-field px-2 py-1.5 hover:bg-soft"
              >
                <SchoolIcon className="size-5 shrink-0 text-wait" aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">
                    <Bdi>{name}</Bdi>
                  </span>
                  <span className="block text-sm text-muted">
                    <Bdi>{adminName}</Bdi> · <Day day={dayOfDevice(createDate)} named />
                  </span>
                </span>
                <ChevronRight className="mirror-rtl size-4 shrink-0 text-muted" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
