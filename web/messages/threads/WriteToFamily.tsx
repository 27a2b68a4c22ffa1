import { useState } from 'react'
import { threadSubjects } from '#contract/messages/threads/thread-shapes.ts'
import { beginnings } from '#contract/messages/threads/threads.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { momentText } from '#web/ui/Moment.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'
import { useConfirmed } from './confirmed.ts'
import { LetterToFamily } from './LetterToFamily.tsx'
import { TextFields, useFiles } from './TextFields.tsx'

type Family = OutputOf<typeof beginnings.family>
type Props = { studentId: string; onDone: (threadId: string) => void; onClose: () => void }

/** The school writes to the parents of a child: a message, and on paper to guardians who have no account. */
export function WriteToFamily(props: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(beginnings.family, { studentId: props.studentId })
  const [onPaper, setOnPaper] = useState(false)
  return (
    <Dialog open onOpenChange={props.onClose} title={t('threads.writeFamily')}>
      {data ? (
        <ToFamily family={data} onPaper={onPaper} toPaper={() => setOnPaper(true)} {...props} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={3} />
      )}
    </Dialog>
  )
}

type ToFamilyProps = Props & { family: Family; onPaper: boolean; toPaper: () => void }

function ToFamily({ family, onPaper, toPaper, ...props }: ToFamilyProps) {
  const { t } = useTranslation()
  const isReached = family.open && family.parents.length > 0
  const whyNot = family.open ? 'threads.noParents' : 'threads.closed.off'
  return (
    <>
      {family.unreached > 0 && (
        <p className="mb-3 text-sm text-muted">{t('threads.unreached', { count: family.unreached })}</p>
      )}
      {isReached && family.unreached > 0 && !onPaper && (
        <Button tone="quiet" className="-ms-3 mb-3" onClick={toPaper}>
          {t('threads.letter.instead')}
        </Button>
      )}
      {!isReached && <p className="mb-3">{t(whyNot)}</p>}
      {isReached && !onPaper ? <Words family={family} {...props} /> : <LetterToFamily {...props} />}
    </>
  )
}

function Words({ family, studentId, onDone }: Props & { family: Family }) {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const { mutateAsync: write } = useWrite(beginnings.writeToParents)
  const [sendNow, setSendNow] = useState(false)
  const files = useFiles()
  const { confirmed, confirming } = useConfirmed()
  async function save(values: InputOf<typeof beginnings.writeToParents>) {
    const more = { sendNow, attachmentIds: files.ids, ...(confirmed && { confirmed }) }
    const { threadId, visibleFrom } = await confirming(() => write({ ...values, ...more }))
    const isLater = Date.parse(visibleFrom) > epoch() + 60_000
    toast({ title: isLater ? t('threads.sentLater', { at: momentText(visibleFrom) }) : t('threads.sent') })
    onDone(threadId)
  }
  return (
    <Form
      schema={beginnings.writeToParents.input}
      start={{ studentId, parentId: '', subject: 'other' as const, body: '' }}
      save={save}
      submit={confirmed ? 'threads.sendAnyway' : 'threads.send'}
      waits={files.sending}
    >
      <TextFields schoolId={school?.id ?? ''} files={files} />
      <ChoiceField
        name="subject"
        label="threads.subject"
        items={threadSubjects.map((value) => ({ value, label: t(`threads.of.${value}`) }))}
      />
      {family.parents.length > 1 && (
        <ChoiceField
          name="parentId"
          label="threads.whom"
          none="threads.toAll"
          items={family.parents.map(({ personId, personName }) => ({ value: personId, label: personName }))}
        />
      )}
      {family.night && (
        <div>
          <p className="text-sm text-muted">{t('threads.night')}</p>
          <Tick label={t('threads.sendNow')} checked={sendNow} onChange={setSendNow} />
        </div>
      )}
    </Form>
  )
}
