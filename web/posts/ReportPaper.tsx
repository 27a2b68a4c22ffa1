import type { OutputOf } from '#contract/language/operation.ts'
import type { postWriting } from '#contract/posts/posts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
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
      <table className="w-full border-collapse text-start">
        <thead>
          <tr>
            {['person', 'students', 'classes', 'outcome'].map((key) => (
              <th key={key} scope="col" className="border border-line px-2 py-1 text-start font-medium">
                {t(`posts.paper.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one, nth) => (
            <tr key={nth} className="break-inside-avoid">
              {[
                one.personName ?? t('posts.state.unreachable'),
                one.studentNames.join(t('posts.and')),
                one.classRoomNames.join(t('posts.and')),
              ].map((text, column) => (
                <td key={column} className="border border-line px-2 py-1 align-top [overflow-wrap:anywhere]">
                  <Bdi>{text}</Bdi>
                </td>
              ))}
              <td className="border border-line px-2 py-1 align-top">
                {one.answer ? (
                  <>
                    <Bdi>{one.answer}</Bdi>
                    {!one.counts && ` · ${t('posts.answeredBefore')}`}
                  </>
                ) : (
                  one.readAt && <Moment at={one.readAt} timeZone={school.timeZone} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </OnPaper>
  )
}
