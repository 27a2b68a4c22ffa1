import { Printer } from 'lucide-react'
import { useState } from 'react'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { useList, useRead, useWhole, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { ReportLine, Tally } from './ReportLine.tsx'
import { ReportPaper } from './ReportPaper.tsx'
import type { WrittenPost } from './sharing.ts'

/** Who has read an announcement, who has not, and whom no account stands for; with a reminder to those who have not. */
export function PostReport({ post, school, onClose }: { post: WrittenPost; school: OwnSchool; onClose: () => void }) {
  const { t } = useTranslation()
  const states = post.answers
    ? (['unread', 'read', 'answered', 'notAnswered', 'unreachable', 'unlinked'] as const)
    : (['unread', 'read', 'unreachable', 'unlinked'] as const)
  const [state, setState] = useState<(typeof states)[number]>('unread')
  const input = { postId: post.id, state }
  const list = useList(postWriting.report, input)
  const { total } = list
  const { data: counts } = useRead(postWriting.reportCounts, { postId: post.id })
  const { mutateAsync: remind, isPending } = useWrite(postWriting.remind)

  const [printing, setPrinting] = useState(false)
  const whole = useWhole(postWriting.report, input, { enabled: printing })
  const remindAll = () =>
    void remind({ postId: post.id })
      .then(({ changed }) =>
        toast({ title: changed > 0 ? t('posts.reminded', { count: changed }) : t('posts.allReminded') }),
      )
      .catch(toastRefusal)

  return (
    <Dialog open onOpenChange={onClose} title={t('posts.report')} description={post.title}>
      <div className="space-y-4">
        <Segments
          label={t('posts.show')}
          items={states.map((value) => ({ value, label: t(`posts.state.${value}`), count: counts?.[value] }))}
          value={state}
          onChange={setState}
        />
        {post.tally.length > 0 && <Tally post={post} />}
        <ListStates
          list={list}
          waiting={4}
          empty={<p className="rounded-field bg-soft px-4 py-3">{t('posts.nobody')}</p>}
        >
          {(rows) => (
            <ul className="divide-y divide-line rounded-field border border-line">
              {rows.map((one, nth) => (
                <li key={nth}>
                  <ReportLine of={one} timeZone={school.timeZone} />
                </li>
              ))}
            </ul>
          )}
        </ListStates>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted">
            {t('posts.people', { count: total })}
          </p>
          <div className="flex gap-2">
            {total > 0 && (
              <>
                <IconButton label={t('posts.print')} disabled={printing} onClick={() => setPrinting(true)}>
                  <Printer className="size-5" aria-hidden="true" />
                </IconButton>
                <ExportButton list={postWriting.report} input={input} />
              </>
            )}
            {state === 'unread' && total > 0 && post.may.update && (
              <Button tone="primary" disabled={isPending} onClick={remindAll}>
                {t('posts.remind')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {printing && whole.data && !whole.isFetching && (
        <ReportPaper
          post={post}
          school={school}
          heading={t(`posts.state.${state}`)}
          rows={whole.data}
          onClose={() => setPrinting(false)}
        />
      )}
    </Dialog>
  )
}
