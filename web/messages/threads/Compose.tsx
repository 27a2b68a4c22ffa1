import { useState } from 'react'
import { threads } from '#contract/messages/threads/threads.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Form } from '#web/ui/Form.tsx'
import { Moment, momentText } from '#web/ui/Moment.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'
import { TextFields, useFiles } from './TextFields.tsx'
import { useConfirmed } from './confirmed.ts'
import type { Thread } from './thread.ts'

/** The next text of a thread; when it is read is said before it is sent. */
export function Compose({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const { id: threadId, schoolId, readsAt, night } = thread
  const { mutateAsync: write } = useWrite(threads.write)
  const [sendNow, setSendNow] = useState(false)
  const [written, setWritten] = useState(0)
  const files = useFiles()
  const { confirmed, confirming } = useConfirmed()
  async function save(values: InputOf<typeof threads.write>) {
    const { visibleFrom } = await confirming(() =>
      write({ ...values, sendNow, attachmentIds: files.ids, ...(confirmed && { confirmed }) }),
    )
    const isLater = Date.parse(visibleFrom) > epoch() + 60_000
    toast({ title: isLater ? t('threads.sentLater', { at: momentText(visibleFrom) }) : t('threads.sent') })
    files.clear()
    setWritten((nth) => nth + 1)
  }
  return (
    <Form
      key={written}
      schema={threads.write.input}
      start={{ threadId, body: '' }}
      save={save}
      submit={confirmed ? 'threads.sendAnyway' : 'threads.send'}
      waits={files.sending}
    >
      <TextFields schoolId={schoolId} files={files} />
      {readsAt && (
        <p className="text-sm text-muted">
          {t('threads.readsAt')} <Moment at={readsAt} />
        </p>
      )}
      {night && (
        <div>
          <p className="text-sm text-muted">{t('threads.night')}</p>
          <Tick label={t('threads.sendNow')} checked={sendNow} onChange={setSendNow} />
        </div>
      )}
    </Form>
  )
}
