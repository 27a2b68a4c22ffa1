import { useState } from 'react'
import { feeStatements } from '#contract/money/fees/statements.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { FamilyLink, Listed, type ListProps, SearchFees } from './ListedFees.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { PayerOfLine } from './PayerOfLine.tsx'
import { ReadStatement } from './ReadStatement.tsx'

type Line = OutputOf<typeof feeStatements.lines>[number]

/** What came by the bank: lines of its statements, which families probably sent them, and the payments that a person makes of them. */
export function BankStatement({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const [show, setShow] = useState<'waiting' | 'posted'>('waiting')
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const [ticked, setTicked] = useState<Ticked>(new Map())
  const match = useChange(feeStatements.match)
  const mayMatch = useMay(feeStatements.match)
  const { saving, save } = useSaving()
  const tick = (lineId: string, familyId: string | null, toldId: string | null) =>
    setTicked((before) => {
      const next = new Map(before)
      if (familyId === null) next.delete(lineId)
      else next.set(lineId, { familyId, toldId })
      return next
    })
  const matches = [...ticked].map(([lineId, { familyId, toldId }]) => ({ lineId, familyId, ...(toldId && { toldId }) }))
  const post = () =>
    save(
      () => match({ schoolId, matches }),
      ({ changed }) => t('fees.bank.done', { count: changed }),
      () => setTicked(new Map()),
    )
  return (
    <div className="space-y-4">
      {mayMatch && <ReadStatement schoolId={schoolId} />}
      <Listed
        key={show}
        of="bank"
        list={feeStatements.lines}
        input={{ schoolId, show, ...(settled && { text: settled }) }}
        narrowed={settled !== '' || show === 'posted'}
        filters={
          <>
            <SearchFees text={text} onChange={setText} />
            <Segments
              label={t('fees.bank.show')}
              items={(['waiting', 'posted'] as const).map((value) => ({ value, label: t(`fees.bank.${value}`) }))}
              value={show}
              onChange={setShow}
            />
          </>
        }
        rowKey={({ id }) => id}
        columns={columnsOf(t, { schoolId, currency, mayMatch, isPosted: show === 'posted', ticked, tick })}
      />
      {matches.length > 0 && (
        <StepEnd text={t('fees.bank.postMeans')}>
          <Button tone="primary" disabled={saving} onClick={() => void post()} className="max-md:flex-1">
            {t('fees.bank.post', { count: matches.length })}
          </Button>
        </StepEnd>
      )}
    </div>
  )
}

/** The family of each line that was chosen, and the report of a parent that it is. */
type Ticked = ReadonlyMap<string, { familyId: string; toldId: string | null }>

type Of = {
  schoolId: string
  currency: string | null
  mayMatch: boolean
  isPosted: boolean
  ticked: Ticked
  tick: (lineId: string, familyId: string | null, toldId: string | null) => void
}

const columnsOf = (
  t: (key: string) => string,
  { schoolId, currency, mayMatch, isPosted, ticked, tick }: Of,
): Column<Line>[] => [
  {
    key: 'about',
    label: t('fees.bank.text'),
    cell: (row) => (
      <span className="[overflow-wrap:anywhere]">
        <Bdi>{row.about || row.reference}</Bdi>
      </span>
    ),
    main: true,
  },
  { key: 'day', label: t('fees.day'), cell: (row) => <Day day={row.day} />, brief: true },
  {
    key: 'reference',
    label: t('fees.reference'),
    cell: (row) => row.reference && <Digits>{row.reference}</Digits>,
    brief: true,
  },
  { key: 'amount', label: t('fees.amount'), cell: (row) => <FeeMoney amount={row.amount} currency={currency} /> },
  {
    key: 'from',
    label: t('fees.bank.from'),
    cell: (row) =>
      row.familyId ? (
        <FamilyLink familyId={row.familyId} name={row.names ?? ''} />
      ) : (
        <PayerOfLine
          {...{ schoolId, currency, mayMatch }}
          line={row}
          chosen={ticked.get(row.id)?.familyId ?? null}
          onChoose={(familyId, toldId) => tick(row.id, familyId, toldId)}
        />
      ),
  },
  ...(isPosted
    ? [
        {
          key: 'receipt',
          label: t('fees.receipt'),
          cell: (row: Line) => row.receiptNumber && <Digits>{row.receiptNumber}</Digits>,
        },
      ]
    : []),
]
