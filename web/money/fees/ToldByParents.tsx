import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { SentPicture } from '#web/ui/SentPicture.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { FamilyLink, Listed } from './ListedFees.tsx'

type Told = OutputOf<typeof feesOnlineOffice.told>[number]

/** Transfers that parents reported, what waits first. */
export function Transfers({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const takes = useMay(feesOnlineOffice.takeTold)
  const [deciding, setDeciding] = useState<{ told: Told; take: boolean } | null>(null)
  return (
    <section className="space-y-2">
      <h2 className="text-lg">{t('fees.online.transfers')}</h2>
      <Listed
        of="told"
        list={feesOnlineOffice.told}
        input={{ schoolId }}
        narrowed={false}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'names',
            label: t('fees.children'),
            cell: (row) => <FamilyLink familyId={row.familyId} name={row.names} />,
            main: true,
          },
          {
            key: 'amount',
            label: t('fees.amount'),
            cell: (row) => <FeeMoney amount={row.amount} currency={row.currency} />,
            brief: true,
          },
          { key: 'day', label: t('fees.day'), cell: (row) => <Day day={row.day} />, brief: true },
          {
            key: 'reference',
            label: t('fees.reference'),
            cell: (row) => (
              <>
                <Digits>{row.reference}</Digits>
                {row.imageUrl && (
                  <span className="block">
                    <SentPicture src={row.imageUrl} label={t('fees.online.openPicture')} />
                  </span>
                )}
                {row.again && <span className="block text-sm text-danger">{t('fees.online.again')}</span>}
              </>
            ),
          },
          { key: 'payer', label: t('fees.payer'), cell: (row) => <Bdi>{row.payerName}</Bdi> },
          {
            key: 'state',
            label: t('fees.decide'),
            cell: (row) =>
              row.toldState === 'waiting' && takes ? (
                <span className="flex flex-wrap gap-2">
                  <Button tone="primary" onClick={() => setDeciding({ told: row, take: true })}>
                    {t('fees.online.takeTold')}
                  </Button>
                  <Button onClick={() => setDeciding({ told: row, take: false })}>{t('fees.refuse')}</Button>
                </span>
              ) : (
                t(`fees.online.told.${row.toldState}`)
              ),
          },
        ]}
      />
      {deciding && <DecideTold schoolId={schoolId} {...deciding} onClose={() => setDeciding(null)} />}
    </section>
  )
}

type Deciding = { schoolId: string; told: Told; take: boolean; onClose: () => void }

function DecideTold({ schoolId, told, take, onClose }: Deciding) {
  const { t } = useTranslation()
  const { data } = useRead(feeSettings.get, { schoolId })
  const ways = (data?.ways ?? []).filter(({ active }) => active)
  const wayId = ways.find(({ kind }) => kind === 'transfer')?.id ?? ways[0]?.id
  const shared = { done: t('fees.done'), onClose, submit: 'common.save' }
  if (!take)
    return (
      <WriteDialog
        {...shared}
        operation={feesOnlineOffice.refuseTold}
        start={{ schoolId, toldId: told.id, reason: '' }}
        title={t('fees.online.refuseTold')}
        description={t('fees.online.refuseToldMeans')}
      >
        <TextField name="reason" label="fees.reason" />
      </WriteDialog>
    )
  if (!wayId) return null
  return (
    <WriteDialog
      {...shared}
      operation={feesOnlineOffice.takeTold}
      start={{ schoolId, toldId: told.id, wayId, again: '' }}
      title={t('fees.online.takeTold')}
      description={t('fees.online.takeToldMeans')}
    >
      <ChoiceField name="wayId" label="fees.way" items={ways.map(({ id, name }) => ({ value: id, label: name }))} />
      {told.again && <TextField name="again" label="fees.whyAgain" />}
    </WriteDialog>
  )
}
