import type { InputOf } from '#contract/language/operation.ts'
import { papers } from '#contract/papers/papers.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
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
  const { mutateAsync: revoke } = useWrite(papers.revoke)
  async function save(values: InputOf<typeof papers.revoke>) {
    await revoke(values)
    toast({ title: t('papers.wasRevoked') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('papers.revokeOf', { name: isolated(paper.studentName) })}
      description={t('papers.revokeMeans')}
    >
      <Form
        schema={papers.revoke.input}
        start={{ schoolId, paperId: paper.id, reason: '' }}
        save={save}
        submit="papers.revoke"
        beside={<DialogCancel />}
      >
        <LinesField name="reason" label="papers.field.reason" />
      </Form>
    </Dialog>
  )
}
