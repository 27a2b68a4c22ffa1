import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { RecordProposal } from './proposal-words.ts'

type Named = Pick<RecordProposal, 'id' | 'studentId'>

/** Takes a decision back, also from the toast that says what was decided. */
export function useProposalUndo() {
  const { t } = useTranslation()
  const { mutateAsync: takeBack, isPending } = useWrite(recordProposals.undo)
  const undo = ({ id, studentId }: Named) =>
    void takeBack({ studentId, proposalId: id })
      .then(() => {
        void stale(officialRecords.get)
        toast({ title: t('absence.waitsAgain') })
      })
      .catch(toastRefusal)
  const offerUndo = (proposal: Named) => (title: string) =>
    toast({ title, action: { label: t('absence.undo'), run: () => undo(proposal) } })
  return { undo, offerUndo, busy: isPending }
}
