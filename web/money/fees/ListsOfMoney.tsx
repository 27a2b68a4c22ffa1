import { Printer } from 'lucide-react'
import { useState } from 'react'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeTills } from '#contract/money/fees/tills.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useDayOfSchool } from './day-of-school.ts'
import { FeeMoney, isNothing } from './FeeMoney.tsx'
import { FromToDays } from './FromToDays.tsx'
import { FamilyLink, Listed, type ListProps, SearchFees } from './ListedFees.tsx'
import { useReceiptPrinter } from './receipt-printer.tsx'
import { stateOfReceipt } from './receipt-state.ts'
import { TillSheet } from './TillSheet.tsx'

export function Receipts({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const { printAgain, printing, sheets } = useReceiptPrinter(schoolId)
  return (
    <>
      <Listed
        of="receipts"
        list={feeCounter.receipts}
        input={{ schoolId, ...(settled && { text: settled }) }}
        narrowed={settled !== ''}
        filters={<SearchFees text={text} onChange={setText} />}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'number',
            label: t('fees.number'),
            cell: (row) => (
              <span className="whitespace-nowrap">
                <Digits>
                  {row.number}/{row.year}
                </Digits>
              </span>
            ),
            main: true,
          },
          { key: 'day', label: t('fees.day'), cell: (row) => <Day day={row.receivedOn} />, brief: true },
          {
            key: 'names',
            label: t('fees.children'),
            cell: (row) => <FamilyLink familyId={row.familyId} name={row.names} />,
            brief: true,
          },
          {
            key: 'amount',
            label: t('fees.amount'),
            cell: (row) => <FeeMoney amount={row.reverses ? `-${row.amount}` : row.amount} currency={currency} />,
          },
          { key: 'way', label: t('fees.way'), cell: (row) => <Bdi>{row.wayName}</Bdi> },
          { key: 'state', label: t('fees.state'), cell: (row) => stateOfReceipt(t, row) },
          {
            key: 'print',
            label: t('fees.print'),
            cell: (row) => (
              <Button
                tone="quiet"
                className="-mx-5"
                disabled={printing}
                icon={<Printer className="size-5" aria-hidden="true" />}
                onClick={() => printAgain(row.id)}
              >
                {t('fees.print')}
              </Button>
            ),
          },
        ]}
      />
      {sheets}
    </>
  )
}

export function Tills({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<string | null>(null)
  return (
    <>
      <Listed
        of="tills"
        list={feeTills.tills}
        input={{ schoolId }}
        narrowed={false}
        rowKey={({ id }) => id}
        columns={[
          { key: 'person', label: t('fees.person'), cell: (row) => <Bdi>{row.personName}</Bdi>, main: true },
          { key: 'day', label: t('fees.day'), cell: (row) => <Day day={row.day} />, brief: true },
          { key: 'taken', label: t('fees.taken'), cell: (row) => <FeeMoney amount={row.taken} currency={currency} /> },
          {
            key: 'difference',
            label: t('fees.difference'),
            cell: (row) =>
              row.difference === null ? (
                t('fees.open')
              ) : (
                <span className={isNothing(row.difference) ? '' : 'font-semibold text-danger'}>
                  <FeeMoney amount={row.difference} currency={currency} />
                </span>
              ),
          },
          {
            key: 'sheet',
            label: t('fees.tillSheet'),
            cell: (row) => (
              <Button
                tone="quiet"
                className="-mx-5"
                icon={<Printer className="size-5" aria-hidden="true" />}
                onClick={() => setShown(row.id)}
              >
                {t('fees.tillSheet')}
              </Button>
            ),
          },
        ]}
      />
      {shown && <TillSheet schoolId={schoolId} tillId={shown} onClose={() => setShown(null)} />}
    </>
  )
}

export function Journal({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const today = useDayOfSchool()
  const [days, setDays] = useState({ from: `${today.slice(0, 7)}-01`, to: today })
  return (
    <Listed
      of="journal"
      list={feeLists.journal}
      input={{ schoolId, dateFrom: days.from, dateTo: days.to }}
      narrowed={false}
      filters={<FromToDays days={days} onChange={setDays} />}
      rowKey={(row) => JSON.stringify(row)}
      columns={[
        { key: 'kind', label: t('fees.state'), cell: (row) => t(`fees.posting.${row.kind}`), main: true },
        { key: 'day', label: t('fees.day'), cell: (row) => <Day day={row.day} />, brief: true },
        {
          key: 'student',
          label: t('fees.student'),
          cell: (row) => row.studentName && <Bdi>{row.studentName}</Bdi>,
          brief: true,
        },
        { key: 'from', label: t('fees.from'), cell: (row) => t(`fees.account.${row.fromAccount}`) },
        { key: 'to', label: t('fees.to'), cell: (row) => t(`fees.account.${row.toAccount}`) },
        { key: 'amount', label: t('fees.amount'), cell: (row) => <FeeMoney amount={row.amount} currency={currency} /> },
        {
          key: 'receipt',
          label: t('fees.receipt'),
          cell: (row) => row.receiptNumber && <Digits>{row.receiptNumber}</Digits>,
        },
      ]}
    />
  )
}
