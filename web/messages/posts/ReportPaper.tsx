import type { OutputOf } from '#contract/language/operation.ts'
import type { postWriting } from '#contract/messages/posts/posts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import type { WrittenPost } from './sharing.ts'

type Props = {
  post: WrittenPost
  school: OwnSchool
  /** Which of the people addressed: "Not read". */
  heading: string
  rows: OutputOf<typeof postWriting.report>
  onClose: () => void
}

/** A list of a report on paper, for the door of a class or for calls: it stands alone when the page is printed, and goes with it. */
export function ReportPaper({ post, school, heading, rows, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper className="text-sm" onClose={onClose}>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <h1 className="mt-1 text-xl">
        <Bdi>{post.title}</Bdi>
      </h1>
      <p className="mb-3">
        {post.publishedAt && <Moment at={post.publishedAt} timeZone={school.timeZone} />} · {heading}:{' '}
        {t('posts.people', { count: rows.length })}
      </p>
      <RuledTable heads={['person', 'students', 'classes', 'outcome'].map((key) => t(`posts.paper.${key}`))}>
        {rows.map((one, nth) => (
          <tr key={nth} className="break-inside-avoid">
            {[
              one.personName ?? t('posts.state.unreachable'),
              one.studentNames.join(t('posts.and')),
              one.classRoomNames.join(t('posts.and')),
            ].map((text, column) => (
              <RuledCell key={column}>
                <Bdi>{text}</Bdi>
              </RuledCell>
            ))}
            <RuledCell>
              {one.answer ? (
                <>
                  <Bdi>{one.answer}</Bdi>
                  {!one.counts && ` · ${t('posts.answeredBefore')}`}
                </>
              ) : (
                one.readAt && <Moment at={one.readAt} timeZone={school.timeZone} />
              )}
            </RuledCell>
          </tr>
        ))}
      </RuledTable>
    </OnPaper>
  )
}
