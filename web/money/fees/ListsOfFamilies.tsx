import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ages, feeLists } from '#contract/money/fees/arrears.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { ArrearsSheet } from './ArrearsSheet.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'
import { FamilyLink, Listed, type ListProps, SearchFees } from './ListedFees.tsx'

export function Arrears({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const age = ages.find((one) => one === query.get('age')) ?? null
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const input = { schoolId, ...(age && { age }), ...(settled && { text: settled }) }
  const money = (amount: string) => <FeeMoney amount={amount} currency={currency} />
  const [printing, setPrinting] = useState(false)
  return (
    <Listed
      of="arrears"
      list={feeLists.arrears}
      input={input}
      narrowed={age !== null || settled !== ''}
      filters={
        <>
          <SearchFees text={text} onChange={setText} />
          <Segments
            label={t('fees.byAge')}
            items={(['all', ...ages] as const).map((value) => ({ value, label: t(`fees.age.${value}`) }))}
            value={age ?? 'all'}
            onChange={(value) => {
              const next = new URLSearchParams(query)
              if (value === 'all') next.delete('age')
              else next.set('age', value)
              setQuery(next, { replace: true, preventScrollReset: true })
            }}
          />
          <Button
            disabled={printing}
            icon={<Printer className="size-5" aria-hidden="true" />}
            onClick={() => setPrinting(true)}
          >
            {t('fees.print')}
          </Button>
          {printing && <ArrearsSheet input={input} currency={currency} onClose={() => setPrinting(false)} />}
        </>
      }
      rowKey={({ studentId }) => studentId}
      columns={[
        {
          key: 'name',
          label: t('fees.student'),
          cell: (row) => <FamilyLink {...row} name={row.studentName} />,
          main: true,
        },
        { key: 'class', label: t('fees.class'), cell: (row) => <Bdi>{row.classRoomName}</Bdi>, brief: true },
        { key: 'code', label: t('fees.familyCode'), cell: (row) => <Digits>{row.familyCode}</Digits>, brief: true },
        { key: 'since', label: t('fees.dueSince'), cell: (row) => <Day day={row.oldestOn} /> },
        { key: 'days', label: t('fees.days'), cell: (row) => row.days },
        { key: 'overdue', label: t('fees.overdue'), cell: (row) => money(row.overdue) },
        { key: 'owed', label: t('fees.owed'), cell: (row) => money(row.owed) },
      ]}
    />
  )
}

export function Families({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const [which, setWhich] = useState<'all' | 'proposed'>('all')
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const change = useChange(feeFamilies.confirm)
  const mayConfirm = useMay(feeFamilies.confirm)
  const { saving, save } = useSaving()
  const money = (amount: string) => (isNothing(amount) ? null : <FeeMoney amount={amount} currency={currency} />)
  const isProposed = which === 'proposed'
  const confirm = ({ familyId, studentIds }: OutputOf<typeof feeFamilies.list>[number]) =>
    save(() => change({ schoolId, familyId, studentIds }), t('fees.confirmed'))
  return (
    <Listed
      key={which}
      of="families"
      list={isProposed ? feeFamilies.proposed : feeFamilies.list}
      input={{ schoolId, ...(!isProposed && settled && { text: settled }) }}
      narrowed={settled !== ''}
      filters={
        <>
          {!isProposed && <SearchFees text={text} onChange={setText} />}
          <Segments
            label={t('fees.tabs.families')}
            items={(['all', 'proposed'] as const).map((value) => ({ value, label: t(`fees.families.${value}`) }))}
            value={which}
            onChange={setWhich}
          />
        </>
      }
      rowKey={({ familyId, studentIds }) => `${familyId} ${studentIds.join()}`}
      columns={[
        {
          key: 'names',
          label: t('fees.children'),
          cell: (row) =>
            row.familyId ? <FamilyLink familyId={row.familyId} name={row.names} /> : <Bdi>{row.names}</Bdi>,
          main: true,
        },
        {
          key: 'code',
          label: t('fees.familyCode'),
          cell: (row) => row.code && <Digits>{row.code}</Digits>,
          brief: true,
        },
        { key: 'owed', label: t('fees.owed'), cell: (row) => money(row.owed) },
        { key: 'overdue', label: t('fees.overdue'), cell: (row) => money(row.overdue) },
        { key: 'credit', label: t('fees.credit'), cell: (row) => money(row.credit) },
        ...(mayConfirm && isProposed
          ? [
              {
                key: 'confirm',
                label: t('fees.families.confirm'),
                cell: (row: OutputOf<typeof feeFamilies.list>[number]) => (
                  <Button disabled={saving} onClick={() => confirm(row)}>
                    {t('fees.families.confirm')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

export function ForSecondPerson({ schoolId, currency }: ListProps) {
  const { t } = useTranslation()
  const confirm = useChange(feeDecisions.confirm)
  const refuse = useChange(feeDecisions.refuse)
  const { saving, save } = useSaving()
  return (
    <Listed
      of="waiting"
      list={feeDecisions.proposals}
      input={{ schoolId }}
      narrowed={false}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'kind',
          label: t('fees.state'),
          cell: (row) => <span className="whitespace-nowrap">{t(`fees.proposal.${row.kind}`)}</span>,
          main: true,
        },
        {
          key: 'names',
          label: t('fees.children'),
          cell: (row) => <FamilyLink {...row} name={row.names} />,
          brief: true,
        },
        { key: 'amount', label: t('fees.amount'), cell: (row) => <FeeMoney amount={row.amount} currency={currency} /> },
        { key: 'reason', label: t('fees.reason'), cell: (row) => <Bdi>{row.reason}</Bdi> },
        { key: 'by', label: t('fees.proposedBy'), cell: (row) => <Bdi>{row.proposedByName}</Bdi> },
        {
          key: 'decide',
          label: t('fees.decide'),
          cell: (row) => (
            <span className="flex flex-wrap gap-2">
              {row.may.confirm && (
                <Button
                  tone="primary"
                  disabled={saving}
                  onClick={() => save(() => confirm({ schoolId, proposalId: row.id }), t('fees.done'))}
                >
                  {t('fees.confirm')}
                </Button>
              )}
              {row.may.refuse && (
                <Button
                  disabled={saving}
                  onClick={() => save(() => refuse({ schoolId, proposalId: row.id }), t('fees.refused'))}
                >
                  {t(row.may.confirm ? 'fees.refuse' : 'fees.online.takeBack')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}
