import { type Attached, AttachmentList } from '#web/platform/attachments/AttachmentList.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { Moment } from '#web/ui/Moment.tsx'

type Words = { title: string; body: string; takenBack: boolean; attachments: readonly Attached[] }
type Published = { publishedAt: string; changed: boolean; takenBack: boolean }

/** The words of an announcement, in the direction they are written in; or that it was taken back. */
export function PostWords({ post }: { post: Words }) {
  const { t } = useTranslation()
  const { title, body, takenBack } = post
  if (takenBack) return <p className="text-muted">{t('posts.takenBack')}</p>
  return (
    <>
      <h2 className="text-lg [overflow-wrap:anywhere]" dir="auto">
        {title}
      </h2>
      <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        <LinkedText text={body} />
      </p>
      <AttachmentList items={post.attachments} />
    </>
  )
}

/** Who announced it and when, and whether it was corrected since. */
export function PostDay({ post: { publishedAt, changed, takenBack }, author }: { post: Published; author?: string }) {
  const { t } = useTranslation()
  return (
    <p className="text-sm text-muted">
      {author && (
        <>
          <Bdi>{author}</Bdi>
          {' · '}
        </>
      )}
      <Moment at={publishedAt} />
      {changed && !takenBack && ` · ${t('posts.changed')}`}
    </p>
  )
}
