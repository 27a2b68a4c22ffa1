import { threadSubjects } from '#contract/messages/threads/thread-shapes.ts'
import { beginnings } from '#contract/messages/threads/threads.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { useConfirmed } from './confirmed.ts'
import { TextFields, useFiles } from './TextFields.tsx'

/** Somebody of the school writes to its office. */
export function WriteToOffice({ onDone, onClose }: { onDone: (threadId: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const schoolId = useDefaultSchool()?.id ?? ''
  const { mutateAsync: write } = useWrite(beginnings.writeToOffice)
  const files = useFiles()
  const { confirmed, confirming } = useConfirmed()
  async function save(values: InputOf<typeof beginnings.writeToOffice>) {
    const more = { attachmentIds: files.ids, ...(confirmed && { confirmed }) }
    const { threadId } = await confirming(() => write({ ...values, ...more }))
    toast({ title: t('threads.sent') })
    onDone(threadId)
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('threads.writeOffice')}>
      <Form
        schema={beginnings.writeToOffice.input}
        start={{ schoolId, subject: 'other' as const, body: '' }}
        save={save}
        submit={confirmed ? 'threads.sendAnyway' : 'threads.send'}
        waits={files.sending}
      >
        <TextFields schoolId={schoolId} files={files} />
        <ChoiceField
          name="subject"
          label="threads.subject"
          items={threadSubjects.map((value) => ({ value, label: t(`threads.of.${value}`) }))}
        />
      </Form>
    </Dialog>
  )
}
