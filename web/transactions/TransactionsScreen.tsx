import { Plus } from 'lucide-react'
import { lazy, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { payments } from '#contract/payments/payments.ts'
import { paymentTypeList } from '#contract/reference/reference-lists.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName, paymentTypeName } from '#web/lib/reference.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { FoundTable } from '#web/records/FoundTable.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { FilterChoice, loadFilterChoice } from '#web/records/lazy-parts.tsx'
import { EditButton } from '#web/records/RecordRow.tsx'

const loadAddPayment = part(async () => (await import('./AddPayment.tsx')).AddPayment)
const AddPayment = lazy(loadAddPayment)
const loadCorrect = part(async () => (await import('./Correct.tsx')).Correct)
const Correct = lazy(loadCorrect)

type Transaction = OutputOf<typeof payments.list>[number]

/** What was taken from schools. Nothing here is changed: a correction is a line of its own. */
export function TransactionsScreen() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const method = query.get('method') ?? ''
  const types = useRead(paymentTypeList.list, {}).data ?? []
  const input = { ...(method && { paymentTypeId: method }) }
  const asked = useRead(payments.list, input)
  const [adding, setAdding] = useState(false)
  const [corrected, setCorrected] = useState<Transaction | null>(null)
  const may = { add: useMay(payments.add), correct: useMay(payments.correct) }
  const columns = useColumns(may.correct ? setCorrected : null)
  const words = useCallback(
    (one: Transaction) => [one.fromName, one.toName, one.transferCode, paymentTypeName(t, one.paymentTypeName)],
    [t],
  )
  usePrefetch(loadFilterChoice, loadAddPayment, loadCorrect)

  return (
    <FoundTable
      title={t('menu.paymentsTransaction')}
      search={t('transactions.search')}
      empty={t('transactions.empty')}
      asked={asked}
      words={words}
      columns={columns}
      counted={(count) => t('settings.filledLines', { count })}
      tools={
        <>
          <ExportButton list={payments.list} input={input} narrowed={method !== ''} />
          {may.add && (
            <Button
              tone="primary"
              icon={<Plus className="size-5" aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t('transactions.add')}
            </Button>
          )}
        </>
      }
      filters={
        <div className="mb-5">
          <FilterChoice
            wide
            className="min-h-12 sm:w-64"
            label={t('transactions.method')}
            items={[
              { value: 'every', label: t('transactions.allMethods') },
              ...types.map(({ id, name }) => ({ value: id, label: paymentTypeName(t, name) })),
            ]}
            value={method || 'every'}
            onChange={(value) =>
              setQuery(value === 'every' ? {} : { method: value }, { replace: true, preventScrollReset: true })
            }
          />
        </div>
      }
    >
      {adding && (
        <LazyPart onClose={() => setAdding(false)}>
          <AddPayment onClose={() => setAdding(false)} />
        </LazyPart>
      )}
      {corrected && (
        <LazyPart onClose={() => setCorrected(null)}>
          <Correct payment={corrected} onClose={() => setCorrected(null)} />
        </LazyPart>
      )}
    </FoundTable>
  )
}

/** `correct`: for who may correct a payment; a correction itself is never corrected. */
function useColumns(correct: ((payment: Transaction) => void) | null): Column<Transaction>[] {
  const { t } = useTranslation()
  const columns: Column<Transaction>[] = [
    { key: 'date', label: t('transactions.date'), cell: ({ paymentDate }) => <Day day={paymentDate} /> },
    {
      key: 'method',

      label: t('transactions.method'),
      cell: (one) => <Bdi>{paymentTypeName(t, one.paymentTypeName)}</Bdi>,
    },
    {
      key: 'code',
      label: t('settings.payment.transferCode'),
      cell: ({ transferCode }) => (
        <span className="wrap-anywhere @3xl:inline-block @3xl:min-w-24">
          <Digits>{transferCode ?? '—'}</Digits>
        </span>
      ),
    },
    {
      key: 'from',
      label: t('transactions.from'),
      cell: ({ fromType, fromName }) => <Side type={fromType} name={fromName} />,
    },
    {
      key: 'to',

      label: t('transactions.to'),
      cell: ({ toType, toName }) => <Side type={toType} name={toName} />,
    },
    { key: 'amount', label: t('transactions.amount'), cell: (one) => <AmountOf one={one} /> },
    {
      key: 'coinType',

      label: t('transactions.coinType'),
      cell: ({ coinTypeName: name, coins }) => (
        <>
          <Bdi>{coinTypeName(t, name)}</Bdi> <Digits>({coins})</Digits>
        </>
      ),
    },
  ]
  if (!correct) return columns
  return [
    ...columns,
    {
      key: 'actions',
      label: t('payments.actions'),
      cell: (one) =>
        !one.adjusts && <EditButton name={`${one.fromName}, ${one.paymentDate}`} onClick={() => correct(one)} />,
    },
  ]
}

/** Who paid or took it: of which kind, and by name. */
function Side({ type, name }: { type: string; name: string }) {
  const { t } = useTranslation()
  return (
    <span className="wrap-anywhere @3xl:inline-block @3xl:min-w-24">
      <span className="block text-sm text-muted">
        {t(type === 'School' ? 'header.school' : 'transactions.application')}
      </span>
      <Bdi>{name}</Bdi>
    </span>
  )
}

function AmountOf({ one: { amount, adjusts } }: { one: Transaction }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2 @3xl:justify-start">
      <span className={cx('font-semibold', amount < 0 && 'text-danger')}>
        <Digits>{amount}</Digits>
      </span>
      {adjusts && <StatusBadge status="neutral" word={t('transactions.correction')} />}
    </span>
  )
}
