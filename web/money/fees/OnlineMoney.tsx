import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { gatewayRefunds } from '#contract/money/online/refunds.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { FamilyLink, Listed, type ListProps, SearchFees } from './ListedFees.tsx'
import { Transfers } from './ToldByParents.tsx'

type Payment = OutputOf<typeof feesOnlineOffice.unclear>[number]

/** Money of gateways that nobody set out to pay so, and transfers that parents reported: both wait for a person. */
export function Unclear({ schoolId }: ListProps) {
  const { t } = useTranslation()
  const [settling, setSettling] = useState<Payment | null>(null)
  return (
    <div className="space-y-6">
      <h2 className="mb-2 text-lg">{t('fees.online.unclear')}</h2>
      <Listed
        of="unclear"
        list={feesOnlineOffice.unclear}
        input={{ schoolId }}
        narrowed={false}
        rowKey={({ id }) => id}
        columns={[
          ...moneyColumns(t),
          { key: 'why', label: t('fees.online.why'), cell: (row: Payment) => t(`fees.online.reason.${row.why}`) },
          {
            key: 'settle',
            label: t('fees.decide'),
            cell: (row: Payment) => <Button onClick={() => setSettling(row)}>{t('fees.online.settle')}</Button>,
          },
        ]}
      />
      <Transfers schoolId={schoolId} />
      {settling && <Settle schoolId={schoolId} payment={settling} onClose={() => setSettling(null)} />}
    </div>
  )
}

type T = ReturnType<typeof useTranslation>['t']

const moneyColumns = (t: T) => [
  {
    key: 'id',
    label: t('fees.online.transaction'),
    cell: (row: Payment) => (
      <span className="whitespace-nowrap">
        <Digits>{row.transactionId.slice(0, 18)}</Digits>
      </span>
    ),
    main: true,
  },
  { key: 'day', label: t('fees.day'), cell: (row: Payment) => <Day day={row.day} />, brief: true },
  {
    key: 'amount',
    label: t('fees.amount'),
    cell: (row: Payment) => (
      <FeeMoney amount={row.moved === 'refund' ? `-${row.amount}` : row.amount} currency={row.currency} />
    ),
    brief: true,
  },
  {
    key: 'family',
    label: t('fees.family'),
    cell: (row: Payment) => row.familyId && <FamilyLink familyId={row.familyId} name={row.names ?? ''} />,
  },
]

/** A family that is looked for by name or code. */
function FamilyChoice({ schoolId, none }: { schoolId: string; none: string }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const { data } = useRead(feeFamilies.list, { schoolId, ...(settled && { text: settled }) })
  const found = (data ?? []).filter(({ familyId }) => familyId !== null)
  return (
    <>
      <SearchField label={t('fees.find')} value={text} onChange={setText} />
      <ChoiceField
        name="familyId"
        label="fees.family"
        none={none}
        items={found.map(({ familyId, names, code }) => ({ value: familyId!, label: `${names} · ${code}` }))}
      />
    </>
  )
}

function Settle({ schoolId, payment, onClose }: { schoolId: string; payment: Payment; onClose: () => void }) {
  const { t } = useTranslation()
  const start = { schoolId, paymentId: payment.id, familyId: payment.familyId ?? '', reason: '' }
  const isMoney = payment.moved === 'payment' && payment.why !== 'currency'
  return (
    <WriteDialog
      operation={feesOnlineOffice.settle}
      start={isMoney ? start : { ...start, familyId: '' }}
      title={t('fees.online.settle')}
      description={t(isMoney ? 'fees.online.settleMeans' : 'fees.online.closeMeans')}
      submit="common.save"
      done={t('fees.done')}
      onClose={onClose}
    >
      {isMoney && <FamilyChoice schoolId={schoolId} none="fees.online.noFamily" />}
      <TextField name="reason" label="fees.reason" />
    </WriteDialog>
  )
}

/** What came by the gateway, what went back, and what waits for a second person. */
export function OnlinePayments({ schoolId }: ListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const reverses = useMay(gatewayRefunds.refund)
  const [refunding, setRefunding] = useState<Payment | null>(null)
  return (
    <div className="space-y-6">
      <Listed
        of="online"
        list={feesOnlineOffice.payments}
        input={{ schoolId, ...(settled && { text: settled }) }}
        narrowed={settled !== ''}
        filters={<SearchFees text={text} onChange={setText} />}
        rowKey={({ id }) => id}
        columns={[
          ...moneyColumns(t),
          {
            key: 'state',
            label: t('fees.online.moneyState'),
            cell: (row: Payment) => t(`fees.online.money.${row.paymentState}`),
          },
          {
            key: 'back',
            label: t('fees.decide'),
            cell: (row: Payment) =>
              reverses &&
              row.moved === 'payment' &&
              row.paymentState !== 'settled' &&
              row.refunded !== row.amount && (
                <Button onClick={() => setRefunding(row)}>{t('fees.online.refund')}</Button>
              ),
          },
        ]}
      />
      <Refunds schoolId={schoolId} />
      {refunding && (
        <WriteDialog
          operation={gatewayRefunds.refund}
          start={{ schoolId, paymentId: refunding.id, amount: refunding.amount, reason: '' }}
          title={t('fees.online.refund')}
          description={t('fees.online.refundMeans')}
          submit="common.save"
          done={t('fees.done')}
          onClose={() => setRefunding(null)}
        >
          <TextField name="amount" label="fees.amount" dir="ltr" inputMode="decimal" />
          <TextField name="reason" label="fees.reason" />
        </WriteDialog>
      )}
    </div>
  )
}

function Refunds({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const decide = useChange(gatewayRefunds.decideRefund)
  const { saving, save } = useSaving()
  return (
    <section className="space-y-2">
      <h2 className="text-lg">{t('fees.online.refunds')}</h2>
      <Listed
        of="refunds"
        list={gatewayRefunds.refunds}
        input={{ schoolId }}
        narrowed={false}
        rowKey={({ id }) => id}
        columns={[
          { key: 'names', label: t('fees.children'), cell: (row) => <Bdi>{row.names}</Bdi>, main: true },
          {
            key: 'amount',
            label: t('fees.amount'),
            cell: (row) => <FeeMoney amount={row.amount} currency={row.currency} />,
            brief: true,
          },
          { key: 'reason', label: t('fees.reason'), cell: (row) => <Bdi>{row.reason}</Bdi> },
          { key: 'by', label: t('fees.proposedBy'), cell: (row) => <Bdi>{row.proposedByName}</Bdi> },
          {
            key: 'decide',
            label: t('fees.decide'),
            cell: (row) => {
              const act = (decision: 'confirm' | 'refuse') =>
                save(() => decide({ schoolId, refundId: row.id, decision }), t('fees.done'))
              if (!row.may.refuse) return t(`fees.online.back.${row.refundState}`)
              return (
                <span className="flex flex-wrap gap-2">
                  {row.may.confirm && (
                    <Button tone="primary" disabled={saving} onClick={() => act('confirm')}>
                      {t('fees.confirm')}
                    </Button>
                  )}
                  <Button disabled={saving} onClick={() => act('refuse')}>
                    {t(row.may.confirm ? 'fees.refuse' : 'fees.online.takeBack')}
                  </Button>
                </span>
              )
            },
          },
        ]}
      />
    </section>
  )
}
