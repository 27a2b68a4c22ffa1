import { TriangleExclamationPoint, X } from 'lucide-react'
import { lazy, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { dayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn } from '#web/lib/paths.ts'
import { paymentTypeName } from '#web/lib/reference.ts'
import { Money } from '#web/ui/Money.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { FoundTable } from '#web/records/FoundTable.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { FilterChoice, loadFilterChoice } from '#web/records/lazy-parts.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { type Request, stateOf } from './request.ts'
import { Decision, RequestState } from './RequestState.tsx'

const loadApprove = part(async () => (await import('./Approve.tsx')).Approve)
const Approve = lazy(loadApprove)
const loadReject = part(async () => (await import('./Reject.tsx')).Reject)
const Reject = lazy(loadReject)

/** Schools' payments and requests for coins: found, approved, rejected. Open ones come first. */
export function PaymentsScreen() {
  const { t } = useTranslation()
  const { status, schoolId, narrow } = useFilters()
  const input = {
    ...(schoolId && { schoolId }),
    ...(status === 'approved' && { approved: true }),
    ...(status === 'rejected' && { approved: false }),
  }
  const listQuery = useRead(paymentRequests.list, input)
  const [deciding, setDeciding] = useState<{ how: 'approve' | 'reject'; request: Request } | null>(null)
  const words = useCallback(
    (request: Request) => [request.transferCode, request.schoolName, paymentTypeName(t, request.paymentTypeName)],
    [t],
  )
  usePrefetch(loadFilterChoice, loadApprove, loadReject)

  const actions: Column<Request> = {
    key: 'actions',

    label: t('payments.actions'),
    cell: (request) =>
      request.approved === null ? (
        <span className="flex flex-wrap justify-end gap-2 @3xl:flex-nowrap @3xl:justify-start">
          {request.may.approve && (
            <Button tone="primary" onClick={() => setDeciding({ how: 'approve', request })}>
              {t('payments.approve')}
            </Button>
          )}
          {request.may.reject && <RejectButton onClick={() => setDeciding({ how: 'reject', request })} />}
        </span>
      ) : (
        <span className="[overflow-wrap:anywhere] @3xl:inline-block @3xl:min-w-28">
          <Decision request={request} />
        </span>
      ),
  }

  return (
    <FoundTable
      title={t('menu.paymentsRequest')}
      search={t('settings.payment.search')}
      empty={t(status === 'onHold' ? 'payments.noneWaits' : 'settings.payment.empty')}
      listQuery={listQuery}
      only={status === 'onHold' ? isOnHold : undefined}
      words={words}
      columns={[...columnsOf(t), actions]}
      counted={(count) => t('settings.payment.count', { count })}
      tools={
        <ExportButton
          list={paymentRequests.list}
          input={input}
          empty={status === 'onHold' ? 'approvied' : undefined}
          narrowed={status !== 'all' || schoolId !== ''}
        />
      }
      filters={<Filters status={status} schoolId={schoolId} narrow={narrow} />}
    >
      {deciding?.how === 'approve' && (
        <LazyPart onClose={() => setDeciding(null)}>
          <Approve request={deciding.request} onClose={() => setDeciding(null)} />
        </LazyPart>
      )}
      {deciding?.how === 'reject' && (
        <LazyPart onClose={() => setDeciding(null)}>
          <Reject request={deciding.request} onClose={() => setDeciding(null)} />
        </LazyPart>
      )}
    </FoundTable>
  )
}

const columnsOf = (t: (key: string) => string): Column<Request>[] => [
  { key: 'status', label: t('payments.status'), cell: (request) => <RequestState request={request} /> },
  {
    key: 'school',
    label: t('header.school'),
    main: true,
    cell: ({ schoolName }) => (
      <span className="[overflow-wrap:anywhere] @3xl:inline-block @3xl:min-w-28">
        <Bdi>{schoolName}</Bdi>
      </span>
    ),
  },
  {
    key: 'type',

    label: t('settings.payment.paymentTypeId'),
    cell: (request) => <Bdi>{paymentTypeName(t, request.paymentTypeName)}</Bdi>,
  },
  {
    key: 'amount',

    label: t('payments.paymentAmount'),
    cell: (request) => <Money amount={request.paymentAmount ?? request.transferAmount} />,
  },
  { key: 'code', label: t('settings.payment.transferCode'), cell: (request) => <Code request={request} /> },
  {
    key: 'transferred',
    label: t('settings.payment.transferDate'),
    cell: ({ transferDate }) => <Day day={transferDate} />,
  },
  {
    key: 'requested',
    label: t('settings.payment.requestDate'),
    cell: ({ requestDate }) => <Day day={dayOfDevice(requestDate)} />,
  },
]

/** In a narrow table the word is replaced by a cross. */
function RejectButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      title={t('payments.reject')}
      className="@3xl:max-2xl:size-11 @3xl:max-2xl:shrink-0 @3xl:max-2xl:px-0"
      onClick={onClick}
    >
      <X className="hidden size-5 @3xl:max-2xl:block" aria-hidden="true" />
      <span className="@3xl:max-2xl:sr-only">{t('payments.reject')}</span>
    </Button>
  )
}

const isOnHold = (request: Request) => stateOf(request) === 'onHold'

const statuses = ['all', 'onHold', 'approved', 'rejected'] as const

/** The filters of the list are kept in the address. */
function useFilters() {
  const [query, setQuery] = useSearchParams()
  const status = statuses.find((one) => one === query.get('status')) ?? 'onHold'
  function narrow(name: string, value: string) {
    const next = new URLSearchParams(query)
    next.set(name, value)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return { status, schoolId: idIn(query, 'school') ?? '', narrow }
}

function Filters({ status, schoolId, narrow }: ReturnType<typeof useFilters>) {
  const { t } = useTranslation()
  const all = useWhole(schools.list, {}).data ?? []
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:gap-3">
      <FilterChoice
        words
        wide
        className="sm:w-40"
        label={t('payments.status')}
        items={statuses.map((value) => ({ value, label: t(`payments.${value}`) }))}
        value={status}
        onChange={(value) => narrow('status', value)}
      />
      <FilterChoice
        words
        wide
        className="sm:w-52"
        label={t('header.school')}
        items={[{ value: 'every', label: t('payments.allSchools') }, ...itemsOf(all)]}
        value={schoolId || 'every'}
        onChange={(value) => narrow('school', value === 'every' ? '' : value)}
      />
    </div>
  )
}

function Code({ request: { transferCode, sameCodeElsewhere } }: { request: Request }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex items-center gap-1.5 [overflow-wrap:anywhere] md:min-w-24">
      <Digits>{transferCode}</Digits>
      {sameCodeElsewhere && (
        <span title={t('payments.sameCode')}>
          <TriangleExclamationPoint className="size-4 shrink-0 text-wait" aria-hidden="true" />
          <span className="sr-only">{t('payments.sameCode')}</span>
        </span>
      )}
    </span>
  )
}
