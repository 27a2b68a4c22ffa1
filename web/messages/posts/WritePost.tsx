import { type ReactNode, useRef, useState } from 'react'
import type { InputOf } from '#contract/language/operation.ts'
import { PostForm, postWriting } from '#contract/messages/posts/posts.ts'
import type { Attached } from '#web/platform/attachments/AttachmentList.tsx'
import { AttachmentsField } from '#web/platform/attachments/AttachmentsField.tsx'
import { useWrite } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useHolds } from '#web/lib/session.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { toast } from '#web/ui/toast.ts'
import { AudienceChoice } from './AudienceChoice.tsx'
import {
  audienceFrom,
  audienceOf,
  type ChosenAudience,
  chosenOf,
  plainAudience,
  type PlainAudience,
} from './audience.ts'
import { Preview } from './Preview.tsx'
import { NamedStudents, Reach } from './Reach.tsx'
import type { WrittenPost } from './sharing.ts'
import { Templates } from './Templates.tsx'

type NewPost = InputOf<typeof postWriting.add>
type Values = Omit<NewPost, 'answers' | 'audience' | 'draft'> & { answers: string }

const times = ['now', 'later', 'draft'] as const
type Time = (typeof times)[number]
const submits = { now: 'posts.publish', later: 'posts.plan', draft: 'posts.keepDraft' }
const outcomes = { now: 'posts.published', later: 'posts.planned', draft: 'posts.draftKept' }

const timeOf = (post: WrittenPost): Time => (post.publishAt ? 'later' : 'draft')

/**
 * Writes an announcement, or one further that is not published yet: words, to whom, what is asked and when; how many people
 * it reaches stands there before it is sent.
 */
export function WritePost({ school, post, onClose }: { school: OwnSchool; post?: WrittenPost; onClose: () => void }) {
  const { t } = useTranslation()
  const [start] = useState(() => ({
    audience: chosenOf(post?.audience ?? []),
    attached: (post?.attachments ?? []) as readonly Attached[],
    time: post ? timeOf(post) : ('now' as const),
  }))
  const [chosen, setChosen] = useState<ChosenAudience>(start.audience)
  const [time, setTime] = useState(start.time)
  const [attached, setAttached] = useState(start.attached)
  const [sending, setSending] = useState(false)
  const [missed, setMissed] = useState(false)
  const reach = useRef<HTMLParagraphElement>(null)
  const audience = audienceOf(chosen)
  const { mutateAsync: add } = useWrite(postWriting.add)
  const { mutateAsync: saveDraft } = useWrite(postWriting.saveDraft)

  async function save({ answers, publishDay, publishTime, schoolId, ...values }: Values) {
    if (audience.length === 0) {
      setMissed(true)
      reach.current?.focus()
      return false
    }
    const asked = answers
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const sent = {
      ...values,
      audience,
      attachmentIds: attached.map(({ id }) => id),
      ...(asked.length > 0 && { answers: asked }),
      ...(time === 'draft' && { draft: true }),
      ...(time === 'later' && { publishDay, publishTime }),
    } as Omit<NewPost, 'schoolId'>
    await (post ? saveDraft({ ...sent, id: post.id, baseVersion: post.version }) : add({ ...sent, schoolId }))
    toast({ title: t(outcomes[time]) })
    onClose()
  }

  return (
    <Dialog open wide onOpenChange={onClose} title={t('posts.write')} description={t('posts.writeMeans')}>
      <Form
        schema={PostForm}
        start={startOf(school, post)}
        save={save}
        submit={submits[time]}
        also={{
          value: { audience: plainAudience(chosen), time },
          start: { audience: plainAudience(start.audience), time: start.time },
          put: (value) => {
            const before = value as { audience: PlainAudience; time: Time }
            setChosen(audienceFrom(before.audience))
            setTime(before.time)
          },
        }}
        chosen={attached !== start.attached}
        {...(post && { draft: { id: post.id } })}
        waits={sending}
        beside={<DialogCancel />}
      >
        <div className="grid items-start gap-6 md:grid-cols-2">
          <WordsToWrite post={post}>
            <AttachmentsField schoolId={school.id} items={attached} onChange={setAttached} onSending={setSending} />
          </WordsToWrite>
          <div className="space-y-5">
            <AudienceChoice school={school} stored={post?.audience ?? []} chosen={chosen} onChange={setChosen} />
            <Reach ref={reach} school={school} audience={audience} missed={missed} />
            <NamedStudents school={school} audience={audience} />
            <Preview school={school} />
          </div>
        </div>
        <When time={time} onChange={setTime} />
      </Form>
    </Dialog>
  )
}

/** Its words, the files (`children`) below them, and what is asked of its readers. */
function WordsToWrite({ post, children }: { post: WrittenPost | undefined; children: ReactNode }) {
  const holds = useHolds()
  return (
    <div className="space-y-5">
      {!post && <Templates />}
      <TextField name="title" label="posts.field.title" dir="auto" />
      <LinesField name="body" label="posts.field.body" />
      {children}
      <LinesField name="answers" label="posts.field.answers" hint="posts.field.answersHint" />
      <DateField name="answerBy" label="posts.field.answerBy" />
      <CheckField name="important" label="posts.field.important" hint="posts.field.importantHint" />
      {(holds('AddSchoolPost') || post?.public) && (
        <CheckField name="public" label="posts.field.public" hint="posts.field.publicHint" />
      )}
    </div>
  )
}

/** Whether it is published at once, at a time, or later by hand. */
function When({ time, onChange }: { time: Time; onChange: (time: Time) => void }) {
  const { t } = useTranslation()
  return (
    <div className="space-y-4">
      <Segments
        label={t('posts.when')}
        items={times.map((value) => ({ value, label: t(`posts.time.${value}`) }))}
        value={time}
        onChange={onChange}
      />
      {time === 'later' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField name="publishDay" label="posts.field.publishDay" />
          <TextField name="publishTime" label="posts.field.publishTime" type="time" />
        </div>
      )}
    </div>
  )
}

/** What the form starts from; the hour by the clock of the school. */
function startOf({ id, timeZone }: OwnSchool, post: WrittenPost | undefined) {
  const at = post?.publishAt ? new Date(post.publishAt) : null
  return {
    schoolId: id,
    title: post?.title ?? '',
    body: post?.body ?? '',
    answers: post?.answers?.join('\n') ?? '',
    answerBy: post?.answerBy ?? '',
    important: post?.important ?? false,
    public: post?.public ?? false,
    publishDay: at ? todayIn(timeZone, at) : '',
    publishTime: at
      ? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
      : '',
  }
}
