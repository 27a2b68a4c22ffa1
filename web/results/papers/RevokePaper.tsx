import { papers } from '#contract/results/papers/papers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { IssuedPaper } from './issued-paper.ts'

/** Asks why a paper is revoked; who checks it from then on reads that it is. */
export function RevokePaper({
  schoolId,
  paper,
  onClose,
}: {
  schoolId: string
  paper: IssuedPaper
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={papers.revoke}
      start={{ schoolId, paperId: paper.id, reason: '' }}
      title={t('papers.revokeOf', { name: isolated(paper.studentName) })}
      description={t('papers.revokeMeans')}
      submit="papers.revoke"
      done={t('papers.wasRevoked')}
      onClose={onClose}
    >
      <LinesField name="reason" label="papers.field.reason" />
    </WriteDialog>
  )
}
