import { useState } from 'react'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { feeGrants } from '#contract/money/fees/grants.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DecideAboutFamily } from './DecideAboutFamily.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import type { ShownFamily } from './FamilySheet.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'

type Props = { schoolId: string; family: ShownFamily }

/** What is decided about a family: reductions, credit, a refund, a debt written off, and what is owed after a leaving. */
export function FamilyDecisions({ schoolId, family }: Props) {
  const { t } = useTranslation()
  const reverses = useMay(feeDecisions.refund)
  const takes = useMay(feeCounter.useCredit)
  const manages = useMay(feeGrants.grant)
  const [dialog, setDialog] = useState<'refund' | 'writeOff' | 'grant' | 'credit' | 'left' | null>(null)
  const { currency } = family
  const open = family.dues.filter((due) => !isNothing(due.open))
  const left = family.children.filter(({ studentId }) =>
    family.dues.some((due) => due.studentId === studentId && due.afterLeaving),
  )
  const hasCredit = !isNothing(family.credit)
  return (
    <div className="space-y-4">
      {family.proposals.map((one) => (
        <ProposalCard key={one.id} {...{ schoolId, one, currency }} />
      ))}
      {family.grants.map((grant) => (
        <GrantCard key={grant.id} {...{ schoolId, grant, manages }} />
      ))}
      <div className="flex flex-wrap gap-2">
        {takes && hasCredit && open.length > 0 && (
          <Button onClick={() => setDialog('credit')}>{t('fees.useCredit')}</Button>
        )}
        {reverses && hasCredit && <Button onClick={() => setDialog('refund')}>{t('fees.proposal.refund')}</Button>}
        {reverses && open.length > 0 && (
          <Button onClick={() => setDialog('writeOff')}>{t('fees.proposal.writeOff')}</Button>
        )}
        {manages && <Button onClick={() => setDialog('grant')}>{t('fees.proposal.reduction')}</Button>}
        {manages && left.length > 0 && <Button onClick={() => setDialog('left')}>{t('fees.endLeft')}</Button>}
      </div>
      <p className="text-sm text-muted">{t('fees.secondPerson')}</p>
      {dialog && (
        <DecideAboutFamily of={dialog} {...{ schoolId, family, open, left }} onClose={() => setDialog(null)} />
      )}
    </div>
  )
}

type ProposalProps = { schoolId: string; one: ShownFamily['proposals'][number]; currency: string }

/** What waits for a second person. */
function ProposalCard({ schoolId, one, currency }: ProposalProps) {
  const { t } = useTranslation()
  const confirm = useChange(feeDecisions.confirm)
  const refuse = useChange(feeDecisions.refuse)
  const { saving, save } = useSaving()
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p>
        {t(`fees.proposal.${one.kind}`)}: <FeeMoney amount={one.amount} currency={currency} />
        <span className="block text-sm text-muted">
          <Bdi>{one.reason}</Bdi> · <Bdi>{one.proposedByName}</Bdi> · {t('fees.until')} <Moment at={one.expiresAt} />
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        {one.may.confirm && (
          <Button
            tone="primary"
            disabled={saving}
            onClick={() => save(() => confirm({ schoolId, proposalId: one.id }), t('fees.done'))}
          >
            {t('fees.confirm')}
          </Button>
        )}
        {one.may.refuse && (
          <Button
            disabled={saving}
            onClick={() => save(() => refuse({ schoolId, proposalId: one.id }), t('fees.refused'))}
          >
            {t(one.may.confirm ? 'fees.refuse' : 'fees.online.takeBack')}
          </Button>
        )}
      </span>
    </Card>
  )
}

type GrantProps = { schoolId: string; grant: ShownFamily['grants'][number]; manages: boolean }

/** A reduction that a child has in a year. */
function GrantCard({ schoolId, grant, manages }: GrantProps) {
  const { t } = useTranslation()
  const end = useChange(feeGrants.endGrant)
  const { saving, save } = useSaving()
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p>
        <Bdi>{grant.name}</Bdi>
        <span className="block text-sm text-muted">
          <Bdi>{grant.studentName}</Bdi> · <Bdi>{grant.yearName}</Bdi>
        </span>
      </p>
      {manages && (
        <Button
          tone="quiet"
          disabled={saving}
          onClick={() => save(() => end({ schoolId, grantId: grant.id }), t('fees.grantEnded'))}
        >
          {t('fees.endGrant')}
        </Button>
      )}
    </Card>
  )
}
