import { threads } from '#contract/messages/threads/threads.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks those who review messages to look at a text. */
export function ReportText({ threadId, textId, onClose }: { threadId: string; textId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: report } = useWrite(threads.report)
  async function save(values: InputOf<typeof threads.report>) {
    await report(values)
    toast({ title: t('threads.didReport') })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('threads.report')} description={t('threads.reportMeans')}>
      <Form
        schema={threads.report.input}
        start={{ threadId, textId, reason: '' }}
        save={save}
        submit="threads.report"
        beside={<DialogCancel />}
      >
        <LinesField name="reason" label="threads.reason" />
      </Form>
    </Dialog>
  )
}
