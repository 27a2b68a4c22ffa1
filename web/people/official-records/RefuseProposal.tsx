import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { RecordProposal } from './proposal-words.ts'

type Props = { proposal: RecordProposal; offerUndo: (done: string) => void; onClose: () => void }

/** Asks why a proposal is refused; the parent who made it reads it. */
export function RefuseProposal({ proposal, offerUndo, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={recordProposals.decide}
      start={{ studentId: proposal.studentId, proposalId: proposal.id, accept: false, reason: '' }}
      title={t('corrections.refuseOf', { name: isolated(proposal.askedByName) })}
      description={t('corrections.refuseMeans')}
      submit="corrections.refuse"
      done={t('corrections.refused')}
      offerUndo={offerUndo}
      onClose={onClose}
    >
      <LinesField name="reason" label="corrections.reason" />
    </WriteDialog>
  )
}
