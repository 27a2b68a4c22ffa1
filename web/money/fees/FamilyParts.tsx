import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { ShownFamily } from './FamilySheet.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'

type Props = { family: ShownFamily }

/** What the family owes in all, what of it is overdue, and what it has paid beyond. */
export function SumsOfFamily({ family }: Props) {
  const { t } = useTranslation()
  const sums = [
    ['owed', family.owed, ''],
    ['overdue', family.overdue, isNothing(family.overdue) ? '' : 'text-danger'],
    ['credit', family.credit, ''],
  ] as const
  return (
    <dl className="flex flex-wrap gap-2">
      {sums.map(([of, amount, look]) => (
        <div key={of} className="flex-1 basis-40 rounded-card border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{t(`fees.${of}`)}</dt>
          <dd className={`font-semibold ${look}`}>
            <FeeMoney amount={amount} currency={family.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The parts of the charges, with what was taken off and what is still owed. */
export function DuesOfFamily({ family }: Props) {
  const { t } = useTranslation()
  const { currency } = family
  if (family.dues.length === 0) return <Empty sentence={t('fees.notCharged')} />
  return (
    <DataTable
      label={t('fees.dues')}
      rows={family.dues}
      rowKey={({ id }) => id}
      columns={[
        { key: 'item', label: t('fees.item'), cell: (row) => <Bdi>{row.itemName}</Bdi>, main: true },
        { key: 'student', label: t('fees.student'), cell: (row) => <Bdi>{row.studentName}</Bdi>, brief: true },
        { key: 'due', label: t('fees.dueOn'), cell: (row) => <Day day={row.dueOn} />, brief: true },
        { key: 'amount', label: t('fees.amount'), cell: (row) => <FeeMoney amount={row.amount} currency={currency} /> },
        {
          key: 'reduced',
          label: t('fees.reduced'),
          cell: (row) => (isNothing(row.reduced) ? null : <FeeMoney amount={row.reduced} currency={currency} />),
        },
        {
          key: 'open',
          label: t('fees.owed'),
          cell: (row) => (isNothing(row.open) ? t('fees.paid') : <FeeMoney amount={row.open} currency={currency} />),
        },
      ]}
    />
  )
}

/** Everything that was charged and paid, with what was owed after it. */
export function StatementOfFamily({ family }: Props) {
  const { t } = useTranslation()
  const { currency } = family
  if (family.statement.length === 0) return <Empty sentence={t('fees.notCharged')} />
  return (
    <DataTable
      label={t('fees.statement')}
      rows={family.statement}
      rowKey={({ postingId }) => postingId}
      columns={[
        { key: 'kind', label: t('fees.state'), cell: (row) => t(`fees.posting.${row.kind}`), main: true },
        { key: 'day', label: t('fees.day'), cell: (row) => <Day day={row.day} />, brief: true },
        { key: 'about', label: t('fees.about'), cell: (row) => row.about && <Bdi>{row.about}</Bdi>, brief: true },
        { key: 'amount', label: t('fees.amount'), cell: (row) => <FeeMoney amount={row.amount} currency={currency} /> },
        {
          key: 'balance',
          label: t('fees.balance'),
          cell: (row) => <FeeMoney amount={row.balance} currency={currency} />,
        },
      ]}
    />
  )
}
