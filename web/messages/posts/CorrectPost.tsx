import type { InputOf } from '#contract/language/operation.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
import type { WrittenPost } from './sharing.ts'

/** Corrects the words of an announcement; the former ones are kept. */
export function CorrectPost({ post, onClose }: { post: WrittenPost; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: update } = useWrite(postWriting.update)
  async function save(values: InputOf<typeof postWriting.update>) {
    await update(values)
    toast({ title: t('settings.saved') })
    onClose()
  }
  const { id, title, body, answerBy, version } = post
  return (
    <Dialog open onOpenChange={onClose} title={t('posts.correct')} description={t('posts.correctMeans')}>
      <Form
        schema={postWriting.update.input}
        start={{ id, title, body, answerBy: answerBy ?? '', notifyAgain: false, baseVersion: version }}
        save={save}
        beside={<DialogCancel />}
      >
        <TextField name="title" label="posts.field.title" dir="auto" />
        <LinesField name="body" label="posts.field.body" />
        {post.answers && <DateField name="answerBy" label="posts.field.answerBy" />}
        <CheckField name="notifyAgain" label="posts.field.notifyAgain" hint="posts.field.notifyAgainHint" />
      </Form>
    </Dialog>
  )
}
