import { lazy, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { payments } from '#contract/platform/payments/payments.ts'
import { paymentTypeList } from '#contract/platform/reference/reference-lists.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName, paymentTypeName } from '#web/lib/reference.ts'
import { Money } from '#web/ui/Money.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { FoundTable } from '#web/records/FoundTable.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { FilterChoice, loadFilterChoice } from '#web/records/lazy-parts.tsx'
import type { Transaction } from './transaction.ts'

const loadPaymentDialog = part(async () => (await import('./PaymentDialog.tsx')).PaymentDialog)
const PaymentDialog = lazy(loadPaymentDialog)

/** What was taken from schools, to be read; a payment opens with everything about it. */
export function TransactionsScreen() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const method = query.get('method') ?? ''
  const types = useRead(paymentTypeList.list, {}).data ?? []
  const input = { ...(method && { paymentTypeId: method }) }
  const listQuery = useRead(payments.list, input)
  const [opened, setOpened] = useState<Transaction | null>(null)
  const columns = useColumns(setOpened)
  const words = useCallback(
    (one: Transaction) => [one.fromName, one.toName, one.transferCode, paymentTypeName(t, one.paymentTypeName)],
    [t],
  )
  usePrefetch(loadFilterChoice, loadPaymentDialog)

  return (
    <FoundTable
      title={t('menu.paymentsTransaction')}
      search={t('transactions.search')}
      empty={t('transactions.empty')}
      listQuery={listQuery}
      words={words}
      columns={columns}
      counted={(count) => t('settings.filledLines', { count })}
      tools={<ExportButton list={payments.list} input={input} narrowed={method !== ''} />}
      filters={
        <div className="w-full sm:w-auto">
          <FilterChoice
            words
            wide
            className="sm:w-52"
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
      {opened && (
        <LazyPart onClose={() => setOpened(null)}>
          <PaymentDialog payment={opened} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
    </FoundTable>
  )
}

/** Its date opens a payment. */
function useColumns(open: (payment: Transaction) => void): Column<Transaction>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'date',
      label: t('transactions.date'),
      cell: (one) => (
        <button
          type="button"
          className="inline-flex min-h-11 items-center text-primary underline-offset-4 hover:underline"
          onClick={() => open(one)}
        >
          <span className="sr-only">{t('transactions.open')} </span>
          <Day day={one.paymentDate} />
        </button>
      ),
    },
    {
      key: 'method',

      label: t('transactions.method'),
      cell: (one) => <Bdi>{paymentTypeName(t, one.paymentTypeName)}</Bdi>,
    },
    {
      key: 'code',
      label: t('settings.payment.transferCode'),
      cell: ({ transferCode }) => (
        <span className="[overflow-wrap:anywhere] @3xl:inline-block @3xl:min-w-24">
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
}

/** One side of a payment: the kind of payer or payee, and the name. */
function Side({ type, name }: { type: string; name: string }) {
  const { t } = useTranslation()
  return (
    <span className="[overflow-wrap:anywhere] @3xl:inline-block @3xl:min-w-24">
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
        <Money amount={amount} />
      </span>
      {adjusts && <StatusBadge status="neutral" word={t('transactions.correction')} />}
    </span>
  )
}
