import { useDeferredValue, useState } from 'react'
import type { InputOf } from '#contract/language/operation.ts'
import { PostForm, postWriting } from '#contract/posts/posts.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useHolds } from '#web/lib/session.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
import { AudienceChoice } from './AudienceChoice.tsx'
import { type ChosenAudience, audienceOf } from './audience.ts'

type NewPost = InputOf<typeof postWriting.add>
type Values = Omit<NewPost, 'answers' | 'audience'> & { answers: string }

/** Writes an announcement: words, to whom, and what is asked; how many people it reaches stands there before it is sent. */
export function WritePost({ school, onClose }: { school: OwnSchool; onClose: () => void }) {
  const { t } = useTranslation()
  const holds = useHolds()
  const [chosen, setChosen] = useState<ChosenAudience>({
    school: false,
    staff: false,
    grades: new Set(),
    classes: new Set(),
    students: new Map(),
  })
  const audience = audienceOf(chosen)
  const { mutateAsync: add } = useWrite(postWriting.add)

  async function save({ answers, ...values }: Values) {
    const asked = answers
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    await add({ ...values, audience, ...(asked.length > 0 && { answers: asked }) } as NewPost)
    toast({ title: t('posts.published') })
    onClose()
  }

  return (
    <Dialog open onOpenChange={onClose} title={t('posts.write')} description={t('posts.writeMeans')}>
      <Form
        schema={PostForm}
        start={{ schoolId: school.id, title: '', body: '', answers: '', answerBy: '', important: false, public: false }}
        save={save}
        submit="posts.publish"
        beside={<DialogCancel />}
      >
        <AudienceChoice school={school} chosen={chosen} onChange={setChosen} />
        <Reach school={school} audience={audience} />
        <TextField name="title" label="posts.field.title" dir="auto" />
        <LinesField name="body" label="posts.field.body" />
        <LinesField name="answers" label="posts.field.answers" hint="posts.field.answersHint" />
        <DateField name="answerBy" label="posts.field.answerBy" />
        <CheckField name="important" label="posts.field.important" hint="posts.field.importantHint" />
        {holds('AddSchoolPost') && (
          <CheckField name="public" label="posts.field.public" hint="posts.field.publicHint" />
        )}
      </Form>
    </Dialog>
  )
}

/** How many people an audience reaches, as it is chosen. */
function Reach({ school, audience }: { school: OwnSchool; audience: NewPost['audience'] }) {
  const { t } = useTranslation()
  const asked = useDeferredValue(audience)
  const { data } = useRead(postWriting.count, { schoolId: school.id, audience: asked }, { enabled: asked.length > 0 })
  return (
    <p role="status" className="min-h-6 rounded-field bg-soft px-4 py-2.5">
      {audience.length === 0 || !data
        ? t('posts.chooseAudience')
        : [
            t('posts.parentsOf', { count: data.parents, students: data.students }),
            ...(data.staff > 0 ? [t('posts.staffCount', { count: data.staff })] : []),
            ...(data.unreachable > 0 ? [t('posts.unreachableCount', { count: data.unreachable })] : []),
          ].join(' · ')}
    </p>
  )
}
