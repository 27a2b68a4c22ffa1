import { useState } from 'react'
import { attachments } from '#contract/platform/attachments/attachments.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { type Attached, AttachmentList } from './AttachmentList.tsx'
import { AttachmentsField } from './AttachmentsField.tsx'

type Props = {
  schoolId: string
  homeworkId: string
  /** Of the homework, as its files are shown. */
  version: number
  items: readonly Attached[]
  mayChange: boolean
  title: string
  onClose: () => void
}

/** The pictures and files of a homework: those it has, further ones, fewer. */
export function HomeworkFiles({ schoolId, homeworkId, version, items, mayChange, title, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<readonly Attached[]>(items)
  const [sending, setSending] = useState(false)
  const { mutateAsync: save, isPending } = useWrite(attachments.ofHomework)
  const store = () =>
    void save({ homeworkId, attachmentIds: chosen.map(({ id }) => id), baseVersion: version })
      .finally(() => stale(homework.list))
      .then(() => toast({ title: t('settings.saved') }))
      .then(onClose)
      .catch(toastRefusal)
  return (
    <Dialog open onOpenChange={onClose} title={t('files.ofHomework')} description={title}>
      <div className="space-y-5">
        <AttachmentList items={items} />
        {mayChange && (
          <AttachmentsField schoolId={schoolId} items={chosen} onChange={setChosen} onSending={setSending} />
        )}
        {mayChange && (
          <div className="flex flex-wrap justify-end gap-3">
            <DialogCancel />
            <Button tone="primary" disabled={isPending || sending} onClick={store}>
              {t('common.save')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
